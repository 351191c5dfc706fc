"""A deletion holds, however it mixes with what another worker counts of games before it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from msgspec.structs import replace

from bot.app.documents.codec import DocumentCodec
from bot.app.documents.effects import Finished
from bot.app.documents.spaces import player_space
from bot.app.documents.stats import STATS, Worth
from bot.app.documents.table import TimeEntry
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.results import Results
from bot.app.errands.tops import Tops
from bot.app.requests.actions import Delete
from bot.app.requests.request import Chat, Player, Request
from bot.app.service import Service
from bot.store.embedded import EmbeddedServer
from bot.store.keys import Keys
from bot.store.opening import connect
from bot.store.redis_backend import RedisBackend
from tests.bot.app.conftest import Table
from tests.bot.app.decisions.test_daily import play
from tests.bot.app.errands.pausing import Pausing

ANN = Player("test:ann", "Ann")
_MOST_UPDATES = 60
"""More than a deletion or the end of a game takes."""


class Workers:
    """Two workers on one real server: one counts a game, one deletes."""

    def __init__(self, server: EmbeddedServer, table: Table, ended: Finished) -> None:
        """Have them use ``server``; the game that is counted has ``ended``."""
        self.keys = Keys(prefix=uuid4().hex)
        self.client = connect(f"unix://{server.socket}")
        self.table, self.ended = table, ended
        self.counting, self.deleting = self._store(server), self._store(server)

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
        """Count the game, and list and rate another one in groups that are not the player's."""
        ended, tops = self.ended, Tops(self.counting)
        await Results(self.counting, self.table.advisor)("chat:test:ann", ended)
        session = replace(ended.session, daily=None, private=False)
        entry = TimeEntry(9000, ANN.id, ANN.name)
        await tops.enter(session, ("test:listed",), ended.at, entry)
        worth = Worth(games=1, wins=1)
        await tops.rate(ANN, ("test:rated",), ended.at, worth, "another")

    async def delete(self) -> None:
        """Delete what is kept of Ann."""
        asked = Request("delete", Chat("test:ann", private=True), ANN, Delete(sure=True), "en")
        await Service(self.deleting, self.table.advisor).carry_out(asked)

    async def naming(self) -> list[bytes]:
        """Return the keys of all documents that name Ann, and that of her statistics."""
        found = []
        async for key in self.client.scan_iter(match=f"*{self.keys.prefix}*"):
            if await self.client.type(key) != b"string":
                continue
            if b"test:ann" in (await self.client.get(key) or b"") or key.endswith(b"stats"):
                found.append(key)
        return found

    async def close(self) -> None:
        """Let both end."""
        await self.counting.close()
        await self.deleting.close()
        await self.client.aclose()


@pytest.fixture
async def ended(table: Table) -> Finished:
    """Return the end of today's board, which Ann has solved."""
    ends: list[Finished] = []

    async def carry(_space: str, effect: object) -> None:
        if isinstance(effect, Finished):
            ends.append(effect)

    table.store.carry = carry
    table.time.now = int(time.time() * 1000) - 600_000
    await play(table, "ann", 60)
    await table.store.settled()
    return ends[0]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Return a real server."""
    server = EmbeddedServer(tmp_path / "valkey")
    server.attach()
    yield server
    server.detach()


@pytest.mark.parametrize("joining", [False, True])
@pytest.mark.parametrize("pausing", ["counting", "deleting"])
async def test_mixed(
    table: Table, ended: Finished, server: EmbeddedServer, pausing: str, *, joining: bool
) -> None:
    """Wherever one worker stands while the other does all of its work, nothing comes back.

    The one counts a game, or joins a group once the game is counted.
    """
    for left in range(_MOST_UPDATES):
        workers = Workers(server, table, ended)
        await workers.join()
        counting = workers.count
        if joining:
            await workers.count()
            counting = workers.join_another
        first, second, paused = counting, workers.delete, workers.counting
        if pausing == "deleting":
            first, second, paused = workers.delete, counting, workers.deleting
        paused.left, paused.meanwhile = left, second
        await first()
        is_over = paused.meanwhile is not None
        if is_over:
            await second()
        assert await workers.naming() == [], f"after {left} updates"
        await workers.close()
        if is_over:
            break
    else:
        pytest.fail("there are more updates than that")


async def test_counted_afterwards(table: Table, ended: Finished, server: EmbeddedServer) -> None:
    """A game that ends after the deletion counts as usual, in statistics and tables."""
    workers = Workers(server, table, ended)
    await workers.delete()
    now = await workers.counting.view(player_space(ANN.id), lambda _, now: now)
    workers.ended = replace(ended, at=now + 1)
    await workers.count()
    stats = await workers.deleting.view(player_space(ANN.id), lambda docs, _: docs.get(STATS))
    assert stats is not None
    assert [key for key in await workers.naming() if b"top:" in key]
    await workers.close()
