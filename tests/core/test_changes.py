"""Changes: what each move of a game did, as a replay does it."""

from __future__ import annotations

from hypothesis import given

from core.changes import Change, changes
from core.game import Game, replay_steps
from core.history import TimedMove, standing
from core.minefield import Minefield
from core.move import Chord, Flag, FlagAround, Move, Open
from core.rules import Rules
from tests.strategies import games


@given(games())
def test_as_replayed(game: Game) -> None:
    """Each move that stands has changed the cells that it changes when all are played again."""
    moves = standing(game.history)
    layout = game.minefield or Minefield.of(game.rules.grid, ())
    played = [step.played for step in replay_steps(game.rules, game.minefield, moves)]
    expected = [Change(p.opened, p.exploded, p.flagged, p.unflagged) for p in played]
    made = list(changes(layout, moves))
    assert [timed for timed, _ in made] == moves
    assert [did for _, did in made] == expected


def test_a_mine_that_went_off_does_not_change_again() -> None:
    """Chords and flags around a number beside an exploded mine leave that as it is."""
    layout = Minefield.of(Rules(3, 3, 3).grid, [0, 2, 6])
    made: tuple[Move, ...] = (Open(1), Open(0), Flag(2), Chord(1), Open(7), FlagAround(3))
    did = [did for _, did in changes(layout, map(TimedMove, made))]
    assert did[-3:] == [Change((3, 4, 5)), Change((7,)), Change(flagged=(6,))]


def test_a_chord_into_two_mines() -> None:
    """A chord beside wrong flags sets off every mine that has none."""
    layout = Minefield.of(Rules(3, 3, 2).grid, [0, 2])
    moves = [TimedMove(move) for move in (Open(4), Flag(6), Flag(8), Chord(4))]
    assert [did for _, did in changes(layout, moves)][-1] == Change((1, 3, 5, 7), (0, 2))
