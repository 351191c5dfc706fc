"""RedisTurns: turns of sending, kept by a Redis or Valkey server for all workers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

from bot.app.turns import Budget, Return, Ticket
from bot.store.insisting import insist
from bot.store.keys import Keys
from bot.store.link import Link
from bot.store.script import Script
from bot.store.turns_micros import micros, seconds

_TURNS: Final = Script("turns.lua")


class RedisTurns:
    """Implements the TurnKeeper port: one round trip each, by the server's clock."""

    def __init__(
        self, link: Link, keys: Keys, script: Script = _TURNS, patience: float = 0.0
    ) -> None:
        """Use ``link``, which stays its owner's to close; its server is waited for ``patience`` s.

        A send that waits for its turn was promised to somebody, and in a cluster all turns of a
        platform are on one server, which may be away while those that have the chats are not.
        """
        self._link = link
        self._keys = keys
        self._patience = patience
        self._script = script

    async def ask(self, ticket: Ticket, waited: float) -> float:
        """Return the seconds until the ticket is to ask again, 0 when the turn is its own."""
        return seconds(int(await self._run("ask", ticket, [micros(waited)])))

    async def last_shown(self, ticket: Ticket) -> tuple[int, float] | None:
        """Return the game that was shown last in the ticket's chat, and how long ago."""
        game, ago = await self._run("shown", ticket, [])
        return (int(game), seconds(ago)) if game else None

    async def renew(self, ticket: Ticket) -> bool:
        """Have the lease of the ticket's turn begin anew; return whether it was the ticket's."""
        return bool(await self._run("renew", ticket, []))

    async def give_back(self, ticket: Ticket, how: Return) -> None:
        """End the ticket's turn, or its waiting."""
        shown = "" if how.shown is None else str(how.shown)
        postpone = micros(how.postpone), micros(how.postpone_all)
        await self._run("give", ticket, [int(how.unused), *postpone, shown])

    async def _run(self, action: str, ticket: Ticket, rest: Sequence[int | str]) -> Any:
        platform = ticket.budget.platform
        keys = [self._keys.sending(platform, ticket.chat), self._keys.sending_overall(platform)]
        args = [action, ticket.token, *_figures(ticket.budget), *rest]
        run = partial(self._script.run, self._link, keys, args)
        reply, _ = await insist(run, self._patience)
        return reply


def _figures(budget: Budget) -> list[int]:
    chat, overall = budget.chat, budget.overall
    intervals = micros(chat.interval), micros(overall.interval)
    return [intervals[0], chat.burst, intervals[1], overall.burst, micros(budget.lease)]
