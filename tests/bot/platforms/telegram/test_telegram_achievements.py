"""Achievements on Telegram: the finished board says them, in the language of the chat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bot.platforms.telegram.playing import playing


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "🏅 Ann: a first win"),
        ("ru", "🏅 Ann: первая победа"),
        ("zh", "🏅 Ann：首胜"),
    ],
)
async def test_first_win(tmp_path: Path, language: str, said: str) -> None:
    """The first win is said below its board and listed in the statistics; the second is not."""
    async with playing(tmp_path) as play:
        ann = play.world.user("Ann", language)
        chat = play.world.private(ann)
        for number in (1, 2):
            await play.say(chat, ann, "/newgame simple")
            board = await play.say(chat, ann, "c3")
            while safe := await play.safe_keys(board, f"telegram:{ann.id}", number):
                await play.press(board, ann, safe[0])
            await play.settle()
            assert (said in board.text) is (number == 1)
        stats = await play.say(chat, ann, "/stats")
        assert "🏅" in stats.text
