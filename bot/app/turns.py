"""Turns of sending to a chat: the budget they keep to, and the port to whoever keeps them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` sends at once, and one each ``interval`` seconds in the long run.

    That is at most ``burst + L / interval`` sends in any L seconds, by the generic cell rate
    algorithm (ITU-T I.371): an idle chat saves up a burst, and no more.
    """

    interval: float
    burst: int

    @classmethod
    def at_most(cls, most: int, seconds: float, burst: int) -> Rate:
        """Return a rate that never allows more than ``most`` in ``seconds``, a burst included."""
        if not 0 < burst < most:
            raise ValueError(f"a burst of {burst} leaves nothing of {most}")
        return cls(seconds / (most - burst), burst)


@dataclass(frozen=True, slots=True)
class Budget:
    """What a platform allows: to one chat, and to all of them together."""

    platform: str
    """Whose budget it is; chats of other platforms do not count."""
    chat: Rate
    overall: Rate
    lease: float = 6.0
    """Seconds after which a turn that was neither renewed nor given back is lost.

    Who has it renews it while it sends, which may take longer: so it is lost with its worker only.
    """


@dataclass(frozen=True, slots=True)
class Ticket:
    """One request for a turn; ``token`` is unique to it."""

    chat: str
    budget: Budget
    token: str


@dataclass(frozen=True, slots=True)
class Return:
    """How a turn ends: what was sent in it, and the seconds the platform wants to pass."""

    unused: bool = False
    postpone: float = 0.0
    """Before the next send to this chat."""
    postpone_all: float = 0.0
    """Before the next send to any chat."""
    shown: int | None = None
    """The game that was shown, as it was when the turn was granted or later."""


class TurnKeeper(Protocol):
    """Says whose turn it is, for all workers; raises StoreUnavailable when it cannot.

    Nothing waits in it. A turn is one sender's alone, from when it is asked for with success to
    when it is given back or its lease ends without being renewed.
    """

    async def ask(self, ticket: Ticket, waited: float) -> float:
        """Return 0 when the turn is the ticket's, or else the seconds until it is to ask again.

        Who has ``waited`` longest goes first. Asking again with the same ticket does no harm.
        """

    async def last_shown(self, ticket: Ticket) -> tuple[int, float] | None:
        """Return the game that was shown last in the ticket's chat, if that was lately.

        With the seconds that have passed since the turn was granted in which it was shown.
        """

    async def renew(self, ticket: Ticket) -> bool:
        """Have the lease of the ticket's turn begin anew; return whether the ticket still had it.

        If not, the turn is taken again if nobody has it, and else stays another's: in both cases
        somebody may have sent in between.
        """

    async def give_back(self, ticket: Ticket, how: Return) -> None:
        """End the ticket's turn or its waiting; a pause counts even where the turn is another's."""
