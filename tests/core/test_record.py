"""Record: a game as data, and its replay."""

from __future__ import annotations

import pytest
from hypothesis import given

from core.game import Game, ReplayError
from core.history import TimedMove
from core.move import Flag, Open, Undo
from core.record import Record, begun, turned
from core.rules import Rules
from tests.strategies import drawn, games


@given(games())
def test_a_record_replays_to_the_same_game(game: Game) -> None:
    """Every state, the history and the times are the same after a replay."""
    assert Record.of(game).replay() == game


@given(games())
def test_a_replay_shows_every_step(game: Game) -> None:
    """Each step starts where the one before ended, and names its move."""
    before = Game.new(game.rules)
    for step, timed in zip(Record.of(game).steps(), game.history, strict=True):
        assert step.timed == timed
        assert (step.before.opened, step.before.flagged) == (before.opened, before.flagged)
        before = step.played.game


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
    """A move that is refused, or after the end, is a ReplayError."""
    with pytest.raises(ReplayError):
        Record(RULES, LAYOUT, moves).replay()


def test_an_open_needs_a_layout() -> None:
    """Opening a cell without a layout is a ReplayError."""
    with pytest.raises(ReplayError):
        Record(RULES, None, (TimedMove(Open(1)),)).replay()


def test_a_record_does_not_print_its_mines() -> None:
    """What ends up in a log must not tell of the layout."""
    assert repr(Record(RULES, LAYOUT, ())) == repr(Record(RULES, None, ()))


@given(games())
def test_turned(game: Game) -> None:
    """A board turned twice is as it was; once, every cell is where the last ones were."""
    start = begun(game)
    assert (start is None) is (game.first_cell is None)
    if start is None:
        return
    assert start.minefield == game.minefield
    (first,) = start.history
    assert first == TimedMove(Open(game.first_cell or 0))
    round_ = turned(start)
    assert round_.opened == start.opened[::-1]
    assert round_.exploded == start.exploded[::-1]
    assert turned(round_) == start
