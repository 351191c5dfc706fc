"""Handing a game over on Discord: by command, after a day without a move."""

from __future__ import annotations

from tests.bot.platforms.discord.playing_discord import PlayingDiscord, playing_discord, words
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User


async def test_not_yet() -> None:
    """A game that was just started cannot be taken over, which the asker alone is told."""
    async with playing_discord() as play:
        ann, bob = play.world.user("Ann"), play.world.user("Bob")
        channel = play.world.guild("Sweepers", ann, bob).channel("mines")
        await play.slash(channel, ann, "newgame", level="easy")
        refused = await play.slash(channel, bob, "takeover")
        assert refused.reply.viewer is bob
        assert "for a day" in refused.reply.text


async def test_deleted_player_is_not_named() -> None:
    """After a player's data are deleted, the board does not repeat what it said of that player."""
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
