"""Tournaments on Discord: a round, its points, and the next."""

from __future__ import annotations

from tests.bot.platforms.discord.playing_discord import label, opening_keys, playing_discord


async def test_round() -> None:
    """Points are shown after a round, and a button begins the next."""
    async with playing_discord() as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel = play.world.guild("Sweepers", ann, bob).channel("mines")
        board = (await play.slash(channel, ann, "tournament", rounds=2, level="simple")).reply
        assert "round 1 of 2" in board.text
        await play.press(board, ann, next(opening_keys(board))[0])
        await play.win(board, bob, channel)
        assert "  1. Bob 5\n  2. Ann 1\n" in board.text
        following = (await play.press(board, bob, label("next_round"))).reply
        await play.settle()
        assert "round 2 of 2" in following.text + channel.last.text
