"""How a game ended stays on its board, whoever presses what was there before."""

from __future__ import annotations

import pytest

from bot.i18n import Text, Translator
from tests.bot.platforms.discord.playing_discord import opening_keys, playing_discord
from tests.bot.platforms.status_line import nearly_won


@pytest.mark.parametrize("alone", [False, True])
async def test_pressed_twice(*, alone: bool) -> None:
    """A second press on the last cell is told that the game is over; its board, how it ended."""
    async with playing_discord() as play:
        ann = play.world.user("Ann")
        guild = play.world.guild("Sweepers", ann)
        channel = play.world.dm(ann) if alone else guild.channel("mines")
        await play.deal(channel, ann, nearly_won(4), 12)
        board = (await play.slash(channel, ann, "board")).reply
        last = next(data for data, cell in opening_keys(board) if cell == 3)
        await play.press(board, ann, last)
        assert "You won" in board.text
        late = board.forge(ann, last)
        await play.settle(late)
        over = Translator().say(Text("refused.finished", cell=""), "en")
        assert over in late.follow_ups[-1].text
        assert "You won" in board.text
        assert over not in board.text
