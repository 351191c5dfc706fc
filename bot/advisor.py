"""Advisor: the solver in a pool of threads, off the event loop."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random, SystemRandom
from typing import Final, TypeVar

from bot.app.counsel import Counsel, Progress, chances_of, give_counsel, is_certain_mine
from bot.app.ports import NotReady
from bot.bounded import BoundedDict
from bot.failed import has_failed, note_failure
from bot.reviews import Reviews
from core.board import Board
from core.game import Game
from core.generate import Begun, NotGenerated, Proof, Why, begin_no_guess, prove_game
from core.generate import warm as warm_generator
from core.grid import Cell
from core.review import GradedMove, Review, explained
from core.rules import Rules
from core.solver import warm as warm_solver
from core.trainer import Drill, Exercise, exercise

T = TypeVar("T")

_DEADLINE_S: Final = 0.9
"""A hint is answered within a second, the way to the player included."""
_LOADING: Final = 3
"""For how many deadlines more the kernels are waited for: after a start they take a second to load,
and longer while other processes start as well."""
_MAKING_S: Final = 2.0
"""A layout may take so long; for 30x16 it takes up to 0.4 s, for 50x50 0.9 s (docs/no-guess.md)."""
_PATIENCE_S: Final = 5.0
"""How long a proof is waited for."""
_LEAST_BUDGET_S: Final = 0.005
"""The budget that advice has at least, however many others are waiting."""
_MOST_THREADS: Final = 3
"""Threads at most: each may take 110 MB for a wide board (docs/solver.md), and a container with
room for three of them may stand on a machine of 64 processors."""
_REMEMBERED: Final = 256
"""Boards whose counsel is kept: a hint is told in four steps, all on one board."""
_PROOFS: Final = 16
"""Games whose proofs are kept for whoever asks again: that of 100x100 has thousands of steps."""


@lru_cache(_REMEMBERED)
def _exercise(drill: Drill, seed: int) -> Exercise:
    """Return an exercise, remembered, for it is asked for again when it is answered."""
    return exercise(drill, Random(seed))  # noqa: S311  # to be found again by its seed


@dataclass
class _Asked:
    """A board that counsel is asked for; somebody waits for it until ``wanted`` (monotonic)."""

    board: Board
    wanted: float = 0.0
    counsel: asyncio.Future[Counsel] | None = None


class SolverPool:
    """Implements the Advisor port; the kernels release the GIL, so threads run side by side."""

    def __init__(
        self,
        budget: float,
        counsel: Callable[[Board, float], Counsel] = give_counsel,
        deadline: float = _DEADLINE_S,
        patience: float = _PATIENCE_S,
        *,
        waits_for_kernels: bool = False,
    ) -> None:
        """Have ``counsel`` advise on boards with a ``budget`` in seconds.

        When many ask at once each gets less than the budget. Whoever has no answer after
        ``deadline`` seconds has to ask again, and what nobody waits for any longer is not begun.

        A proof is waited for ``patience`` seconds at most. Kernels that are being loaded are waited
        for some deadlines long. If they have to be compiled, that takes minutes: it is waited for
        only if ``waits_for_kernels``.
        """
        self._patience = patience
        self._loading = None if waits_for_kernels else _LOADING * deadline
        self._budget = budget
        self._give = counsel
        self._deadline = deadline
        self._workers = min(os.cpu_count() or 1, _MOST_THREADS)
        self._threads = ThreadPoolExecutor(self._workers, thread_name_prefix="solver")
        self._warm: asyncio.Future[None] | None = None
        self._asked: BoundedDict[Board, _Asked] = BoundedDict(_REMEMBERED)
        self._proofs: BoundedDict[Game, asyncio.Future[Proof | None]] = BoundedDict(_PROOFS)
        self._waiting = 0
        self._reviews = Reviews(self._run_warm)

    def warm(self) -> asyncio.Future[None]:
        """Begin to compile or load the kernels, once; return the future that ends with that."""
        if self._warm is None:
            self._warm = asyncio.ensure_future(self._run(_warm))
        return self._warm

    async def advise(self, board: Board) -> Counsel:
        """Return counsel on ``board``; TimeoutError when it takes too long, then ask again."""
        await self._loaded()
        return await asyncio.wait_for(asyncio.shield(self._counsel_on(board)), self._deadline)

    async def _loaded(self) -> None:
        """Wait for the kernels; NotReady when that takes too long."""
        try:
            await asyncio.wait_for(asyncio.shield(self.warm()), self._loading)
        except TimeoutError:
            raise NotReady from None

    def _counsel_on(self, board: Board) -> asyncio.Future[Counsel]:
        asked = self._asked.setdefault(board, _Asked(board))
        asked.wanted = time.monotonic() + self._deadline
        known = asked.counsel
        if known is None or has_failed(known):
            known = asked.counsel = asyncio.ensure_future(self._give_in_time(asked))
            known.add_done_callback(note_failure)
        self._asked.move_to_end(board)
        return known

    async def _give_in_time(self, asked: _Asked) -> Counsel:
        self._waiting += 1
        try:
            return await self._run(lambda: self._give_if_wanted(asked))
        finally:
            self._waiting -= 1

    def _give_if_wanted(self, asked: _Asked) -> Counsel:
        if time.monotonic() > asked.wanted:
            raise TimeoutError
        share = self._deadline * self._workers / max(self._waiting, 1)
        return self._give(asked.board, min(self._budget, max(share, _LEAST_BUDGET_S)))

    async def is_certain_mine(self, board: Board, cell: Cell) -> bool:
        """Tell whether ``cell`` is a mine in every layout that agrees with ``board``."""
        return await self._run_warm(lambda: is_certain_mine(board, cell))

    async def review(self, game: Game, patience: float) -> Review | Progress:
        """Return the review of a finished ``game``, or how far it is after ``patience`` seconds."""
        return await self._reviews.of(game, patience)

    async def exercise(self, drill: Drill, seed: int) -> Exercise:
        """Return the exercise of ``drill`` that ``seed`` draws, always the same one."""
        return await self._run_warm(lambda: _exercise(drill, seed))

    async def explain(self, move: GradedMove) -> tuple[GradedMove, Mapping[Cell, float]]:
        """Return a graded move with its reasons, and the chances of mines on its board."""
        return await self._run_warm(lambda: (explained(move), chances_of(move.board)))

    async def no_guess(
        self, rules: Rules, first: Cell, seed: int | None = None
    ) -> Begun | NotGenerated:
        """Return a game of ``rules`` that logic solves, with its cell ``first`` open.

        It is the same for the same ``seed``; without one it cannot be foretold. TimeoutError when
        it takes too long, then ask again.
        """
        await self._loaded()
        made = await self._run(lambda: _begin(rules, first, seed))
        if isinstance(made, NotGenerated) and made.why is Why.CANCELLED:
            raise TimeoutError
        return made

    async def prove(self, game: Game) -> Proof | None:
        """Return the proof that logic solves the board of a finished game, None if it does not.

        TimeoutError when it takes too long: that of 100x100 takes seconds. The work goes on, so
        that whoever asks again finds it.
        """
        await asyncio.shield(self.warm())
        proof = self._proofs.get(game)
        if proof is None or has_failed(proof):
            proof = self._proofs[game] = asyncio.ensure_future(self._run(lambda: prove_game(game)))
            proof.add_done_callback(note_failure)
        return await asyncio.wait_for(asyncio.shield(proof), self._patience)

    def close(self) -> bool:
        """Take no more work; return whether the process can end by itself soon.

        A process that ends waits for what its threads are doing: seconds at most, but minutes
        where that is compiling the kernels.
        """
        self._threads.shutdown(wait=False, cancel_futures=True)
        return self._warm is None or self._warm.done()

    async def _run_warm(self, work: Callable[[], T]) -> T:
        await asyncio.shield(self.warm())
        return await self._run(work)

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


@cache
def _warm() -> None:
    """Compile or load the kernels, which a process has to do once for all its pools."""
    warm_solver()
    warm_generator()


def _begin(rules: Rules, first: Cell, seed: int | None) -> Begun | NotGenerated:
    end = time.monotonic() + _MAKING_S
    # A seed is secret and has 256 bits; what is seen is a layout, never a number of the sequence.
    rng = SystemRandom() if seed is None else Random(seed)  # noqa: S311  # as said
    return begin_no_guess(rules, first, rng, lambda: time.monotonic() < end)
