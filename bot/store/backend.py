"""Backend: what the store asks of a server, in bytes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final, Protocol, TypeAlias

from msgspec import Struct

from bot.app.turns import TurnKeeper

KEEP_OPERATIONS_MS: Final = 48 * 3600 * 1000
"""How long an operation is remembered. Telegram redelivers an update for 24 hours."""

KEEP_DAMAGED_MS: Final = 30 * 24 * 3600 * 1000
"""How long what is damaged is kept to be looked at: its player may have deleted all else."""

CROSSING_MS: Final = 3000
"""How long after a step with effects the next may be told that it crosses them."""

ABSENT: Final = b""
"""The revision of a document that is not there."""

MOST_PENDING: Final = 2048
"""Effects that are read at once: a few megabytes, where they are games that have ended."""

MISSED: Final = "missed"
"""The operation that stands for any number that may have been missed."""


class Stored(Struct, frozen=True):
    """A document as it is kept; its revision changes with every write and never comes back."""

    revision: bytes
    blob: bytes


class Put(Struct, frozen=True):
    """Keep ``blob``, for ``expires_in`` seconds or for ever."""

    blob: bytes
    expires_in: int | None = None


class Drop(Struct, frozen=True):
    """Delete the document."""


class Batch(Struct, frozen=True):
    """One atomic step: if no operation was seen and every revision is as expected, write."""

    token: str
    """Unique to the batch, the same when it is sent again because the reply was lost."""
    space: str
    operations: tuple[str, ...]
    """Operations that must not have been seen."""
    recorded: tuple[str, ...]
    """Those of them that change something and are remembered; without any, nothing is written."""
    expected: Mapping[str, bytes]
    """The revision of every document that was read."""
    writes: Mapping[str, Put | Drop]
    """What to write, by the name of the document; all of these have an expected revision."""
    effects: tuple[bytes, ...]
    wants_turn: bool = False
    """Whether the worker has lost several times and asks the others to let it go first."""
    worker: str = ""
    """The id of the worker whose step it is."""


class Committed(Struct, frozen=True):
    """The batch was applied: the revision of what it wrote, and the ids of its effects.

    ``revision`` is None when it had been applied before and the reply was lost.
    """

    now: int
    revision: bytes | None
    effects: tuple[str, ...] = ()
    confirmed: bool = True
    """Whether as many replicas have it as are waited for."""
    crossed: bool = False
    """Whether the space's last step with effects was another worker's, within CROSSING_MS, and some
    of these effects are not settled yet."""


class Seen(Struct, frozen=True):
    """Nothing was written: these operations had been applied before."""

    now: int
    operations: frozenset[str]
    confirmed: bool = True
    """Whether as many replicas have them as are waited for."""


class Conflict(Struct, frozen=True):
    """Nothing was written: a document is not as it was read, or another worker has its turn.

    ``documents`` are those that were expected, as they are now.
    """

    now: int
    documents: Mapping[str, Stored]
    is_others_turn: bool = False


Verdict: TypeAlias = Committed | Seen | Conflict


class Pending(Struct, frozen=True):
    """An effect that was committed and not yet carried out."""

    id: str
    space: str
    blob: bytes


class Backend(Protocol):
    """A server that keeps documents; times are in ms since the epoch by its own clock.

    Every method raises StoreUnavailable when the server cannot be reached for long.
    """

    @property
    def in_order(self) -> bool:
        """Whether commits and turns are carried out in the order in which they are answered."""

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Return the time, and the documents of ``names`` that exist, each as it was when read."""

    async def snapshot(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        """Return the documents of ``names``, one or more, as they are at one moment."""

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch`` in one atomic step, or nothing of it."""

    async def quarantine(self, space: str, name: str, revision: bytes) -> None:
        """Set the damaged document ``name`` aside, unless it has another revision by now."""

    async def set_aside(self, effect: Pending) -> None:
        """Set a damaged effect aside: nobody is to carry it out."""

    def pending(
        self, older_than_ms: int, space: str | None = None
    ) -> AsyncIterator[Sequence[Pending]]:
        """Yield the effects that have waited longer than that, of ``space`` where it is named.

        They come in pieces of at most MOST_PENDING: any number may have been left behind. Where a
        part of the store is away those of the others come before StoreUnavailable is raised.
        """

    async def settle(self, effects: Sequence[tuple[str, str]]) -> None:
        """Forget effects that were carried out, each by its space and its id."""

    def watch(self, space: str) -> AsyncIterator[tuple[str, ...]]:
        """Yield the operations of every commit to ``space`` from now on, for ever.

        After the server was away, the operation MISSED stands for all that were not received.
        """

    async def close(self) -> None:
        """Release what the backend holds."""

    def turn_keeper(self) -> TurnKeeper:
        """Return the keeper of the turns of sending, which are kept in the same place."""
