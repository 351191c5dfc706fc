"""Minefield: numbers and floods, compared with slow computations."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from core.grid import Cell, Grid
from core.minefield import Minefield
from tests.strategies import minefields, neighbours_slowly


@given(minefields())
def test_a_minefield_does_not_print_its_mines(minefield: Minefield) -> None:
    """The repr of a minefield, which may get into a log, does not tell its mines."""
    assert repr(minefield) == repr(Minefield.of(minefield.grid, ()))


@given(minefields())
def test_numbers_count_the_mines_around(minefield: Minefield) -> None:
    """Every cell's number is the count of mines among its neighbours."""
    for cell in minefield.grid.cells():
        around = neighbours_slowly(minefield.grid, cell)
        assert minefield.numbers[cell] == sum(minefield.mines[n] for n in around)


@given(minefields(), st.data())
def test_an_opening_equals_a_flood_by_rounds(minefield: Minefield, data: st.DataObject) -> None:
    """The flood opens what repeated rounds from open zeros open, and stops at blocked cells."""
    grid = minefield.grid
    safe = [cell for cell in grid.cells() if not minefield.mines[cell]]
    start = data.draw(st.sampled_from(safe))
    blocked = data.draw(st.sets(st.sampled_from(grid.cells()))) - {start}
    closed = bytearray(cell not in blocked for cell in grid.cells())
    opened = minefield.opening(start, closed)
    assert sorted(opened) == sorted(_by_rounds(minefield, start, blocked))
    assert closed == bytes(cell not in blocked.union(opened) for cell in grid.cells())


def _by_rounds(minefield: Minefield, start: Cell, blocked: set[Cell]) -> set[Cell]:
    opened: set[Cell] = set()
    more = {start}
    while more:
        opened |= more
        zeros = {cell for cell in opened if not minefield.numbers[cell]}
        around = (neighbours_slowly(minefield.grid, cell) for cell in zeros)
        more = set().union(*around) - opened - blocked
    return opened


def test_a_flood_over_the_largest_board_needs_no_recursion() -> None:
    """One open clears a 100x100 board with a single mine in the corner."""
    grid = Grid(100, 100)
    opened = Minefield.of(grid, [0]).opening(9999, bytearray(b"\1" * len(grid)))
    assert sorted(opened) == list(range(1, 10_000))
