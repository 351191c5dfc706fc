"""How the bot leaves the gateway: with a close code that ends its sessions, and without delay."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.platforms import PlatformRefused
from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    deployment,
    opening_keys,
    playing_discord,
)
from tests.emulators.discord.events import Event
from tests.emulators.discord.world import Options
from tests.emulators.telegram.clock import VirtualClock

pytestmark = pytest.mark.gateway

TWO = Options(flood=False, check=False, shards=2)
SOON_S = 10.0
"""Seconds of the emulator's time; the 30 s that the library may wait are half an hour of it."""


class Held(BotClock):
    """The app's clock, on which no sleep begins before the test allows it."""

    def __init__(self, clock: VirtualClock) -> None:
        """Sleep on ``clock`` once it is allowed."""
        super().__init__(clock)
        self.may_go_on = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        """Sleep once it is allowed."""
        await self.may_go_on.wait()
        await super().sleep(seconds)


async def stop(play: PlayingDiscord) -> None:
    """Tell the bot to stop, and check that it soon does."""
    since = play.clock.now()
    play.stopping.set()
    await play.reach(play.running.done)
    assert play.clock.now() - since < SOON_S


async def test_a_stop_ends_the_sessions() -> None:
    """A bot told to stop ends its sessions by code 1000, so that it no longer looks online."""
    async with playing_discord(TWO) as play:
        await stop(play)
        await play.reach(lambda: not play.world.gateway.connections)
        assert play.world.gateway.ended_with == [1000, 1000]
        assert not play.world.handshake.sessions.by_id


async def test_a_stop_waits_for_no_answer() -> None:
    """A bot told to stop closes by code 1000, and does not wait for a silent gateway."""
    async with playing_discord(TWO) as play:
        gateway = play.world.gateway
        hear = gateway.deafen()
        await stop(play)
        hear()
        await play.reach(lambda: not gateway.connections)
        assert gateway.ended_with == [1000, 1000]


async def test_a_stop_while_a_shard_waits_for_leave() -> None:
    """A shard that may not yet identify is not connected meanwhile, and ends soon with the bot."""
    async with playing_discord(TWO) as play:
        gateway, handshake = play.world.gateway, play.world.handshake
        gateway.invalidate()
        await play.reach(lambda: len(handshake.identifies) == 3)
        assert len(gateway.connections) == 1, "the other shard has six more seconds to wait"
        await stop(play)
        await play.reach(lambda: not gateway.connections)
        assert len(handshake.identifies) == 3


async def test_a_stop_while_connecting(play: PlayingDiscord) -> None:
    """A shard that waits for Discord's hello closes by code 1000, and ends soon with the bot."""
    gateway = play.world.gateway
    gateway.greeting = False
    gateway.reconnect()
    await play.reach(lambda: gateway.ended_with and gateway.connections)
    await stop(play)
    await play.reach(lambda: not gateway.connections)
    assert gateway.ended_with[-1] == 1000


async def test_a_refusal_ends_the_sessions() -> None:
    """When Discord refuses one shard later on, the other's session is ended by code 1000."""
    async with deployment(TWO) as shared:
        world = shared.rig.world
        with pytest.raises(PlatformRefused, match="too many servers"):  # noqa: PT012  # as it ends
            async with shared.worker() as play:
                world.handshake.shards_wanted = 4
                world.gateway.invalidate(world.gateway.connections[1])
                await play.reach(play.running.done)
                await play.reach(lambda: not world.gateway.connections)
        assert world.gateway.ended_with == [1000, 4011, 1000]
        assert not world.handshake.sessions.by_id


async def test_a_fault_ends_the_session(play: PlayingDiscord) -> None:
    """After a fault in the library the bot ends its session by code 1000, and begins another."""
    handshake = play.world.handshake
    [first] = handshake.sessions.live
    play.world.hub.tell(Event("READY", {}))
    await play.reach(lambda: len(handshake.identifies) == 2 and handshake.sessions.live)
    assert play.world.gateway.ended_with == [1000]
    assert first.id not in handshake.sessions.by_id


async def test_a_stop_waits_for_what_was_written(play: PlayingDiscord) -> None:
    """A bot told to stop first carries out a command that was written before, and shows it."""
    backend = play.backend
    channel = play.world.dm(ann := play.world.user("Ann"))
    backend.shut()
    channel.say(ann, "/newgame easy")
    await play.reach(lambda: backend.held)
    play.stopping.set()
    await play.reach(lambda: not play.world.gateway.connections)
    for _ in range(100):  # no time passes: a bot that waits for nothing would end
        await asyncio.sleep(0)
    done = play.running.done()
    backend.open()
    assert not done
    await play.reach(play.running.done)
    assert "easy" in channel.last.text


async def test_a_stop_while_the_solver_plays(caplog: pytest.LogCaptureFixture) -> None:
    """If the solver plays on after the bot has left, no error is logged."""
    async with playing_discord() as play:
        pace = Held(play.clock)
        play.bot._chat._service._clock = pace
        ann, bob = play.world.user("Ann", installed=True), play.world.user("Bob")
        channel = play.world.private(ann, bob)
        asked = await play.slash(channel, ann, "newgame", level="expert", noguess=True)
        await play.press(asked.reply, ann, next(opening_keys(asked.reply))[0])
        await channel.slash(ann, "solve", how="all").settled()
        await play.bot._api.close()  # as a bot does last
        pace.may_go_on.set()
        async with play.clock.passing():
            await play.bot.drain()
    assert not [each for each in caplog.records if each.levelno >= logging.ERROR]
    assert any("not shown: the bot has left" in each for each in caplog.messages)
