"""Reviews: finished games looked back on in slices, off the event loop, the newest kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from bot.app.counsel import Progress
from bot.bounded import BoundedDict
from bot.failed import has_failed, note_failure
from core.game import Game
from core.move import Chord, Open
from core.review import GradedMove, Review, explained, graded_moves, review_in_pieces

_SLICE_S: Final = 0.05
"""How long a thread is taken for a review before others may have it: hints go in between."""
_WANTED_S: Final = 30.0
"""How long a review goes on for somebody who has not come back for it: a game of thousands of moves
on a board too wide to be exact would take an hour."""
_REMEMBERED: Final = 32
"""Reviews that are kept; a review is paged through soon after it is made.

They are kept by each worker and nowhere else: a review follows from its game alone, so another
worker finds the same, and what is not stored need not be deleted or understood by newer versions.
"""

_ROOM: Final = 64_000_000
"""Bytes that the kept ones take at most, not counting the newest and those that are worked on: one
of 100x100 cells may take more by itself, one of 30x16 takes less than one megabyte."""
_LAYERS, _BESIDE = 2, 2000
"""Bytes that a move takes for each cell of the board before it, and beside that: what is open
changes with each move, what is flagged with some."""

Run: TypeAlias = Callable[[Callable[[], bool]], Awaitable[bool]]
"""Runs work off the event loop, once the solver is ready."""


@dataclass
class _Looking:
    """A game that is being looked back on."""

    game: Game
    of: int
    moves: list[GradedMove] = field(default_factory=list)
    review: Review | None = None
    wanted: float = 0.0
    """Until when somebody may still come back for it, on the monotonic clock."""
    task: asyncio.Future[None] = field(init=False)
    """The work on it, or what this ended with."""
    _left: Iterator[Review | None] = field(init=False)

    def __post_init__(self) -> None:
        self._left = _looked_back(self.game, self.moves)

    @property
    def size(self) -> int:
        """How many bytes the review takes, about."""
        return self.of * (_LAYERS * len(self.game.opened) + _BESIDE)

    def work(self) -> bool:
        """Look back for the time of a slice; tell whether to go on with it.

        Not at its end, nor for somebody who has not come back for it.
        """
        end = time.monotonic() + _SLICE_S
        for made in self._left:
            self.review = made
            if time.monotonic() > end:
                return self.wanted >= end
        return False


class Reviews:
    """Looks back on games, each once as long as it is remembered."""

    def __init__(self, run: Run) -> None:
        """Work by ``run``."""
        self._run = run
        self._looking: BoundedDict[Game, _Looking] = BoundedDict(_REMEMBERED)

    async def of(self, game: Game, patience: float) -> Review | Progress:
        """Return the review of ``game``, or how far it is after ``patience`` seconds."""
        looking = self._begun(game, time.monotonic() + patience + _WANTED_S)
        await asyncio.wait([looking.task], timeout=patience)
        if looking.task.done():
            looking.task.result()
        if looking.review is not None:
            return looking.review
        return Progress(len(looking.moves), looking.of)

    def _begun(self, game: Game, wanted: float) -> _Looking:
        known = self._looking.get(game)
        if known is None or has_failed(known.task):
            known = self._looking[game] = _Looking(game, _opening_moves(game))
            self._work_on(known)
            self._make_room()
        elif known.review is None and known.task.done():
            self._work_on(known)
        known.wanted = wanted
        self._looking.move_to_end(game)
        return known

    def _work_on(self, looking: _Looking) -> None:
        looking.task = asyncio.ensure_future(self._whole(looking))
        looking.task.add_done_callback(note_failure)

    def _make_room(self) -> None:
        """Forget the oldest that are not worked on, while all together take too much room."""
        size = sum(each.size for each in self._looking.values())
        for game, each in tuple(self._looking.items())[:-1]:
            if size > _ROOM and each.task.done():
                size -= self._looking.pop(game).size

    async def _whole(self, looking: _Looking) -> None:
        while await self._run(looking.work):
            pass


def _looked_back(game: Game, moves: list[GradedMove]) -> Iterator[Review | None]:
    """Grade the moves of ``game`` into ``moves``; yield the review, after None for each piece."""
    for move in graded_moves(game):
        moves.append(move)
        yield None
    made = yield from review_in_pieces(game, moves)
    yield None
    yield _turning_explained(made)


def _turning_explained(made: Review) -> Review:
    """Return the review with the reasons of its turning point; the others wait to be asked for."""
    if made.turning is None:
        return made
    move = explained(made.turning.move)
    moves = tuple(move if each.index == move.index else each for each in made.moves)
    return replace(made, moves=moves, turning=replace(made.turning, move=move))


def _opening_moves(game: Game) -> int:
    return sum(isinstance(timed.move, Open | Chord) for timed in game.history)
