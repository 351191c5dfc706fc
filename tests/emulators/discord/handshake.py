"""How a gateway session begins, and how it goes on after a break."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.emulators.discord.events import KNOWN, PRIVILEGED, Intent, shard_of
from tests.emulators.discord.guild import Guild
from tests.emulators.discord.hub import Hub
from tests.emulators.discord.limits import DAY, IDENTIFIES
from tests.emulators.discord.sessions import Link, Session, Sessions
from tests.emulators.discord.wire import Json


class GatewayClosed(Exception):  # noqa: N818  the name says what happens, as asyncio's do
    """The connection is to be closed with ``code``."""

    def __init__(self, code: int) -> None:
        """Keep the code."""
        super().__init__(code)
        self.code = code


class Budget:
    """How often a bot may identify in a day."""

    def __init__(self, hub: Hub) -> None:
        """Start with all identifies of the day left."""
        self._hub = hub
        self.used: list[float] = []
        self.at_once = 1  # buckets, to which shards belong by their number
        self.apart = 0.0  # seconds between two identifies of a bucket
        self._last: dict[int, float] = {}
        self._forestalled: set[int] = set()

    def forestall(self, shard: int) -> None:
        """Refuse the next identify of the bucket, as if another shard had just identified."""
        self._forestalled.add(shard % self.at_once)

    def is_too_soon(self, shard: int) -> bool:
        """Tell whether another shard of the bucket has only just identified; else note this one."""
        now, bucket = self._hub.clock.now(), shard % self.at_once
        if bucket in self._forestalled:
            self._forestalled.remove(bucket)
            self._last[bucket] = now
            return True
        if now - self._last.get(bucket, -DAY) < self.apart:
            return True
        self._last[bucket] = now
        return False

    @property
    def left(self) -> int:
        """Return how many identifies remain."""
        since = self._hub.clock.now() - DAY
        self.used = [at for at in self.used if at > since]
        return IDENTIFIES - len(self.used)

    def card(self) -> Json:
        """Return the session_start_limit object."""
        ends = min(self.used, default=self._hub.clock.now()) + DAY
        wait = max(0.0, ends - self._hub.clock.now()) if self.used else 0.0
        limits = {"total": IDENTIFIES, "remaining": max(0, self.left)}
        limits["max_concurrency"] = self.at_once
        return limits | {"reset_after": int(wait * 1000)}


class Handshake:
    """Begins and resumes sessions, and refuses clients that may not."""

    def __init__(
        self, hub: Hub, guilds: dict[int, Guild], token: Callable[[], str], privileged: Intent
    ) -> None:
        """Admit clients that know ``token`` and ask for no other privileged intents."""
        self._hub = hub
        self._guilds = guilds
        self._token = token
        self._privileged = privileged
        self.sessions = Sessions(hub.clock)
        self.budget = Budget(hub)
        self.shards_wanted = 1  # fewer are refused with 4011
        self.repeated = 0  # events a client has had that a resume sends once more
        self.resume_url = ""  # known once the server listens
        self.identifies: list[Json] = []
        self.resumes: list[Json] = []
        self.on_exhausted: Callable[[], None] = lambda: None  # resets the token

    def identify(self, link: Link, data: Json) -> Session | None:
        """Return a new session over ``link``, None for one too soon; raise GatewayClosed."""
        self.identifies.append(data)
        self._check_token(data)
        if self.budget.left <= 0:
            self.on_exhausted()
            raise GatewayClosed(4004)
        self.budget.used.append(self._hub.clock.now())
        shard = self._shard(data.get("shard") or [0, 1])
        if self.budget.is_too_soon(shard[0]):
            return None
        intents = self._intents(data.get("intents"))
        session = Session(f"{self._hub.ids.next():032x}", intents, shard, link)
        self.sessions.by_id[session.id] = session
        session.send("READY", self._ready(session))
        for guild in self._guilds_of(session):
            if guild.available:
                session.send("GUILD_CREATE", guild.known_card())
        return session

    def resume(self, link: Link, data: Json) -> Session | None:
        """Let a session go on over ``link``, or return None; raise GatewayClosed."""
        self.resumes.append(data)
        self._check_token(data)
        session = self.sessions.find(data.get("session_id") or "")
        seq = data.get("seq")
        if session is None or not isinstance(seq, int):
            return None
        if seq > session.seq:
            raise GatewayClosed(4007)
        session.replay(link, seq - self.repeated)
        return session

    def members(self, data: Json) -> Json:
        """Return the members of a guild that a session asked for."""
        guild = self._guilds[int(data["guild_id"])]
        cards = [guild.member_card(one) for one in guild.members.values()]
        about = {"guild_id": str(guild.id), "chunk_index": 0, "chunk_count": 1}
        return about | {"members": cards, "not_found": [], "nonce": data.get("nonce")}

    def _check_token(self, data: Json) -> None:
        if data.get("token") != self._token():
            raise GatewayClosed(4004)

    def _shard(self, shard: Any) -> tuple[int, int]:
        fits = isinstance(shard, list) and len(shard) == 2 and 0 <= shard[0] < shard[1]
        if not fits:
            raise GatewayClosed(4010)
        if shard[1] < self.shards_wanted:
            raise GatewayClosed(4011)
        return shard[0], shard[1]

    def _intents(self, intents: Any) -> Intent:
        if not isinstance(intents, int) or intents & ~KNOWN:
            raise GatewayClosed(4013)
        if Intent(intents) & PRIVILEGED & ~self._privileged:
            raise GatewayClosed(4014)
        return Intent(intents)

    def _guilds_of(self, session: Session) -> list[Guild]:
        number, shards = session.shard
        present = [one for one in self._guilds.values() if one.installed]
        return [one for one in present if shard_of(one.id, shards) == number]

    def _ready(self, session: Session) -> Json:
        return {
            "v": 10,
            "user": self._hub.bot.own_card(),
            "guilds": [guild.stub() for guild in self._guilds_of(session)],
            "private_channels": [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self.resume_url,
            "shard": list(session.shard),
            "application": {"id": str(self._hub.application), "flags": 0},
        }
