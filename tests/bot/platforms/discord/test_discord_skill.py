"""Wins beyond luck on Discord: a channel's page."""

from __future__ import annotations

from tests.bot.platforms.discord.playing_discord import playing_discord


async def test_page() -> None:
    """/top skill by a mention says that nobody has enough ranked games yet."""
    async with playing_discord() as play:
        ann = play.world.user("Ann")
        channel = play.world.guild("Sweepers", ann).channel("mines")
        await play.say(channel, ann, f"{play.world.bot.mention} /top skill")
        assert "it takes 5 ranked games" in channel.last.text
