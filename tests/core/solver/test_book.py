"""The book of small boards: its lines, where it is used, and perfect play with it."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from core.board import Board
from core.cli.layouts import Layouts, Series
from core.cli.play import play
from core.grid import Cell, Grid
from core.rules import FirstOpen, Rules
from core.solver import advise
from core.solver.book import FILE, read_line, symmetries
from core.solver.policy import POLICIES
from tests.benchmarks.make_book import BOARDS, lines_of

LINES = FILE.read_text(encoding="ascii").splitlines()


def board_of(rows: int, cols: int, mines: int, marks: str) -> Board:
    """Return the board whose cells are ``marks``, row by row."""
    lines = [marks[at : at + cols] for at in range(0, rows * cols, cols)]
    return Board.parse("\n".join([f"{rows}x{cols}/{mines}", *lines]))


def every_layout(rules: Rules, start: Cell) -> Layouts:
    """Return all layouts (games, cells) that keep the promise for a first open at ``start``."""
    free = rules.kept_free(start)
    cells = [cell for cell in rules.grid.cells() if cell not in free]
    mined = list(combinations(cells, rules.mines))
    layouts = np.zeros((len(mined), len(rules.grid)), np.int8)
    np.put_along_axis(layouts, np.array(mined), 1, axis=1)
    return layouts


@pytest.mark.parametrize("board", ["4x4/4", "4x4/5"])
def test_a_part_of_the_book_is_made_again(board: str) -> None:
    """The book's command makes the same lines for a board again."""
    assert [line for line in LINES if line.startswith(f"{board} ")] == [
        str(line) for line in lines_of(board)
    ]


def test_lines_are_those_of_the_boards() -> None:
    """Every line is read as it was written, and belongs to a board of the book."""
    assert [str(read_line(line)) for line in LINES] == LINES
    assert {line.split()[0] for line in LINES} <= set(BOARDS)
    assert len(set(LINES)) == len(LINES)


@pytest.mark.parametrize(
    ("size", "mines", "start", "first_open", "wins"),
    [
        (3, 2, 1, FirstOpen.SAFE, 24),
        (4, 2, 0, FirstOpen.SAFE, 102),
        (4, 3, 0, FirstOpen.SAFE, 400),
        (4, 5, 1, FirstOpen.SAFE, 1461),
        (5, 3, 0, FirstOpen.SAFE, 1798),
        (5, 4, 0, FirstOpen.SAFE, 8236),
        (4, 4, 5, FirstOpen.OPENING, 34),
        (4, 5, 5, FirstOpen.OPENING, 20),
        (5, 3, 12, FirstOpen.OPENING, 512),
        (5, 4, 12, FirstOpen.OPENING, 1557),
        (5, 5, 12, FirstOpen.OPENING, 3500),
    ],
)
def test_the_default_policy_plays_perfectly(
    size: int, mines: int, start: Cell, first_open: FirstOpen, wins: int
) -> None:
    """On small boards the default wins as many layouts as perfect play is known to."""
    rules = Rules(size, size, mines, first_open)
    layouts = every_layout(rules, start)
    won, _ = play(Series(rules, start, len(layouts)), iter([layouts]), POLICIES["default"], 1)
    assert won.sum() == wins


def test_symmetries_keep_neighbours() -> None:
    """A square has eight symmetries, a rectangle four; each keeps cells neighbours."""
    for grid, count in ((Grid(3, 3), 8), (Grid(2, 3), 4)):
        turns = symmetries(grid)
        assert len({turn.tobytes() for turn in turns}) == count
        for turn in turns:
            for cell in grid.cells():
                moved = {int(turn[near]) for near in grid.neighbours(cell)}
                assert moved == set(grid.neighbours(int(turn[cell])))


def test_advice_comes_from_the_book_however_the_board_is_turned() -> None:
    """On 5x5/5 with a 1 in any corner the advice is the opposite one, with an exact chance."""
    for corner in (0, 4, 20, 24):
        marks = "".join("1" if cell == corner else "#" for cell in range(25))
        advice = advise(board_of(5, 5, 5, marks))
        assert advice.best is not None
        assert advice.best.cell == 24 - corner
        assert advice.win_exact
        assert advice.win == pytest.approx(9790 / 17955)


def test_untouched_board_starts_where_perfect_play_does() -> None:
    """On an untouched 5x5/5 the hint is a corner, on 4x4/5 a cell beside one."""
    advice = advise(board_of(5, 5, 5, "#" * 25))
    assert advice.best is not None
    assert advice.best.cell in {0, 4, 20, 24}
    assert advice.win == pytest.approx(27271 / comb(25, 5))
    advice = advise(board_of(4, 4, 5, "#" * 16))
    assert advice.best is not None
    assert advice.best.cell in {1, 2, 4, 7, 8, 11, 13, 14}


def test_an_exploded_mine_is_another_position() -> None:
    """A board with an exploded mine is not taken for the book's position of the same open cells."""
    plain = board_of(5, 5, 5, "1" + "#" * 24)
    exploded = bytes(cell == 1 for cell in range(25))
    advice = advise(Board(plain.grid, 5, plain.opened, plain.numbers, exploded=exploded))
    assert advice.analysis.safe
    assert not advice.win_exact


def test_without_the_endgame_the_book_stays_closed() -> None:
    """A policy without endgame search does not use the book."""
    board = board_of(5, 5, 5, "1" + "#" * 24)
    assert not advise(board, policy=POLICIES["no-endgame"]).win_exact
