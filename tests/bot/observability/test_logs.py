"""Logs: every record's way out, whoever wrote it."""

from __future__ import annotations

import asyncio
import errno
import io
import json
import logging
import re
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

import pytest
from msgspec import DecodeError

from bot.app.ports import StoreUnavailable
from bot.observability import configure_logs, logs
from tests.patience import PATIENCE_S

TOKEN = "7123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"  # noqa: S105  # of a form only
SECRET = "a-webhook-secret"  # noqa: S105  # as above
WRITTEN = "what Ann wrote"
Configure = Callable[..., io.StringIO]


@pytest.fixture
def configure() -> Iterator[Configure]:
    """Return what logs to a text, and put everything back after the test."""
    root, hooks = logging.getLogger(), (sys.excepthook, threading.excepthook, sys.unraisablehook)
    level, handlers = root.level, root.handlers[:]
    # The test runner's own handlers would be closed.
    root.handlers.clear()

    def begin(level: str = "DEBUG", form: str = "json", kind: type = io.StringIO) -> io.StringIO:
        stream: io.StringIO = kind()
        configure_logs(level, form, [SECRET], stream)
        return stream

    yield begin
    logging.captureWarnings(capture=False)
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks
    root.handlers[:] = handlers
    root.setLevel(level)


def entries(stream: io.StringIO) -> list[dict[str, Any]]:
    """Return what was logged, line by line."""
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def fail(error: Exception) -> None:
    """Raise ``error``."""
    raise error


def test_json(configure: Configure) -> None:
    """A record is one object on one line, with the template that all of its kind share."""
    stream = configure()
    logging.getLogger("bot.store").warning("effect %s is left\nthère", "1-0")
    assert "thère" in stream.getvalue()
    (entry,) = entries(stream)
    at = entry.pop("time")
    assert re.fullmatch(r"[-\d]{10}T[:\d]{8}\.\d{3}Z", at)
    assert 0 <= time.time() - datetime.fromisoformat(at).timestamp() < PATIENCE_S
    assert entry == {
        "level": "warning",
        "logger": "bot.store",
        "message": "effect 1-0 is left\nthère",
        "template": "effect %s is left\nthère",
    }


def test_text(configure: Configure) -> None:
    """For people a record is a line in words, and no control character reaches the terminal."""
    stream = configure(form="text")
    logging.getLogger("bot.store").warning("a\x1b[2J\nb")
    assert stream.getvalue().partition(" ")[2] == "WARNING bot.store: a\\x1b[2J\\x0ab\n"


def test_a_secret_that_was_cut_off(configure: Configure) -> None:
    """What is hidden of a message to its end does not hide what it came from."""
    stream = configure(form="text")
    try:
        fail(RuntimeError())
    except RuntimeError:
        logging.getLogger("bot").exception("answered: password='hunter 2")
    assert "answered: password=***\n" in stream.getvalue()
    assert "RuntimeError" in stream.getvalue()


class Terminal(io.StringIO):
    """A text that says it is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


@pytest.mark.parametrize(
    ("form", "kind", "is_json"),
    [("auto", io.StringIO, True), ("auto", Terminal, False), ("json", Terminal, True)],
)
def test_auto(configure: Configure, form: str, kind: type, *, is_json: bool) -> None:
    """Without a terminal the lines are for a program; on one they are for people, if unasked."""
    stream = configure(form=form, kind=kind)
    logging.getLogger("bot").error("x")
    assert stream.getvalue().startswith("{") == is_json


def test_level(configure: Configure) -> None:
    """What is below the level is not logged, and of libraries nothing below INFO ever is."""
    stream = configure(level="WARNING")
    logging.getLogger("bot").info("not this")
    assert not stream.getvalue()
    stream = configure(level="DEBUG")
    library = logging.getLogger("telegram.ext")
    library.setLevel(logging.DEBUG)
    library.debug("Calling Bot API endpoint with parameters: %s", WRITTEN)
    library.info("this")
    logging.getLogger("bot").debug("that")
    assert [entry["message"] for entry in entries(stream)] == ["this", "that"]


@pytest.mark.parametrize("form", ["json", "text"])
@pytest.mark.parametrize("name", ["bot.x", "aiohttp.server", "telegram.Bot", "redis", "asyncio"])
def test_no_secret_from_any_logger(configure: Configure, form: str, name: str) -> None:
    """Message, template, arguments and tracebacks hide secrets, whichever logger they are of."""
    stream = configure(form=form)
    log = logging.getLogger(name)
    log.error("GET /bot%s/getMe with %s", TOKEN, SECRET)
    log.error(f"in the template: {TOKEN} {SECRET} %d", 1)  # noqa: G004  # this is the test
    try:
        fail(ConnectionError(f"https://x/bot{TOKEN}: {SECRET}"))
    except ConnectionError:
        log.exception("failed")
    said = stream.getvalue()
    assert said.count("***") >= 6
    assert "ConnectionError" in said
    assert TOKEN.partition(":")[2] not in said
    assert SECRET not in said


def test_no_foreign_words_in_tracebacks(configure: Configure) -> None:
    """An exception that may quote a player gives its type, its lines and its causes only."""
    stream = configure()
    said = "mines at a1"
    try:
        try:
            int(said)
        except ValueError as error:
            raise KeyError(said) from error
    except KeyError:
        logging.getLogger("bot").exception("operation x failed")
    (entry,) = entries(stream)
    assert said not in entry["exception"]
    assert entry["exception"].splitlines()[-1] == "KeyError"
    assert "ValueError\nwhich caused:" in entry["exception"]
    assert "int(said)" in entry["exception"]


def test_faults_that_may_speak(configure: Configure) -> None:
    """An exception of the bot's own is told with its message and where it is from."""
    stream = configure()
    log = logging.getLogger("bot")
    log.error("1", exc_info=StoreUnavailable("the server is away"))
    log.error("2", exc_info=DecodeError(WRITTEN))
    ours, other = (entry["exception"] for entry in entries(stream))
    assert ours == "bot.app.ports.StoreUnavailable: the server is away"
    assert other == "msgspec.DecodeError"


def test_chains_of_faults(configure: Configure) -> None:
    """Faults in the handling of faults and groups are told, what was cut off is not."""
    stream = configure()
    log = logging.getLogger("bot")
    try:
        try:
            fail(OSError(5, "no"))
        except OSError:
            fail(TypeError("x"))
    except TypeError:
        log.exception("1")
    try:
        try:
            fail(KeyError())
        except KeyError:
            raise ExceptionGroup(WRITTEN, [OSError(5, "no"), ValueError(WRITTEN)]) from None
    except ExceptionGroup:
        log.exception("2")
    endless: BaseException = OSError("0")
    for number in range(1, 20):
        following = OSError(str(number))
        following.__cause__ = endless
        endless = following
    log.error("3", exc_info=endless)
    first, second, third = (entry["exception"] for entry in entries(stream))
    assert "OSError: [Errno 5] no\nin whose handling was raised:" in first
    assert "KeyError" not in second
    assert second.count("ExceptionGroup\n") == 1
    assert WRITTEN not in second
    assert second.endswith("ExceptionGroup\nOSError: [Errno 5] no\nValueError")
    assert third.count("which caused") == 9


def test_forgotten_tasks(configure: Configure) -> None:
    """The complaint about a task whose failure nobody took lacks the failure's words."""
    stream = configure()

    async def main() -> None:
        async def fail() -> None:
            raise ValueError(WRITTEN)

        task = asyncio.ensure_future(fail())
        await asyncio.wait({task})
        del task

    asyncio.run(main())
    (entry,) = entries(stream)
    assert entry["message"] == "Task exception was never retrieved"
    assert WRITTEN not in json.dumps(entry)


def test_callbacks_that_fail(configure: Configure) -> None:
    """A callback that fails is told by its name and its lines, without what it was given."""
    stream = configure()

    async def main() -> None:
        asyncio.get_running_loop().call_soon(fail, ValueError(WRITTEN))
        await asyncio.sleep(0)

    asyncio.run(main())
    (entry,) = entries(stream)
    assert entry["message"] == "Exception in callback fail"
    assert entry["exception"].endswith("ValueError")
    assert WRITTEN not in json.dumps(entry)


def test_what_is_not_asyncio_s(configure: Configure) -> None:
    """What asyncio says of no callback is told whole, and a fault that there is not is none."""
    stream = configure()
    logging.getLogger("asyncio").warning("socket.send() raised exception.")
    logging.getLogger("bot").error("nothing has failed", exc_info=(None, None, None))
    said, nothing = entries(stream)
    assert said["message"] == "socket.send() raised exception."
    assert "exception" not in nothing


def test_standard_error(configure: Configure, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing else is named, what is logged goes to standard error."""
    configure()
    configure_logs("INFO", "json", [])
    logging.getLogger("bot").info("here")
    assert "here" in capsys.readouterr().err


def test_what_nobody_handles(configure: Configure) -> None:
    """The ends of a process and of a thread, errors in finalisers and warnings are logged too."""
    stream = configure()
    fault = ValueError(TOKEN)
    sys.excepthook(ValueError, fault, None)
    sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    thread = threading.Thread(target=lambda: int(TOKEN))
    thread.start()
    thread.join()

    class Bad:
        def __del__(self) -> None:
            raise fault

    Bad()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn(f"{TOKEN} is old", stacklevel=1)
    told = [(entry["level"], entry.get("exception", "")[-10:]) for entry in entries(stream)]
    assert told[0] == ("critical", "ValueError"), "an interrupt by the keyboard is nobody's fault"
    assert told[1:] == [("error", "ValueError"), ("error", "ValueError"), ("warning", "")]
    assert TOKEN not in stream.getvalue()


def test_a_record_that_cannot_be_written(configure: Configure) -> None:
    """A record whose arguments do not fit is missing, not quoted, and ends nothing."""
    stream = configure()
    logging.getLogger("bot").error("%d moves", TOKEN)
    assert stream.getvalue().startswith("a record of bot:")
    assert TOKEN not in stream.getvalue()


def press(number: int, cause: str = "away") -> None:
    """Log what each press would while the store or a platform is away."""
    logging.getLogger("bot").warning("operation %d was not carried out: %s", number, cause)


def test_what_comes_often(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of what each press would log some is written, and then how much was not; other lines are."""
    stream = configure(level="INFO")
    for number in range(1000):
        press(number)
        logging.getLogger("bot").info("the store does not answer")
    for error in (OSError(), KeyError()):
        for number in range(1000):
            logging.getLogger("bot").error("operation %d failed", number, exc_info=error)
    written = [entry["message"].partition(" ")[0] for entry in entries(stream)]
    assert written.count("the") == 1
    assert 5 <= written.count("operation") / 3 <= 50
    said = stream.getvalue()
    monkeypatch.setattr(logs, "_PERIOD_S", 0.0)
    press(1000)
    press(1001)
    later, last = entries(io.StringIO(stream.getvalue().removeprefix(said)))
    assert later["left_out"] == 1000 - written.count("operation") // 3
    assert "left_out" not in last


def test_faults_in_one_place(configure: Configure) -> None:
    """However often one fault is logged, another of its kind is, though by the same line."""
    stream = configure(level="INFO")
    for number in range(101):
        try:
            {"x": 1}["y"] if number == 100 else fail(KeyError())
        except KeyError:
            logging.getLogger("bot").exception("operation %d failed", number)
    *former, last = entries(stream)
    assert len(former) < 50
    assert last["message"] == "operation 100 failed"


def test_what_comes_often_in_words(configure: Configure, monkeypatch: pytest.MonkeyPatch) -> None:
    """For people it is said in words how many lines were left out."""
    stream = configure(level="INFO", form="text")
    for _ in range(3):
        press(1)
    monkeypatch.setattr(logs, "_PERIOD_S", 0.0)
    press(1)
    first, second = stream.getvalue().splitlines()
    assert first.endswith("carried out: away")
    assert second.endswith("carried out: away (2 more like it since the last one)")


def test_each_is_wanted(configure: Configure) -> None:
    """With DEBUG nothing is left out."""
    stream = configure(level="DEBUG")
    for _ in range(1000):
        press(1)
    assert len(entries(stream)) == 1000


class Full(io.StringIO):
    """A file on a disk that is full."""

    def write(self, _: str) -> int:
        """Refuse."""
        raise OSError(errno.ENOSPC, "No space left on device")


def test_nothing_can_be_written(configure: Configure) -> None:
    """Where logs cannot be written, a record is lost, and whoever logs it goes on."""
    configure(kind=Full)
    logging.getLogger("bot").error("a move")
