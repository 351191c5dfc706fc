"""Living and dead cells, compared with every layout of the frontier."""

from __future__ import annotations

from core.board import Board
from core.grid import Cell
from core.solver.advice import position_of
from core.solver.kernels.compiled import SAFE, UNKNOWN
from core.solver.kernels.living import is_dead, two_safest
from core.solver.kernels.position import Position, mine_chance
from tests.core.solver.brute import frontier_of, layouts
from tests.core.solver.positions import running_boards


def numbers_of(board: Board, cell: Cell) -> set[int]:
    """Return the numbers that ``cell`` may have, as far as the frontier tells."""
    around = board.grid.neighbours(cell)
    exploded = sum(board.exploded[near] for near in around)
    return {
        exploded + sum(near in mines for near in around)
        for mines in layouts(board, frontier_of(board), {})
        if cell not in mines
    }


def safe_chance(position: Position, cell: Cell) -> float:
    """Return how likely a closed cell is to be safe: 1 where the local rules say so."""
    return 1.0 if position.marks[cell] == SAFE else 1.0 - mine_chance(position, cell)


def test_a_dead_cell_has_one_number() -> None:
    """A cell called dead has the same number in every layout in which it is safe."""
    dead = 0
    for board in running_boards(100, 6):
        position, tools = position_of(board)
        for cell in board.grid.cells():
            if position.marks[cell] == UNKNOWN and is_dead(
                position.marks, tools.geometry.near, cell
            ):
                assert len(numbers_of(board, cell)) <= 1
                dead += 1
    assert dead >= 20


def test_the_two_safest_are_those_of_plain_python() -> None:
    """The two best chances of living cells equal those of sorting them, 0 if missing."""
    alone = 0
    for board in running_boards(150, 8):
        position, tools = position_of(board)
        near = tools.geometry.near
        living = [
            safe_chance(position, cell)
            for cell in board.grid.cells()
            if position.marks[cell] in {UNKNOWN, SAFE} and not is_dead(position.marks, near, cell)
        ]
        first, second = sorted([*living, 0.0, 0.0], reverse=True)[:2]
        assert two_safest(position, near) == (first, second)
        alone += len(living) < 2
    assert alone
