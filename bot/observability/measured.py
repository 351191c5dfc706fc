"""Measured parts: each stands round a part of the bot, does the same, and counts."""

from __future__ import annotations

import asyncio
import logging
import math
import re
import time
from collections.abc import AsyncIterator, Awaitable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from bot.app.counsel import Counsel, Progress
from bot.app.documents.effects import DayOver, DuelOver, Finished, Redraw
from bot.app.ports import Advisor, Carry, NotOurs, Store, StoreUnavailable
from bot.app.requests import actions, board_actions
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.app.turns import TurnKeeper
from bot.observability.metrics import Metrics
from bot.observability.spans import TracedStore, span
from bot.store.backend import Backend, Batch, Committed, Conflict, Pending, Stored, Verdict
from core.board import Board
from core.game import Game
from core.generate import Begun, NotGenerated, Proof
from core.grid import Cell
from core.review import GradedMove, Review
from core.rules import Rules, level_name
from core.trainer import Drill, Exercise

T = TypeVar("T")

_LOG = logging.getLogger(__name__)

_TROUBLE: Final = {"game.failed": "failed", "game.damaged": "damaged"}
_BEGINNINGS: Final[dict[type[actions.Action], int]] = {
    actions.NewGame: 0,
    actions.Again: 0,
    actions.Learn: 0,
    actions.Begin: 1,
    board_actions.Daily: 1,
    board_actions.PlayShared: 1,
    board_actions.PlayCode: 1,
}
"""The actions that start a game, and how many moves it has then.

A board of the day to which its player comes back before the first move counts once more.
"""
_CAPITAL: Final = re.compile(r"(?<!^)(?=[A-Z])")


class MeasuredService(Service):
    """Answers requests, and counts them by platform, action and outcome."""

    def __init__(self, store: Store, advisor: Advisor, metrics: Metrics) -> None:
        """Do as Service; count into ``metrics``."""
        super().__init__(TracedStore(store), advisor)
        self._metrics = metrics

    async def carry_out(self, request: Request) -> Reply:
        """Answer ``request``; StoreUnavailable when it is not known to be committed: ask again."""
        platform, action, outcome = _platform(request.chat.id), _words(request.action), "cancelled"
        began = time.perf_counter()
        with (
            self._metrics.requests_in_progress.labels(platform).track_inprogress(),
            span("request", platform=platform, action=action),
        ):
            try:
                reply = await super().carry_out(request)
                outcome = _outcome(reply)
            except StoreUnavailable:
                outcome = "unavailable"
                raise
            finally:
                seconds = time.perf_counter() - began
                self._metrics.request_seconds.labels(platform).observe(seconds)
                self._metrics.requests.labels(platform, action, outcome).inc()
                _LOG.debug(
                    "operation %s, %s: %s in %.0f ms",
                    *(request.operation, action, outcome, seconds * 1000),
                )
        self._note_begun(platform, request, reply)
        return reply

    def _note_begun(self, platform: str, request: Request, reply: Reply) -> None:
        moves = _BEGINNINGS.get(type(request.action))
        if reply.screen is not None and reply.screen.revision == moves:
            self._metrics.games_begun.labels(platform, reply.screen.level).inc()


class MeasuredAdvisor:
    """Implements the Advisor port by another one, and times it."""

    def __init__(self, advisor: Advisor, metrics: Metrics) -> None:
        """Ask ``advisor``; count into ``metrics``."""
        self._advisor = advisor
        self._metrics = metrics

    async def review(self, game: Game, patience: float) -> Review | Progress:
        """Return the review of a finished ``game``, or how far it is after ``patience`` seconds."""
        return await self._timed("review", self._advisor.review(game, patience))

    async def explain(self, move: GradedMove) -> tuple[GradedMove, Mapping[Cell, float]]:
        """Return a graded move with its reasons, and the chances of mines on its board."""
        return await self._timed("explain", self._advisor.explain(move))

    async def no_guess(
        self, rules: Rules, first: Cell, seed: int | None = None
    ) -> Begun | NotGenerated:
        """Return a game of ``rules`` that logic solves, ``first`` open; the same for a ``seed``."""
        return await self._timed("no_guess", self._advisor.no_guess(rules, first, seed))

    async def prove(self, game: Game) -> Proof | None:
        """Return the proof that logic solves the board of a finished game, None if it does not."""
        return await self._timed("prove", self._advisor.prove(game))

    async def exercise(self, drill: Drill, seed: int) -> Exercise:
        """Return the exercise of ``drill`` that ``seed`` draws."""
        return await self._timed("exercise", self._advisor.exercise(drill, seed))

    async def advise(self, board: Board) -> Counsel:
        """Return counsel on ``board``; TimeoutError when it takes too long, then ask again."""
        return await self._timed("advise", self._advisor.advise(board))

    async def is_certain_mine(self, board: Board, cell: Cell) -> bool:
        """Tell whether ``cell`` is a mine in every layout that agrees with ``board``."""
        return await self._timed("look", self._advisor.is_certain_mine(board, cell))

    async def _timed(self, work: str, answering: Awaitable[T]) -> T:
        began, outcome = time.perf_counter(), "failed"
        with self._metrics.solver_waiting.labels(work).track_inprogress():
            try:
                answer = await answering
                outcome = "answered"
            except (TimeoutError, asyncio.CancelledError):
                outcome = "late"
                raise
            finally:
                seconds = time.perf_counter() - began
                self._metrics.solver_seconds.labels(work, outcome).observe(seconds)
                _LOG.debug("solver, %s: %s in %.0f ms", work, outcome, seconds * 1000)
        return answer


class MeasuredBackend:
    """A Backend that passes on to another one, times it, and counts how its steps end."""

    def __init__(self, backend: Backend, metrics: Metrics) -> None:
        """Ask ``backend``; count into ``metrics``."""
        self._backend = backend
        self._metrics = metrics

    @property
    def in_order(self) -> bool:
        """Whether commits and turns are carried out in the order in which they are answered."""
        return self._backend.in_order

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Return the time, and the documents of ``names`` that are there."""
        async with self._timed("read"):
            return await self._backend.read(space, names)

    async def snapshot(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        """Return the documents of ``names`` as they are at one moment."""
        async with self._timed("snapshot"):
            return await self._backend.snapshot(space, names)

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch`` in one atomic step, or nothing of it."""
        async with self._timed("commit"):
            verdict = await self._backend.commit(batch)
        self._metrics.store_steps.labels(_verdict(verdict)).inc()
        if isinstance(verdict, Committed):
            self._metrics.effects_committed.inc(len(verdict.effects))
        return verdict

    async def quarantine(self, space: str, name: str, revision: bytes) -> None:
        """Set the damaged document ``name`` aside, unless it has another revision by now."""
        async with self._timed("quarantine"):
            await self._backend.quarantine(space, name, revision)

    async def set_aside(self, effect: Pending) -> None:
        """Set a damaged effect aside."""
        async with self._timed("set_aside"):
            await self._backend.set_aside(effect)

    async def pending(
        self, older_than_ms: int, space: str | None = None
    ) -> AsyncIterator[Sequence[Pending]]:
        """Yield the effects that have waited longer than that, of ``space`` where it is named."""
        # An effect that is not due yet, such as a table at the day's end, is counted in not_due
        # when it is begun: those counted since the last sweep still wait among those read now.
        not_due = self._metrics.not_due
        reading, waiting = self._backend.pending(older_than_ms, space), 0
        while True:
            try:
                async with self._timed("pending"):
                    left = await anext(reading, None)
            except StoreUnavailable:
                if space is None:
                    self._metrics.effects_left.set(math.nan)  # a part of the store is not known
                    if waiting:  # what the other parts keep was begun anew
                        self._metrics.not_due -= not_due
                raise
            if left is None:
                break
            waiting += len(left)
            yield left
        if space is not None:  # asked after a lost reply: what is in work there is not left over
            return
        self._metrics.not_due -= not_due
        self._metrics.effects_left.set(max(0, waiting - not_due))

    async def settle(self, effects: Sequence[tuple[str, str]]) -> None:
        """Forget effects that were carried out, each by its space and its id."""
        async with self._timed("settle"):
            await self._backend.settle(effects)
        self._metrics.effects_settled.inc(len(effects))

    def watch(self, space: str) -> AsyncIterator[tuple[str, ...]]:
        """Yield the operations of every commit to ``space`` from now on, for ever."""
        return self._backend.watch(space)

    async def close(self) -> None:
        """Release what the backend holds."""
        await self._backend.close()

    def turn_keeper(self) -> TurnKeeper:
        """Return what gives the turns of sending, kept in the same place."""
        return self._backend.turn_keeper()

    @asynccontextmanager
    async def _timed(self, call: str) -> AsyncIterator[None]:
        with self._metrics.store_seconds.labels(call).time(), span(f"store.{call}"):
            try:
                yield
            except StoreUnavailable:
                self._metrics.store_failures.labels(call).inc()
                raise


def measured_carry(carry: Carry, metrics: Metrics) -> Carry:
    """Return what carries effects out by ``carry`` and counts games ended, and what is not due."""

    async def carry_and_count(space: str, effect: Finished) -> None:
        await carry(space, effect)
        game = effect.session.game
        outcome = game.outcome.value if game.outcome else "none"
        labels = (_platform(effect.chat), level_name(game.rules), outcome)
        metrics.games_finished.labels(*labels).inc()

    async def carry_in_time(space: str, effect: DayOver | DuelOver | Redraw) -> None:
        try:
            await carry(space, effect)
        except NotOurs:  # or NotYet, which is one: of another platform's it cannot be told here
            metrics.not_due += 1
            raise

    def carry_measured(space: str, effect: object) -> Awaitable[None]:
        if isinstance(effect, Finished):
            return carry_and_count(space, effect)
        if isinstance(effect, DayOver | DuelOver) or (
            isinstance(effect, Redraw) and effect.unasked
        ):
            return carry_in_time(space, effect)
        return carry(space, effect)

    def carry_told(space: str, effect: object) -> Awaitable[None]:
        carrying = carry_measured(space, effect)
        return _told(effect, carrying) if _LOG.isEnabledFor(logging.DEBUG) else carrying

    return carry_told


async def _told(effect: object, carrying: Awaitable[None]) -> None:
    """Carry out an effect, and log how that ends."""
    began, outcome = time.perf_counter(), "carried out"
    try:
        await carrying
    except BaseException as error:
        outcome = type(error).__name__
        raise
    finally:
        ms = (time.perf_counter() - began) * 1000
        _LOG.debug("effect, %s: %s in %.0f ms", _words(effect), outcome, ms)


def _platform(chat: str) -> str:
    return chat.partition(":")[0]


def _words(thing: object) -> str:
    """Return what kind of thing it is, as in ``new_game``."""
    return _CAPITAL.sub("_", type(thing).__name__).lower()


def _outcome(reply: Reply) -> str:
    found = (_TROUBLE.get(text.key) for text in reply.texts)
    return next(filter(None, found), "answered")


def _verdict(verdict: Verdict) -> str:
    if isinstance(verdict, Conflict):
        return "turn" if verdict.is_others_turn else "conflict"
    if not verdict.confirmed:
        return "unconfirmed"
    return "committed" if isinstance(verdict, Committed) else "repeated"
