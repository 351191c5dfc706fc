"""Gateway sessions: what each was told, and whether it can go on after a break."""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass, field
from typing import Final, Protocol

from tests.emulators.discord.events import Event, Intent, shard_of
from tests.emulators.discord.limits import RESUME_SECONDS
from tests.emulators.discord.wire import Json
from tests.emulators.telegram.clock import Clock

REMEMBERED: Final = 5_000  # events kept for a replay


class Link(Protocol):
    """An open connection."""

    def post(self, text: str) -> None:
        """Send ``text`` after all before."""
        ...


@dataclass(eq=False)
class Session:
    """A session that an identify has begun."""

    id: str
    intents: Intent
    shard: tuple[int, int]
    link: Link | None = None  # None while the connection is broken
    broken_at: float = 0.0
    seq: int = 0
    log: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=REMEMBERED))

    def hears(self, event: Event) -> bool:
        """Return whether ``event`` is of a guild of this session's shard."""
        number, shards = self.shard
        return shard_of(event.guild, shards) == number

    def tell(self, event: Event) -> None:
        """Send ``event`` if this session asked for its kind."""
        data = event.seen_with(self.intents)
        if data is not None:
            self.send(event.name, data)

    def send(self, name: str, data: Json) -> None:
        """Send an event with the next sequence number, and keep it for a replay."""
        self.seq += 1
        text = json.dumps({"op": 0, "s": self.seq, "t": name, "d": data})
        self.log.append((self.seq, text))
        if self.link is not None:
            self.link.post(text)

    def replay(self, link: Link, seq: int) -> None:
        """Go on over ``link`` with what came after ``seq``."""
        self.link = link
        for number, text in list(self.log):
            if number > seq:
                link.post(text)
        self.send("RESUMED", {"_trace": []})


class Sessions:
    """All sessions that are alive or can be resumed."""

    def __init__(self, clock: Clock) -> None:
        """Start with none."""
        self._clock = clock
        self.by_id: dict[str, Session] = {}

    @property
    def live(self) -> list[Session]:
        """Return the sessions with a connection."""
        return [one for one in self.by_id.values() if one.link is not None]

    def tell(self, event: Event) -> None:
        """Send ``event`` to each session whose shard has its guild."""
        self.forget()
        for session in list(self.by_id.values()):
            if session.hears(event):
                session.tell(event)

    def find(self, number: str) -> Session | None:
        """Return the session that can be resumed under ``number``."""
        self.forget()
        return self.by_id.get(number)

    def pause(self, session: Session) -> None:
        """Note that the connection of ``session`` is broken."""
        session.link, session.broken_at = None, self._clock.now()

    def forget(self) -> None:
        """End the sessions that were not resumed in time."""
        since = self._clock.now() - RESUME_SECONDS
        for session in list(self.by_id.values()):
            if session.link is None and session.broken_at < since:
                self.end(session)

    def end(self, session: Session) -> None:
        """End ``session`` so that it cannot be resumed."""
        session.link = None
        self.by_id.pop(session.id, None)
