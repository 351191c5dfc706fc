"""RedisBackend: documents on a Redis or Valkey server of version 7 or newer."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol, TypeVar

import msgspec
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from bot.app.ports import StoreUnavailable
from bot.app.turns import TurnKeeper
from bot.config import Wait
from bot.failed import note_failure
from bot.store.backend import (
    KEEP_DAMAGED_MS,
    MISSED,
    MOST_PENDING,
    Batch,
    Committed,
    Conflict,
    Pending,
    Seen,
    Stored,
    Verdict,
)
from bot.store.cancelling import uninterrupted
from bot.store.causes import cause_of, writes_nothing
from bot.store.insisting import insist
from bot.store.keys import PARTITIONS, Keys
from bot.store.link import Command, Link, sound, told
from bot.store.script import Script
from bot.store.step import script_input
from bot.store.trial import try_out
from bot.store.turns_redis import RedisTurns

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_REVISION_BYTES: Final = 8
PATIENCE_S: Final = 8.0
_WATCH_AGAIN_S: Final = 0.5

_COMMIT: Final = Script("commit.lua")
_QUARANTINE: Final = Script("quarantine.lua")


class OwnServer(Protocol):
    """A server of the bot's own, which runs as long as somebody uses it."""

    def attach(self) -> None:
        """Start it if it is not there, in a thread; StoreUnavailable if that fails."""

    def give_up(self) -> None:
        """Have an ``attach`` in another thread not wait for a server that reads its files."""


class RedisBackend:
    """Implements the Backend port on one server or one cluster, with the same keys and scripts."""

    def __init__(
        self,
        link: Link,
        keys: Keys,
        patience: float | None = None,
        wait: Wait | None = None,
        own: OwnServer | None = None,
    ) -> None:
        """Use ``link``; give up after ``patience`` s; commits ``wait`` for replicas to have them.

        ``own``: the server, if it is to be started again where it has gone.
        """
        self._link = link
        self._keys = keys
        self._patience = PATIENCE_S if patience is None else patience
        self._wait = wait
        self._own = own
        self._reviving: asyncio.Future[None] | None = None

    @property
    def in_order(self) -> bool:
        """Whether commits and turns are carried out in the order in which they are answered.

        Not where commits wait for replicas, on connections of their own.
        """
        return self._link.in_order and self._wait is None

    async def try_out(self) -> None:
        """Return if the server is as the bot needs it; StoreUnfit says what is wrong with it.

        One that still writes nothing when patience ends is warned of: until it does, games and
        tables can be looked at.
        """
        waits = self._wait is not None
        try:
            await self._insist(lambda: try_out(self._link, self._keys, waits=waits))
        except StoreUnavailable as away:
            if not writes_nothing(away):
                raise
            _LOG.warning("%s; the bot starts, and writes when the store does", away)

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Return the time, and the documents of ``names`` that are there."""
        keys = [self._keys.document(space, name) for name in names]
        commands: list[tuple[str, Command]] = [(self._keys.outbox_of(space), ("TIME",))]
        commands += [(key, ("GET", key)) for key in keys]
        there, *values = await self._spread(commands)
        return _ms(there), _stored(names, values)

    async def snapshot(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        """Return the documents of ``names`` as they are at one moment."""
        keys = [self._keys.document(space, name) for name in names]
        values, _ = await self._insist(lambda: self._link.call(keys[0], ("MGET", *keys)))
        return _stored(names, values)

    def turn_keeper(self) -> TurnKeeper:
        """Return the keeper of the turns of sending, on the same server for all workers."""
        return RedisTurns(self._link, self._keys, patience=self._patience)

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch`` in one atomic step, or nothing of it."""
        keys, args = script_input(batch, self._keys, self._link.publishing)
        wait = self._wait if batch.operations else None
        reply, confirmed = await self._insist(lambda: _COMMIT.run(self._link, keys, args, wait))
        return _verdict(reply, batch, confirmed=confirmed)

    async def quarantine(self, space: str, name: str, revision: bytes) -> None:
        """Set the damaged document ``name`` aside, unless it has another revision by now."""
        keys = [self._keys.document(space, name), self._keys.quarantine(space, name)]
        args = [revision, KEEP_DAMAGED_MS]
        await self._insist(lambda: _QUARANTINE.run(self._link, keys, args))

    async def set_aside(self, effect: Pending) -> None:
        """Set a damaged effect aside; it leaves the outbox only after that."""
        key = self._keys.quarantine(effect.space, f"effect:{effect.id}")
        command: Command = ("SET", key, effect.blob, "PX", KEEP_DAMAGED_MS)
        await self._spread([(key, command)])
        await self.settle([(effect.space, effect.id)])

    async def pending(
        self, older_than_ms: int, space: str | None = None
    ) -> AsyncIterator[Sequence[Pending]]:
        """Yield the effects that have waited longer than that, of ``space`` or every partition."""
        every = (self._keys.outbox(partition) for partition in range(PARTITIONS))
        keys = list(every) if space is None else [self._keys.outbox_of(space)]
        clocks = await self._spread_far([(key, ("TIME",)) for key in keys])
        away: Exception | None = None
        latest: dict[str, str] = {}
        for key, clock in zip(keys, clocks, strict=True):
            if isinstance(clock, Exception):
                away = clock
            else:  # an effect's age is told by the clock of its own server: another may be far off
                latest[key] = str(_ms(clock) - older_than_ms)
        left = dict.fromkeys(latest, "-")  # outboxes not read to their end: where to go on in each
        while left:
            most = max(1, MOST_PENDING // len(left))
            asked: list[tuple[str, Command]] = [
                (key, ("XRANGE", key, begin, latest[key], "COUNT", most))
                for key, begin in left.items()
            ]
            answers = await self._spread_far(asked)
            waiting = (_pending(entry) for entries in told(answers) for entry in entries)
            yield [effect for effect in waiting if space in {None, effect.space}]
            for (key, _), answer in zip(asked, answers, strict=True):
                if isinstance(answer, Exception):
                    away = answer
                    del left[key]
                elif len(answer) < most:
                    del left[key]
                else:
                    left[key] = f"({answer[-1][0].decode()}"
        if away is not None:
            raise StoreUnavailable(cause_of(away))

    async def _spread(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Return the answers to commands that may be asked again."""

        async def attempt() -> list[Any]:
            return sound(await self._link.spread(commands))

        return await self._insist(attempt)

    async def _spread_far(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Return the answers to commands, or their errors where a part of the store is away."""

        async def attempt() -> list[Any]:
            answers = await self._link.spread(commands)
            return answers if told(answers) else sound(answers)

        return await self._insist(attempt)

    async def settle(self, effects: Sequence[tuple[str, str]]) -> None:
        """Forget effects that were carried out, each by its space and its id."""
        ids: defaultdict[str, list[str]] = defaultdict(list)
        for space, effect in effects:
            ids[self._keys.outbox_of(space)].append(effect)
        commands = [(key, ("XDEL", key, *each)) for key, each in ids.items()]
        await self._spread(commands)

    async def watch(self, space: str) -> AsyncIterator[tuple[str, ...]]:
        """Yield the operations of every commit to ``space``, and after a gap MISSED."""
        missed = False
        while True:
            try:
                async with self._link.subscription(self._keys.channel(space)) as listening:
                    while True:
                        heard = _heard(await listening.get_message(timeout=None), missed=missed)
                        if heard is not None:
                            yield heard
            except (RedisError, OSError) as error:
                _LOG.info("%s; watching again", cause_of(error))
            missed = True
            await asyncio.sleep(_WATCH_AGAIN_S)

    async def close(self) -> None:
        """Close the connections; if the server is being started, wait for that first."""
        if self._own is not None:
            self._own.give_up()
        if self._reviving is not None:
            with suppress(StoreUnavailable):
                await uninterrupted(self._reviving)
        await self._link.aclose()

    async def _insist(self, attempt: Callable[[], Awaitable[T]]) -> T:
        return await insist(attempt, self._patience, self._revived)

    async def _revived(self, deadline: float) -> None:
        """Have the server started again if it has gone; all who miss it wait for the same start.

        The start goes on when their patience has ended: loading very many games may take longer.
        """
        if self._own is None:
            return
        if self._reviving is None or self._reviving.done():
            loop = asyncio.get_running_loop()
            self._reviving = loop.run_in_executor(None, self._own.attach)
            self._reviving.add_done_callback(note_failure)
        reviving = self._reviving
        await asyncio.wait([reviving], timeout=max(0.0, deadline - time.monotonic()))
        if reviving.done():
            reviving.result()


_MESSAGES: Final = ("message", "smessage")


def _heard(message: dict[str, Any] | None, *, missed: bool) -> tuple[str, ...] | None:
    if message and message["type"] in _MESSAGES:
        return msgspec.msgpack.decode(message["data"], type=tuple[str, ...])
    if message and message["type"] == "sunsubscribe":
        raise RedisConnectionError("the channel has moved to another server")
    # The subscription is confirmed: only from here on is nothing missed any more.
    return (MISSED,) if missed else None


def _stored(names: tuple[str, ...], values: list[bytes | None]) -> dict[str, Stored]:
    return {
        name: Stored(value[:_REVISION_BYTES], value[_REVISION_BYTES:])
        for name, value in zip(names, values, strict=True)
        if value is not None
    }


def _ms(time_there: tuple[int, int]) -> int:
    """Return in ms what TIME says in s and us."""
    seconds, micros = time_there
    return seconds * 1000 + micros // 1000


def _verdict(reply: list[Any], batch: Batch, *, confirmed: bool) -> Verdict:
    verdict, now, *rest = reply
    match verdict:
        case b"committed":
            revision, crossed, *effects = rest
            ids = tuple(effect.decode() for effect in effects)
            # Where nothing was to be written there is nothing to lose.
            is_sure = confirmed or not batch.recorded
            return Committed(now, revision or None, ids, is_sure, crossed=bool(crossed))
        case b"repeated":
            return Seen(now, frozenset(operation.decode() for operation in rest), confirmed)
        case _:
            is_turn = verdict == b"turn"
            return Conflict(now, _stored(tuple(batch.expected), rest), is_others_turn=is_turn)


def _pending(entry: tuple[bytes, dict[bytes, bytes]]) -> Pending:
    effect, fields = entry
    return Pending(effect.decode(), fields[b"space"].decode(), fields[b"effect"])
