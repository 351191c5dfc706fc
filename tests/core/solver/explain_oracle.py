"""What the named clues of a reason allow, by brute force; shared by the tests of reasons."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations

from core.board import Board
from core.grid import Cell, Grid

Layout = frozenset[Cell]
"""The mines among the cells around some clues."""


def layouts(board: Board, clues: Iterable[Cell]) -> Iterator[tuple[Layout, frozenset[Cell]]]:
    """Yield every way to place mines around ``clues``, with the cells that were settled."""
    yield from _placed(board, list(clues), frozenset(), frozenset())


def _placed(
    board: Board, clues: list[Cell], mines: Layout, settled: frozenset[Cell]
) -> Iterator[tuple[Layout, frozenset[Cell]]]:
    if not clues:
        yield mines, settled
        return
    clue, *rest = clues
    around = board.closed_around(clue)
    need = board.numbers[clue] - sum(board.exploded[n] for n in board.grid.neighbours(clue))
    need -= len(mines.intersection(around))
    free = [cell for cell in around if cell not in settled]
    for more in combinations(free, need) if need >= 0 else ():
        yield from _placed(board, rest, mines.union(more), settled.union(around))


def decides(
    board: Board, clues: Iterable[Cell], cell: Cell, *, is_mine: bool, counting: bool
) -> bool:
    """Tell whether ``clues`` (and the number of mines) leave ``cell`` no other choice."""
    closed = set(board.closed())
    left = board.mines - sum(board.exploded)
    for mines, settled in layouts(board, clues):
        room = len(closed - settled)
        if counting and not 0 <= left - len(mines) <= room:
            continue
        if cell in settled:
            if (cell in mines) is not is_mine:
                return False
        elif not counting or left - len(mines) != (room if is_mine else 0):
            return False
    return True


def certain(board: Board) -> tuple[list[Cell], list[Cell]]:
    """Return the cells that are safe and that are mines in every layout of the whole board."""
    closed = set(board.closed())
    left = board.mines - sum(board.exploded)
    clues = [cell for cell in board.grid.cells() if board.opened[cell]]
    safe, mined = set(closed), set(closed)
    for mines, settled in layouts(board, clues):
        others, beyond = left - len(mines), closed - settled
        if 0 <= others <= len(beyond):
            safe -= mines if not others else mines | beyond
            mined &= mines | beyond if others == len(beyond) else mines
    return sorted(safe), sorted(mined)


def played(grid: Grid, mines: int, turns: int, rng: random.Random) -> Board:
    """Return the board after ``turns`` openings of random cells; mines among them explode."""
    layout = set(rng.sample(range(len(grid)), mines))
    opened, exploded = bytearray(len(grid)), bytearray(len(grid))
    for _ in range(turns):
        cell = rng.randrange(len(grid))
        if cell in layout and rng.random() < 0.9:
            continue
        exploded[cell] |= cell in layout
        _flood(grid, layout, opened, cell)
    return Board(
        grid,
        mines,
        opened=bytes(opened),
        numbers=bytes(opened[cell] and _number(grid, layout, cell) for cell in grid.cells()),
        flagged=bytes(
            not opened[c] and not exploded[c] and rng.random() < 0.2 for c in grid.cells()
        ),
        exploded=bytes(exploded),
    )


def _number(grid: Grid, layout: set[Cell], cell: Cell) -> int:
    return len(layout.intersection(grid.neighbours(cell)))


def _flood(grid: Grid, layout: set[Cell], opened: bytearray, start: Cell) -> None:
    waiting = [start]
    while waiting:
        cell = waiting.pop()
        if cell not in layout and not opened[cell]:
            opened[cell] = 1
            if not _number(grid, layout, cell):
                waiting += grid.neighbours(cell)
