"""The lesson on Telegram."""

from __future__ import annotations

import pytest

from tests.bot.platforms.telegram.playing import Playing


@pytest.mark.parametrize("ask", ["/learn", "/hint"])
async def test_marked_cell(play: Playing, ask: str) -> None:
    """The first cell that a lesson asks for is the one it marks, and the one a hint names."""
    ann, chat = play.in_private()
    await play.say(chat, ann, "/learn")
    board = await play.say(chat, ann, ask)
    assert "Open d4." in board.text
    assert ask == "/learn" or "start: d4." in board.text
    assert board.labels[3][3] == "🟩"
    await play.press(board, ann, "🟩")
    assert "c2 must be a mine" in chat.last.text
