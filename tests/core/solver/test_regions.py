"""Regions of unknown cells: found and summed up as plain Python does it."""

from __future__ import annotations

from math import log

import pytest

from core.board import Board
from core.grid import Cell
from core.solver.advice import position_of
from core.solver.kernels.compiled import SAFE
from core.solver.kernels.position import Position
from core.solver.kernels.regions import LEAST, SMALL, find_regions
from core.solver.kernels.value import mine_chances
from tests.core.solver.positions import running_boards


def plain_regions(board: Board, chance: list[float]) -> list[set[Cell]]:
    """Return the regions: sets of cells that may be safe, grown cell by cell."""
    left = {cell for cell in board.grid.cells() if 0.0 <= chance[cell] < 1.0}
    regions = []
    while left:
        region, edge = set[Cell](), {min(left)}
        while edge:
            region |= edge
            edge = {near for cell in edge for near in board.grid.neighbours(cell)} & left - region
        regions.append(region)
        left -= region
    return regions


def is_stuck(board: Board, position: Position, region: set[Cell], chance: list[float]) -> bool:
    """Tell whether no cell in or beside ``region`` is certain to be safe."""
    around = {near for cell in region for near in board.grid.neighbours(cell)}
    marked = any(position.marks[cell] == SAFE for cell in around)
    return not marked and all(chance[cell] > 0.0 for cell in region)


def test_regions_are_those_of_plain_python() -> None:
    """Every figure equals that of sets and sorting in plain Python."""
    several = 0
    for board in running_boards(150, 8):
        position, _ = position_of(board)
        map_ = mine_chances(position)
        found = find_regions(position.marks, map_, board.grid.cols)
        chance = map_.tolist()
        regions = plain_regions(board, chance)
        stuck = [r for r in regions if is_stuck(board, position, r, chance)]
        safest = [sorted((1.0 - chance[cell] for cell in r), reverse=True) for r in stuck]
        costs = [log(s[0]) for s in safest]
        small = [cost for cost, r in zip(costs, stuck, strict=True) if len(r) <= SMALL]
        second = [log(max([*s, 0.0][1], LEAST)) for s in safest]
        assert (found.found, found.stuck, found.small) == (len(regions), len(stuck), len(small))
        assert found.largest == max(map(len, regions), default=0)
        assert found.cost == pytest.approx(sum(costs))
        assert found.worst == pytest.approx(min(costs, default=0.0))
        assert found.small_cost == pytest.approx(sum(small))
        assert found.second_cost == pytest.approx(sum(second))
        several += len(stuck) > 1
    assert several
