"""Channels where the bot may look but not write: who writes to it there is told in private."""

from __future__ import annotations

import pytest

from tests.bot.platforms.discord.playing_discord import PlayingDiscord, words
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.wire import ApiError

pytestmark = pytest.mark.gateway

DAY_S = 24 * 3600


def closed_to(play: PlayingDiscord, user: User, name: str = "rules") -> Channel:
    """Return a channel of a server of ``user`` where the bot may not write."""
    channel = play.world.guild("Sweepers", user).channel(name)
    channel.deny(play.world.bot, Permission.SEND_MESSAGES)
    return channel


async def mention(play: PlayingDiscord, channel: Channel, user: User, text: str) -> None:
    """Let ``user`` mention the bot, and wait until it has done what it does about that."""
    before = len(play.world.calls("create_message"))
    channel.say(user, f"{play.world.bot.mention} {text}")
    await play.reach(lambda: len(play.world.calls("create_message")) > before)
    await play.settle()


def told(play: PlayingDiscord, user: User) -> list[str]:
    """Return what the bot has written to ``user`` in private."""
    return [message.text for message in play.world.dm(user).shown]


@pytest.mark.parametrize("text", ["", "help", "newgame 5 5 3", "/newgame expert", "c3"])
async def test_told_in_private(play: PlayingDiscord, text: str) -> None:
    """A mention is answered by one sentence in private, whether a text or a board would follow."""
    ann = play.world.user("Ann")
    channel = closed_to(play, ann)
    await mention(play, channel, ann, text)
    assert told(play, ann) == [words("alone.may_not_write")]
    assert channel.shown == []


async def test_told_once_a_day(play: PlayingDiscord) -> None:
    """The same player is told of the same channel only once a day."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel, other = closed_to(play, ann), closed_to(play, ann, "news")
    for _ in range(2):
        await mention(play, channel, ann, "help")
    assert len(told(play, ann)) == 1
    await mention(play, channel, bob, "help")
    await mention(play, other, ann, "help")
    assert [len(told(play, each)) for each in (ann, bob)] == [2, 1]
    play.clock.advance(DAY_S)
    await mention(play, channel, ann, "help")
    assert len(told(play, ann)) == 3


async def test_all_are_told(play: PlayingDiscord) -> None:
    """If several write before the first refusal comes, each of them is told."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel = closed_to(play, ann)
    async with play.world.faults.holding("create_message", most=1) as gate:
        for player in (ann, bob):
            channel.say(player, f"{play.world.bot.mention} help")
        await play.reach(lambda: gate.held)
        await play.reach(lambda: len(play.bot._texts._closed._lately(f"discord:{channel.id}")) == 2)
    await play.settle()
    assert [told(play, each) for each in (ann, bob)] == [[words("alone.may_not_write")]] * 2


async def test_in_the_language_of_the_reader(play: PlayingDiscord) -> None:
    """The sentence is in the language of its reader's client, or else of the server."""
    ann, bob = play.world.user("Ann", "ru"), play.world.user("Bob", "zh-CN")
    channel = closed_to(play, ann)
    await play.sent(channel, ann, "language", language="zh-TW")
    for player, language in ((ann, "ru"), (bob, "zh-TW")):
        await mention(play, channel, player, "help")
        assert told(play, player) == [words("alone.may_not_write", language)]


async def test_closed_to_messages_too(play: PlayingDiscord) -> None:
    """Of a player who takes no direct messages nothing more is tried."""
    ann = play.world.user("Ann")
    refused = ApiError(403, 50007, "Cannot send messages to this user")
    play.world.fail_next("create_message", refused, play.world.dm(ann))
    channel = closed_to(play, ann)
    for _ in range(2):
        await mention(play, channel, ann, "help")
    assert told(play, ann) == []
    assert len(play.world.calls("create_dm")) == 1


async def test_later_refusals_are_no_answers(play: PlayingDiscord) -> None:
    """A board refused long after a message was answered is told to nobody."""
    ann, channel = play.in_server()
    await mention(play, channel, ann, "newgame 5 5 3")
    channel.deny(play.world.bot, Permission.SEND_MESSAGES)
    play.clock.advance(3601)  # since then the board is sent anew where it changes
    await play.passing(play.bot.redraw(f"discord:{channel.id}", 1))
    await play.settle()
    assert play.world.calls("create_message")[-1].error
    assert told(play, ann) == []
