"""Broken connections to the gateway: a session goes on after each, or another begins."""

from __future__ import annotations

import asyncio

import pytest

from tests.bot.platforms.discord.playing_discord import (
    PlayingDiscord,
    deployment,
    opening_keys,
    playing_discord,
    plays,
)
from tests.emulators.discord.handshake import GatewayClosed
from tests.emulators.discord.sessions import Link, Session
from tests.emulators.discord.wire import ApiError, Json
from tests.emulators.discord.world import World
from tests.ports import free_port

pytestmark = pytest.mark.gateway


@pytest.mark.parametrize("how", ["op 7", "op 9", "4000", "4008", "dropped", "silent"])
async def test_case_20_broken(play: PlayingDiscord, how: str) -> None:
    """Case 20: after a break, or unacknowledged heartbeats, the bot resumes its session."""
    gateway, handshake = play.world.gateway, play.world.handshake
    if how == "silent":
        connection = play.bot._shards._clients[0]._connection
        connection.heartbeat_timeout, usual = 0.2, connection.heartbeat_timeout
        # A connection takes this value when it begins.
        gateway.reconnect()
        await play.reach(lambda: handshake.resumes)
        connection.heartbeat_timeout = usual
        gateway.acknowledging = False
    resumed = len(handshake.resumes)
    if how != "silent":
        gateway.break_off(how)
    await play.reach(lambda: len(handshake.resumes) > resumed)
    gateway.acknowledging = True
    await play.reach(lambda: handshake.sessions.live)
    await plays(play)
    assert len(handshake.identifies) == 1


async def test_case_20_at_once(play: PlayingDiscord) -> None:
    """Case 20: after a break the bot resumes at once, and answers a command sent during it."""
    gateway, handshake = play.world.gateway, play.world.handshake
    channel = play.world.guild("Sweepers", ann := play.world.user("Ann")).channel("mines")
    heard = 0
    for _ in range(2):
        handshake.resumes.clear()
        gateway.drop()
        pressed = channel.slash(ann, "newgame", rows=5, cols=5, mines=3)
        await play.reach(lambda: handshake.resumes)
        [resume] = handshake.resumes
        assert resume["seq"] > heard
        heard = resume["seq"]
        assert gateway.paths[-1] == "/gateway/resume/"
        await play.settle(pressed)
        assert list(opening_keys(pressed.reply))


async def test_case_20_away_for_long(play: PlayingDiscord) -> None:
    """Case 20: within 30 s after a long outage of the gateway the bot resumes its session."""
    gateway, handshake = play.world.gateway, play.world.handshake
    since, gateway.turned_away = play.clock.now(), 12
    gateway.drop()
    await play.reach(lambda: not gateway.turned_away)
    assert play.clock.now() - since > 50
    since = play.clock.now()
    await play.reach(lambda: handshake.resumes)
    assert play.clock.now() - since < 30
    await play.reach(lambda: handshake.sessions.live)
    await plays(play)
    assert len(handshake.identifies) == 1


async def test_case_20_away_at_first(caplog: pytest.LogCaptureFixture) -> None:
    """Case 20: if the gateway is away when the bot starts, it logs that, tries again, and plays."""

    def closed(world: World) -> None:
        world.gateway.turned_away = 3

    async with playing_discord(before=closed) as play:
        assert len(play.world.handshake.identifies) == 1
        await plays(play)
    assert caplog.text.count("the gateway cannot be reached, trying on") == 3
    assert "Traceback" not in caplog.text


async def test_case_20_away_as_a_shard_begins() -> None:
    """Case 20: if Discord is away when a shard logs in, it tries again, and the bot plays."""
    async with deployment() as shared:
        world = shared.rig.world
        async with world.faults.holding("get_bot_gateway") as gate:

            async def fall_away() -> None:
                await world.changes.until(lambda: gate.held)
                world.fail_next("get_my_user", ApiError(503, 0, "away"))
                gate.open()

            falling = asyncio.create_task(fall_away())
            async with shared.worker() as play:
                await falling
                assert [bool(call.error) for call in world.calls("get_my_user")] == [0, 1, 0]
                await plays(play)


async def test_case_20_address_away() -> None:
    """Case 20: if the address for resuming stays away, the bot begins another session."""

    def elsewhere(world: World) -> None:
        world.handshake.resume_url = f"ws://127.0.0.1:{free_port()}/"

    async with playing_discord(before=elsewhere) as play:
        handshake = play.world.handshake
        play.world.gateway.drop()
        await play.reach(lambda: len(handshake.identifies) == 2 and handshake.sessions.live)
        await plays(play)


async def test_case_20_nothing_to_resume(caplog: pytest.LogCaptureFixture) -> None:
    """Case 20: the bot tries to resume a lost session once, then begins another elsewhere.

    The docs of the gateway say that the address for resuming serves nothing else.
    """
    async with playing_discord() as play:
        world, handshake = play.world, play.world.handshake
        [session] = handshake.sessions.live
        handshake.sessions.end(session)
        world.fail_next("get_bot_gateway", ApiError(503, 0, "away"))
        world.gateway.drop()
        await play.reach(lambda: len(handshake.identifies) == 2 and handshake.sessions.live)
        assert [each["session_id"] for each in handshake.resumes] == [session.id]
        assert world.gateway.paths[-1] == "/gateway/"
        await plays(play)
    assert "the gateway cannot be reached, trying on: DiscordServerError" in caplog.text
    assert "Traceback" not in caplog.text


async def test_case_20_broken_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 20: after a connection breaks before its session begins, the bot resumes nothing."""
    asked = 0

    def break_first(world: World) -> None:
        identify = world.handshake.identify

        def identified(link: Link, data: Json) -> Session | None:
            nonlocal asked
            asked += 1
            if asked == 1:
                raise GatewayClosed(4000)
            return identify(link, data)

        monkeypatch.setattr(world.handshake, "identify", identified)

    async with playing_discord(before=break_first) as play:
        assert asked == 2
        assert not play.world.handshake.resumes
        await plays(play)
