"""Reviews in slices: worked out once, kept for a while, tried again after a failure."""

from __future__ import annotations

import asyncio
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

import pytest

from bot import reviews
from bot.app.counsel import Progress
from bot.reviews import Reviews
from core.game import Game
from core.generate import uniform
from core.move import Flag, GiveUp, Open
from core.review import (
    GradedMove,
    Review,
    explained,
    graded_moves,
    review_in_pieces,
)
from core.rules import Rules
from tests.core.review.finished import finished, on_layout
from tests.core.review.looked_back import review
from tests.strategies import play

GAMES = [game for game in map(finished, range(40)) if game.started_at is not None]
WIDE = Rules(16, 16, 40)
MINED = [cell for cell, mine in enumerate(uniform(WIDE, 0, Random(8)).mines) if mine]
EARLY = on_layout(WIDE, MINED, Open(0), Open(MINED[0]))
"""A game lost at its second move, which the solver would have gone on to win in 13 steps."""


class Hands:
    """Does slices of work when the test lets it, and counts them."""

    def __init__(self) -> None:
        """Begin with nothing done."""
        self.slices = 0
        self.broken = False
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()

    async def run(self, work: Callable[[], bool]) -> bool:
        """Do ``work``."""
        await self.may_go_on.wait()
        self.slices += 1
        if self.broken:
            raise RuntimeError("no hands")
        return work()


def longest() -> Game:
    """Return the game with the most moves."""
    return max(GAMES, key=lambda game: len(game.history))


def turning_of(made: Review) -> set[int]:
    """Return where in its game the turning point of ``made`` is, if there is one."""
    return {made.turning.move.index} if made.turning else set()


def is_of(made: Review | Progress, game: Game) -> bool:
    """Tell whether ``made`` is the review of ``game``, with reasons at the turning point alone."""
    expected = review(game, [*map(explained, graded_moves(game))])
    return (
        isinstance(made, Review)
        and made.turning == expected.turning
        and {each.index for each in made.moves if each.reason or each.mine} == turning_of(made)
        and [*map(explained, made.moves)] == [*expected.moves]
        and replace(made, moves=expected.moves) == expected
    )


async def test_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody who asks for a game, again or at the same time, gets the same review."""
    monkeypatch.setattr(reviews, "_SLICE_S", 3600.0)
    hands, game = Hands(), longest()
    made = Reviews(hands.run)
    first, second = await asyncio.gather(made.of(game, 9), made.of(game, 9))
    assert first is second
    assert first is await made.of(game, 9)
    assert is_of(first, game)
    assert hands.slices == 1


async def test_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long review gives its thread back again and again, with the same result."""
    monkeypatch.setattr(reviews, "_SLICE_S", 0.0)
    hands, game = Hands(), longest()
    made = await Reviews(hands.run).of(game, 9)
    assert isinstance(made, Review)
    assert is_of(made, game)
    pieces = len(made.moves) + len(tuple(review_in_pieces(game, made.moves)))
    assert hands.slices == pieces + 3


async def test_what_the_solver_would_have_done_comes_in_slices(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each move the solver would have played from the turning point is a slice."""
    monkeypatch.setattr(reviews, "_SLICE_S", 0.0)
    hands, moves = Hands(), len(EARLY.history)
    made = await Reviews(hands.run).of(EARLY, 9)
    assert isinstance(made, Review)
    assert made.turning
    assert made.turning.solver_won
    assert hands.slices > moves + 10


async def test_wrong_flags_are_looked_at_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each wrong flag is examined in a slice of its own, however many there are."""
    monkeypatch.setattr(reviews, "_SLICE_S", 0.0)
    rules, hands = Rules(10, 10, 2), Hands()
    game = on_layout(rules, [98, 99], Open(88), *map(Flag, range(60)), GiveUp())
    made = await Reviews(hands.run).of(game, 9)
    assert isinstance(made, Review)
    assert len(made.wrong_flags) == 60
    assert hands.slices > 60


async def test_a_turning_point_that_nobody_waits_for_rests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A review may pause even after all moves are graded, and goes on when asked again."""
    monkeypatch.setattr(reviews, "_SLICE_S", 0.0)
    monkeypatch.setattr(reviews, "_WANTED_S", -1000.0)
    hands, graded = Hands(), len(EARLY.history)
    made = Reviews(hands.run)
    for _ in range(graded + 10):
        progress = await made.of(EARLY, 9)
    assert progress == Progress(graded, graded)
    monkeypatch.setattr(reviews, "_WANTED_S", 1000.0)
    assert is_of(await made.of(EARLY, 9), EARLY)


async def test_progress_is_told() -> None:
    """A caller whose patience ends is told the progress, and the work goes on."""
    hands, game = Hands(), longest()
    made = Reviews(hands.run)
    hands.may_go_on.clear()
    progress = await made.of(game, 0)
    assert isinstance(progress, Progress)
    assert progress.graded == 0 < progress.of
    hands.may_go_on.set()
    assert is_of(await made.of(game, 9), game)


async def test_the_newest_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review not asked for in a long time is worked out anew."""
    monkeypatch.setattr(reviews, "_REMEMBERED", 2)
    hands = Hands()
    made = Reviews(hands.run)
    for game in GAMES[:3]:
        await made.of(game, 9)
    before = hands.slices
    await made.of(GAMES[2], 9)
    assert hands.slices == before
    await made.of(GAMES[0], 9)
    assert hands.slices == before + 1


async def test_what_is_asked_for_again_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that is paged through is kept, however many others are made meanwhile."""
    monkeypatch.setattr(reviews, "_REMEMBERED", 2)
    hands = Hands()
    made = Reviews(hands.run)
    first = await made.of(GAMES[0], 9)
    for game in GAMES[1:5]:
        await made.of(game, 9)
        assert await made.of(GAMES[0], 9) is first


async def test_of_large_boards_fewer_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept reviews take limited memory, however large their boards; the newest is kept."""
    monkeypatch.setattr(reviews, "_ROOM", 250_000)
    rules, hands = Rules(100, 100, 100), Hands()
    made = Reviews(hands.run)
    moves = [move for cell in range(1, 16, 2) for move in (Flag(cell - 1), Open(cell))]
    games = [on_layout(rules, range(0, 200, 2), *moves, Open(cell)) for cell in range(202, 212, 2)]
    games = [play(game, GiveUp()) for game in games]
    await made.of(games[0], 9)
    tracemalloc.start()
    for game in games:
        await made.of(game, 9)
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 375_000, kept
    before = hands.slices
    await made.of(games[-1], 9)
    assert hands.slices == before


async def test_no_more_is_forgotten_than_takes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of reviews that take too much room the oldest goes, the next is kept."""
    hands, rules = Hands(), Rules(5, 5, 2)
    made = Reviews(hands.run)
    games = [play(on_layout(rules, (23, cell), Open(0)), GiveUp()) for cell in (14, 19, 22)]
    await made.of(games[0], 9)
    monkeypatch.setattr(reviews, "_ROOM", 2 * made._looking[games[0]].size)
    for game in games[1:]:
        await made.of(game, 9)
    before = hands.slices
    for game in games[1:]:
        await made.of(game, 9)
    assert hands.slices == before
    await made.of(games[0], 9)
    assert hands.slices > before


async def test_what_is_worked_on_is_not_begun_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that is not done yet goes on, however much room others take meanwhile."""
    monkeypatch.setattr(reviews, "_SLICE_S", 3600.0)
    monkeypatch.setattr(reviews, "_ROOM", 0)
    hands = Hands()
    made = Reviews(hands.run)
    hands.may_go_on.clear()
    for game in GAMES[:3]:
        assert isinstance(await made.of(game, 0), Progress)
    hands.may_go_on.set()
    for game in GAMES[:3]:
        assert is_of(await made.of(game, 9), game)
    assert hands.slices == 3


async def test_failures_are_not_kept() -> None:
    """A review that failed raises, and is tried again when asked for next."""
    hands, game = Hands(), longest()
    made = Reviews(hands.run)
    hands.broken = True
    with pytest.raises(RuntimeError, match="no hands"):
        await made.of(game, 9)
    hands.broken = False
    assert is_of(await made.of(game, 9), game)


async def test_a_move_that_could_not_be_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that has failed in the middle of its work is begun anew, not left unfinished."""
    hands, game = Hands(), longest()
    made = Reviews(hands.run)

    def broken(*_: object, **__: object) -> Iterator[GradedMove]:
        yield next(graded_moves(game))
        raise MemoryError

    monkeypatch.setattr(reviews, "graded_moves", broken)
    with pytest.raises(MemoryError):
        await made.of(game, 9)
    monkeypatch.setattr(reviews, "graded_moves", graded_moves)
    assert is_of(await made.of(game, 9), game)


async def test_ended_in_the_middle() -> None:
    """A review whose task was cancelled is begun anew when it is asked for."""
    hands, game = Hands(), longest()
    made = Reviews(hands.run)
    hands.may_go_on.clear()
    await made.of(game, 0)
    task = made._looking[game].task
    assert task
    task.cancel()
    hands.may_go_on.set()
    await asyncio.wait([task])
    assert is_of(await made.of(game, 9), game)


async def test_what_nobody_waits_for_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A review that nobody asks for pauses, and goes on where it was while somebody waits."""
    monkeypatch.setattr(reviews, "_SLICE_S", 0.0)
    monkeypatch.setattr(reviews, "_WANTED_S", -1000.0)
    hands, game = Hands(), longest()
    made = Reviews(hands.run)
    for asked in range(3):
        progress = await made.of(game, 9)
        assert isinstance(progress, Progress)
        assert progress.graded == asked + 1
    assert is_of(await made.of(game, 9000), game)
