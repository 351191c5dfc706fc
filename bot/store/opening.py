"""Opening a store: which server keeps the games."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from bot.app.ports import StoreUnavailable
from bot.store.backend import Backend
from bot.store.embedded import EmbeddedServer
from bot.store.keys import Keys
from bot.store.mailbox import Carry, Codec, MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.redis_backend import RedisBackend

_LOG = logging.getLogger(__name__)
_SWEEP_S: Final = 30.0
"""How often effects that others left behind are looked for."""
_LEFT_BEHIND_MS: Final = 10_000
"""From this age on an effect's own worker is taken to have died."""
_CONNECT_S, _ANSWER_S = 1.0, 5.0


@asynccontextmanager
async def open_store(
    redis_url: str | None, data_dir: Path, codec: Codec
) -> AsyncIterator[MailboxStore]:
    """Open the store at ``redis_url``, or else the embedded one whose files are in ``data_dir``.

    StoreUnavailable when it cannot be reached.
    """
    async with _backend(redis_url, data_dir) as backend:
        store = MailboxStore(backend, codec)
        try:
            yield store
        finally:
            await store.close()


@asynccontextmanager
async def carrying_out(store: MailboxStore, carry: Carry) -> AsyncIterator[None]:
    """Have ``carry`` carry out the effects committed here, and those that others left behind."""
    store.carry = carry
    sweeper = asyncio.create_task(_sweep(store))
    try:
        yield
    finally:
        sweeper.cancel()
        with suppress(asyncio.CancelledError):
            await sweeper
        await store.settled()


async def _sweep(store: MailboxStore) -> None:
    while True:
        try:
            await store.sweep(_LEFT_BEHIND_MS)
        except StoreUnavailable:
            _LOG.warning("the store is away; effects left behind are looked for later")
        await asyncio.sleep(_SWEEP_S)


@asynccontextmanager
async def _backend(redis_url: str | None, data_dir: Path) -> AsyncIterator[Backend]:
    if redis_url is None:
        async with _embedded(data_dir / "valkey") as backend:
            yield backend
    elif urlsplit(redis_url).scheme == "memory":
        yield MemoryBackend()
    else:
        backend = RedisBackend(_client(redis_url), Keys())
        await backend.read("", ())
        yield backend


@asynccontextmanager
async def _embedded(folder: Path) -> AsyncIterator[Backend]:
    server = EmbeddedServer(folder)
    await asyncio.to_thread(server.attach)

    async def revive() -> None:
        await asyncio.to_thread(server.attach)

    try:
        yield RedisBackend(_client(f"unix://{server.socket}"), Keys(), revive=revive)
    finally:
        await asyncio.to_thread(server.detach)


def _client(url: str) -> Redis:
    # The backend itself tries again, with the same token, so the library must not.
    return Redis.from_url(
        url,
        retry=Retry(NoBackoff(), 0),
        socket_connect_timeout=_CONNECT_S,
        socket_timeout=_ANSWER_S,
    )
