"""MemoryTurns: turns of sending, for a bot that is one process."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.app.turns import Rate, Return, Ticket
from bot.store.turns_micros import micros, seconds

_AGAIN: Final = 50_000
"""Microseconds after which a turn that somebody else has is asked for again: a send takes about
that long, and only asking tells that it has ended."""
_FORGET_FROM: Final = 1000
"""With so many chats, those with nothing to remember are forgotten."""


@dataclass(slots=True)
class _Pace:
    """What is known of a chat, or of all chats together; times in us.

    ``tat`` is when the next send would be due without bursts (GCRA's theoretical arrival time).
    ``holder`` has the turn from ``slot`` until ``ends``; ``claimant`` goes next, waiting since
    ``since``, if it asks until ``kept``. The turn was granted at ``granted``; in that of
    ``shown_at`` the game ``shown`` was shown.
    """

    tat: int = 0
    blocked: int = 0
    holder: str = ""
    slot: int = 0
    ends: int = 0
    claimant: str = ""
    since: int = 0
    kept: int = 0
    granted: int = 0
    shown: int | None = None
    shown_at: int = 0

    def free_at(self, rate: Rate) -> int:
        """Return when the rate allows the next send."""
        return max(self.blocked, self.tat - (rate.burst - 1) * micros(rate.interval))

    def charge(self, rate: Rate, moment: int) -> None:
        """Count a send at ``moment``."""
        self.tat = max(moment, self.tat) + micros(rate.interval)

    def refund(self, rate: Rate) -> None:
        """Take back the last send counted."""
        self.tat -= micros(rate.interval)

    def block(self, rate: Rate, until: int) -> None:
        """Allow nothing before ``until``, and no burst after it."""
        self.blocked = max(self.blocked, until)
        self.tat = max(self.tat, self.blocked + (rate.burst - 1) * micros(rate.interval))

    def is_over(self, now: int) -> bool:
        """Tell whether there is nothing left to remember."""
        return max(self.tat, self.blocked, self.ends, self.kept) <= now


def _monotonic_micros() -> int:
    """Return the time in us since some moment."""
    return time.monotonic_ns() // 1000


class MemoryTurns:
    """Implements the TurnKeeper port; the steps are those of turns.lua."""

    def __init__(self, clock: Callable[[], int] = _monotonic_micros) -> None:
        """Take the time from ``clock``, in us, never set back."""
        self._clock = clock
        self._chats: dict[tuple[str, str], _Pace] = {}
        self._overall: dict[str, _Pace] = {}
        self._forget_at = _FORGET_FROM

    async def ask(self, ticket: Ticket, waited: float) -> float:
        """Return the seconds until the ticket is to ask again, 0 when the turn is its own."""
        now = self._clock()
        wait = self._ask(ticket, now, micros(waited))
        if wait == 0:
            self._paces(ticket)[0].granted = now
        return seconds(wait)

    def _ask(self, ticket: Ticket, now: int, waited: int) -> int:
        chat, overall = self._paces(ticket)
        mine = chat.holder == ticket.token and chat.ends > now
        if mine and max(chat.blocked, overall.blocked) <= now:
            return _confirm(ticket, chat, now)
        if mine:
            chat.refund(ticket.budget.chat)
            chat.holder = ""
        since = now - waited
        held = bool(chat.holder) and chat.ends > now
        first = chat.kept <= now or chat.claimant == ticket.token or since < chat.since
        if first and not held and chat.free_at(ticket.budget.chat) <= now:
            return _take(ticket, chat, overall, now)
        return _refuse(ticket, chat, now, since if first else None, held=held)

    async def last_shown(self, ticket: Ticket) -> tuple[int, float] | None:
        """Return the game that was shown last in the ticket's chat, and how long ago."""
        chat, _ = self._paces(ticket)
        if chat.shown is None:
            return None
        return chat.shown, seconds(self._clock() - chat.shown_at)

    async def renew(self, ticket: Ticket) -> bool:
        """Have the lease of the ticket's turn begin anew; return whether it was the ticket's."""
        now, (chat, _) = self._clock(), self._paces(ticket)
        was_mine = chat.holder == ticket.token
        if was_mine or chat.ends <= now:
            chat.holder, chat.ends = ticket.token, now + micros(ticket.budget.lease)
        if not was_mine:
            chat.granted = 0  # what the ticket sends was read before it had the turn again
        return was_mine

    async def give_back(self, ticket: Ticket, how: Return) -> None:
        """End the ticket's turn, or its waiting."""
        now, (chat, overall) = self._clock(), self._paces(ticket)
        if chat.holder == ticket.token:
            if how.unused and chat.ends > now:  # an ended turn counts: its charge may be forgotten
                _refund(ticket, chat, overall)
            if how.shown is not None and chat.granted:
                chat.shown, chat.shown_at = how.shown, chat.granted
            chat.holder, chat.ends = "", 0
        if chat.claimant == ticket.token:
            chat.kept = 0
        if how.postpone > 0:
            chat.block(ticket.budget.chat, now + micros(how.postpone))
        if how.postpone_all > 0:
            overall.block(ticket.budget.overall, now + micros(how.postpone_all))

    def _paces(self, ticket: Ticket) -> tuple[_Pace, _Pace]:
        if len(self._chats) >= self._forget_at:
            now = self._clock()
            self._chats = {key: chat for key, chat in self._chats.items() if not chat.is_over(now)}
            self._forget_at = max(_FORGET_FROM, 2 * len(self._chats))
        platform = ticket.budget.platform
        chat = self._chats.setdefault((platform, ticket.chat), _Pace())
        return chat, self._overall.setdefault(platform, _Pace())


def _confirm(ticket: Ticket, chat: _Pace, now: int) -> int:
    """Return how long to wait for the turn that the ticket has taken before."""
    if chat.slot > now:
        return chat.slot - now
    # The ticket may have asked late: its send counts from now.
    chat.refund(ticket.budget.chat)
    chat.charge(ticket.budget.chat, now)
    chat.ends = now + micros(ticket.budget.lease)
    return 0


def _take(ticket: Ticket, chat: _Pace, overall: _Pace, now: int) -> int:
    """Take the turn, for the first moment that the overall budget allows."""
    slot = max(now, overall.free_at(ticket.budget.overall))
    overall.charge(ticket.budget.overall, slot)
    overall.holder = ticket.token
    chat.charge(ticket.budget.chat, slot)
    chat.holder, chat.slot, chat.ends = ticket.token, slot, slot + micros(ticket.budget.lease)
    if chat.claimant == ticket.token:
        chat.kept = 0  # from here on another may be the next
    return slot - now


def _refuse(ticket: Ticket, chat: _Pace, now: int, since: int | None, *, held: bool) -> int:
    """Return how long to wait; ``since``: when the ticket began to, if it is to go next."""
    wait = max(0, chat.free_at(ticket.budget.chat) - now)
    if held:
        wait = max(wait, chat.slot - now, min(_AGAIN, chat.ends - now))
    if since is None:
        return max(wait, min(_AGAIN, chat.kept - now))
    chat.claimant, chat.since, chat.kept = ticket.token, since, now + wait + _AGAIN
    return wait


def _refund(ticket: Ticket, chat: _Pace, overall: _Pace) -> None:
    chat.refund(ticket.budget.chat)
    # Not if another was charged since: that charge may have skipped idle time, and so the refund
    # would allow one send too many.
    if overall.holder == ticket.token:
        overall.refund(ticket.budget.overall)
