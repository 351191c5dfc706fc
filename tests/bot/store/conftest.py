"""Backends to run the store on: one in memory, and a real server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from bot.app.decision import Decision, Documents, Write
from bot.config import Wait
from bot.store.backend import MISSED, Backend
from bot.store.embedded import EmbeddedServer
from bot.store.keys import Keys
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.opening import connect, connect_cluster, link_to
from bot.store.redis_backend import RedisBackend
from tests.bot.store.nodes import Cluster
from tests.patience import PATIENCE_S

SPOILT = b"spoilt"


class TextCodec:
    """Documents that are texts; "spoilt" cannot be read back."""

    def encode(self, _name: str, document: object) -> bytes:
        """Return the text as bytes; TypeError for anything else."""
        if not isinstance(document, str):
            raise TypeError(f"{document!r} is no text")
        return document.encode()

    def decode(self, name: str, data: bytes) -> object:
        """Return the text."""
        if data == SPOILT:
            raise ValueError(name)
        return data.decode()


def take_long(turns: list[str], turn: str) -> None:
    """Note ``turn``, and keep the event loop longer than it may be kept, while others wait."""
    turns.append(turn)
    ends = time.monotonic() + 0.006
    while time.monotonic() < ends:
        pass
    asyncio.get_running_loop().call_soon(turns.append, "other")


class SlowCodec(TextCodec):
    """Takes longer to read a document or an effect than the event loop may be kept."""

    def __init__(self) -> None:
        """Note in which order it reads and others have their turn."""
        self.turns: list[str] = []

    def decode(self, name: str, data: bytes) -> object:
        """Return the text after a while, and have somebody else wait meanwhile."""
        take_long(self.turns, "read")
        return super().decode(name, data)


def append(text: str, name: str = "log", **more: str) -> Callable[[Documents, int], Decision[str]]:
    """Return a decision that adds ``text`` to a document, and leaves the effects of ``more``."""

    def decide(documents: Documents, _now: int) -> Decision[str]:
        now = f"{documents.get(name) or ''}{text}"
        return Decision(now, {name: Write(now)}, tuple(more.values()))

    return decide


def write(name: str, document: object, expires_in: int | None = None) -> Decide:
    """Return a decision that keeps ``document``, or deletes it if that is None."""
    return lambda _documents, _now: Decision(None, {name: Write(document, expires_in)})


def look(name: str = "log") -> Callable[[Documents, int], object | None]:
    """Return a look at a document."""
    return lambda documents, _now: documents.get(name)


class Carrier:
    """Carries effects out by writing them down, and fails as often as told to."""

    def __init__(self, failures: int = 0) -> None:
        """Fail ``failures`` times first."""
        self.carried: list[tuple[str, str]] = []
        self.failures = failures

    async def __call__(self, space: str, effect: str) -> None:
        """Write ``effect`` down."""
        if self.failures:
            self.failures -= 1
            raise OSError("not now")
        self.carried.append((space, effect))


def carrying(store: MailboxStore, failures: int = 0) -> Carrier:
    """Return what carries the effects of ``store``."""
    store.carry = carrier = Carrier(failures)
    return carrier


def holding(store: MailboxStore) -> asyncio.Event:
    """Have the effects of ``store`` take until the event that is returned is set."""
    gate = asyncio.Event()

    async def slow(_space: str, _effect: object) -> None:
        await gate.wait()

    store.carry = slow
    return gate


Decide = Callable[[Documents, int], Decision[None]]


def next_of(watching: AsyncIterator[tuple[str, ...]]) -> asyncio.Future[tuple[str, ...]]:
    """Return what comes next of ``watching``, when it comes."""
    return asyncio.ensure_future(anext(watching))


async def heard(
    watching: AsyncIterator[tuple[str, ...]], commit: Callable[[], Awaitable[object]]
) -> tuple[str, ...]:
    """Call ``commit`` until ``watching`` tells of it, or of a gap where a server was busy."""
    operations: tuple[str, ...] = (MISSED,)
    while operations == (MISSED,):
        coming = next_of(watching)
        while not coming.done():
            await commit()
        operations = await coming
    return operations


class Backends:
    """Makes backends and stores that share their data, as several workers do."""

    def __init__(self, kind: str, server: EmbeddedServer, cluster: Cluster | None = None) -> None:
        """Make backends of ``kind``."""
        self.kind = kind
        self.cluster = cluster
        self.keys = Keys(prefix=uuid4().hex)
        self.memory = MemoryBackend()
        self.url = f"unix://{server.socket}"
        self.client: Any = connect_cluster(cluster.url, 0.0) if cluster else connect(self.url)
        """To look behind the scenes with: the library's, of the server or of the cluster."""
        self._made: list[Backend] = []

    def make(self, patience: float | None = None) -> Backend:
        """Return another backend on the same data."""
        if self.kind == "memory":
            return self.memory
        if self.cluster:
            wait = Wait(1, round(PATIENCE_S / 2 * 1000))
            link = link_to(self.cluster.url, wait)
            backend = RedisBackend(link, self.keys, patience, wait=wait)
            self._made.append(backend)
            return backend
        backend = RedisBackend(connect(self.url), self.keys, patience)
        self._made.append(backend)
        return backend

    def store(self) -> MailboxStore:
        """Return another store on the same data."""
        return MailboxStore(self.make(), TextCodec())

    async def value(self, key: str) -> bytes | None:
        """Return the value of ``key`` as the server has it."""
        value = await self.client.get(key)
        assert value is None or isinstance(value, bytes)
        return value

    async def close(self) -> None:
        """Close what was made."""
        for backend in self._made:
            await backend.close()
        await self.client.aclose()


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a short path, for a server's files."""
    return tmp_path_factory.mktemp("valkey")


@pytest.fixture(scope="session")
def server(folder: Path) -> Iterator[EmbeddedServer]:
    """Return a running embedded server."""
    embedded = EmbeddedServer(folder)
    embedded.attach()
    yield embedded
    embedded.detach()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Return three primaries, each with a replica, that do not fail over on a busy machine."""
    running = Cluster(tmp_path_factory.mktemp("cluster"), timeout_ms=60_000)
    yield running
    running.close()


# One process runs all tests of the cluster, so that only one cluster is started.
ON_CLUSTER = pytest.param("cluster", marks=pytest.mark.xdist_group("cluster"))


@pytest.fixture(params=["memory", "redis", ON_CLUSTER])
async def backends(
    request: pytest.FixtureRequest, server: EmbeddedServer
) -> AsyncIterator[Backends]:
    """Return a maker of backends of each kind, with data of the test's own."""
    is_cluster = request.param == "cluster"
    cluster = request.getfixturevalue("cluster") if is_cluster else None
    made = Backends(request.param, server, cluster)
    yield made
    await made.close()


@pytest.fixture
async def on_redis(server: EmbeddedServer) -> AsyncIterator[Backends]:
    """Return a maker of backends on the server, with data of the test's own."""
    made = Backends("redis", server)
    yield made
    await made.close()
