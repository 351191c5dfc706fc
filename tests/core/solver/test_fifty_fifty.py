"""50/50s to come: where they may be, and what they cost."""

from __future__ import annotations

from itertools import combinations
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.board import Board
from core.grid import Cell, Grid
from core.solver.advice import position_of
from core.solver.geometry import fifties_of, geometry_of
from core.solver.kernels.compiled import MINE, SAFE, UNKNOWN
from core.solver.kernels.fifty_fifty import CELLS, WALL, WALLED, Fifties, find_fifties, loss_at
from core.solver.kernels.value import mine_chances
from tests.core.solver.positions import running_boards

MANY = 14
"""Closed cells beyond which listing the layouts takes too long."""


def numbers(grid: Grid, mines: set[Cell], hidden: list[Cell]) -> list[int]:
    """Return what every cell shows that is neither a mine nor ``hidden``."""
    free = [cell for cell in grid.cells() if cell not in mines and cell not in hidden]
    return [len(mines & set(grid.neighbours(cell))) for cell in free]


@given(st.integers(1, 6), st.integers(1, 6))
def test_places_are_where_nothing_can_tell(rows: int, cols: int) -> None:
    """With all walls mined both halves look alike from outside, and every wall cell is needed.

    Every pair side by side and every square of four is there once, so none is missing.
    """
    grid = Grid(rows, cols)
    table = fifties_of(grid)
    for row in table:
        cells = [cell for cell in row[CELLS:WALL].tolist() if cell >= 0]
        wall = row[WALL : WALL + row[WALLED]].tolist()
        even, odd = set(cells[::2]), set(cells[1::2])
        shown = [numbers(grid, half | set(wall), cells) for half in (even, odd)]
        assert shown[0] == shown[1]
        for cell in wall:
            near = set(grid.neighbours(cell))
            assert len(near & even) != len(near & odd)
    pairs = rows * (cols - 1) + cols * (rows - 1)
    assert len({frozenset(row[CELLS:WALL].tolist()) for row in table}) == len(table)
    assert len(table) == pairs + (rows - 1) * (cols - 1)


def found_on(text: str) -> Fifties:
    """Return the 50/50s of a board."""
    position, tools = position_of(Board.parse(text))
    return find_fifties(position.marks, mine_chances(position), tools.geometry)


@pytest.mark.parametrize("text", ["2x3/1 01# 01#", "3x2/1 00 11 ##"])
def test_even_pair_costs_a_half(text: str) -> None:
    """A pair that no number can distinguish is lost half the time."""
    found = found_on(text)
    assert found.pairs == pytest.approx((log(2.0), 0.0, 0.0))
    assert found.squares == 0.0
    assert found.worst == pytest.approx(0.5)


def test_square_counts_as_on_a_diagonal_half_the_time() -> None:
    """Rows of a square with one mine each count as independent: half are diagonals."""
    found = found_on("3x3/3 ##1 ##2 12#")
    assert found.squares == pytest.approx(-log(0.75))
    assert found.pairs[0] == 0.0


def test_square_off_the_numbers_is_priced_by_its_cells() -> None:
    """Without numbers beside them a square's four cells count as independent."""
    found = found_on("2x2/1 ## ##")
    assert found.squares == pytest.approx(-log(1.0 - (1 / 4) ** 2 * (3 / 4) ** 2))


def test_open_wall_costs_nothing() -> None:
    """If a wall cell is open its number tells the halves apart, so that pair costs nothing."""
    assert found_on("2x4/1 ##10 ##10").worst == pytest.approx(0.5)
    assert found_on("3x3/2 ### #20 ###").pairs[0] == 0.0


def test_no_place_is_left_out() -> None:
    """On boards of any shape the total equals the sum over all places, one by one."""
    met = np.zeros(4, np.int64)
    for seed in range(300):
        draw = np.random.default_rng(seed)
        rows, cols = (int(n) for n in draw.integers(1, 9, 2))
        geometry = geometry_of(rows, cols)
        marks = draw.choice(np.array([*[UNKNOWN] * 6, MINE, MINE, SAFE, 1], np.int8), rows * cols)
        chance = np.where(marks == UNKNOWN, draw.choice([0.0, 0.2, 0.5, 1.0], marks.size), -1.0)
        pairs, squares, worst = [0.0, 0.0, 0.0], 0.0, 0.0
        for place, row in enumerate(geometry.fifties):
            if any(marks[cell] != UNKNOWN for cell in row[CELLS:WALL] if cell >= 0):
                continue
            loss = loss_at(marks, chance, geometry.fifties, place)
            worst = max(worst, loss.chance)
            if row[CELLS + 2] >= 0:
                squares -= log(1.0 - loss.chance)
            elif loss.chance:
                pairs[loss.missing] -= log(1.0 - loss.chance)
        found = find_fifties(marks, chance, geometry)
        assert found.pairs == pytest.approx(pairs)
        assert (found.squares, found.worst) == pytest.approx((squares, worst))
        met += np.array([*pairs, squares]) > 0.0
    assert met.all()


def shares(board: Board, cells: list[Cell]) -> set[tuple[bool, ...]]:
    """Return how the mines of a layout may lie on ``cells``."""
    grid = board.grid
    layouts = (set(mines) for mines in combinations(board.closed(), board.mines))
    return {
        tuple(cell in layout for cell in cells)
        for layout in layouts
        if all(
            len(layout & set(grid.neighbours(c))) == board.number(c)
            for c in grid.cells()
            if board.opened[c]
        )
    }


def test_cost_of_certain_walls_is_what_opening_the_safer_cell_costs() -> None:
    """A pair with one mine behind certain walls costs what its safer cell risks."""
    checked = 0
    for board in running_boards(150, 5):
        if len(board.closed()) > MANY or any(board.exploded):
            continue
        position, tools = position_of(board)
        chance = mine_chances(position)
        table = tools.geometry.fifties
        for place, row in enumerate(table):
            cells = [cell for cell in row[CELLS:WALL].tolist() if cell >= 0]
            wall = row[WALL : WALL + row[WALLED]].tolist()
            if not all(chance[c] == 1.0 or position.marks[c] == MINE for c in wall):
                continue
            if shares(board, cells) == {(True, False), (False, True)}:
                loss = loss_at(position.marks, chance, table, place)
                assert loss.chance == pytest.approx(chance[cells].min())
                checked += 1
    assert checked
