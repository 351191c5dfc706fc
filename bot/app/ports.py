"""Ports: what the app needs from outside, named after the need."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct

from bot.app.decision import Decide, Documents

if TYPE_CHECKING:  # the command line knows these ports, and may end without a solver
    from bot.app.counsel import Counsel, Progress
    from core.board import Board
    from core.game import Game
    from core.generate import Begun, NotGenerated, Proof
    from core.grid import Cell
    from core.review import GradedMove, Review
    from core.rules import Rules
    from core.trainer import Drill, Exercise

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


Carry: TypeAlias = Callable[[str, Any], Awaitable[None]]
"""Carries out an effect of a space; doing it again must change nothing."""


class Applied(Struct, Generic[T_co], frozen=True):
    """A decision that was committed, or that had nothing to commit."""

    reply: T_co
    confirmed: bool = True
    """Whether as many replicas have it as are asked for: then it outlives its server."""
    alone: bool | None = True
    """Whether no other process was still carrying out the effects of the step before; None where
    there was nothing to commit, or the answer that tells was lost."""


class Repeated(Struct, frozen=True):
    """An operation that had been applied before; it changed nothing now."""

    confirmed: bool = True
    """As of ``Applied``."""


class StoreUnavailable(Exception):  # noqa: N818  # a state of the world, named as callers see it
    """Raised when the store cannot be reached; whether the last change was kept is not known."""


class StoreUnfit(StoreUnavailable):
    """Raised when waiting does not help: the store, or its address, is not as the bot needs it."""


class Damaged(Exception):  # noqa: N818  # as StoreUnavailable
    """Raised once when a document cannot be read; it is set aside, and gone from then on."""


class NotReady(TimeoutError):  # noqa: N818  # as StoreUnavailable
    """Raised when the solver is still being prepared, which takes about a minute once."""


class NotOurs(Exception):  # noqa: N818  # as StoreUnavailable
    """Raised by what carries effects out for one that only another worker can carry out."""


class NotNow(Exception):  # noqa: N818  # as StoreUnavailable
    """Raised by what carries effects out for one that has to wait: a platform does not answer."""


class NotYet(NotOurs):
    """Raised by what carries effects out for one whose time has not come: a later sweep does."""


class Store(Protocol):
    """Keeps documents in *spaces*: a chat's, or a player's.

    What happens in one space happens in one order; each operation is applied once, however often
    it is asked for within two days.
    """

    async def update(self, space: str, operation: str, decide: Decide[T]) -> Applied[T] | Repeated:
        """Apply ``decide``; raises Damaged, StoreUnavailable and what ``decide`` raises."""

    async def view(
        self, space: str, look: Callable[[Documents, int], T], since: float = math.inf
    ) -> T:
        """Return what ``look`` makes of the documents as they are; raises as ``update``.

        As they were at any moment after ``since`` (``time.monotonic``) is good enough.
        """

    def watch(self, space: str) -> AsyncIterator[tuple[str, ...]]:
        """Yield the operations of every commit to ``space`` from now on, by anyone."""

    async def caught_up(self, is_awaited: Callable[[object], bool]) -> None:
        """Wait until the effects that this process has begun to carry out by now have ended.

        Only those that are awaited, and nothing that begins meanwhile.
        """


class Advisor(Protocol):
    """Knows the best move, and what moves were worth; works off the event loop."""

    async def review(self, game: Game, patience: float) -> Review | Progress:
        """Return the review of a finished ``game``, or how far it is after ``patience`` seconds.

        It goes on meanwhile: ask again. What was reviewed lately is not worked out twice.
        """

    async def exercise(self, drill: Drill, seed: int) -> Exercise:
        """Return the exercise of ``drill`` that ``seed`` draws, always the same one."""

    async def explain(self, move: GradedMove) -> tuple[GradedMove, Mapping[Cell, float]]:
        """Return a graded move with its reasons, and the chances of mines on its board.

        A review has the reasons of its turning point only: they take three times as long as grades.
        """

    async def advise(self, board: Board) -> Counsel:
        """Return counsel on ``board``; TimeoutError when it takes too long, then ask again.

        NotReady, which is one, where it is not the board that takes so long.
        """

    async def is_certain_mine(self, board: Board, cell: Cell) -> bool:
        """Tell whether ``cell`` is a mine in every layout that agrees with ``board``."""

    async def no_guess(
        self, rules: Rules, first: Cell, seed: int | None = None
    ) -> Begun | NotGenerated:
        """Return a game of ``rules`` that logic solves, ``first`` open; TimeoutError as above.

        The same for the same ``seed``, or else one that cannot be foretold.
        """

    async def prove(self, game: Game) -> Proof | None:
        """Return the proof that logic solves the board of a finished game; TimeoutError as above.

        None where it does not.
        """


class Clock(Protocol):
    """Lets time pass."""

    async def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass."""
