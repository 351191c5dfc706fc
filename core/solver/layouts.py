"""The exact number of layouts that fit a board, as a whole number of any size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from core.board import Board
from core.grid import Cell
from core.solver.geometry import geometry_of, view_of
from core.solver.kernels.beam import SEARCHING, search_order
from core.solver.kernels.closure import close_all
from core.solver.kernels.compiled import MINE, UNKNOWN, Bytes
from core.solver.kernels.component import OK, WIDE, Work, eliminate_in
from core.solver.kernels.counting import MODULUS, count_modulo
from core.solver.kernels.frontier import Frontier, active_numbers, find_frontier
from core.solver.kernels.mapping import weights
from core.solver.kernels.order import Progress, start_progress
from core.solver.kernels.series import Series, measure, room_of
from core.solver.workspace import broad_work, narrow_work


class FrontierTooWide(Exception):  # noqa: N818 - a condition of the board, not an error of its user
    """Raised when a component needs more states than the workspace holds."""


def count_layouts(
    board: Board, safe: Sequence[Cell] = (), mines: Sequence[Cell] = (), room: int = 1
) -> int:
    """Count the layouts that fit ``board``; 0 when none does, FrontierTooWide if not feasible.

    ``safe`` and ``mines`` are certain cells, if known: a wide frontier may come apart at them.
    ``room`` as for ``analyse``.
    """
    view = view_of(board, safe, mines)
    try:
        return _count(board, view, narrow_work())
    except FrontierTooWide:
        return _count(board, view, broad_work(room))


def _count(board: Board, view: Bytes, work: Work) -> int:
    """Close ``view`` under the local rules and count its layouts in this room."""
    geometry = geometry_of(board.grid.rows, board.grid.cols)
    stack = np.empty(view.size, np.int32)
    if not close_all(view, geometry.near, stack, np.zeros(view.size, np.int8)):
        return 0
    numbers = active_numbers(view, geometry.near, stack)
    frontier = find_frontier(view, geometry, stack, numbers)
    progress = start_progress(frontier)
    total = [1]
    for component in range(frontier.components):
        total = _multiply(total, _component(frontier, progress, component, work))
    left = board.mines - int((view == MINE).sum())
    rest = int((view == UNKNOWN).sum()) - int(frontier.size[: frontier.groups].sum())
    return _beside(total, rest, left)


def _beside(total: list[int], rest: int, mines: int) -> int:
    """Return how many layouts have so many ``mines``; ``total[n]``: how many put n beside numbers.

    The others are on any of ``rest`` cells, in as many ways as a binomial coefficient says. Each of
    these is made from the one before: of large boards one alone takes a millisecond.
    """
    found, ways = 0, 0
    for n in range(max(mines - rest, 0), min(mines + 1, len(total))):
        left = mines - n
        ways = ways * (left + 1) // (rest - left) if ways else math.comb(rest, left)
        found += total[n] * ways
    return found


def _component(frontier: Frontier, progress: Progress, component: int, work: Work) -> list[int]:
    edges, choose = work.source.size, weights(1.0)
    order, _ = search_order(frontier, component, choose, work, edges * SEARCHING)
    layers = eliminate_in(order, frontier, progress, choose, work, edges, 0)
    if layers.status == OK:
        series = measure(layers, work)
        if 2 * series.widest <= room_of(work):
            return _by_remainders(frontier, series, work)
    elif layers.status != WIDE:
        return [0]
    raise FrontierTooWide("a component has more states than there is room for")


def _by_remainders(frontier: Frontier, series: Series, work: Work) -> list[int]:
    """Return how many layouts have each number of mines, from the remainders of these counts.

    Remainders by divisors without a common one determine the count below the product of these
    (Garner, The residue number system, 1959).
    """
    sizes, final = frontier.size[series.layers.order], series.layers.layer_first[-2]
    # The number of all layouts together, the fraction of a float away from it, bounds each.
    bits = (math.log(work.ways[final]) + series.layers.log_scale) / math.log(2.0)
    counts = [0] * int(series.at[-1] - series.at[-2])
    for divisor, product in _divisors(bits + 2):
        found = count_modulo(series, sizes, weights(1.0), work, float(divisor)).tolist()
        # Counts known below the product of the divisors before, so right but for multiples of it.
        inverse = pow(product, -1, divisor)
        counts = [
            known + product * ((int(remainder) - known) * inverse % divisor)
            for known, remainder in zip(counts, found, strict=True)
        ]
    return [0] * int(series.fewest[final]) + counts


def _divisors(bits: float) -> Iterator[tuple[int, int]]:
    """Yield numbers without a common divisor, and the product of those before.

    So many that the product of all has more than ``bits``.
    """
    product, divisor = 1, MODULUS
    while product.bit_length() <= bits:
        divisor -= 1
        if math.gcd(product, divisor) == 1:
            yield divisor, product
            product *= divisor


def _multiply(left: list[int], right: list[int]) -> list[int]:
    """Multiply two polynomials."""
    product = [0] * (len(left) + len(right) - 1)
    for j, b in enumerate(right):
        if b:
            for i, a in enumerate(left):
                product[i + j] += a * b
    return product
