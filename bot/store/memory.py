"""MemoryBackend: documents in this process, gone at its end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import count
from typing import Final

from bot.app.turns import TurnKeeper
from bot.store.backend import (
    ABSENT,
    CROSSING_MS,
    KEEP_OPERATIONS_MS,
    MOST_PENDING,
    Batch,
    Committed,
    Conflict,
    Pending,
    Put,
    Seen,
    Stored,
    Verdict,
)
from bot.store.turns_memory import MemoryTurns

_LOOK_FROM: Final = 1000
"""With so many documents and steps, those past their time are looked for and forgotten."""


def system_time() -> int:
    """Return the time in ms since the epoch."""
    return time.time_ns() // 1_000_000


class MemoryBackend:
    """Implements the Backend port with all that a server promises but durability."""

    def __init__(self, clock: Callable[[], int] = system_time) -> None:
        """Take the time from ``clock``, in ms since the epoch."""
        self.clock = clock
        self.documents: dict[tuple[str, str], tuple[Stored, int | None]] = {}
        """By space and name: what is kept, and when it expires."""
        self.quarantined: dict[tuple[str, str], bytes] = {}
        self._seen: dict[tuple[str, str], int] = {}
        self._outbox: dict[str, tuple[int, Pending]] = {}
        self._last: dict[str, tuple[str, int, list[str]]] = {}
        """By space, the last step that had effects: its worker, its time and their ids."""
        self._watchers: dict[str, set[asyncio.Queue[tuple[str, ...]]]] = {}
        self._look_at = _LOOK_FROM
        self._revisions = count(1)
        self._effects = count(1)

    @property
    def in_order(self) -> bool:
        """Whether commits and turns are carried out in the order in which they are answered."""
        return True

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Return the time, and the documents of ``names`` that are there."""
        found = ((name, self._stored(space, name)) for name in names)
        return self.clock(), {name: stored for name, stored in found if stored}

    async def snapshot(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        """Return the documents of ``names`` that are there."""
        await asyncio.sleep(0)  # as with a server, others get on meanwhile
        return (await self.read(space, names))[1]

    def turn_keeper(self) -> TurnKeeper:
        """Return the keeper of the turns of sending in this process."""
        return MemoryTurns()

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch``, or nothing of it."""
        now = self.clock()
        self._forget(now)
        if seen := frozenset(o for o in batch.operations if (batch.space, o) in self._seen):
            return Seen(now, seen)
        _, found = await self.read(batch.space, tuple(batch.expected))
        revisions = {name: stored.revision for name, stored in found.items()}
        if any(revisions.get(name, ABSENT) != was for name, was in batch.expected.items()):
            return Conflict(now, found)
        return self._apply(batch, now) if batch.recorded else Committed(now, None)

    def _apply(self, batch: Batch, now: int) -> Committed:
        revision = next(self._revisions).to_bytes(8)
        for name, write in batch.writes.items():
            if isinstance(write, Put):
                expires = None if write.expires_in is None else now + write.expires_in * 1000
                self.documents[batch.space, name] = Stored(revision, write.blob), expires
            else:
                self.documents.pop((batch.space, name), None)
        self._seen |= {(batch.space, operation): now for operation in batch.recorded}
        pending = [Pending(str(next(self._effects)), batch.space, e) for e in batch.effects]
        self._outbox |= {effect.id: (now, effect) for effect in pending}
        crossed = self._is_crossing(batch, now)
        if pending:
            self._last[batch.space] = batch.worker, now, [effect.id for effect in pending]
        for queue in self._watchers.get(batch.space, ()):
            queue.put_nowait(batch.recorded)
        ids = tuple(effect.id for effect in pending)
        return Committed(now, revision, ids, crossed=crossed)

    def _is_crossing(self, batch: Batch, now: int) -> bool:
        worker, at, effects = self._last.get(batch.space, (batch.worker, now, []))
        is_others = worker != batch.worker and now - at < CROSSING_MS
        return is_others and not self._outbox.keys().isdisjoint(effects)

    def _stored(self, space: str, name: str) -> Stored | None:
        stored, expires = self.documents.get((space, name), (None, None))
        return None if expires is not None and expires <= self.clock() else stored

    def _forget(self, now: int) -> None:
        # Oldest first, because a dictionary keeps the order of its keys.
        while self._seen and next(iter(self._seen.values())) <= now - KEEP_OPERATIONS_MS:
            del self._seen[next(iter(self._seen))]
        if len(self.documents) + len(self._last) >= self._look_at:
            self._forget_expired(now)
            self._look_at = max(_LOOK_FROM, 2 * (len(self.documents) + len(self._last)))

    def _forget_expired(self, now: int) -> None:
        found = self.documents.items()
        for key in [key for key, (_, expires) in found if expires is not None and expires <= now]:
            del self.documents[key]
        steps = self._last.items()
        for space in [space for space, (_, at, _) in steps if now - at >= CROSSING_MS]:
            del self._last[space]

    async def quarantine(self, space: str, name: str, revision: bytes) -> None:
        """Set the damaged document ``name`` aside, unless it has another revision by now."""
        stored, _ = self.documents.get((space, name), (None, None))
        if stored and stored.revision == revision:
            del self.documents[space, name]
            self.quarantined[space, name] = stored.blob

    async def set_aside(self, effect: Pending) -> None:
        """Set a damaged effect aside."""
        self.quarantined[effect.space, f"effect:{effect.id}"] = effect.blob
        await self.settle([(effect.space, effect.id)])

    async def pending(
        self, older_than_ms: int, space: str | None = None
    ) -> AsyncIterator[Sequence[Pending]]:
        """Yield the effects that have waited longer than that, of ``space`` where it is named."""
        latest, ids = self.clock() - older_than_ms, list(self._outbox)
        for first in range(0, len(ids), MOST_PENDING):
            # Others settle some while those before them are looked at.
            there = (self._outbox.get(each) for each in ids[first : first + MOST_PENDING])
            waiting = [effect for at, effect in filter(None, there) if at <= latest]
            yield [effect for effect in waiting if space in {None, effect.space}]

    async def settle(self, effects: Sequence[tuple[str, str]]) -> None:
        """Forget effects that were carried out, each by its space and its id."""
        for _, effect in effects:
            self._outbox.pop(effect, None)

    async def watch(self, space: str) -> AsyncIterator[tuple[str, ...]]:
        """Yield the operations of every commit to ``space`` from now on."""
        queue: asyncio.Queue[tuple[str, ...]] = asyncio.Queue()
        watchers = self._watchers.setdefault(space, set())
        watchers.add(queue)
        try:
            while True:
                yield await queue.get()
        finally:
            watchers.discard(queue)
            if not watchers and self._watchers.get(space) is watchers:
                del self._watchers[space]

    async def close(self) -> None:
        """Keep what is there: another store may use it."""
