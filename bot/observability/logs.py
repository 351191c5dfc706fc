"""Logs: one line of JSON a record, or words on a terminal, and no secrets in either.

This is the standard library's logging, because every library here logs with it. Another one would
only stand before it: records would still leave by a standard handler, where secrets are hidden.
"""

from __future__ import annotations

import json
import logging
import math
import sys
import threading
import time
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import IO, Final

from bot.observability.faults import describe_fault
from bot.observability.redaction import Redactor
from bot.once import ONCE

_OURS: Final = "bot"
_CALLBACK: Final = "Exception in callback "
_UNHANDLED: Final = logging.getLogger("bot.unhandled")
_PERIOD_S: Final = 10.0
_MOST: Final = 20
"""Records of a kind in a period: while the store or a platform is away, each press would write one,
and what else is logged would not be found among them."""


class JsonFormatter(logging.Formatter):
    """Makes a JSON object of a record: time, level, logger, message, and what it came from."""

    def __init__(self, redact: Redactor) -> None:
        """Hide secrets by ``redact``."""
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as a line; ``template`` is the same for all of one kind.

        ``left_out`` is how many of them were not written since the last that was.
        """
        entry: dict[str, object] = {
            "time": f"{_utc(record.created)}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": self._redact(_message(record)),
        }
        if record.args:
            entry["template"] = self._redact(str(record.msg))
        if fault := _fault(record):
            entry["exception"] = self._redact(fault)
        if left_out := _left_out(record):
            entry["left_out"] = left_out
        return json.dumps(entry, ensure_ascii=False)


class TextFormatter(logging.Formatter):
    """Makes a line for people of a record, and the lines of its traceback."""

    def __init__(self, redact: Redactor) -> None:
        """Hide secrets by ``redact``."""
        super().__init__()
        self._redact = redact

    def format(self, record: logging.LogRecord) -> str:
        """Return the record in words; control characters cannot reach the terminal."""
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        said = f"{at} {record.levelname:<7} {record.name}: {_plain(_message(record))}"
        if left_out := _left_out(record):
            said += f" ({left_out} more like it since the last one)"
        # Each by itself: a secret that was cut off in the one is hidden as far as that reaches.
        return "\n".join(map(self._redact, filter(None, (said, _fault(record)))))


class _Discreet(logging.Filter):
    """Lets libraries speak from INFO on: below, they quote addresses and what people write."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether ``record`` may be logged."""
        is_ours = record.name.partition(".")[0] == _OURS
        return is_ours or record.levelno >= logging.INFO


@dataclass(slots=True)
class _Kind:
    """The records that a line of code makes of what is raised in one place, or of nothing."""

    since: float = -math.inf
    said: set[str] = field(default_factory=set)
    """The messages that were let through since then."""
    left_out: int = 0


class Sparing(logging.Filter):
    """Lets each message through once in a period, and only so many of a kind; all that is ONCE."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__()
        self._kinds: dict[tuple[object, ...], _Kind] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether ``record`` may be logged; note on it how many before it were not."""
        if vars(record).keys() >= ONCE.keys():
            return True
        try:
            message = _message(record)
        except Exception:  # noqa: BLE001  # it cannot be written, which the handler says
            return True
        kind = self._kinds.setdefault((record.name, record.lineno, *_place(record)), _Kind())
        if (now := time.monotonic()) >= kind.since + _PERIOD_S:
            kind.since, kind.said = now, set()
        if len(kind.said) >= _MOST or message in kind.said:
            kind.left_out += 1
            return False
        kind.said.add(message)
        vars(record)["left_out"], kind.left_out = kind.left_out, 0
        return True


class _Handler(logging.StreamHandler[IO[str]]):
    """Writes records; one that cannot be written is said to be so, and not quoted."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  # the library's name
        """Say that a record of that logger is missing, unless nothing at all can be written."""
        with suppress(OSError):  # a full disk, or a pipe that nobody reads, is no fault of who logs
            self.stream.write(f"a record of {record.name}:{record.lineno} could not be logged\n")


def configure_logs(
    level: str, form: str, secrets: Iterable[str | None], stream: IO[str] | None = None
) -> None:
    """Log from ``level`` on to ``stream``, standard error if None; of what comes often, some.

    ``form`` is json, text, or auto: text on a terminal, else json. Exceptions that nothing in the
    process handles are logged too, instead of being printed with their messages.
    """
    stream = stream or sys.stderr
    redact = Redactor(secrets)
    is_text = form == "text" or (form == "auto" and stream.isatty())
    handler = _Handler(stream)
    handler.setFormatter(TextFormatter(redact) if is_text else JsonFormatter(redact))
    handler.addFilter(_Discreet())
    if level != "DEBUG":  # which is to tell of each request
        handler.addFilter(Sparing())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    _log_what_is_unhandled()


def _log_what_is_unhandled() -> None:
    def crashed(
        kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            return
        _UNHANDLED.critical("the process ends", exc_info=(kind, error, trace))

    def thread_crashed(how: threading.ExceptHookArgs) -> None:
        _UNHANDLED.error("a thread has failed", exc_info=how.exc_value)

    def unraisable(what: sys.UnraisableHookArgs) -> None:
        _UNHANDLED.error("an error where nobody could be told", exc_info=what.exc_value)

    sys.excepthook = crashed
    threading.excepthook = thread_crashed
    sys.unraisablehook = unraisable


def _message(record: logging.LogRecord) -> str:
    message = record.getMessage()
    if record.name != "asyncio":
        return message
    # asyncio adds the repr of the task, which quotes its exception; of a callback that fails it
    # writes the arguments, which may include a task.
    message = message.partition("\n")[0]
    return message.partition("(")[0] if message.startswith(_CALLBACK) else message


def _fault(record: logging.LogRecord) -> str:
    error = record.exc_info[1] if record.exc_info else None
    return describe_fault(error) if error is not None else ""


def _place(record: logging.LogRecord) -> tuple[object, ...]:
    """Return the kind of the exception that is told, if one is, and the line that raised it."""
    if not record.exc_info:
        return ()
    kind, _, trace = record.exc_info
    lines = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(trace)]
    return kind, *lines[-1:]


def _left_out(record: logging.LogRecord) -> int:
    return int(vars(record).get("left_out", 0))


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)


def _utc(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))
