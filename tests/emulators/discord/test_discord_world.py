"""The Discord emulator's world: its clock, other processes, replays, what people do."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import discord
import pytest

from tests.emulators.discord.helpers import Pressed, found, legacy, place
from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.rig import Rig, client, emulated
from tests.emulators.discord.snowflakes import Snowflakes, made_at
from tests.emulators.discord.wire import moment
from tests.emulators.discord.world import Options
from tests.emulators.telegram.clock import VirtualClock, WallClock
from tests.patience import PATIENCE_S

ELSEWHERE = """
import asyncio, sys, discord
from tests.emulators.discord.pointing import pointed
from tests.patience import PATIENCE_S

async def main(api, gateway, token, channel):
    async with discord.Client(intents=discord.Intents.none()) as bot:
        await bot.login(token)
        connection = asyncio.create_task(bot.connect())
        await bot.get_partial_messageable(int(channel)).send("from elsewhere")
        connection.cancel()

with pointed(*sys.argv[1:3]):
    asyncio.run(main(*sys.argv[1:]))
"""


async def test_a_bot_in_another_process() -> None:
    """A bot in another process needs the addresses and the token alone; the clock is the wall's."""
    options = Options(clock=WallClock(), flood=False, check=False)
    async with emulated(options) as rig:
        _, channel = place(rig)
        urls = (rig.server.api_url, rig.server.gateway_url)
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-W", "ignore", "-c", ELSEWHERE, *urls, rig.world.token,
            str(channel.id), cwd=Path(__file__).parents[3],
        )  # fmt: skip
        assert await asyncio.wait_for(process.wait(), PATIENCE_S) == 0
        assert channel.last.text == "from elsewhere"


def test_the_library_is_pointed_back() -> None:
    """After the block the library calls Discord again."""
    before = discord.http.Route.BASE
    with pointed("http://127.0.0.1:1/api/v10", "ws://127.0.0.1:1/"):
        assert discord.http.Route("GET", "/x").url == "http://127.0.0.1:1/api/v10/x"
    assert before == discord.http.Route.BASE


def test_snowflakes_tell_the_time() -> None:
    """Identifiers grow, also within a moment, and hold the time they were made at."""
    clock = VirtualClock()
    ids = Snowflakes(clock)
    first, second = ids.next(), ids.next()
    clock.advance(3600)
    third = ids.next()
    assert first < second < third
    assert made_at(third) - made_at(first) == pytest.approx(3600, abs=0.001)
    assert moment(0) == "1970-01-01T00:00:00+00:00"


async def test_events_can_come_twice(rig: Rig) -> None:
    """A resume can replay what the client has already had."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as bot:
        channel.say(ann, "x")
        await bot.next_heard()
        rig.world.handshake.repeated = 1
        rig.world.gateway.reconnect()
        assert (await bot.next_heard(2)).id == bot.heard[0].id


async def test_two_workers_hear_the_same(rig: Rig) -> None:
    """Two sessions of one shard are both told of a press, and only one can answer it."""
    ann, channel = place(rig)
    async with client(rig, Pressed()) as one, client(rig, Pressed()) as two:
        assert isinstance(one, Pressed)
        assert isinstance(two, Pressed)
        await found(one, channel).send("board", view=legacy("go"))
        known = channel.last.press(ann, "go")
        first, second = await one.next_taken(), await two.next_taken()
        await first.response.defer()
        with pytest.raises(discord.HTTPException) as caught:
            await second.response.defer()
        assert caught.value.code == 40060
        assert known.answered


async def test_presses_while_nobody_listens(rig: Rig) -> None:
    """A press that no session hears of fails in three seconds."""
    ann, channel = place(rig)
    async with client(rig) as bot:
        await found(bot, channel).send("board", view=legacy("go"))
    rig.world.handshake.sessions.by_id.clear()
    known = channel.last.press(ann, "go")
    rig.clock.advance(3.5)
    assert known.failed
    with pytest.raises(TimeoutError):
        await known.settled(0.01)


async def test_answers_are_waited_for(rig: Rig) -> None:
    """Whoever waits for a call is told once it is answered."""
    _, channel = place(rig)
    async with client(rig) as bot:
        waiting = asyncio.create_task(rig.world.called("create_message"))
        await found(bot, channel).send("x")
        assert (await waiting).result["content"] == "x"
        assert channel.last.card()["content"] == "x"
