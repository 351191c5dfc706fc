"""Deletion and /listed off hold, whatever another worker counts at the same time."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Self
from uuid import uuid4

import pytest
from msgspec.structs import replace

from bot.app.documents.codec import DocumentCodec
from bot.app.documents.dailies import Dailies, read_dailies
from bot.app.documents.effects import Finished
from bot.app.documents.spaces import player_space
from bot.app.documents.stats import STATS, Worth
from bot.app.documents.table import TimeEntry
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.results import Results
from bot.app.errands.tops import Tops
from bot.app.requests.actions import Delete
from bot.app.requests.board_actions import SetListed
from bot.app.requests.request import Chat, Player, Request
from bot.app.service import Service
from bot.store.embedded import EmbeddedServer
from bot.store.keys import Keys
from bot.store.opening import connect
from bot.store.redis_backend import RedisBackend
from tests.bot.app.conftest import Table, effects_held
from tests.bot.app.errands.pausing import Pausing
from tests.bot.app.tries import play

ANN = Player("test:ann", "Ann")
_MOST_UPDATES = 60
"""More than a deletion or the end of a game takes."""


class Workers:
    """Two workers on one real server: one counts a game, one carries out what Ann wants."""

    def __init__(self, server: EmbeddedServer, table: Table, ended: Finished) -> None:
        """Have them use ``server``; the game that is counted has ``ended``."""
        self.keys = Keys(prefix=uuid4().hex)
        self.client = connect(f"unix://{server.socket}")
        self.table, self.ended = table, ended
        self.counting, self.wishing = self._store(server), self._store(server)

    def _store(self, server: EmbeddedServer) -> Pausing:
        backend = RedisBackend(connect(f"unix://{server.socket}"), self.keys)
        return Pausing(backend, DocumentCodec())

    async def join(self) -> None:
        """Have Ann be in a group's tables."""
        await DayGroups(self.counting).join(ANN, ("test:group",), "join")

    async def join_another(self) -> None:
        """Have Ann be in the tables of another group, who has solved today's board."""
        await DayGroups(self.counting).join(ANN, ("test:club",), "another")

    async def count(self) -> None:
        """Count the game, list and rate another one in other groups than the player's."""
        ended, tops = self.ended, Tops(self.counting)
        await Results(self.counting, self.table.advisor)("chat:test:ann", ended)
        entry = TimeEntry(9000, ANN.id, ANN.name)
        await tops.enter("table:easy.ranked", ("test:listed",), ended.at, entry, "another")
        worth = Worth(games=1, wins=1)
        await tops.rate(ANN, ("test:rated",), ended.at, worth, "another")

    async def delete(self) -> None:
        """Delete what is kept of Ann."""
        asked = Request("delete", Chat("test:ann", private=True), ANN, Delete(sure=True), "en")
        await Service(self.wishing, self.table.advisor).carry_out(asked)

    async def unlist(self) -> None:
        """Have Ann be in no table."""
        asked = Request("listed", Chat("test:ann", private=True), ANN, SetListed(on=False), "en")
        await Service(self.wishing, self.table.advisor).carry_out(asked)

    async def naming(self) -> list[bytes]:
        """Return the keys of all documents that name Ann, and that of her statistics."""
        match = f"*{self.keys.prefix}*"
        keys = [key async for key in self.client.scan_iter(match, 1000, _type="string")]
        named = zip(keys, await self.client.mget(keys), strict=True)
        return [key for key, value in named if "test:ann" in str(value) or key.endswith(b"stats")]

    async def days(self) -> Dailies:
        """Return what is kept of Ann's days, but for her tries and for groups she has joined."""
        kept = await self.wishing.view(player_space(ANN.id), read_dailies)
        return replace(kept, claims={}, groups=())

    async def __aenter__(self) -> Self:
        """Return them."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Let both end."""
        await self.counting.close()
        await self.wishing.close()
        await self.client.aclose()


@pytest.fixture
async def ended(table: Table) -> Finished:
    """Return the end of today's board, which Ann has solved."""
    effects = effects_held(table.store)
    table.time.now = int(time.time() * 1000) - 600_000
    await play(table, "ann", 60)
    return next(effect for effect in effects if isinstance(effect, Finished))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Return a real server."""
    server = EmbeddedServer(tmp_path / "valkey")
    server.attach()
    yield server
    server.detach()


MIXED = pytest.mark.parametrize(
    ("pausing", "joining"),
    [("counting", False), ("counting", True), ("wishing", False), ("wishing", True)],
)
"""Who stands still meanwhile; whether a group is joined, once the game is counted, or it is."""


async def mix(
    workers: Workers, wish: Callable[[], Awaitable[None]], pausing: str, left: int, *, joining: bool
) -> bool:
    """Stop one worker before its update after ``left`` more while the other does its work.

    Return whether all is tried: it had no such update.
    """
    await workers.join()
    counting: Callable[[], Awaitable[None]] = workers.count
    if joining:
        await workers.count()
        counting = workers.join_another
    order = [(workers.counting, counting), (workers.wishing, wish)]
    if pausing == "wishing":
        order.reverse()
    (paused, first), (_, second) = order
    paused.left, paused.meanwhile = left, second
    await first()
    is_over = paused.meanwhile is not None
    if is_over:
        await second()
    return is_over


@MIXED
async def test_deleted(
    table: Table, ended: Finished, server: EmbeddedServer, pausing: str, *, joining: bool
) -> None:
    """At whatever update one worker pauses while the other works, deleted data stay deleted."""
    for left in range(_MOST_UPDATES):
        async with Workers(server, table, ended) as workers:
            is_over = await mix(workers, workers.delete, pausing, left, joining=joining)
            assert await workers.naming() == [], f"after {left} updates"
            assert await workers.days() == Dailies(), f"after {left} updates"
        if is_over:
            break
    else:
        pytest.fail("there are more updates than that")


@MIXED
async def test_unlisted(
    table: Table, ended: Finished, server: EmbeddedServer, pausing: str, *, joining: bool
) -> None:
    """At whatever update one worker pauses, an unlisted player comes back to no table."""
    for left in range(_MOST_UPDATES):
        async with Workers(server, table, ended) as workers:
            is_over = await mix(workers, workers.unlist, pausing, left, joining=joining)
            naming = await workers.naming()
            tables = [key for key in naming if b"top:" in key or b"daily:" in key]
            assert tables == [], f"after {left} updates"
        if is_over:
            break
    else:
        pytest.fail("there are more updates than that")


async def test_counted_afterwards(table: Table, ended: Finished, server: EmbeddedServer) -> None:
    """A game that ends after the deletion counts as usual, in statistics and tables."""
    async with Workers(server, table, ended) as workers:
        await workers.delete()
        now = await workers.counting.view(player_space(ANN.id), lambda _, now: now)
        workers.ended = replace(ended, at=now + 1)
        await workers.count()
        stats = await workers.wishing.view(player_space(ANN.id), lambda docs, _: docs.get(STATS))
        assert stats is not None
        assert [key for key in await workers.naming() if b"top:" in key]
