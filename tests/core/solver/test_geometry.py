"""What kernels know of a grid of some size."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.grid import Grid
from core.solver.geometry import geometry_of


@given(st.integers(1, 12), st.integers(1, 12))
def test_neighbours_are_the_grids(rows: int, cols: int) -> None:
    """A cell's row holds its neighbours in their order, nothing else, and how many they are."""
    grid = Grid(rows, cols)
    for cell, row in zip(grid.cells(), geometry_of(rows, cols).near.tolist(), strict=True):
        around = grid.neighbours(cell)
        assert row == [*around, *[-1] * (8 - len(around)), len(around)]
