"""The lesson: what it teaches, and that no move of a newcomer breaks it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.game import Game, Outcome, Played
from core.lesson import RULES, Goal, LessonStep, lesson_layout, lesson_step
from core.move import CellMove, Chord, Flag, GiveUp, Move, Open, Undo, Unflag
from tests.strategies import marks, moves

MOST_STEPS = 60
"""More than any state of the lesson takes: two moves a cell."""


def asked_for(step: LessonStep) -> CellMove:
    """Return the move that meets the goal of ``step``, or gets nearer to it."""
    if step.goal is Goal.CHORD:
        assert step.clue is not None
        return Chord(step.clue)
    kinds: dict[Goal, type[Open | Flag | Unflag]] = {Goal.UNFLAG: Unflag, Goal.FLAG: Flag}
    return kinds.get(step.goal, Open)(step.cells[0])


def followed(game: Game) -> list[tuple[LessonStep, Game]]:
    """Return each step of the lesson from ``game`` to its end, with the game it belongs to."""
    taken = []
    while (step := lesson_step(game.board)).goal is not Goal.DONE:
        taken.append((step, game))
        played = game.play(asked_for(step), lesson_layout)
        assert isinstance(played, Played), (step, str(game.board))
        game = played.game
        assert len(taken) < MOST_STEPS
    return [*taken, (step, game)]


def names(step: LessonStep) -> list[str]:
    """Return the names of the step's cells."""
    return [RULES.grid.name(cell) for cell in step.cells]


def test_the_script() -> None:
    """Followed as told, the lesson is an open, a flag, a chord, a typed cell, and a win."""
    steps = followed(Game.new(RULES))
    assert [step.goal for step, _ in steps] == list(Goal)[1:]
    assert [names(step) for step, _ in steps] == [["d4"], ["c2"], ["a2", "b2", "a3", "a4"],
                                                  ["c1"], []]  # fmt: skip
    assert marks(steps[1][1]) == ["###10", "###10", "#1110", "#1000", "#1000"]
    assert marks(steps[3][1]) == ["01#10", "01F10", "01110", "11000", "#1000"]
    assert steps[-1][1].outcome is Outcome.WON


def test_each_clue_shows_why() -> None:
    """The flag's number has one closed neighbour; the chord's and last one have their mine."""
    (_, flag, chord, typed, _) = followed(Game.new(RULES))
    for (step, game), closed in ((flag, 1), (chord, 5), (typed, 2)):
        assert step.clue is not None
        assert game.board.number(step.clue) == 1
        assert len(game.board.closed_around(step.clue)) == closed
    assert typed[0].clue == RULES.grid.cell(0, 1), "a number that the chord opened"


@given(st.lists(moves(RULES).filter(lambda move: not isinstance(move, GiveUp)), max_size=30))
def test_nothing_breaks_it(tried: list[Move]) -> None:
    """After any moves, even mines and wrong flags, the steps still lead to a win."""
    game = Game.new(RULES)
    for move in tried:
        played = game.play(move, lesson_layout)
        game = played.game if isinstance(played, Played) else game
        assert game.outcome is not Outcome.LOST
    assert followed(game)[-1][1].outcome is Outcome.WON


def test_wrong_flags_are_taken_off_first() -> None:
    """The lesson first asks to remove a wrong flag, which would block opens and chords."""
    game = Game.new(RULES)
    for move in (Flag(0), Flag(18), Open(4)):
        played = game.play(move, lesson_layout)
        assert isinstance(played, Played)
        game = played.game
    step = lesson_step(game.board)
    assert (step.goal, names(step)) == (Goal.UNFLAG, ["a1", "d4"])
    assert [each.goal for each, _ in followed(game)][-3:] == [Goal.CHORD, Goal.TYPE, Goal.DONE]


def test_a_zero_is_no_clue() -> None:
    """For a cell that a wrong flag kept closed, the clue is a number with mines, not a zero."""
    game = Game.new(RULES)
    for move in (Open(18), Flag(7), Flag(0), Chord(11), Unflag(0)):
        played = game.play(move, lesson_layout)
        assert isinstance(played, Played)
        game = played.game
    step = lesson_step(game.board)
    assert (step.goal, names(step)) == (Goal.TYPE, ["a1"])
    assert step.clue is not None
    assert game.board.number(RULES.grid.cell(1, 0)) == 0
    assert game.board.number(step.clue) == 1


def test_undo_goes_a_step_back() -> None:
    """The step depends on the board only: undoing the flag asks for the flag again."""
    game = followed(Game.new(RULES))[2][1]
    played = game.play(Undo(), lesson_layout)
    assert isinstance(played, Played)
    assert lesson_step(played.game.board).goal is Goal.FLAG
