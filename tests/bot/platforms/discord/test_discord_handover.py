"""Handing over on Discord: by command, after a day."""

from __future__ import annotations

from tests.bot.platforms.discord.playing_discord import PlayingDiscord, playing_discord, words
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User


async def test_not_yet() -> None:
    """A game that somebody has just started is not taken over."""
    async with playing_discord() as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel = play.world.guild("Sweepers", ann, bob).channel("mines")
        await play.slash(channel, ann, "newgame", level="easy")
        refused = await play.slash(channel, bob, "takeover")
        assert refused.reply.viewer is bob
        assert "for a day" in refused.reply.text


async def test_said_of_who_is_gone() -> None:
    """What a board said of a player is not said again once that player's data are deleted."""
    async with playing_discord() as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel = play.world.guild("Sweepers", ann, bob).channel("mines")
        await play.slash(channel, ann, "newgame", level="easy")
        await play.slash(channel, ann, "open", cell="c3")
        await play.slash(channel, ann, "access", who="solo")
        assert words("access.set_solo") in channel.last.text
        await delete(play, channel, ann)
        assert words("access.set_solo") not in channel.last.text
        await play.slash(channel, bob, "takeover")
        assert "Bob" in channel.last.text
        await delete(play, channel, bob)
        assert "Bob" not in channel.last.text


async def delete(play: PlayingDiscord, channel: Channel, user: User) -> None:
    """Have the data of ``user`` deleted."""
    asked = (await play.slash(channel, user, "delete")).reply
    await play.press(asked, user, asked.labels[0][0])
