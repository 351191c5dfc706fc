"""Grid: indices, neighbours and names of cells."""

from __future__ import annotations

import pytest
from hypothesis import given

from core.grid import Grid, column_name, column_number
from tests.strategies import grids, neighbours_slowly


@given(grids())
def test_neighbours_are_the_cells_one_step_away(grid: Grid) -> None:
    """Neighbours equal those found by trying every cell, and come in row-major order."""
    for cell in grid.cells():
        around = grid.neighbours(cell)
        assert set(around) == neighbours_slowly(grid, cell)
        assert list(around) == sorted(around)


@given(grids())
def test_cells_and_their_rows_and_columns_match(grid: Grid) -> None:
    """A cell's row and column lead back to it, and every cell lies on the grid."""
    assert [grid.cell(*grid.row_col(cell)) for cell in grid.cells()] == list(range(len(grid)))
    assert all(cell in grid for cell in grid.cells())


@pytest.mark.parametrize("place", [(-1, 0), (0, -1), (2, 0), (0, 3)])
def test_a_place_off_the_grid_is_refused(place: tuple[int, int]) -> None:
    """A row or column off the grid, also a negative one, has no cell."""
    with pytest.raises(IndexError):
        Grid(2, 3).cell(*place)


@pytest.mark.parametrize("cell", [-1, 6, "0", None])
def test_only_indices_are_on_the_grid(cell: object) -> None:
    """Numbers out of range and other objects are not on the grid."""
    assert cell not in Grid(2, 3)


@pytest.mark.parametrize(
    ("col", "name"), [(0, "a"), (25, "z"), (26, "aa"), (51, "az"), (52, "ba"), (99, "cv")]
)
def test_columns_are_named_as_in_a_spreadsheet(col: int, name: str) -> None:
    """After column z comes aa, in writing and in reading."""
    assert (column_name(col), column_number(name)) == (name, col)


def test_names_of_cells_are_unique_on_the_largest_board() -> None:
    """Every cell of 100x100 has its own name, from a1 to cv100."""
    grid = Grid(100, 100)
    names = [grid.name(cell) for cell in grid.cells()]
    assert len(set(names)) == len(grid)
    assert (names[0], names[-1]) == ("a1", "cv100")
