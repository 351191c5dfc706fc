"""Modes on Discord: a board that stays hidden, and one whose mines drift."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    opening_keys,
    playing_discord,
)


@pytest.fixture
async def play() -> AsyncIterator[PlayingDiscord]:
    """Return a running bot."""
    async with playing_discord() as play:
        yield play


async def test_blindfold(play: PlayingDiscord) -> None:
    """A blindfold game has no buttons for cells, and shows what is open only on /board."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    started = await play.slash(channel, ann, "newgame", rows=8, cols=8, mines=10, blindfold=True)
    assert not list(opening_keys(started.reply))
    opened = await play.slash(channel, ann, "open", cell="d4")
    assert "Empty: " in opened.reply.text
    assert "4  # # # # # # # #" in opened.reply.text
    shown = await play.slash(channel, ann, "board")
    assert "4  # # # # # # # #" not in shown.reply.text


async def test_drifting(play: PlayingDiscord) -> None:
    """A board of drifting mines says so, and after an open that mines have drifted."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    board = (
        await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=6, drifting=True)
    ).reply
    assert "drifting mines" in board.text
    await play.press(board, ann, next(opening_keys(board))[0])
    assert "Mines may have drifted." in board.text
