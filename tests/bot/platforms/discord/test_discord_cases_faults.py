"""What goes wrong between the bot and Discord: each case by its number."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.platforms.discord.bot import DiscordRefused
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    opening_keys,
    playing_discord,
)
from tests.bot.platforms.telegram.troubled import TroubledBackend
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.wire import ApiError, server_error, unknown
from tests.emulators.telegram.clock import VirtualClock


@pytest.fixture
async def play() -> AsyncIterator[PlayingDiscord]:
    """Return a running bot at the gateway."""
    async with playing_discord() as play:
        yield play


async def begun(play: PlayingDiscord) -> tuple[User, Channel, Message, str]:
    """Return a player, a channel, a 5x5 board in it, and the id of its button in the middle."""
    ann = play.world.user("Ann")
    channel = play.world.guild("Sweepers", ann).channel("mines")
    board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
    return ann, channel, board, list(opening_keys(board))[12][0]


async def test_case_18(play: PlayingDiscord) -> None:
    """Case 18: the same interaction twice opens once, and leaves one board."""
    ann, channel, board, key = await begun(play)
    press = board.press(ann, key)
    press.deliver_again()
    await play.settle(press)
    assert len((await play.session(channel)).game.history) == 1
    assert channel.shown == [board]


async def test_case_19(play: PlayingDiscord) -> None:
    """Case 19: an interaction that comes again after the connection was resumed does nothing."""
    ann, channel, board, key = await begun(play)
    press = await play.press(board, ann, key)
    gateway = play.world.gateway
    came = len(gateway.paths)
    gateway.reconnect()
    await play.world.changes.until(lambda: len(gateway.paths) > came, 10)
    press.deliver_again()
    await play.settle()
    assert len((await play.session(channel)).game.history) == 1
    assert channel.shown == [board]


async def test_case_21(play: PlayingDiscord) -> None:
    """Case 21: an answer that came too late leaves the move; the board is edited all the same."""
    ann, channel, board, key = await begun(play)
    before = board.content
    play.world.fail_next("create_interaction_response", unknown(10062, "interaction"))
    board.press(ann, key)
    await play.world.called("update_message", 1, 20)
    await play.settle()
    assert len((await play.session(channel)).game.history) == 1
    assert channel.shown == [board]
    assert board.content != before


async def test_case_23(play: PlayingDiscord) -> None:
    """Case 23: where the channel was deleted, the bot tries once to answer and is quiet then."""
    ann, channel, board, key = await begun(play)
    answers = len(play.world.calls("create_interaction_response"))
    board.press(ann, key)
    channel.remove()
    await play.world.called("create_interaction_response", answers + 1, 20)
    await play.settle()
    told = len(play.world.requests)
    await play.settle()
    assert len(play.world.requests) == told
    assert len(play.world.calls("create_interaction_response")) == answers + 1


async def test_case_22() -> None:
    """Case 22: an answer whose token has expired meanwhile becomes an edit of the bot's own."""
    backend = TroubledBackend()
    async with playing_discord(backend=backend) as play:
        ann, channel, board, key = await begun(play)
        before = board.content
        backend.shut()
        answers = len(play.world.calls("create_interaction_response"))
        board.press(ann, key)
        clock = play.world.hub.clock
        assert isinstance(clock, VirtualClock)
        async with asyncio.timeout(20):
            while len(play.world.calls("create_interaction_response")) == answers:
                clock.advance(0.05)
                await asyncio.sleep(0)
        play.world.fail_next("update_original_webhook_message", expired())
        backend.open()
        await play.world.called("update_message", 1, 20)
        await play.settle()
        assert len((await play.session(channel)).game.history) == 1
        assert channel.shown == [board]
        assert board.content != before


def expired() -> ApiError:
    """Return what Discord says of a token older than 15 minutes."""
    return ApiError(401, 50027, "Invalid Webhook Token")


@pytest.mark.parametrize("how", ["denied", "archived"])
async def test_case_23_closed(play: PlayingDiscord, how: str) -> None:
    """Case 23: where the bot may not write any more the move stands; it tries once and is quiet."""
    ann = play.world.user("Ann")
    guild = play.world.guild("Sweepers", ann)
    parent = guild.channel("mines")
    place = guild.thread(parent, "today")
    board = (await play.slash(place, ann, "newgame", rows=5, cols=5, mines=3)).reply
    key = list(opening_keys(board))[12][0]
    play.world.fail_next("create_interaction_response", unknown(10062, "interaction"))
    board.press(ann, key)
    if how == "denied":
        parent.deny(play.world.bot, Permission.VIEW_CHANNEL, Permission.SEND_MESSAGES)
    else:
        place.archive(locked=True)
    await play.world.called("update_message", 1, 20)
    await play.settle()
    (edit,) = play.world.calls("update_message")
    assert edit.error
    assert len((await play.session(place)).game.history) == 1
    told = len(play.world.requests)
    await play.settle()
    assert len(play.world.requests) == told


async def test_case_25(play: PlayingDiscord) -> None:
    """Case 25: a 5xx after the board was sent makes no second board."""
    ann = play.world.user("Ann")
    direct = play.world.dm(ann)
    play.world.fail_next("create_message", server_error(502), done=True)
    direct.say(ann, "/newgame simple")
    await play.settle(answered=2)
    assert len(direct.shown) == 1


async def test_case_26(play: PlayingDiscord) -> None:
    """Case 26: a server that is unavailable for a while has lost nothing."""
    ann, channel, board, key = await begun(play)
    assert channel.guild is not None
    channel.guild.fail()
    channel.guild.recover()
    press = await play.press(board, ann, key)
    assert not press.failed
    assert len((await play.session(channel)).game.history) == 1


@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013, 4014])
async def test_case_20_final(code: int) -> None:
    """Case 20: a final close code stops the bot with a sentence that says what to change."""
    with pytest.raises(DiscordRefused, match=r"[A-Z].{20,}\.$"):
        await closed_with(code)


async def closed_with(code: int) -> None:
    """Run a bot until Discord closes its connection with ``code``; raise what ended it."""
    async with playing_discord() as play:
        play.world.gateway.close(code)
        await play.running
