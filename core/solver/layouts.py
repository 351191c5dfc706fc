"""The exact number of layouts that fit a board, as a whole number of any size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb, isqrt

import numpy as np

from core.board import Board
from core.grid import Cell
from core.solver.geometry import geometry_of, view_of
from core.solver.kernels.closure import close_all
from core.solver.kernels.compiled import MINE, UNKNOWN, Bytes, Ints
from core.solver.kernels.component import (
    OK,
    WIDE,
    Layers,
    Work,
    eliminate,
)
from core.solver.kernels.counting import count_modulo
from core.solver.kernels.frontier import Frontier, active_numbers, find_frontier
from core.solver.kernels.mapping import weights
from core.solver.kernels.order import Progress, start_progress
from core.solver.workspace import broad_work, narrow_work


class FrontierTooWide(Exception):  # noqa: N818 - a condition of the board, not an error of its user
    """Raised when a component needs more states than the workspace holds."""


def count_layouts(board: Board, safe: Sequence[Cell] = (), mines: Sequence[Cell] = ()) -> int:
    """Count the layouts that fit ``board``; 0 when none does, FrontierTooWide if not feasible.

    ``safe`` and ``mines`` are certain cells, if known: a wide frontier may come apart at them.
    """
    view = view_of(board, safe, mines)
    try:
        return _count(board, view.copy(), narrow_work())
    except FrontierTooWide:
        return _count(board, view, broad_work())


def _count(board: Board, view: Bytes, work: Work) -> int:
    near = geometry_of(board.grid.rows, board.grid.cols).near
    stack = np.empty(view.size, np.int32)
    if not close_all(view, near, stack, np.zeros(view.size, np.int8)):
        return 0
    return _count_closed(board, view, stack, work)


def _count_closed(board: Board, view: Bytes, stack: Ints, work: Work) -> int:
    geometry = geometry_of(board.grid.rows, board.grid.cols)
    numbers = active_numbers(view, geometry.near, stack)
    frontier = find_frontier(view, geometry, stack, numbers)
    progress = start_progress(frontier)
    total = [1]
    for component in range(frontier.components):
        total = _multiply(total, _component(frontier, progress, component, work))
    left = board.mines - int((view == MINE).sum())
    rest = int((view == UNKNOWN).sum()) - int(frontier.size[: frontier.groups].sum())
    return sum(ways * comb(rest, left - n) for n, ways in enumerate(total) if n <= left)


def _component(frontier: Frontier, progress: Progress, component: int, work: Work) -> list[int]:
    layers = eliminate(frontier, progress, component, weights(1.0), work, work.source.size, 1)
    if layers.status == WIDE:
        raise FrontierTooWide("a component has more states than there is room for")
    if layers.status != OK:
        return [0]
    first, last = frontier.first[component], frontier.first[component + 1]
    cells = int(frontier.size[frontier.member[first:last]].sum())
    return _by_remainders(frontier, layers, work, 2**cells)


def _by_remainders(frontier: Frontier, layers: Layers, work: Work, bound: int) -> list[int]:
    """Return the counts, none above ``bound``, from their remainders (Garner's algorithm)."""
    choose = weights(1.0).astype(np.int64)
    modulus, index = 1, 0
    counts: list[int] = []
    while modulus <= bound:
        prime = _prime(index)
        index += 1
        remainders = count_modulo(frontier, layers, choose, work, prime).tolist()
        counts = counts or [0] * len(remainders)
        inverse = pow(modulus, -1, prime)
        counts = [
            known + modulus * ((remainder - known) * inverse % prime)
            for known, remainder in zip(counts, remainders, strict=True)
        ]
        modulus *= prime
    return counts


@lru_cache(maxsize=1024)
def _prime(index: int) -> int:
    """Return the prime number ``index`` (from 0) downward from 2**31."""
    above = _prime(index - 1) if index else 2**31
    candidates = range(above - 1, 2, -1)
    return next(n for n in candidates if all(n % d for d in range(2, isqrt(n) + 1)))


def _multiply(left: list[int], right: list[int]) -> list[int]:
    """Multiply two polynomials."""
    product = [0] * (len(left) + len(right) - 1)
    for j, b in enumerate(right):
        if b:
            for i, a in enumerate(left):
                product[i + j] += a * b
    return product
