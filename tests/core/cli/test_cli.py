"""What all commands do with their options, their output and Ctrl-C."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from core.cli.main import main
from tests.core.cli.conftest import standard_output

GENERATE = ("generate", "--rows", "4", "--cols", "4", "--mines", "3")
HELP = ("analyse", "--help")
FULL = Path("/dev/full")
NINES = "9" * 5000
"""A number of more digits than Python reads as one."""
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("play --games 2.5", "argument --games: '2.5' is no whole number"),
        ("play --rows x", "argument --rows: 'x' is no whole number"),
        ("play --budget-ms x", "argument --budget-ms: x is no time"),
        ("play --budget-ms -1", "argument --budget-ms: -1 is no time"),
        ("play --budget-ms nan", "argument --budget-ms: nan is no time"),
        ("play --games 0", "argument --games: 0 is less than 1"),
        ("play --workers 0", "argument --workers: 0 is less than 1"),
        ("play --seed -1", "argument --seed: -1 is less than 0"),
        ("curve --seed -1", "argument --seed: -1 is less than 0"),
        ("generate --seed -1", "argument --seed: -1 is less than 0"),
        ("play --first x", "argument --first: 'x' is not safe or opening"),
        ("curve --first x", "argument --first: 'x' is not safe or opening"),
        ("curve --mines 3-", "argument --mines: '' is no whole number"),
        ("curve --mines=-3", "argument --mines: '' is no whole number"),
        ("generate --seed x", "argument --seed: 'x' is no whole number"),
        ("generate --seed=--", "argument --seed: '--' is no value"),
        ("play --budget-ms=--", "argument --budget-ms: '--' is no value"),
        ("play --layouts=--", "argument --layouts: '--' is no value"),
        ("play --json=--", "argument --json: '--' is no value"),
        ("play --policy x", "argument --policy: invalid choice: 'x'"),
        ("curve --policy x", "argument --policy: invalid choice: 'x'"),
        ("play --workers 40000", "argument --workers: 40000 is more than 256"),
        ("curve --workers 40000", "argument --workers: 40000 is more than 256"),
        ("play --workers NINES", "argument --workers: NINES is more than 256"),
        ("play --games 100000001", "argument --games: 100000001 is more than 100000000"),
        ("curve --games NINES", "argument --games: NINES is more than 100000000"),
        ("generate --count 100000001", "argument --count: 100000001 is more than 100000000"),
        ("play --seed -NINES", "argument --seed: -NINES is less than 0"),
        ("play --rows NINESx", "argument --rows: 'NINESx' is no whole number"),
    ],
)
def test_a_bad_value_is_named_with_its_option(
    arguments: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong value is refused before anything is done, with the name of its option."""
    with pytest.raises(SystemExit) as ended:
        main(arguments.replace("NINES", NINES).split())
    assert ended.value.code == 2
    assert message.replace("NINES", NINES) in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--rows", "--cols", "--mines"])
@pytest.mark.parametrize("number", [str(10**9), NINES, f"-{NINES}"], ids=["1e9", "9s", "-9s"])
def test_a_size_beyond_its_range(
    option: str, number: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The size of a board that is out of its range is refused with it, however many digits."""
    assert main(["play", option, number]) == 2
    assert f"{option[2:]} must be from " in capsys.readouterr().err


def test_an_interrupt_ends_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C ends a command with a sentence and the exit code that shells have for it."""

    class Pressed(io.BytesIO):
        def readline(self, _size: int | None = -1, /) -> bytes:
            signal.raise_signal(signal.SIGINT)
            return b""

    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(Pressed()))
    assert main(["analyse", "--no-best"]) == 128 + signal.SIGINT
    assert capsys.readouterr().err == "\npython -m core: interrupted\n"


def test_without_standard_output(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If standard output is closed a command fails and says so."""
    with monkeypatch.context() as closed:
        closed.setattr("sys.stdout", None)
        assert main(["play", "--rows", "2", "--cols", "2", "--mines", "1", "--games", "1"]) == 2
    assert "standard output is closed" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play --rows 1", "play --rows x", "nothing"])
def test_without_standard_error(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If standard error is closed, errors are not printed among the results."""
    with monkeypatch.context() as closed:
        closed.setattr("sys.stderr", None)
        try:
            ended: object = main(command.split())
        except SystemExit as error:
            ended = error.code
    assert ended == 2
    assert capsys.readouterr().out == ""


UNREAD = 128 + signal.SIGPIPE


@pytest.mark.parametrize(
    "command",
    [(*GENERATE, "--count", "1"), (*GENERATE, "--count", "3000"), ("--help",), HELP],
)
def test_output_that_nobody_reads(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """A pipe closed at its other end ends a command at once, without a message."""
    reading, writing = os.pipe()
    os.close(reading)
    with standard_output(writing):
        assert main(command) == UNREAD
    os.close(writing)
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(not FULL.exists(), reason="a device of Linux")
@pytest.mark.parametrize("command", [GENERATE, ("--help",)])
def test_output_that_does_not_fit(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """If the last of the output cannot be written, a command says so and fails."""
    with FULL.open("wb") as full, standard_output(full.fileno()):
        assert main(command) == 2
    assert "No space left" in capsys.readouterr().err


@pytest.mark.skipif(not FULL.exists(), reason="a device of Linux")
def test_a_process_whose_output_cannot_be_written() -> None:
    """Python adds no message of its own at the exit, and the exit code is the command's."""
    reading, writing = os.pipe()
    os.close(reading)
    with FULL.open("wb") as full:
        unread, unwritten = (
            subprocess.run(  # noqa: S603 - our own command
                (sys.executable, "-m", "core", *HELP),
                stdout=output,
                stderr=subprocess.PIPE,
                env=BUFFERED,
                check=False,
            )
            for output in (writing, full)
        )
    os.close(writing)
    assert (unread.returncode, unread.stderr) == (UNREAD, b"")
    assert unwritten.returncode == 2
    assert unwritten.stderr.count(b"\n") == 1
    assert b"No space left" in unwritten.stderr
