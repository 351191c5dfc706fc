"""Grades compared with brute force: every layout of small boards is tried."""

from __future__ import annotations

import tracemalloc
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.board import Board
from core.game import Game, Outcome
from core.move import Chord, Flag, GiveUp, Open, Undo
from core.review import Choice, Grade, GradedMove, explained, graded_moves
from core.review.appraisal import Appraisal, appraise
from core.rules import FirstOpen, Rules
from core.solver.reason import Conclusion, GuessReason, Reason
from tests.core.review.finished import (
    Perfect,
    chording,
    counted,
    finished,
    layouts_of,
    on_layout,
)
from tests.core.solver.explain_oracle import decides
from tests.core.solver.test_analysis_wide import lattice
from tests.strategies import play

SEEDS = range(140)


@cache
def graded(most: int = 5, seeds: range = SEEDS) -> list[GradedMove]:
    """Return the moves of many games after the first open, on boards that can be counted."""
    return [
        move
        for seed in seeds
        for game in (finished(seed, most), chording(seed, most))
        for move in graded_moves(game)
        if move.grade is not Grade.FIRST and counted(move.board)
    ]


@pytest.mark.xdist_group("graded")  # once for both
def test_chances_are_those_of_counting() -> None:
    """The chances of each cell and of all together, chords included, are shares of layouts."""
    chords = 0
    for move in graded():
        layouts, cells = layouts_of(move.board), move.made.cells
        single = [sum(c in mines for mines in layouts) / len(layouts) for c in cells]
        safe = sum(mines.isdisjoint(cells) for mines in layouts) / len(layouts)
        assert move.mines == pytest.approx(single, abs=1e-12)
        assert move.made.safe == pytest.approx(safe, abs=1e-12)
        assert (move.made.safe in {0, 1}) == (safe in {0, 1})
        chords += len(cells) > 1 and 0 < safe < 1
    assert chords > 30, "chords that were guesses"


@pytest.mark.xdist_group("graded")  # once for both
def test_grades_are_those_of_counting() -> None:
    """Each grade is the one that trying all layouts of the board gives."""
    grades: Counter[Grade] = Counter()
    for move in graded():
        assert plain(move.grade) is grade_of(move.board, move)
        grades[move.grade] += 1
    assert set(grades) == set(Grade) - {Grade.FIRST}


def plain(grade: Grade) -> Grade:
    """Return ``grade`` without the difference between better and worse guesses."""
    return Grade.BEST_GUESS if grade is Grade.WORSE_GUESS else grade


def grade_of(board: Board, move: GradedMove) -> Grade:
    """Return the grade that the layouts of ``board`` give."""
    layouts = layouts_of(board)
    hits = [not mines.isdisjoint(move.made.cells) for mines in layouts]
    if all(hits) or not any(hits):
        return Grade.MINE if hits[0] else Grade.CERTAIN
    mined = frozenset().union(*layouts)
    return Grade.SAFE_LEFT if set(board.closed()) - mined else Grade.BEST_GUESS


def test_exact_chances_to_win_are_perfect_play() -> None:
    """An exact chance to win equals that of perfect play by brute force."""
    kinds: Counter[tuple[Grade, bool]] = Counter()
    for move in graded(4, SEEDS[:100]):
        perfect = Perfect(move.board)
        if not move.exact or len(perfect.layouts) > 12 or len(move.board.closed()) > 12:
            continue
        assert move.win == pytest.approx(perfect.win(), abs=1e-9)
        assert move.made.win == pytest.approx(perfect.win_with(move.made.cells), abs=1e-9)
        assert perfect.win_with(move.best.cells) == pytest.approx(move.win, abs=1e-9)
        kinds[move.grade, len(move.made.cells) > 1] += 1
    assert kinds.total() > 80
    assert kinds[Grade.WORSE_GUESS, False] > 5
    assert kinds[Grade.WORSE_GUESS, True] > 2


@settings(max_examples=50)
@given(st.integers(0, 2**32))
@example(19375306)  # the best move's chance, scaled, would exceed the move's own
def test_numbers_fit_one_another(seed: int) -> None:
    """No move is worth more than the best, and one move's chance after is the next's before."""
    game = finished(seed, most=8)
    moves = list(graded_moves(game))
    for move in moves:
        assert 0.0 <= move.made.win <= move.best.win + 1e-9 <= 1.0 + 2e-9
        assert move.made.win <= move.made.safe + 1e-9
        assert 0.0 <= move.kept <= 1.0 + 1e-9
        assert move.kept * move.best.win == pytest.approx(move.made.win)
        assert move.reason is None
        assert move.survived or move.made.safe < 1.0
        assert not move.survived or move.made.safe > 0.0
    if not game.rules.undo:
        assert [move.after for move in moves[:-1]] == [move.win for move in moves[1:]]
    if moves and game.outcome is not Outcome.GIVEN_UP:
        assert moves[-1].after == (game.outcome is Outcome.WON)


def test_reasons_are_true_from_their_clues() -> None:
    """A certain cell's reason, for safe cells and mines, holds in every layout of its clues."""
    told = 0
    for seed in SEEDS[:90]:
        for graded in (*graded_moves(finished(seed)), *graded_moves(chording(seed))):
            move = explained(graded)
            for reason in (move.reason, move.mine):
                if isinstance(reason, Reason):
                    is_mine = reason.conclusion is Conclusion.MINE
                    assert all(
                        decides(move.board, reason.clues, cell, is_mine=is_mine,
                                counting=reason.counting)
                        for cell in reason.cells
                    )  # fmt: skip
                    told += 1
            check_reasons(move)
    assert told > 200


def check_reasons(move: GradedMove) -> None:
    """Check that the reasons are about the cells of their move."""
    if move.grade is Grade.FIRST:
        assert move.reason is None
        assert (move.made.safe, move.mines) == (1.0, (0.0,))
    elif isinstance(move.reason, GuessReason):
        assert move.best.cells == (move.reason.chosen.cell,)
        assert move.best.safe < 1.0
    else:
        assert move.reason is not None
        assert set(move.reason.cells).intersection(move.best.cells)
        assert move.best.safe == 1.0
        is_alone = len(move.best.cells) == 1
        assert move.best == move.made if move.grade is Grade.CERTAIN else is_alone
    assert (move.mine is not None) == (1.0 in move.mines)
    if move.mine:
        assert move.grade is Grade.MINE
        assert set(move.mine.cells).intersection(move.made.cells)


def test_a_chord_may_hit_a_mine_that_is_on_neither_cell_for_certain() -> None:
    """A chord with a wrong flag that opens a whole 50/50 is graded MINE, without a cell."""
    game = on_layout(Rules(2, 3, 1), [2], Flag(4), Open(0), Chord(1))
    _, chord = map(explained, graded_moves(game))
    assert (chord.grade, chord.made) == (Grade.MINE, Choice((2, 5), 0.0, 0.0))
    assert chord.mines == (0.5, 0.5)
    assert chord.mine is None
    assert chord.best == Choice((4,), 1.0, 0.5)


def test_same_grades_twice() -> None:
    """Grading twice gives equal grades and reasons."""
    for seed in SEEDS[:15]:
        game = finished(seed, most=8)
        once, again = ([*map(explained, graded_moves(game))] for _ in range(2))
        assert once == again


def test_a_running_game_is_not_graded() -> None:
    """A running game cannot be graded, not even its first move."""
    game = on_layout(Rules(4, 4, 3), [12, 13, 15], Open(0))
    with pytest.raises(ValueError, match="finished"):
        graded_moves(game)


def test_moves_taken_back_are_marked() -> None:
    """A mine that was opened and undone is graded, and marked as undone."""
    rules = Rules(2, 2, 1, first_open=FirstOpen.SAFE, undo=True)
    game = on_layout(rules, [3], Open(0), Open(3), Undo(), Open(1), Open(2))
    moves = list(graded_moves(game))
    assert [(move.index, move.undone) for move in moves] == [
        (0, False),
        (1, True),
        (3, False),
        (4, False),
    ]
    assert [move.win for move in moves] == [1 / 3, 1 / 3, 1 / 3, 1 / 2]
    assert [move.after for move in moves] == [1 / 3, 0.0, 1 / 2, 1.0]


def test_lives_go_on() -> None:
    """A mine that costs a life does not end the game; the chance after it is that of the board."""
    rules = Rules(1 + 1, 2, 1, first_open=FirstOpen.SAFE, lives=2)
    game = on_layout(rules, [3], Open(0), Open(3), Open(1), Open(2))
    moves = list(graded_moves(game))
    assert [move.survived for move in moves] == [True, False, True, True]
    assert (moves[1].made.safe, moves[1].made.win) == pytest.approx((2 / 3, 1 / 3))
    assert moves[1].after == 1.0
    assert [move.grade for move in moves[2:]] == [Grade.CERTAIN, Grade.CERTAIN]


@pytest.mark.parametrize("last", [2, 3])
def test_the_ends_of_a_game_are_certain(last: int) -> None:
    """The first open has no risk, and the chance after the last move is exact."""
    game = on_layout(Rules(2, 2, 1, first_open=FirstOpen.SAFE), [3], Open(0), Open(1), Open(last))
    first, *_, end = graded_moves(game)
    assert (first.mines, first.survived) == ((0.0,), True)
    assert (end.after, end.after_exact) == (float(last == 2), True)


def test_given_up_before_anything() -> None:
    """A game given up before its first open has no moves to grade."""
    assert list(graded_moves(play(Game.new(Rules(4, 4, 2)), GiveUp()))) == []


def test_wide_boards_are_appraised_roughly() -> None:
    """If nothing is exact, a move's chance to win is scaled by its safety over the best one's."""
    board, _ = lattice(100, 100, 2)
    appraisal = appraise(board)
    chances = appraisal.analysis.probabilities
    cells = tuple(cell for cell in board.closed() if 0 < chances[cell] < 1)[:2]
    pair = appraisal.choice(cells)
    assert not appraisal.analysis.exact
    assert pair.safe == pytest.approx((1 - chances[cells[0]]) * (1 - chances[cells[1]]))
    for choice in (pair, appraisal.choice(cells[:1])):
        share = min(choice.safe / appraisal.best.safe, 1)
        assert choice.win == pytest.approx(appraisal.win * share)


def test_guesses_too_many_to_be_counted() -> None:
    """Among equally safe guesses the next guess decides; several cells count by their safety."""
    rows = ["########"] * 8
    rows[2] = "##2#####"
    appraisal = appraise(Board.parse("\n".join(["8x8/12", *rows])))
    best, corner, pair = appraisal.best, appraisal.choice((0,)), appraisal.choice((9, 10))
    assert corner.safe == pytest.approx(best.safe)
    assert not appraisal.is_best(corner)
    assert appraisal.is_best(appraisal.choice((63,)))
    assert pair.win == pytest.approx(best.win * pair.safe / best.safe)


def test_estimates_that_differ_by_little() -> None:
    """Where chances to win are estimates, half a percent less of the best one is as good."""
    rows = ["########"] * 8
    rows[2] = "##2#####"
    appraisal = appraise(Board.parse("\n".join(["8x8/12", *rows])))
    corner = appraisal.choice((0,))
    assert appraisal.is_best(replace(corner, win=0.996 * appraisal.win))
    assert not appraisal.is_best(replace(corner, win=0.994 * appraisal.win))


def test_guesses_that_are_counted_differ_by_one_layout() -> None:
    """If layouts are counted, a guess that wins 282 of 450 is worse than one with 283.

    What differs by rounding alone is equal.
    """
    appraisal = appraise(Board.parse("4x6/8\n####20\n####42\n###4##\n######"))
    worse = appraisal.choice((18,))
    assert [450 * each.win for each in (appraisal.best, worse)] == pytest.approx([283, 282])
    assert appraisal.is_best(appraisal.best)
    assert appraisal.is_best(replace(worse, win=appraisal.win * (1 - 1e-12)))
    assert not appraisal.is_best(worse)


def test_a_guess_that_advice_leaves_out() -> None:
    """A guess that the advice does not list is searched, and one layout less is worse there, too.

    The board is that of the test above.
    """
    advice = appraise(Board.parse("4x6/8\n####20\n####42\n###4##\n######")).advice
    listed = tuple(each for each in advice.candidates if each.cell != 18)
    appraisal = Appraisal(replace(advice, candidates=listed))
    worse = appraisal.choice((18,))
    assert 450 * worse.win == pytest.approx(282)
    assert not appraisal.is_best(worse)


def test_guesses_that_cannot_all_be_searched() -> None:
    """Where the best guess is known from the book, or by estimate, all others are estimates."""
    book = appraise(Board.parse("4x4/5\n####\n#3##\n####\n####")).advice
    counted = appraise(Board.parse("4x6/8\n####20\n####42\n###4##\n######")).advice
    for advice in (book, replace(counted, win_exact=False)):
        best, *_, other = advice.candidates
        appraisal = Appraisal(replace(advice, candidates=(best,)))
        told = replace(appraisal.choice((other.cell,)), win=0.996 * advice.win)
        assert appraisal.is_best(told)


def test_nothing_left_to_open() -> None:
    """A board on which only mines are closed has no best move."""
    appraisal = appraise(Board.parse("2x2/1 1# 11"))
    with pytest.raises(ValueError, match="left to open"):
        _ = appraisal.best


def test_each_board_is_appraised_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A board is appraised once for the move to it and the move from it."""
    appraised: list[Board] = []

    def noted(board: Board) -> Appraisal:
        appraised.append(board)
        return appraise(board)

    monkeypatch.setattr("core.review.grading.appraise", noted)
    first, *others = graded_moves(chording(5))
    assert first.grade is Grade.FIRST
    assert appraised == [move.board for move in others]
    assert len(others) > 2


def test_what_advice_has_searched_is_not_searched_again() -> None:
    """Another cell's chance to win is taken from the advice if exact there."""
    advice = appraise(Board.parse("3x3/2\n###\n###\n##1")).advice
    best, other, *rest = advice.candidates
    assert other.win_exact
    told = replace(other, win=other.win / 2)
    appraisal = Appraisal(replace(advice, candidates=(best, told, *rest)))
    assert appraisal.choice((other.cell,)).win == told.win
    assert Appraisal(advice).choice((other.cell,)).win == other.win


def test_an_end_too_hard_to_search_is_judged_as_a_hint_does() -> None:
    """A guess in an end too hard to search is worth what a hint says, not its safety.

    By its safety it would be worth 0.754; a search without bounds finds 0.720.
    """
    appraisal = appraise(Board.parse("5x5/4\n#####\n#####\n2####\n#####\n1####"))
    hard = next(each for each in appraisal.advice.candidates if each.cell == 22)
    assert (appraisal.advice.win_exact, hard.win_exact) == (True, False)
    assert appraisal.choice((22,)).win == pytest.approx(hard.win)
    assert hard.win < 0.73


def test_what_a_hint_knows_exactly_a_review_knows() -> None:
    """In a position from the book other guesses may be exact though not all can be searched.

    The best two win in 458 of 1,176 layouts, the next in 457.
    """
    appraisal = appraise(Board.parse("4x4/5\n####\n#3##\n####\n####"))
    known = [each for each in appraisal.advice.candidates if each.win_exact]
    choices = [appraisal.choice((each.cell,)) for each in known]
    assert appraisal.analysis.layouts == 1176
    assert [1176 * choice.win for choice in choices[:3]] == pytest.approx([458, 458, 457])
    assert [choice.win for choice in choices] == pytest.approx([each.win for each in known])
    assert [appraisal.is_best(choice) for choice in choices[:3]] == [True, True, False]


def test_what_is_kept_of_boards() -> None:
    """Of the board before each move less than two layers are kept, of a byte a cell; no moves."""
    rules = Rules(100, 100, 100)
    opens = map(Open, range(101, 121, 2))
    game = play(on_layout(rules, range(0, 200, 2), *opens), GiveUp())
    moves = [*graded_moves(game)]
    tracemalloc.start()
    moves = [*graded_moves(game)]
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 2 * len(moves) * len(rules.grid), kept
    assert not any(len(move.before.history) for move in moves)
