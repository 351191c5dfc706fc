"""The bot's queue of updates: numbered, kept until confirmed or too old."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.clock import Clock
from tests.emulators.telegram.limits import PRESS_SECONDS, UPDATE_SECONDS
from tests.emulators.telegram.wire import Json

NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


@dataclass(frozen=True)
class Pending:
    """An update that waits: its body, the queue whose order it keeps, when it is dropped."""

    id: int
    body: Json
    queue: str
    expires: float


class Updates:
    """Every update not yet confirmed, oldest first."""

    def __init__(self, clock: Clock, changes: Changes) -> None:
        """Start empty; ``changes`` rings for each new update."""
        self._clock = clock
        self._changes = changes
        self._waiting: list[Pending] = []
        self._allowed: frozenset[str] | None = None
        self.next_id = 700_000_001  # a test may let it jump or fall
        self.posted: list[Json] = []
        self.check: Callable[[Json], None] | None = None

    def allow(self, kinds: Iterable[str] | None) -> None:
        """Set the kinds that later updates may have; None changes nothing, () is the default."""
        if kinds is not None:
            self._allowed = frozenset(kinds) or None

    @property
    def allowed(self) -> list[str] | None:
        """Return the kinds asked for, or None for the default."""
        return sorted(self._allowed) if self._allowed else None

    def post(self, kind: str, payload: Json, queue: str) -> None:
        """Queue an update of ``kind`` if the bot asked for that kind."""
        wanted = kind in self._allowed if self._allowed else kind not in NOT_BY_DEFAULT
        if not wanted:
            return
        body = {"update_id": self.next_id, kind: payload}
        if self.check is not None:
            self.check(body)
        self.inject(body, queue, PRESS_SECONDS if kind == "callback_query" else UPDATE_SECONDS)

    def inject(self, body: Json, queue: str = "injected", life: float = UPDATE_SECONDS) -> None:
        """Queue ``body`` as it is, even if Telegram would never send it; ``life`` in seconds."""
        number = int(body.get("update_id", self.next_id))
        self._waiting.append(Pending(number, body, queue, self._clock.now() + life))
        self.posted.append(body)
        self.next_id = number + 1
        self._changes.notify()

    def repeat(self, body: Json, queue: str = "repeated") -> None:
        """Queue an update a second time, byte for byte, as after a lost answer."""
        after = self.next_id
        self.inject(body, queue)
        self.next_id = after

    def pending(self) -> list[Pending]:
        """Return the waiting updates, without those that have become too old."""
        now = self._clock.now()
        self._waiting = [one for one in self._waiting if now <= one.expires]
        return list(self._waiting)

    def confirm(self, update: Pending) -> None:
        """Forget one update."""
        if update in self._waiting:
            self._waiting.remove(update)
            self._changes.notify()

    def confirm_below(self, offset: int) -> None:
        """Forget updates below ``offset``; a negative one keeps that many of the newest."""
        if offset > 0:
            self._waiting = [one for one in self._waiting if one.id >= offset]
        elif offset < 0:
            self._waiting = self._waiting[offset:]
        self._changes.notify()

    def drop(self) -> None:
        """Forget all."""
        self._waiting.clear()
        self._changes.notify()
