"""Duels on Discord: each player has a board of their own, which shows how far the other is."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    opening_keys,
)
from tests.bot.platforms.discord.test_discord_boards import Slow, two_workers
from tests.emulators.discord.interactions import Callback
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User

pytestmark = pytest.mark.gateway


async def invite(play: PlayingDiscord, channel: Any, user: User) -> tuple[Message, str]:
    """Have ``user`` begin a duel; return its board and its code."""
    invited = await play.slash(channel, user, "duel", level="simple")
    command = next(line for line in invited.reply.text.split("\n") if "/duel " in line)
    await play.settle(answered=1)
    board = next(each for each in channel.messages if list(opening_keys(each)))
    return board, command.rpartition(" ")[2]


async def join(play: PlayingDiscord, home: Any, user: User, code: str) -> Message:
    """Have ``user`` join a duel by its code; return the board."""
    joined = home.slash(user, "duel", code=code)
    await play.settle(joined)
    board: Message = joined.reply
    return board


async def test_joined_by_code(play: PlayingDiscord) -> None:
    """Bob joins a duel in a direct message by its code; a wrong code is refused in words."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel, home = play.world.guild("Sweepers", ann).channel("mines"), play.world.dm(bob)
    _, code = await invite(play, channel, ann)
    wrong = await play.slash(home, bob, "duel", code="easy")
    assert wrong.reply.text.startswith("There is no such duel")
    board = await join(play, home, bob, code)
    assert list(opening_keys(board))
    assert "⚔ Ann" in board.text


async def test_both_move_at_once(play: PlayingDiscord) -> None:
    """Ann's board shows Bob's new progress, though her press was decided before his move."""
    ann, bob = play.world.user("Ann"), play.world.user("Bob")
    channel, home = play.world.dm(ann), play.world.dm(bob)
    board, code = await invite(play, channel, ann)
    theirs = await join(play, home, bob, code)
    before = (await play.session(channel)).duel
    async with play.world.faults.holding("create_interaction_response", most=1) as gate:
        pressed = board.press(ann, (await play.safe_keys(board, channel))[0])
        await play.reach(lambda: gate.held)
        theirs.press(bob, (await play.safe_keys(theirs, home))[0])
        await play.reach_session(channel, lambda session: session.duel != before)
    await play.settle(pressed)
    after = (await play.session(channel)).duel
    assert after is not None
    assert f"⚔ Bob {after.standing.percent}%" in board.text


async def test_both_move_at_once_by_two_workers() -> None:
    """Ann's board shows that Bob has won, though a worker's older answer arrives last."""
    backend = Slow(changing=True, most=1)
    async with two_workers(backend) as two:
        first, second, world = two.first, two.second, two.first.world
        channel, home = world.dm(two.ann), world.dm(two.bob)
        board, code = await invite(second, channel, two.ann)
        theirs = await join(second, home, two.bob, code)
        before = (await second.session(channel)).duel
        two.by("first")
        backend.door.clear()
        older = board.press(two.ann, (await second.safe_keys(board, channel))[0])
        await first.reach(lambda: backend.held)
        two.by("second")
        theirs.press(two.bob, (await second.safe_keys(theirs, home))[0])
        await second.reach_session(channel, lambda session: session.duel != before)
        await second.passing(second.clock.sleep(0.5, "test"))
        backend.door.set()
        await first.reach(lambda: older.callback is Callback.UPDATE)
        for worker in (first, second):
            await worker.settle()
        assert "⚔ Bob 🏆" in board.text
