"""The world a bot lives in: people, guilds, what they do, and everything the bot asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from tests.emulators.discord.buckets import Buckets
from tests.emulators.discord.calls import Call
from tests.emulators.discord.channel import Channel, Sort
from tests.emulators.discord.endpoint import Answer, Endpoint
from tests.emulators.discord.events import NO_INTENT, Event, Intent
from tests.emulators.discord.files import Files
from tests.emulators.discord.gateway import Gateway
from tests.emulators.discord.guild import Guild
from tests.emulators.discord.handshake import Handshake
from tests.emulators.discord.hub import Hub
from tests.emulators.discord.interactions import Interaction, Interactions
from tests.emulators.discord.people import User
from tests.emulators.discord.snowflakes import Snowflakes
from tests.emulators.discord.wire import ApiError, too_many_requests
from tests.emulators.faults import Fault, Faults
from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.clock import Clock, VirtualClock
from tests.patience import PATIENCE_S

TOKEN = "NzAwMDAwMDAwMQ.emulator.opens-nothing-but-this-server"  # noqa: S105  as it says


@dataclass
class Options:
    """How strict the world is."""

    clock: Clock = field(default_factory=VirtualClock)
    flood: bool = True  # whether there are rate limits
    check: bool = True  # whether requests and answers are checked by the description
    privileged: Intent = NO_INTENT  # intents that the bot has been granted
    shards: int = 1  # what /gateway/bot recommends
    limits_starts: bool = True  # whether /gateway/bot says how often one may identify
    json_type: str = "application/json"  # Discord names no charset; a proxy before it may
    says: dict[str, Any] = field(default_factory=dict)  # results to give instead, by call
    heartbeat: float = 41.25  # seconds between heartbeats
    stale_retry: float = 0.01  # seconds named in a 30046, which the library waits for real


class World:
    """Everything there is. People act through the objects it hands out."""

    def __init__(self, answer: Answer, options: Options | None = None) -> None:
        """Create the bot, its owner and nobody else; ``answer`` carries out an HTTP answer."""
        self.options = options or Options()
        clock, self.changes = self.options.clock, Changes()
        ids = Snowflakes(clock)
        self._serial: Iterator[int] = count(ids.next() - (1 << 40))
        self.bot = User(next(self._serial), "Mines", is_bot=True)
        self.hub = Hub(clock, self.changes, ids, self.bot, Files(ids), self._tell)
        self.hub.users[self.bot.id] = self.bot
        self.owner = self.user("Owner")
        self.interactions = Interactions(self.hub)
        self.interactions.deliver = self._deliver
        self.guilds: dict[int, Guild] = {}
        self.token = TOKEN
        self.handshake = Handshake(
            self.hub, self.guilds, lambda: self.token, self.options.privileged
        )
        self.handshake.on_exhausted = self.reset_token
        self.gateway = Gateway(self.handshake, clock, self.changes, self.options.heartbeat)
        self.endpoint = Endpoint(self.hub, answer)
        self.buckets = Buckets(clock, enabled=self.options.flood)
        self.faults: Faults[ApiError] = Faults()
        self.gateway_url = ""  # known once the server listens
        self.requests: list[Call] = []
        self._direct: dict[frozenset[int], Channel] = {}

    @property
    def channels(self) -> dict[int, Channel]:
        """Return every channel, thread and direct message by its number."""
        found = {one.id: one for one in self._direct.values()}
        for guild in self.guilds.values():
            found |= guild.channels
        return found

    def user(self, name: str, locale: str = "en-US", *, installed: bool = False) -> User:
        """Return a new person called ``name``, who may have installed the app."""
        user = User(next(self._serial), name, locale, installed=installed)
        self.hub.users[user.id] = user
        return user

    def guild(self, name: str, *people: User, installed: bool = True, shard: int = 0) -> Guild:
        """Return a guild of ``people``, the first its owner, with the bot or (not) without it.

        Its number belongs to ``shard`` wherever there are up to sixteen shards.
        """
        number = (self.hub.ids.next() >> 26 << 26) + (len(self.guilds) * 16 + shard << 22)
        guild = Guild(self.hub, self.interactions, number, name, people[0], installed=False)
        guild.join(*people)
        self.guilds[number] = guild
        if installed:
            guild.invite_bot()
        return guild

    def dm(self, user: User) -> Channel:
        """Return the direct messages of ``user`` and the bot."""
        return self.private(user, self.bot)

    def private(self, *people: User) -> Channel:
        """Return the direct messages of ``people``; the bot need not be among two of them."""
        key = frozenset(one.id for one in people)
        if key not in self._direct:
            number = self.hub.ids.next()
            sort = Sort.GROUP if len(people) > 2 else Sort.DIRECT
            made = Channel(self.hub, self.interactions, number, sort, people=people)
            self._direct[key] = made
        return self._direct[key]

    def calls(self, name: str) -> list[Call]:
        """Return the bot's calls of an operation, oldest first."""
        return [one for one in self.requests if one.name == name]

    async def called(self, name: str, count: int = 1, seconds: float = PATIENCE_S) -> Call:
        """Return the ``count``-th call of ``name`` once it is answered; raise TimeoutError."""

        def done() -> list[Call]:
            return [one for one in self.calls(name) if one.error or one.answered]

        await self.changes.until(lambda: len(done()) >= count, seconds)
        return done()[count - 1]

    def fail_next(
        self,
        name: str,
        error: ApiError,
        channel: Channel | None = None,
        times: int = 1,
        *,
        done: bool = False,
    ) -> None:
        """Answer the next calls of ``name`` (in ``channel`` only, if given) with ``error``.

        ``done``: they are carried out all the same, as a gateway that times out can do.
        """
        where = channel.id if channel else None
        self.faults.add(Fault(name, error, where, times, done=done))

    def limit_next(
        self, name: str, seconds: float, *, everywhere: bool = False, via: bool = True
    ) -> None:
        """Answer the next call of ``name`` with a 429 that names ``seconds``."""
        self.fail_next(name, too_many_requests(seconds, everywhere=everywhere, via=via))

    def lose_answer(self, name: str, times: int = 1) -> None:
        """Carry out the next calls of ``name`` and hang up instead of answering."""
        self.faults.add(Fault(name, times=times, answer_lost=True))

    def reset_token(self) -> None:
        """Make the bot's token worthless, as Discord does with one that was leaked."""
        self.token = f"reset.{self.hub.ids.next()}"

    def _tell(self, event: Event) -> None:
        self.handshake.sessions.tell(event)

    def _deliver(self, interaction: Interaction) -> None:
        if self.endpoint.url is not None:
            self.endpoint.deliver(interaction)
            return
        guild = interaction.place.guild
        number = guild.id if guild and guild.installed else None
        self.hub.tell(Event("INTERACTION_CREATE", interaction.payload(), number))
