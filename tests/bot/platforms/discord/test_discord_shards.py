"""Shards: as many connections as Discord wants, of one process or of several."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest

from bot.app.documents.spaces import chat_space
from bot.app.ports import StoreUnavailable
from bot.app.turns import Ticket
from bot.delivery import Turns
from bot.platforms import PlatformRefused
from bot.platforms.discord import ShardState
from bot.platforms.discord.gateway import GatewayClient
from bot.platforms.discord.shards import Shards
from bot.platforms.discord.starts import Starts
from bot.shard_range import ShardRange
from bot.store.turns_memory import MemoryTurns
from tests.bot.platforms.discord.calling import Calling, calling
from tests.bot.platforms.discord.playing_discord import (
    Deployment,
    PlayingDiscord,
    deployment,
    key_of,
    opening_keys,
    playing_discord,
)
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.limits import IDENTIFIES
from tests.emulators.discord.wire import ApiError
from tests.emulators.discord.world import Options, World

DAY_S = 86_400.0
APART_S = 5.0
"""Docs, sharding: one identify of a bucket in five seconds."""


async def test_shards(caplog: pytest.LogCaptureFixture) -> None:
    """If Discord recommends two shards, the bot connects both, and plays in the servers of each."""
    options = Options(flood=False, check=False, shards=2)
    async with playing_discord(options) as play:
        world = play.world
        assert [each["shard"] for each in world.handshake.identifies] == [[0, 2], [1, 2]]
        assert "recommends" not in caplog.text
        ann = world.user("Ann")
        for shard in range(2):
            channel = world.guild(f"Sweepers {shard}", ann, shard=shard).channel("mines")
            board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
            await play.press(board, ann, key_of(board, 12))
            assert len((await play.session(channel)).game.history) == 1
            await play.say(channel, ann, f"{world.bot.mention} /newgame easy")
            assert "easy" in channel.last.text
        direct = (await play.slash(world.dm(ann), ann, "newgame", level="easy")).reply
        assert list(opening_keys(direct))


async def test_shards_alone() -> None:
    """When one shard loses its session, only that shard identifies again."""
    async with playing_discord(Options(flood=False, check=False, shards=2)) as play:
        world = play.world
        first, *_ = world.handshake.sessions.live
        world.gateway.invalidate(world.gateway.connections[1])
        await play.reach(lambda: len(world.handshake.identifies) == 3)
        assert world.handshake.identifies[-1]["shard"] == [1, 2]
        assert first in world.handshake.sessions.live


def states(play: PlayingDiscord) -> list[int]:
    """Return how many shards are connected, are not, and wait for more identifies."""
    return [play.bot.count_shards(state) for state in ShardState]


async def test_states_where_none_is_left() -> None:
    """A shard without identifies left is counted as waiting, until it has identified again."""
    async with playing_discord(Options(flood=False, check=False, shards=2)) as play:
        world, handshake = play.world, play.world.handshake
        assert states(play) == [2, 0, 0]
        handshake.budget.used += [play.clock.now()] * (IDENTIFIES - 22)
        world.gateway.invalidate(world.gateway.connections[1])
        await play.reach(lambda: states(play) == [1, 0, 1])
        play.clock.advance(DAY_S)
        await play.reach(lambda: states(play) == [2, 0, 0])
    assert states(play) == [0, 2, 0]


async def test_states_where_the_gateway_is_away() -> None:
    """Shards are counted as not connected while the gateway takes no connections."""
    async with playing_discord(Options(flood=False, check=False, shards=2)) as play:
        play.world.gateway.turned_away = 4
        play.world.gateway.drop()
        await play.reach(lambda: states(play) == [0, 2, 0])
        await play.reach(lambda: states(play) == [2, 0, 0])


async def test_shards_end_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shard that takes long to end its connection does not keep the others from ending theirs."""
    async with playing_discord(Options(flood=False, check=False, shards=2)) as play:
        begun, go = [], asyncio.Event()

        async def close(client: GatewayClient) -> None:
            begun.append(client)
            await go.wait()

        for client in play.bot._shards._clients:
            monkeypatch.setattr(client._connection, "close", partial(close, client))
        play.stopping.set()
        try:
            await play.reach(lambda: len(begun) == 2)
        finally:
            go.set()


def strict(world: World) -> None:
    """Refuse identifies of a bucket that come too soon after one another."""
    world.handshake.budget.apart = APART_S


@asynccontextmanager
async def two_processes() -> AsyncIterator[list[PlayingDiscord]]:
    """Run two workers with a shard each, and one store."""
    options = Options(flood=False, check=False, shards=2)
    async with deployment(options, before=strict) as shared, AsyncExitStack() as stack:
        workers = [
            await stack.enter_async_context(shared.worker(shards=ShardRange(shard, shard, 2)))
            for shard in range(2)
        ]
        yield workers


def knows(worker: PlayingDiscord, channel: Channel) -> bool:
    """Tell whether a worker had anything to do with a chat."""
    return chat_space(f"discord:{channel.id}") in worker.store._boxes


async def test_shards_of_two_processes() -> None:
    """Each process identifies its own shard, 5 s apart, and handles its servers' presses."""
    async with two_processes() as workers:
        world = workers[0].world
        assert [each["shard"] for each in world.handshake.identifies] == [[0, 2], [1, 2]]
        first, second = world.handshake.budget.used
        assert second - first >= APART_S
        ann = world.user("Ann")
        for shard, worker in enumerate(workers):
            channel = world.guild(f"Sweepers {shard}", ann, shard=shard).channel("mines")
            board = (await worker.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
            await worker.press(board, ann, key_of(board, 12))
            assert len((await worker.session(channel)).game.history) == 1
            assert [knows(each, channel) for each in workers] == [shard == 0, shard == 1]


async def test_case_18_shards() -> None:
    """Case 18: a press that the shards of two processes receive opens once, on one board."""
    async with two_processes() as workers:
        play, world = workers[0], workers[0].world
        channel = world.guild("Sweepers", ann := world.user("Ann")).channel("mines")
        board = (await play.slash(channel, ann, "newgame", rows=5, cols=5, mines=3)).reply
        press = board.press(ann, key_of(board, 12))
        [other] = [one for one in world.handshake.sessions.live if one.shard == (1, 2)]
        other.send("INTERACTION_CREATE", press.payload())
        await play.settle(press)
        for worker in (*workers, *workers):
            await worker.settle()
        assert all(knows(worker, channel) for worker in workers)
        session = await play.session(channel)
        assert (session.number, len(session.game.history)) == (1, 1)
        assert channel.shown == [board]


async def test_an_identify_too_soon_is_made_again() -> None:
    """If Discord refuses an identify as too soon, the bot identifies once more."""

    def just_now(world: World) -> None:
        strict(world)
        world.handshake.budget.forestall(0)

    async with playing_discord(Options(flood=False, check=False), before=just_now) as play:
        handshake = play.world.handshake
        # On a busy machine a session may be lost: each identify but the first has begun one.
        assert len(handshake.identifies) == 1 + len(handshake.sessions.by_id)
        assert len(handshake.sessions.live) == 1


async def test_fewer_shards_than_recommended(caplog: pytest.LogCaptureFixture) -> None:
    """The bot has the shards that are set, and logs that Discord recommends more."""
    options = Options(flood=False, check=False, shards=3)
    async with deployment(options) as shared, shared.worker(shards=ShardRange(0, 1, 2)) as play:
        assert [each["shard"] for each in play.world.handshake.identifies] == [[0, 2], [1, 2]]
    assert "Discord recommends 3 shards, the bot has 2" in caplog.text


async def test_more_shards_than_recommended(caplog: pytest.LogCaptureFixture) -> None:
    """The bot has the shards that are set, though more than recommended, and logs no warning."""
    async with deployment() as shared, shared.worker(shards=ShardRange(0, 1, 2)) as play:
        assert [each["shard"] for each in play.world.handshake.identifies] == [[0, 2], [1, 2]]
    assert "recommends" not in caplog.text


async def test_too_many_servers_for_the_shards() -> None:
    """If the shards are too few for the servers, the bot ends and says what to change."""

    def crowded(world: World) -> None:
        world.handshake.shards_wanted = 4

    async with deployment(before=crowded) as shared:
        with pytest.raises(PlatformRefused, match="DISCORD_SHARDS, makes more"):
            async with shared.worker(shards=ShardRange(0, 0, 2)):
                pass


async def test_a_refusal_ends_all_shards() -> None:
    """If Discord refuses one shard, no task of the others is left, and none identifies."""

    def crowded(world: World) -> None:
        strict(world)
        world.handshake.shards_wanted = 4

    async with deployment(before=crowded) as shared:
        with pytest.raises(PlatformRefused):
            async with shared.worker(shards=ShardRange(0, 1, 2)):
                pass
        assert len(shared.rig.world.handshake.identifies) == 1
        names = [getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks()]
        assert not [name for name in names if name.startswith(Shards.__name__)]


class Never:
    """A clock on which no pause ends."""

    async def sleep(self, _seconds: float) -> None:
        """Wait for ever."""
        await asyncio.Event().wait()


def starts(call: Calling, keeper: MemoryTurns, at_once: int = 1) -> Starts:
    """Return what gives leave to identify in a process of its own."""
    turns = Turns(keeper, call.clock)
    # Time passes only by the pauses that are asked for, so no turn is held until its renewal.
    turns._leases._clock = Never()
    return Starts(call.api, turns, at_once)


def kept(call: Calling) -> MemoryTurns:
    """Return a keeper of turns, whose time is the sum of all pauses."""
    return MemoryTurns(lambda: round(sum(call.clock.pauses) * 1e6))


async def test_starts_are_apart() -> None:
    """Identifies of one bucket are 6 s apart, whichever processes make them."""
    async with calling() as call:
        keeper = kept(call)
        await starts(call, keeper).take(0)
        assert sum(call.clock.pauses) == 0
        await starts(call, keeper).take(1)
        assert sum(call.clock.pauses) == pytest.approx(6.0)
        await starts(call, keeper).take(2)
        assert sum(call.clock.pauses) == pytest.approx(12.0)


async def test_buckets_start_at_once() -> None:
    """Shards of different buckets need not wait for each other; those of the same one do."""
    async with calling() as call:
        keeper = kept(call)
        await asyncio.gather(*(starts(call, keeper, 16).take(shard) for shard in range(16)))
        assert sum(call.clock.pauses) == 0
        await starts(call, keeper, 16).take(16)
        assert sum(call.clock.pauses) == pytest.approx(6.0)


@pytest.mark.parametrize("said", [ApiError(404, 0, "what is that?"), None])
async def test_identifies_left_are_unknown(said: ApiError | None) -> None:
    """If Discord does not say how many identifies are left, a thousand take more than a day.

    So a bot that keeps crashing has some each day; the first hundred do not wait for that.
    """
    async with calling(Options(flood=False, check=False, limits_starts=False)) as call:
        if said is not None:
            call.world.fail_next("get_bot_gateway", said, times=IDENTIFIES)
        keeper, taken_at = kept(call), []
        for _ in range(IDENTIFIES):
            await starts(call, keeper).take(0)
            taken_at.append(sum(call.clock.pauses))
        assert taken_at[99] < 600.0
        assert taken_at[-1] - taken_at[0] > DAY_S


class Noted(MemoryTurns):
    """Turns that note for which bucket each leave to identify was given."""

    def __init__(self, deployment: Deployment) -> None:
        """Go by the clock of ``deployment``; nothing was given yet."""
        super().__init__(lambda: round(deployment.rig.clock.now() * 1e6))
        self.buckets: list[str] = []

    async def ask(self, ticket: Ticket, waited: float) -> float:
        """Note the bucket of each leave to identify."""
        wait = await super().ask(ticket, waited)
        if not wait and ticket.budget.platform == "discord-identify":
            self.buckets.append(ticket.chat)
        return wait


async def test_leave_for_each_identify() -> None:
    """A shard asks its own bucket for leave, once for each identify."""

    def in_two_buckets(world: World) -> None:
        world.handshake.budget.at_once = 2

    options = Options(flood=False, check=False, shards=2)
    async with deployment(options, before=in_two_buckets) as shared:
        shared.keeper = noted = Noted(shared)
        async with shared.worker() as play:
            assert sorted(noted.buckets) == ["0", "1"]
            play.world.gateway.invalidate(play.world.gateway.connections[1])
            await play.reach(lambda: len(play.world.handshake.identifies) == 3)
            assert noted.buckets[2:] == ["1"]


class AwayAtFirst(MemoryTurns):
    """Turns of a store that does not answer the first time."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Take the time from ``clock``, in us; nobody has asked yet."""
        super().__init__(clock)
        self.asked_at: list[int] = []

    async def ask(self, ticket: Ticket, waited: float) -> float:
        """Answer from the second time on."""
        self.asked_at.append(self._clock())
        if len(self.asked_at) == 1:
            raise StoreUnavailable("away")
        return await super().ask(ticket, waited)


async def test_the_store_is_away_at_an_identify(caplog: pytest.LogCaptureFixture) -> None:
    """Without the store no shard identifies; the bot logs that, and tries again 5 s later."""
    async with deployment() as shared:
        shared.keeper = away = AwayAtFirst(lambda: round(shared.rig.clock.now() * 1e6))
        async with shared.worker() as play:
            assert len(play.world.handshake.identifies) == 1
            first, second, *_ = away.asked_at
            assert second - first >= APART_S * 1e6
    assert "the store gives no turn to identify, trying on: away" in caplog.text
