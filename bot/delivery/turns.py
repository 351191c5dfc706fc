"""Turns: who may send to a chat now, over all workers and within what the platform allows."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, Self

from bot.app.documents.tokens import tokens
from bot.app.ports import Clock, StoreUnavailable
from bot.app.turns import Budget, Return, Ticket, TurnKeeper
from bot.delivery.leases import LONGEST, Lease, Leases
from bot.delivery.waits import ended
from bot.in_order import InOrder

_LOG = logging.getLogger(__name__)
_LONG_S: Final = 2.0
"""A wait (s) in which another worker may well have shown what is wanted here."""
_LONGEST_S: Final = 86_400.0
"""The longest (s) that sends are postponed; a platform that still refuses then says so again."""


class Turn:
    """The permission to send to a chat once, as the only one who may.

    It ends with the first of the calls below, or with the ``async with`` around it. None of them
    waits: the store is told meanwhile. If that fails, others get the turn when its lease ends,
    which is renewed no more.
    """

    def __init__(
        self,
        end: Callable[[Return], None],
        since: float,
        is_lost: Callable[[], bool],
        shown: int | None,
    ) -> None:
        """Call ``end`` once, with how the turn ended; it was granted before ``since``.

        ``shown``: the game that another has shown while this turn was waited for.
        """
        self._end = end
        self._is_lost = is_lost
        self.shown = shown
        self.since = since
        """When it was known to be granted (``time.monotonic``)."""
        self._ended = False

    @property
    def lost(self) -> bool:
        """Whether another worker may have sent meanwhile, before what is sent in this turn."""
        return self._is_lost()

    def done(self, shown: int | None = None) -> None:
        """Give the turn back after a send; ``shown`` is the game of a board that has arrived."""
        self._finish(Return(shown=shown))

    def unused(self) -> None:
        """Give the turn back with nothing sent, and the budget with it."""
        self._finish(Return(unused=True))

    def postpone(self, seconds: float, *, everywhere: bool = False) -> None:
        """Give the turn back; no worker sends to this chat for ``seconds``, as a 429 asked.

        ``everywhere``: to no chat of the platform.
        """
        wait = min(seconds, _LONGEST_S)
        self._finish(Return(postpone_all=wait) if everywhere else Return(postpone=wait))

    def _finish(self, how: Return) -> None:
        if not self._ended:
            self._ended = True
            self._end(how)

    async def __aenter__(self) -> Self:
        """Return the turn."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Give the turn back if that has not been done."""
        self.done()


class Turns:
    """Gives turns as a keeper allows them."""

    def __init__(
        self, keeper: TurnKeeper, clock: Clock, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Ask ``keeper``, wait with ``clock``; ``now`` (s) tells when this process stood still."""
        self._keeper = keeper
        self._clock = clock
        self._now = now
        self._leases = Leases(keeper, clock, now)
        self._order = InOrder()
        """Those of this process who wait for a chat: only the first of them asks the keeper."""
        self._own: dict[str, asyncio.Event] = {}
        """By chat, what is set once the turn that this process has there was given back."""
        self._ending: set[asyncio.Task[None]] = set()
        self._tokens = tokens()

    async def take(self, chat: str, budget: Budget) -> Turn:
        """Return a turn for ``chat`` once it is granted; the first StoreUnavailable is raised.

        Those of one process get it in the order they came; over processes, who has waited longer
        goes first.
        """
        ticket, line = Ticket(chat, budget, next(self._tokens)), f"{budget.platform} {chat}"
        async with self._order.lane(line):
            if line in self._own:
                await ended(self._clock, LONGEST * budget.lease, self._own[line].wait())
            asked_at, shown = await self._wait(ticket)
            lease = self._leases.hold(ticket, asked_at)
            own = self._own[line] = asyncio.Event()
            return Turn(
                partial(self._end, lease, line, own),
                time.monotonic(),
                partial(self._leases.is_lost, lease),
                shown,
            )

    async def settled(self) -> None:
        """Wait until the store has been told of every turn that was given back."""
        while self._ending:
            await asyncio.wait(self._ending)

    async def _wait(self, ticket: Ticket) -> tuple[float, int | None]:
        """Wait for the turn; return when the request granted was made, and the game shown since.

        The store is asked for that game only after a long wait, as for the end of a 429: many
        workers may have waited to show the same one.
        """
        waited, asked_at = 0.0, self._now()
        try:
            while wait := await self._keeper.ask(ticket, waited):
                await self._clock.sleep(wait)
                waited, asked_at = waited + wait, self._now()
            last = await self._keeper.last_shown(ticket) if waited >= _LONG_S else None
        except BaseException:
            # It may have been granted, or have a place before others.
            self._spawn(self._give_back(ticket, Return(unused=True)))
            raise
        return asked_at, last[0] if last is not None and last[1] < waited else None

    def _end(self, lease: Lease, line: str, own: asyncio.Event, how: Return) -> None:
        async def tell() -> None:
            if lease.renewal is not None:
                await asyncio.wait([lease.renewal])
            await self._give_back(lease.ticket, how)
            own.set()
            if self._own.get(line) is own:
                del self._own[line]

        self._leases.release(lease)
        self._spawn(tell())

    async def _give_back(self, ticket: Ticket, how: Return) -> None:
        try:
            await self._keeper.give_back(ticket, how)
        except StoreUnavailable as error:
            _LOG.warning("a turn was not given back, and ends with its lease: %s", error)

    def _spawn(self, ending: Awaitable[None]) -> None:
        task = asyncio.ensure_future(ending)
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)
