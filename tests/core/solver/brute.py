"""An oracle for small boards: all layouts of the frontier, one by one, counted exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from random import Random

from core.board import Board
from core.grid import Cell, Grid


def frontier_of(board: Board) -> list[Cell]:
    """Return the closed cells beside a number."""
    around = board.grid.neighbours
    return [c for c in board.closed() if any(board.opened[n] for n in around(c))]


def count_by_hand(board: Board) -> tuple[int, dict[Cell, Fraction]]:
    """Return the number of layouts of ``board`` and every closed cell's exact probability."""
    frontier = frontier_of(board)
    rest = sorted(set(board.closed()) - set(frontier))
    left = board.mines - sum(board.exploded)
    total, rest_mines, mined = 0, 0, dict.fromkeys(frontier, 0)
    for mines in layouts(board, frontier, {}):
        spare = left - len(mines)
        ways = comb(len(rest), spare) if spare >= 0 else 0
        total += ways
        rest_mines += ways * spare
        for cell in mines:
            mined[cell] += ways
    chances = {cell: Fraction(count, total or 1) for cell, count in mined.items()}
    return total, chances | {c: Fraction(rest_mines, (total or 1) * len(rest)) for c in rest}


def layouts(board: Board, frontier: list[Cell], placed: dict[Cell, int]) -> Iterator[list[Cell]]:
    """Yield the mines of every layout of ``frontier`` that meets the numbers."""
    if len(placed) == len(frontier):
        if _fits(board, placed, board.grid.cells()):
            yield [cell for cell, mark in placed.items() if mark]
        return
    cell = frontier[len(placed)]
    for mark in (0, 1):
        placed[cell] = mark
        if _fits(board, placed, board.grid.neighbours(cell)):
            yield from layouts(board, frontier, placed)
        del placed[cell]


def _fits(board: Board, placed: dict[Cell, int], cells: range | tuple[Cell, ...]) -> bool:
    for cell in cells:
        if board.opened[cell]:
            known = free = 0
            for n in board.grid.neighbours(cell):
                if n in placed:
                    known += placed[n]
                elif board.exploded[n]:
                    known += 1
                elif not board.opened[n]:
                    free += 1
            if not known <= board.numbers[cell] <= known + free:
                return False
    return True


def random_board(rng: Random) -> Board:
    """Return a board with a few cells of a random layout open, sometimes a mine exploded."""
    grid = Grid(rng.randint(1, 6), rng.randint(2, 7))
    mines = set(rng.sample(grid.cells(), rng.randint(0, len(grid) - 1)))
    shown = rng.sample(grid.cells(), rng.randint(0, min(len(grid), 9)))
    return show(grid, mines, shown)


def show(grid: Grid, mines: set[Cell], shown: list[Cell]) -> Board:
    """Return the board with ``shown`` opened, mines among them exploded."""
    opened, numbers, exploded = (bytearray(len(grid)) for _ in range(3))
    for cell in shown:
        if cell in mines:
            exploded[cell] = 1
        else:
            opened[cell] = 1
            numbers[cell] = len(mines.intersection(grid.neighbours(cell)))
    return Board(grid, len(mines), bytes(opened), bytes(numbers), exploded=bytes(exploded))
