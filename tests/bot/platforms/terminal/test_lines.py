"""Lines: a pipe's, and a prompt's with its history."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from bot.platforms.terminal import PipeLines
from bot.platforms.terminal.prompt import PromptLines


async def test_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of a pipe come without their ends, and then there are no more."""
    monkeypatch.setattr("sys.stdin", io.StringIO("3 4\r\n\n/hint"))
    lines = PipeLines()
    assert [await lines.read() for _ in range(4)] == ["3 4", "", "/hint", None]


async def test_prompt(tmp_path: Path) -> None:
    """A prompt remembers its lines, survives an interrupt, and ends with its input."""
    history = tmp_path / "not" / "there" / "history"
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        lines = PromptLines("ann", history, [])
        keys.send_text("3 4\r")
        assert await lines.read() == "3 4"
        keys.send_text("half\x03")
        assert await lines.read() == ""
        keys.send_text("\x04")
        assert await lines.read() is None
    assert "3 4" in history.read_text(encoding="utf-8")


async def test_pasted_lines(tmp_path: Path) -> None:
    """Lines that are pasted at once come one after the other, before what is written next."""
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        lines = PromptLines("ann", tmp_path / "history", [])
        keys.send_text("\x1b[200~/newgame easy\r\n4 4\n\n/hint\x1b[201~\r5 5\r")
        assert [await lines.read() for _ in range(2)] == ["/newgame easy", "4 4"]
        assert [await lines.read() for _ in range(2)] == ["/hint", "5 5"]


async def test_no_place_for_history(tmp_path: Path) -> None:
    """Where the lines cannot be kept in a file one can write all the same, and go back to them."""
    (tmp_path / "file").touch()
    for history in (tmp_path / "file" / "history", tmp_path):
        with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
            lines = PromptLines("ann", history, [])
            keys.send_text("3 4\r")
            assert await lines.read() == "3 4"
            keys.send_text("\x10\r")  # Ctrl-P: the line before
            assert await lines.read() == "3 4"


async def test_completion(tmp_path: Path) -> None:
    """A command that was begun is completed from its beginning."""
    with create_app_session(output=DummyOutput()):
        lines = PromptLines("ann", tmp_path / "history", ["/newgame", "/newgame easy", "/games"])
        completer = lines.session.completer
    assert completer
    found = completer.get_completions(Document("/newgame e"), CompleteEvent())
    assert [completion.text for completion in found] == ["/newgame easy"]
