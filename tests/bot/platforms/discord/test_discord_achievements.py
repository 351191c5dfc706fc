"""Achievements on Discord: the finished board says them."""

from __future__ import annotations

from tests.bot.platforms.discord.playing_discord import opening_keys, playing_discord


async def test_first_win() -> None:
    """The first win is said below its board."""
    async with playing_discord() as play:
        ann = play.world.user("Ann")
        channel = play.world.guild("Sweepers", ann).channel("mines")
        board = (await play.slash(channel, ann, "newgame", level="simple")).reply
        await play.press(board, ann, next(opening_keys(board))[0])
        await play.win(board, ann, channel)
        await play.settle()
        assert "🏅 Ann: a first win" in board.text
