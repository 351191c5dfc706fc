"""Boards older than an hour: Discord takes few edits of them, so they are sent anew."""

from __future__ import annotations

from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.spaces import chat_space
from bot.platforms.discord import limits
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    label,
    opening_keys,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User
from tests.emulators.discord.targets import STALE_WORDS
from tests.emulators.discord.wire import too_many_requests

_LIBRARY_TRIES = 5
"""How often discord.py calls again on a 429."""


async def begun(play: PlayingDiscord) -> tuple[User, Channel, Message]:
    """Return a player, a channel, and a 5x5 board in it."""
    ann, channel = play.in_server()
    return ann, channel, (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=12)).reply


async def place(play: PlayingDiscord, channel: Channel) -> str:
    """Return the id of the message that the store has as the game's board."""
    space = chat_space(f"discord:{channel.id}")
    shown = await play.store.view(space, lambda docs, _: docs.get(shown_name(1)))
    assert isinstance(shown, Shown)
    return shown.message


async def test_pressed(play: PlayingDiscord) -> None:
    """A press on an old board sends it anew and deletes the old one; the new one is played on."""
    ann, channel, old = await begun(play)
    play.clock.advance(limits.OLD_S + 1)
    await play.press(old, ann, next(opening_keys(old))[0])
    board = channel.last
    assert old.deleted
    assert channel.shown == [board]
    assert await place(play, channel) == str(board.id)
    assert len((await play.session(channel)).game.history) == 1
    safe = await play.safe_keys(board, channel)
    await play.press(board, ann, safe[0])
    assert channel.shown == [board]
    assert len(old.versions) == 1


async def test_young(play: PlayingDiscord) -> None:
    """A press on a board that is less than an hour old changes it, and sends no new one."""
    ann, channel, board = await begun(play)
    play.clock.advance(limits.OLD_S - 60)
    await play.press(board, ann, next(opening_keys(board))[0])
    assert channel.shown == [board]
    assert len(board.versions) == 2


async def test_shown_without_a_press(play: PlayingDiscord) -> None:
    """An old board that is redrawn without a press is sent anew, and no edit is tried."""
    _, channel, old = await begun(play)
    play.clock.advance(limits.OLD_S + 1)
    await redrawn(play, channel)
    assert old.deleted
    assert channel.shown == [channel.last]
    assert await place(play, channel) == str(channel.last.id)
    assert not play.world.calls("update_message")


async def test_refused_edit(play: PlayingDiscord) -> None:
    """A board that Discord refuses to edit because of its age (30046) is sent anew."""
    _, channel, old = await begun(play)
    refusal = too_many_requests(0.01)
    refusal.code, refusal.message = 30046, STALE_WORDS
    play.world.fail_next("update_message", refusal, times=_LIBRARY_TRIES)
    await redrawn(play, channel)
    assert old.deleted
    assert channel.shown == [channel.last]
    assert await place(play, channel) == str(channel.last.id)


async def redrawn(play: PlayingDiscord, channel: Channel) -> None:
    """Redraw the channel's game as after an effect that another worker left behind."""
    chat = f"discord:{channel.id}"
    play.bot._chat._boards._shown.clear()
    await play.bot.redraw(chat, 1)
    await play.settle()


async def test_old_menu(play: PlayingDiscord) -> None:
    """A press on an old page of levels sends a new page and leaves the old one as it was."""
    ann, channel, board = await begun(play)
    await play.press(board, ann, next(opening_keys(board))[0])
    await play.win(board, ann, channel)
    levels = (await play.press(board, ann, label("levels"))).reply
    play.clock.advance(limits.OLD_S + 1)
    other = next(key for key in levels.keys if "levels" in key)
    turned = await play.press(levels, ann, other)
    assert turned.reply is not levels
    assert len(levels.versions) == 1
