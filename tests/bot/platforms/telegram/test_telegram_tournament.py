"""Tournaments on Telegram: three people, two rounds, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.i18n import LANGUAGES
from tests.bot.platforms.telegram.playing import label, playing


@pytest.mark.parametrize("language", LANGUAGES)
async def test_rounds(tmp_path: Path, language: str) -> None:
    """Points are shown after each round, a button begins the next, the last names a winner."""
    async with playing(tmp_path) as play:
        people = [play.world.user(name, language) for name in ("Ann", "Bob", "Cid")]
        group = play.world.supergroup("Sweepers", *people)
        board = await play.say(group, people[0], "/tournament 2 simple")
        for number in (1, 2):
            await play.press(board, people[0], board.content.keyboard[2][2]["callback_data"])
            turn = 0
            while safe := await play.safe_keys(board, f"telegram:{group.id}", number):
                turn += 1
                await play.press(board, people[turn % 3], safe[0])
            await play.settle()
            assert "1. " in board.text
            if number == 1:
                await play.press(board, people[1], label("next_round", language))
                board = group.last
        assert any(line.startswith("🏆") for line in board.text.splitlines()[1:])
        assert label("next_round", language) not in str(board.labels)
