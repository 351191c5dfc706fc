"""``python -m bot`` on a pipe, as a person or a script would run it."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.processes import bare_environment

COMMAND = [sys.executable, "-m", "bot"]
RULER = "    1 2 3 4 5 6 7 8 9 0"


def environment(data: Path, more: dict[str, str] | None = None) -> dict[str, str]:
    """Return an environment whose games are kept in ``data``."""
    return bare_environment() | {"DATA_DIR": str(data), "LANG": "C.UTF-8"} | (more or {})


def run(
    data: Path, *arguments: str, said: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run the bot on the input ``said`` and return how it ended."""
    ended = subprocess.run(  # noqa: S603  # our own command line
        [*COMMAND, *arguments],
        input=said,
        capture_output=True,
        cwd=data.parent,
        env=environment(data, env),
        timeout=300,
        check=False,
    )
    return subprocess.CompletedProcess(
        ended.args, ended.returncode, ended.stdout.decode(), ended.stderr.decode()
    )


def test_the_example(tmp_path: Path) -> None:
    """The example of the documentation plays, hints, shows statistics and exits with 0."""
    ended = run(tmp_path, said=b"/newgame 10 10 10\n5 5\n/hint\n/stats\n")
    assert (ended.returncode, ended.stderr) == (0, "")
    welcome, new, opened, hint = ended.stdout.split(RULER)
    assert "/newgame" in welcome
    assert new.count("#") >= 99
    assert "Opened" in opened
    assert opened.count("#") < 100
    assert "/stats" not in hint
    assert "There are no games in your statistics yet." in hint


def test_games_outlive_the_process(tmp_path: Path) -> None:
    """A second process goes on with the game, and a third counts it once it is over."""
    first = run(tmp_path, "--player", "ann", said=b"/newgame 10 10 10\n5 5\n")
    second = run(tmp_path, "--player", "ann", said=b"/board\n/giveup\n")
    third = run(tmp_path, "--player", "ann", said=b"/stats\n")
    for ended in (first, second, third):
        assert (ended.returncode, ended.stderr) == (0, "")
    boards = second.stdout.split(RULER)
    assert rows_of(boards[2]) == rows_of(first.stdout.split(RULER)[2])
    assert rows_of(boards[2]) != rows_of(boards[3])
    assert "There are no games in your statistics" not in third.stdout


def rows_of(board: str) -> list[str]:
    """Return the ten rows of a printed board."""
    return board.splitlines()[1:11]


def test_quit(tmp_path: Path) -> None:
    """/quit ends the conversation: nothing after it is answered."""
    ended = run(tmp_path, said=b"/quit\n/newgame\n", env={"REDIS_URL": "memory://"})
    assert (ended.returncode, ended.stderr) == (0, "")
    assert RULER not in ended.stdout


def test_settings_that_change_nothing(tmp_path: Path) -> None:
    """A start tells once of a setting that changes nothing, in its own words, and plays."""
    env = {"REDIS_URL": "memory://", "TELEGRAM_TOKN": "1:a", "LOG_FORMAT": "json"}
    ended = run(tmp_path, said=b"/newgame\n", env=env)
    entry = json.loads(ended.stderr)
    assert (entry["level"], entry["logger"]) == ("warning", "bot.cli")
    assert entry["message"].startswith("TELEGRAM_TOKN is no setting of the bot. Is TELEGRAM_TOKEN")
    assert entry.keys() == {"time", "level", "logger", "message"}
    assert RULER in ended.stdout


@pytest.mark.parametrize("locale", ["C.UTF-8", "C"])
def test_broken_input(tmp_path: Path, locale: str) -> None:
    """Bytes that are no text, control characters and an unfinished line do not end the bot."""
    said = b"\xff\xfe\n\0\x1b[2J\n\xed\xa0\x80\n/newgame \xf0\x28\x8c\n" + b"9" * 5000 + b"\n"
    said += b"/newgame 10 10 10\n5 5"
    ended = run(tmp_path, said=said, env={"REDIS_URL": "memory://", "LC_ALL": locale})
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Opened" in ended.stdout
    assert "\x1b" not in ended.stdout


def test_poor_encoding(tmp_path: Path) -> None:
    """If the output's encoding lacks the letters, the bot prints question marks and plays on."""
    said = "/newgame 10 10 10\n5 5\nпривет\n".encode()
    more = {"REDIS_URL": "memory://", "PYTHONIOENCODING": "ascii"}
    ended = run(tmp_path, "--language", "ru", said=said, env=more)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert RULER in ended.stdout
    assert "???" in ended.stdout


def test_nobody_reads(tmp_path: Path) -> None:
    """A bot whose answers go nowhere, such as to a full disk, ends and says why in a sentence."""
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run(  # noqa: S603  # our own command line
            COMMAND,
            input=b"/newgame\n5 5\n",
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(tmp_path, {"REDIS_URL": "memory://"}),
            timeout=300,
            check=False,
        )
    assert ended.returncode == 1
    assert ended.stderr.decode().splitlines() == [
        "Standard output takes no more: No space left on device."
    ]


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_streams(tmp_path: Path, closed: str) -> None:
    """A bot that is started without standard input, output or error plays on what there is."""
    ended = subprocess.run(  # noqa: S602  # our own command line
        f"{shlex.join(COMMAND)} {closed}",
        shell=True,
        input=b"/newgame\n5 5\n",
        capture_output=True,
        cwd=tmp_path,
        env=environment(tmp_path),
        timeout=300,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert ("Opened" in ended.stdout.decode()) == (closed == "2>&-")
    assert not (tmp_path / "valkey" / "valkey.sock").exists()


def test_good_settings(tmp_path: Path) -> None:
    """--check-config says that good settings are good, and starts nothing."""
    ended = run(tmp_path / "none", "--check-config")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "good" in ended.stdout
    assert not (tmp_path / "none").exists()


def test_bad_settings(tmp_path: Path) -> None:
    """--check-config names everything that is wrong, and the bot does not start with it."""
    bad = {"REDIS_URL": "http://secret@host", "HINT_MS": "0", "LOG_LEVEL": "LOUD"}
    for arguments in (["--check-config"], []):
        ended = run(tmp_path, *arguments, env=bad)
        assert ended.returncode == 2
        assert ended.stdout == ""
        assert [line.split()[0] for line in ended.stderr.splitlines()] == list(bad)
        assert "secret" not in ended.stderr


@pytest.mark.parametrize("url", ["redis://:secret/x@host", "redis://:secret@["])
def test_no_address(tmp_path: Path, url: str) -> None:
    """If the address of its server is malformed, the bot says so in one sentence."""
    ended = run(tmp_path, env={"REDIS_URL": url})
    assert ended.returncode == 2
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1
    assert "secret" not in ended.stderr


def test_no_folder(tmp_path: Path) -> None:
    """If its folder cannot be made, the bot says so in one sentence."""
    (tmp_path / "file").touch()
    ended = run(tmp_path / "file")
    assert ended.returncode == 1
    assert len(ended.stderr.splitlines()) == 1


class Terminal:
    """A process that is talked to line by line."""

    def __init__(self, data: Path, *arguments: str) -> None:
        """Start it with ``arguments``."""
        self.process = subprocess.Popen(  # noqa: S603  # our own command line
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=data.parent,
            env=environment(data),
            text=True,
        )

    def say(self, line: str, until: str) -> str:
        """Write ``line`` and return the answer, up to the line that has ``until`` in it."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.hear(until)

    def hear(self, until: str) -> str:
        """Return the output, up to the line that has ``until`` in it."""
        assert self.process.stdout
        heard = ""
        for line in self.process.stdout:
            heard += line
            if until in line:
                return heard
        raise AssertionError(f"{until!r} was not said, but: {heard}")

    def end(self) -> int:
        """End its input, and return the exit code."""
        self.process.communicate()
        return self.process.returncode


def test_two_players_in_a_chat(tmp_path: Path) -> None:
    """Two players in two processes play one board, and each sees what the other did."""
    ann, bob = (Terminal(tmp_path, "--player", name, "--chat", "den") for name in ("ann", "bob"))
    ann.say("/newgame 10 10 10", until="10×10")
    assert "Opened" in bob.say("5 5", until="Opened")
    assert " open" in ann.say("5 5", until=" open")
    assert ann.end() == 0
    assert "New game" in bob.say("/newgame 9 9 10", until="New game")
    assert bob.end() == 0
    assert not (tmp_path / "valkey" / "valkey.sock").exists()


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 143), ("SIGINT", 130)])
def test_ended_from_outside(tmp_path: Path, name: str, code: int) -> None:
    """A bot that is told to end closes its store first, and leaves no server behind."""
    bot = Terminal(tmp_path)
    bot.hear("/newgame")
    bot.process.send_signal(signal.Signals[name])
    assert bot.process.wait(timeout=PATIENCE_S) == code
    bot.process.communicate()
    assert not (tmp_path / "valkey" / "valkey.sock").exists()
