"""A finished board keeps saying how the game ended, even if one of its old buttons is pressed."""

from __future__ import annotations

import pytest

from bot.i18n import Text, Translator
from tests.bot.platforms.discord.playing_discord import deployment, opening_keys, playing_discord
from tests.bot.platforms.status_line import nearly_won

OVER = Translator().say(Text("refused.finished", cell=""), "en")


@pytest.mark.parametrize("alone", [False, True])
async def test_pressed_twice(*, alone: bool) -> None:
    """A second press on the last cell is told that the game is over; the board says it was won."""
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
        assert OVER in late.follow_ups[-1].text
        assert "You won" in board.text
        assert OVER not in board.text


@pytest.mark.parametrize("place", ["server", "direct", "guest"])
async def test_pressed_after_a_restart(place: str) -> None:
    """After a restart a late press is told that the game is over; the board says it was won."""
    async with deployment() as shared:
        async with shared.worker() as play:
            ann, bob = play.world.user("Ann", installed=place == "guest"), play.world.user("Bob")
            guild = play.world.guild("Sweepers", ann)
            channel = guild.channel("mines") if place == "server" else play.world.dm(ann)
            if place == "guest":
                channel = play.world.private(ann, bob)
            await play.deal(channel, ann, nearly_won(4), 12)
            board = (await play.slash(channel, ann, "board")).reply
            last = next(data for data, cell in opening_keys(board) if cell == 3)
            await play.press(board, ann, last)
            assert "You won" in board.text
        async with shared.worker() as play:
            late = board.forge(ann, last)
            await play.settle(late)
            assert OVER in late.follow_ups[-1].text
            assert "You won" in board.text
            assert OVER not in board.text
