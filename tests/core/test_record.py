"""Record: a game played again from its layout and moves."""

from __future__ import annotations

from itertools import islice
from sys import getrefcount

import pytest
from hypothesis import given

from core.game import Game, ReplayError, replay, replay_steps
from core.grid import Cell
from core.history import TimedMove
from core.minefield import Minefield
from core.move import Flag, Move, Open, Undo
from core.record import begun, layout_of, steps, turned
from core.rules import Rules
from tests.strategies import drawn, games


@given(games())
def test_a_game_replays_to_the_same(game: Game) -> None:
    """Every state, the history and the times are the same after a replay."""
    assert replay(game.rules, game.minefield, game.history) == game


@given(games())
def test_a_replay_shows_every_step(game: Game) -> None:
    """Each step begins where the one before ended, and has its move."""
    before = Game.new(game.rules)
    for step, timed in zip(steps(game), game.history, strict=True):
        assert step.timed == timed
        assert (step.before.opened, step.before.flagged) == (before.opened, before.flagged)
        before = step.played.game


class Watched(Minefield):
    """A layout that notes which cells are opened on it."""

    def __init__(self, layout: Minefield) -> None:
        """Note the opens on ``layout``."""
        super().__init__(layout.grid, layout.mines)
        object.__setattr__(self, "starts", list[Cell]())

    def opening(self, start: Cell, closed: bytearray) -> list[Cell]:
        """Note ``start``."""
        self.starts: list[Cell]
        self.starts.append(start)
        return super().opening(start, closed)


def test_a_replay_takes_moves_back_without_playing_again_what_stands() -> None:
    """However many undos a replay has, it opens each cell only as often as the game did."""
    rules = Rules(2, 20, 20, undo=True)
    layout = Watched(Minefield.of(rules.grid, range(20, 40)))
    again: tuple[Move, ...] = (Open(7), Undo(), Flag(25), Undo(), Open(25), Undo())
    moves = (Open(0), *again * 9, Open(1))
    assert replay(rules, layout, map(TimedMove, moves)).opened == bytes([1, 1, *[0] * 38])
    assert layout.starts == [0, *[7] * 9, 1]


def test_a_replay_keeps_one_game_at_a_time() -> None:
    """Of the games between the moves none is kept: each has the whole history before it."""
    rules = Rules(10, 10, 1)
    replaying = replay_steps(rules, None, [TimedMove(Flag(cell)) for cell in range(100)])
    games = [step.played.game for step in islice(replaying, 99)][:-2]
    assert references(games) == references([Game.new(rules)])


def references(games: list[Game]) -> set[int]:
    """Return how many references there are to each of ``games``, which are in a list."""
    return {getrefcount(game) for game in games}


RULES = Rules(2, 2, 1)
LAYOUT = drawn("2x2/1 M# ##").minefield


@pytest.mark.parametrize(
    "moves",
    [
        (TimedMove(Open(1)), TimedMove(Open(1))),
        (TimedMove(Flag(1)), TimedMove(Open(1))),
        (TimedMove(Open(4)),),
        (TimedMove(Undo()),),
        (TimedMove(Open(0)), TimedMove(Open(1))),
    ],
)
def test_moves_that_do_not_fit_are_no_replay(moves: tuple[TimedMove, ...]) -> None:
    """A move that would be refused, or comes after the end, is a ReplayError."""
    with pytest.raises(ReplayError):
        replay(RULES, LAYOUT, moves)


def test_an_open_needs_a_layout() -> None:
    """An open without a layout is a ReplayError, and so is asking for the layout."""
    with pytest.raises(ReplayError):
        replay(RULES, None, (TimedMove(Open(1)),))
    with pytest.raises(ReplayError):
        layout_of(Game.new(RULES))


@given(games())
def test_turned(game: Game) -> None:
    """A turned board has its cells in reverse order; turned twice it is as before."""
    start = begun(game)
    assert (start is None) is (game.first_cell is None)
    if start is None:
        return
    assert start.minefield == game.minefield
    (first,) = start.history
    assert first == TimedMove(Open(game.first_cell or 0), at=0, by=0)
    round_ = turned(start)
    assert round_.opened == start.opened[::-1]
    assert round_.exploded == start.exploded[::-1]
    assert turned(round_) == start
