"""RedisBackend: documents on a Redis or Valkey server of version 7 or newer."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from hashlib import sha1
from importlib.resources import files
from typing import Any, Final, TypeVar

import msgspec
from redis.asyncio import Redis
from redis.exceptions import (
    ClusterDownError,
    MasterDownError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from bot.app.ports import Notice, StoreUnavailable
from bot.store.backend import (
    KEEP_OPERATIONS_MS,
    Batch,
    Committed,
    Conflict,
    Drop,
    Pending,
    Put,
    Seen,
    Stored,
    Verdict,
)
from bot.store.keys import PARTITIONS, Keys

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_SCRIPT: Final = (files("bot.store") / "commit.lua").read_text("utf-8")
_SHA: Final = sha1(_SCRIPT.encode(), usedforsecurity=False).hexdigest()
_REVISION_BYTES: Final = 8
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.5
_PASSING: Final = (
    ReadOnlyError,
    ClusterDownError,
    MasterDownError,
    TryAgainError,
    OutOfMemoryError,
)
"""Answers of a server that is there and may do better in a moment."""


class RedisBackend:
    """One server, or one cluster through the same keys and script."""

    def __init__(
        self,
        client: Redis,
        keys: Keys,
        patience: float = 8.0,
        revive: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        """Use ``client``; give up after ``patience`` seconds; ``revive`` may restart the server."""
        self._client = client
        self._keys = keys
        self._patience = patience
        self._revive = revive

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Return the time, and the documents of ``names`` that are there."""

        async def attempt() -> tuple[int, dict[str, Stored]]:
            pipe = self._client.pipeline(transaction=False)
            pipe.time()
            pipe.mget([self._keys.document(space, name) for name in names])
            (seconds, micros), values = await pipe.execute()
            return seconds * 1000 + micros // 1000, _stored(names, values)

        return await self._insist(attempt)

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch`` in one atomic step, or nothing of it."""
        keys, args = self._script_input(batch)

        async def attempt() -> Any:
            try:
                return await self._client.evalsha(_SHA, len(keys), *keys, *args)
            except NoScriptError:
                return await self._client.eval(_SCRIPT, len(keys), *keys, *args)

        return _verdict(await self._insist(attempt))

    def _script_input(self, batch: Batch) -> tuple[list[str], list[Any]]:
        space = batch.space
        keys = [self._keys.seen(space), self._keys.outbox_of(space)]
        keys += [self._keys.document(space, name) for name in batch.expected]
        notice = msgspec.msgpack.encode((batch.recorded, tuple(batch.writes)))
        counts = (len(batch.operations), len(batch.recorded), len(batch.effects))
        args: list[Any] = [batch.token, KEEP_OPERATIONS_MS, self._keys.channel(space), notice]
        args += [space, *counts, *batch.operations, *batch.recorded, *batch.effects]
        for name, revision in batch.expected.items():
            args += [revision, *_action(batch.writes.get(name))]
        return keys, args

    async def quarantine(self, space: str, name: str) -> None:
        """Set the damaged document ``name`` aside."""
        key, aside = self._keys.document(space, name), self._keys.quarantine(space, name)

        async def attempt() -> None:
            try:
                await self._client.rename(key, aside)
            except ResponseError as error:
                if "no such key" not in str(error):
                    raise

        await self._insist(attempt)

    async def pending(self, older_than_ms: int) -> list[Pending]:
        """Return the effects that have waited longer than that, from every partition."""

        async def attempt() -> list[Pending]:
            seconds, micros = await self._client.time()
            latest = seconds * 1000 + micros // 1000 - older_than_ms
            pipe = self._client.pipeline(transaction=False)
            for partition in range(PARTITIONS):
                pipe.xrange(self._keys.outbox(partition), "-", str(latest))
            return [_pending(entry) for entries in await pipe.execute() for entry in entries]

        return await self._insist(attempt)

    async def settle(self, space: str, effect: str) -> None:
        """Forget an effect that was carried out."""
        await self._insist(lambda: self._client.xdel(self._keys.outbox_of(space), effect))

    async def watch(self, space: str) -> AsyncIterator[Notice]:
        """Yield a notice of every commit to ``space`` from now on, but while the server is away."""
        async with self._client.pubsub(ignore_subscribe_messages=True) as channel:
            await channel.subscribe(self._keys.channel(space))
            while True:
                message = await channel.get_message(timeout=None)
                if message is not None:
                    yield Notice(*msgspec.msgpack.decode(message["data"], type=_Notice))

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _insist(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Make ``attempt`` until it succeeds or patience ends; repeating it must do no harm."""
        deadline, pause = time.monotonic() + self._patience, _FIRST_PAUSE
        while True:
            try:
                return await attempt()
            except (RedisError, OSError) as error:
                if not _passes(error) or time.monotonic() > deadline:
                    raise StoreUnavailable(f"the store does not answer: {error}") from error
                _LOG.warning("the store does not answer, trying again: %s", error)
            # Jitter, so that workers do not come back all at once.
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311
            pause = min(pause * 2, _LONGEST_PAUSE)
            if self._revive:
                await self._revive()


_Notice = tuple[tuple[str, ...], tuple[str, ...]]


def _passes(error: Exception) -> bool:
    return not isinstance(error, ResponseError) or isinstance(error, _PASSING)


def _action(write: Put | Drop | None) -> tuple[str, bytes, str | int]:
    if isinstance(write, Put):
        expiry = "" if write.expires_in is None else write.expires_in * 1000
        return "put", write.blob, expiry
    return "drop" if write else "keep", b"", ""


def _stored(names: tuple[str, ...], values: list[bytes | None]) -> dict[str, Stored]:
    return {
        name: Stored(value[:_REVISION_BYTES], value[_REVISION_BYTES:])
        for name, value in zip(names, values, strict=True)
        if value is not None
    }


def _verdict(reply: list[Any]) -> Verdict:
    verdict, now, *rest = reply
    match verdict:
        case b"committed":
            revision, *effects = rest
            return Committed(now, revision or None, tuple(e.decode() for e in effects))
        case b"repeated":
            return Seen(now, frozenset(operation.decode() for operation in rest))
        case _:
            return Conflict(now)


def _pending(entry: tuple[bytes, dict[bytes, bytes]]) -> Pending:
    effect, fields = entry
    return Pending(effect.decode(), fields[b"space"].decode(), fields[b"effect"])
