"""Codes and replays on Discord, which the bot gives out after a game's end."""

from __future__ import annotations

from tests.bot.platforms.discord.playing_discord import playing_discord


async def test_codes() -> None:
    """A finished game has a code that opens its board again, and a replay that its player gets."""
    async with playing_discord() as play:
        ann = play.world.user("Ann")
        channel = play.world.guild("Sweepers", ann).channel("mines")
        await play.begin(channel, ann, rows=5, cols=5, mines=3)
        await play.slash(channel, ann, "giveup")
        codes = (await play.slash(channel, ann, "code")).reply
        link = codes.text.split()[-1]
        await play.slash(channel, ann, "play", code=link)
        first, second = await play.session(channel), await play.session(channel, 2)
        assert first.game.minefield == second.game.minefield
        await play.slash(channel, ann, "giveup")
        replay = (await play.slash(channel, ann, "evf")).reply
        assert replay.viewer is ann
