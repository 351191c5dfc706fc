"""Documents that are asked for on Discord in words: they go to their player alone."""

from __future__ import annotations

import json

import pytest

from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    words,
)
from tests.emulators.discord.wire import server_error, too_many_requests

pytestmark = pytest.mark.gateway


async def test_own_data(play: PlayingDiscord) -> None:
    """/export in a server sends the data in a direct message, and says so in the server."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel, direct = play.world.guild("Field", ann, bob).channel("mines"), play.world.dm(ann)
    await play.mention(channel, ann, "/export")
    assert channel.last.text == words("export.sent")
    assert all(message.picture is None for message in channel.shown)
    assert direct.last.text == words("export.here")
    assert json.loads(direct.last.picture or b"")["player"]["name"] == "Ann"
    # By Discord's docs a nonce belongs to its author, not to a channel.
    assert len({call.body["nonce"] for call in play.world.calls("create_message")}) == 2


async def test_own_data_in_private(play: PlayingDiscord) -> None:
    """/export in a direct message is answered with the data, once."""
    direct = play.world.dm(ann := play.world.user("Ann"))
    await play.say(direct, ann, "/export")
    await play.settle()
    [sent] = direct.shown
    assert json.loads(sent.picture or b"")["player"]["name"] == "Ann"


async def test_own_data_that_wait(play: PlayingDiscord) -> None:
    """While a player's direct messages are limited for long, games in the server go on."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    began = play.clock.now()
    play.world.fail_next("create_message", too_many_requests(137), channel=direct)
    channel.say(ann, f"{play.world.bot.mention} /export")
    await play.reach(lambda: play.world.calls("create_message"))
    channel.say(ann, f"{play.world.bot.mention} /newgame easy")
    await play.reach(lambda: channel.shown)
    assert play.clock.now() < began + 60
    await play.settle()
    assert [message.text for message in direct.shown] == [words("export.here")]
    assert channel.last.text == words("export.sent")


async def test_own_replay(play: PlayingDiscord) -> None:
    """/evf in a server sends the replay in a direct message, or says how to ask for it."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    await play.won(channel, ann)
    await play.mention(channel, ann, "/evf")
    assert channel.last.text == words("export.sent")
    assert direct.last.text == words("code.replay")
    ann.closed = True
    await play.mention(channel, ann, "/evf")
    assert words("alone.slash", command="/evf") in channel.last.text


async def test_two_documents(play: PlayingDiscord) -> None:
    """One message that asks for two documents gets both: Discord drops none as a repetition."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    await play.won(channel, ann)
    await play.mention(channel, ann, "/evf\n/export")
    await play.settle()
    sent = {message.text for message in direct.shown}
    assert sent == {words("code.replay"), words("export.here")}


async def test_own_data_twice(play: PlayingDiscord) -> None:
    """A second /export sends another document, and says so in the player's language."""
    ann = play.world.user("Ann", "ru")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    await play.slash(channel, ann, "help")
    for sent in (1, 2):
        await play.mention(channel, ann, "/export")
        assert channel.last.text == words("export.sent", "ru")
        assert len(direct.shown) == sent


async def test_own_data_to_nobody(play: PlayingDiscord) -> None:
    """A player who takes no direct messages is told how to ask; no data are posted."""
    ann, channel = play.in_server()
    ann.closed = True
    await play.mention(channel, ann, "/export")
    assert words("alone.closed") in channel.last.text
    assert words("alone.slash", command="/export") in channel.last.text
    assert all(message.picture is None for message in channel.shown)


async def test_long_code_to_nobody(play: PlayingDiscord) -> None:
    """A long /code by a player who takes no direct messages is answered with how to ask."""
    ann, channel = play.in_server()
    await play.mention(channel, ann, "/newgame 90 90 1500")
    for text in ("aa50", "/giveup yes"):
        await play.say(channel, ann, f"{play.world.bot.mention} {text}")
    ann.closed, boards = True, len(channel.shown)
    channel.say(ann, f"{play.world.bot.mention} /code")
    await play.reach(lambda: len(channel.shown) == boards + 1)
    assert words("alone.slash", command="/code") in channel.last.text


@pytest.mark.parametrize("name", ["create_dm", "create_message"])
async def test_own_data_in_time(play: PlayingDiscord, name: str) -> None:
    """If Discord replies 503, the data are sent a little later, once."""
    ann = play.world.user("Ann")
    channel, direct = play.world.guild("Field", ann).channel("mines"), play.world.dm(ann)
    play.world.fail_next(name, server_error(503), times=3)
    channel.say(ann, f"{play.world.bot.mention} /export")
    await play.reach(lambda: channel.shown)
    await play.settle()
    assert [message.text for message in channel.shown] == [words("export.sent")]
    assert [message.text for message in direct.shown] == [words("export.here")]
