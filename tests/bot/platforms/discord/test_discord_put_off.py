"""Deferred answers, and answers in several calls, while Discord refuses or breaks off calls."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.platforms.discord import limits
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    opening_keys,
    words,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Callback, Interaction
from tests.emulators.discord.people import User
from tests.emulators.discord.wire import ApiError, server_error, too_many_requests

EDIT = "update_original_webhook_message"
TROUBLE: dict[str, Callable[[PlayingDiscord], None]] = {
    "503": lambda play: play.world.fail_next(EDIT, server_error(503), times=2),
    "shut out": lambda play: play.world.fail_next(EDIT, too_many_requests(1, via=False)),
    "broken off": lambda play: play.world.lose_answer(EDIT),
}


async def deferred(play: PlayingDiscord, channel: Channel, user: User, **size: int) -> Interaction:
    """Ask for a new game while the store is away; return the deferred interaction."""
    play.backend.shut()
    asked = channel.slash(user, "newgame", **size)
    await play.reach(lambda: asked.callback is Callback.DEFERRED_MESSAGE)
    return asked


@pytest.mark.parametrize("how", TROUBLE)
async def test_put_off(play: PlayingDiscord, how: str) -> None:
    """A deferred board replaces "thinking", once, though Discord refuses the call at first."""
    ann, channel = play.in_server()
    asked = await deferred(play, channel, ann, rows=5, cols=5, mines=12)
    TROUBLE[how](play)
    play.backend.open()
    await play.settle(asked)
    assert not asked.loading
    assert channel.shown == [asked.reply]
    await play.press(asked.reply, ann, next(opening_keys(asked.reply))[0])
    assert channel.shown == [asked.reply]


@pytest.mark.gateway
async def test_not_put_off(play: PlayingDiscord) -> None:
    """If Discord refuses to have an answer deferred, the answer itself is given in time."""
    ann, direct = play.in_private()
    play.world.fail_next("create_interaction_response", server_error(503), times=3)
    play.backend.shut()
    asked = direct.slash(ann, "language", language="ru")
    await play.reach(lambda: len(play.world.calls("create_interaction_response")) == 3)
    play.backend.open()
    await play.settle(asked)
    assert asked.reply.text == words("language.set", "ru")


@pytest.mark.parametrize("error", [server_error(503), ApiError(403, 50013, "Missing Permissions")])
async def test_old_board_that_stays(play: PlayingDiscord, error: ApiError) -> None:
    """If an old board cannot be deleted, the bot takes the new one for the game's board."""
    ann = play.world.user("Ann", installed=True)
    channel = play.world.guild("Strangers", ann, installed=False).channel("talk")
    old = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
    play.clock.advance(limits.OLD_S + 1)
    play.world.fail_next("delete_original_webhook_message", error, times=9)
    press = await play.press(old, ann, next(opening_keys(old))[0])
    board = channel.last
    assert board is not old
    assert press.follow_ups == [board]
    known = play.bot._chat._boards._shown[f"discord:{channel.id}", 1]
    assert known.message == str(board.id)


async def test_notice_that_is_refused(play: PlayingDiscord) -> None:
    """An old board is replaced by a new one even if Discord refuses the notice beside it."""
    ann, channel = play.in_server()
    old = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply
    key = next(opening_keys(old))[0]
    await play.press(old, ann, key)
    play.clock.advance(limits.OLD_S + 1)
    error = ApiError(403, 50013, "Missing Permissions")
    play.world.fail_next("execute_webhook", error)
    await play.settle(old.forge(ann, key))
    [refused] = play.world.calls("execute_webhook")
    assert refused.error is error
    assert channel.shown == [channel.last]
    assert channel.last is not old
