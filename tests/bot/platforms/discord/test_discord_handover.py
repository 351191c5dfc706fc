"""Handing over on Discord: by command, after a day."""

from __future__ import annotations

from tests.bot.platforms.discord.playing_discord import playing_discord


async def test_not_yet() -> None:
    """A game that somebody has just started is not taken over."""
    async with playing_discord() as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel = play.world.guild("Sweepers", ann, bob).channel("mines")
        await play.slash(channel, ann, "newgame", level="easy")
        refused = await play.slash(channel, bob, "takeover")
        assert refused.reply.viewer is bob
        assert "for a day" in refused.reply.text
