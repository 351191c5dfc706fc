"""Exercises: the answer is right by brute force, and nothing simpler gives it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, groupby, islice, pairwise, product, starmap
from random import Random

import pytest

from core.board import Board
from core.grid import Cell, Grid
from core.solver.explain import cost, explain
from core.solver.reason import Conclusion, Pattern, Reason, ReasonKind, Step
from core.trainer import ASKED, Drill, Exercise, drill_of, exercise, rank_of
from core.trainer.drill import RANKS
from core.trainer.exercise import _exercise
from core.trainer.positions import Position, positions
from core.trainer.rare import STORED, _turned, rare_positions
from tests.core.solver.brute import layouts
from tests.core.solver.explain_oracle import decides

QUESTIONS = [(drill, asked) for drill, questions in ASKED.items() for asked in questions]
EACH = 4


@cache
def made(drill: Drill, asked: Conclusion) -> list[Exercise]:
    """Return a few exercises."""
    return [exercise(drill, Random(seed), asked) for seed in range(EACH)]


def certain(board: Board) -> dict[Cell, bool]:
    """Return the cells that are certain by trying every layout, and whether they are mines."""
    around = board.grid.neighbours
    frontier = [c for c in board.closed() if any(board.opened[n] for n in around(c))]
    rest = set(board.closed()) - set(frontier)
    found: list[set[Cell]] = []
    for mines in layouts(board, frontier, {}):
        spare = board.mines - len(mines)
        if 0 <= spare <= len(rest):
            found += [set(mines) | some for some in ([set(), rest] if 0 < spare < len(rest)
                                                     else [rest if spare else set()])]  # fmt: skip
    mined, ever = set.intersection(*found), set.union(*found)
    return {cell: cell in mined for cell in board.closed() if cell in mined or cell not in ever}


def clues_of(board: Board) -> list[Cell]:
    """Return the open cells beside closed ones."""
    return [c for c in board.grid.cells() if board.opened[c] and board.closed_around(c)]


def by_single_numbers(board: Board) -> dict[Cell, bool]:
    """Return the cells that single numbers prove in turn, and whether these are mines."""
    known: dict[Cell, bool] = {}
    size = -1
    while len(known) > size:
        size = len(known)
        for clue in clues_of(board):
            around = board.closed_around(clue)
            left = [cell for cell in around if cell not in known]
            need = board.numbers[clue] - sum(known.get(cell, False) for cell in around)
            if need in {0, len(left)}:
                known |= dict.fromkeys(left, bool(need))
    return known


@pytest.mark.xdist_group("exercises")  # made once for all that use them
@pytest.mark.parametrize(("drill", "asked"), QUESTIONS)
def test_answers_are_all_certain_cells(drill: Drill, asked: Conclusion) -> None:
    """The answer is all unflagged certain cells of the kind asked for; flags are right."""
    is_mine = asked is Conclusion.MINE
    for made_one in made(drill, asked):
        board = made_one.board
        found = certain(board)
        assert set(made_one.answer) == {
            cell for cell, mine in found.items() if mine is is_mine and not board.flagged[cell]
        }
        flags = [cell for cell in board.grid.cells() if board.flagged[cell]]
        assert all(found.get(cell) for cell in flags)
        assert all(by_single_numbers(board).get(cell) for cell in flags), "no step is given away"
        assert set(made_one.reason.cells).intersection(made_one.answer)
        assert {board.grid.rows, board.grid.cols} <= {6, 7, 8}


@pytest.mark.xdist_group("exercises")  # made once for all that use them
@pytest.mark.parametrize(("drill", "asked"), QUESTIONS)
def test_reasons_are_of_the_drill_and_true(drill: Drill, asked: Conclusion) -> None:
    """The reason is an example of its drill, and holds by its clues alone."""
    for made_one in made(drill, asked):
        reason = made_one.reason
        assert (made_one.drill, drill_of(reason), reason.conclusion) == (drill, drill, asked)
        assert rank_of(reason) == RANKS[drill]
        assert all(
            decides(made_one.board, reason.clues, cell, is_mine=asked is Conclusion.MINE,
                    counting=reason.counting)
            for cell in reason.cells
        )  # fmt: skip


@pytest.mark.xdist_group("exercises")  # made once for all that use them
@pytest.mark.parametrize(("drill", "asked"), QUESTIONS)
def test_the_easiest_reason_is_told(drill: Drill, asked: Conclusion) -> None:
    """The reason told is the easiest one for a cell of the answer that fits the drill."""
    for made_one in made(drill, asked):
        reasons = [
            explain(made_one.board, cell, is_mine=asked is Conclusion.MINE)
            for cell in made_one.answer
        ]
        costs = [cost(reason) for reason in reasons if drill_of(reason) is drill]
        assert cost(made_one.reason) == min(costs)


@pytest.mark.xdist_group("exercises")  # made once for all that use them
@pytest.mark.parametrize(("drill", "asked"), QUESTIONS)
def test_nothing_simpler_gives_the_answer(drill: Drill, asked: Conclusion) -> None:
    """The answer does not follow from simpler reasoning than the drill's.

    Nor is there, but for drills of single numbers, a cell to open that these prove safe.
    """
    is_mine = asked is Conclusion.MINE
    for made_one in made(drill, asked):
        board, answer = made_one.board, made_one.answer
        singles = by_single_numbers(board)
        if drill is Drill.SINGLE:
            assert set(answer).intersection(singles)
            continue
        assert not set(answer).intersection(singles)
        assert all(singles.values())
        if RANKS[drill] > RANKS[Drill.PAIR]:
            assert not any(
                decides(board, pair, cell, is_mine=is_mine, counting=False)
                for cell in answer
                for pair in near_pairs(board, cell)
            )
        if drill is Drill.COUNTING:
            clues = near(board, answer[0])
            assert not decides(board, clues, answer[0], is_mine=is_mine, counting=False)


def near(board: Board, cell: Cell) -> list[Cell]:
    """Return the clues within two cells of ``cell``."""
    row, col = board.grid.row_col(cell)
    places = {clue: board.grid.row_col(clue) for clue in clues_of(board)}
    return [clue for clue, (r, c) in places.items() if max(abs(r - row), abs(c - col)) <= 2]


def near_pairs(board: Board, cell: Cell) -> list[tuple[Cell, Cell]]:
    """Return the pairs of clues one of which touches ``cell``."""
    touching = set(board.grid.neighbours(cell))
    return [pair for pair in combinations(clues_of(board), 2) if touching.intersection(pair)]


def test_reduction_shows_the_known_mines() -> None:
    """A reduction has flags on the mines that it subtracts; only mines are flagged."""
    for made_one in made(Drill.REDUCTION, Conclusion.SAFE):
        relied = made_one.reason.steps[-1].mines
        assert relied
        assert all(made_one.board.flagged[cell] for cell in relied)


def test_same_seed_same_exercise() -> None:
    """A seed gives the same exercise, another one another exercise."""
    for drill in Drill:
        assert exercise(drill, Random(7)) == exercise(drill, Random(7))
    boards = {str(exercise(Drill.PAIR, Random(seed)).board) for seed in range(10)}
    assert len(boards) > 5


def test_which_questions_there_are() -> None:
    """Safe cells are asked for in every drill, mines in all but those whose pattern shows none."""
    assert all(Conclusion.SAFE in questions for questions in ASKED.values())
    only_safe = {drill for drill, questions in ASKED.items() if Conclusion.MINE not in questions}
    assert only_safe == {Drill.ONE_ONE, Drill.ONE_TWO_ONE, Drill.ONE_TWO_TWO_ONE}


def test_a_question_that_a_drill_does_not_have() -> None:
    """A drill whose pattern never shows a mine refuses to ask for one."""
    with pytest.raises(ValueError, match="never"):
        exercise(Drill.ONE_ONE, Random(1), Conclusion.MINE)


def test_kept_positions_are_all_good() -> None:
    """Each stored position makes an exercise of its drill, in many turned variants."""
    for (drill, asked), kept in STORED.items():
        assert len(set(kept)) == len(kept) >= 30
        for text in kept:
            assert _exercise(Position.of(Board.parse(text)), drill, asked)
        seen = rare_positions(drill, asked, Random(1))
        assert seen is not None
        assert len({str(next(seen).board) for _ in range(100)}) > 60
    assert rare_positions(Drill.PAIR, Conclusion.SAFE, Random(1)) is None


def test_a_kept_position_is_seen_from_eight_sides() -> None:
    """Turned and mirrored, a position's mines and numbers still agree."""
    board = Board.parse("6x7/8 ####210 #12##10 #11#210 #111100 #32#100 ####100")
    turned = [_turned(str(board), Random(seed)) for seed in range(100)]
    assert len(set(turned)) == 8
    for seen in turned:
        assert seen.mines == board.mines
        assert len(certain(seen)) == len(certain(board))


def lines(board: Board, length: int) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of so many open cells, one beside the other or one below the other."""
    rows, cols = board.grid.rows, board.grid.cols
    for row, col, down in product(range(rows), range(cols), (False, True)):
        steps = range(length)
        places = [(row + step, col) if down else (row, col + step) for step in steps]
        if places[-1][0] < rows and places[-1][1] < cols:
            cells = [board.grid.cell(*place) for place in places]
            if all(board.opened[cell] for cell in cells):
                yield tuple(board.numbers[cell] for cell in cells)


def test_long_patterns_are_looked_for_everywhere() -> None:
    """A board may show a long pattern if and only if its numbers are in a row or column."""
    patterns = {Drill.ONE_TWO_ONE: (1, 2, 1), Drill.ONE_TWO_TWO_ONE: (1, 2, 2, 1)}
    for position in islice(positions(Random(1)), 300):
        for drill, numbers in patterns.items():
            stands = numbers in lines(position.board, len(numbers))
            assert position.may_show(drill) is stands


def test_positions_are_of_running_games() -> None:
    """A safe cell is left to be opened; games begin anywhere, on boards of all nine sizes."""
    boards = [position.board for position in islice(positions(Random(1)), 300)]
    assert all(board.safe_left for board in boards)
    assert not any(all(board.opened[cell] for board in boards) for cell in range(36))
    assert {board.grid for board in boards} == set(starmap(Grid, product((6, 7, 8), repeat=2)))


def test_positions_come_up_in_games() -> None:
    """From a position to the next all that single numbers prove safe is opened, and nothing else.

    Only where they prove nothing safe, all that is safe is.
    """
    followed = 0
    for one, then in pairwise(islice(positions(Random(1)), 300)):
        before, after = one.board, then.board
        due = set(one.singly_safe or one.analysis.safe)
        was_open = {cell for cell in before.grid.cells() if before.opened[cell]}
        is_open = {cell for cell in after.grid.cells() if after.opened[cell]}
        if not due or before.grid != after.grid or not was_open <= is_open:
            continue  # another game began
        followed += 1
        opened = is_open - was_open
        zeros = {cell for cell in opened if not after.numbers[cell]}
        assert due <= opened
        assert all(zeros.intersection(after.grid.neighbours(cell)) for cell in opened - due)
    assert followed > 100


@pytest.mark.parametrize(
    ("before", "drill"),
    [(ReasonKind.ONE_NUMBER, Drill.REDUCTION), (ReasonKind.TWO_NUMBERS, Drill.CHAIN)],
)
def test_a_pattern_behind_other_steps(before: ReasonKind, drill: Drill) -> None:
    """A pattern after a single number is a reduction; after a step of two it is a chain."""
    first = Step(before, Conclusion.MINE, (0,), (1,))
    last = Step(
        ReasonKind.TWO_NUMBERS, Conclusion.SAFE, (3,), (4, 5), mines=(0,), pattern=Pattern.ONE_ONE
    )
    reason = Reason(ReasonKind.CHAIN, last.conclusion, last.cells, (1, 4, 5), (first, last))
    assert drill_of(reason) is drill


def test_a_pattern_beside_a_safe_cell_that_is_closed() -> None:
    """A pattern that needs a cell to be seen as safe first is a chain."""
    first = Step(ReasonKind.ONE_NUMBER, Conclusion.SAFE, (0,), (1,))
    last = Step(
        ReasonKind.TWO_NUMBERS, Conclusion.SAFE, (3,), (4, 5), safe=(0,), pattern=Pattern.ONE_ONE
    )
    reason = Reason(ReasonKind.CHAIN, last.conclusion, last.cells, (1, 4, 5), (first, last))
    assert drill_of(reason) is Drill.CHAIN


def test_ranks_follow_the_ladder() -> None:
    """Drills are listed from the simplest; only pairs and named patterns are equally hard."""
    assert [list(drills) for _, drills in groupby(Drill, RANKS.__getitem__)] == [
        [Drill.SINGLE],
        [Drill.PAIR, *map(Drill, (pattern.value for pattern in Pattern))],
        [Drill.REDUCTION],
        [Drill.CHAIN],
        [Drill.CONTRADICTION],
        [Drill.COUNTING],
    ]
    assert [RANKS[drill] for drill in Drill] == sorted(RANKS.values())


def test_which_kinds_have_no_drill() -> None:
    """Each kind of reason has a drill of its name, but for the singles, the pairs and two more."""
    assert {kind.value for kind in ReasonKind} - {drill.value for drill in Drill} == {
        "one_number",
        "two_numbers",
        "several_numbers",
        "cases",
    }


@pytest.mark.parametrize(
    ("kind", "drill"),
    [(ReasonKind.SEVERAL_NUMBERS, Drill.CHAIN), (ReasonKind.CASES, Drill.COUNTING)],
)
def test_kinds_without_a_drill(kind: ReasonKind, drill: Drill) -> None:
    """Several numbers at once are as hard as a chain, and cases as hard as counting."""
    step = Step(kind, Conclusion.SAFE, (0,), (1, 2, 3))
    reason = Reason(kind, step.conclusion, step.cells, step.clues, (step,))
    assert drill_of(reason) is None
    assert rank_of(reason) == RANKS[drill]
