"""The order in which a wide component's groups are eliminated, by beam search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from decimal import Decimal
from itertools import product
from math import inf, log2
from random import Random

import numpy as np
import pytest

from core.board import Board
from core.grid import Grid
from core.solver import analyse
from core.solver.geometry import geometry_of, view_of
from core.solver.kernels.beam import (
    FOLLOWING,
    HOPELESS,
    SEARCHING,
    TIED,
    UNIT,
    WORTH,
    Beam,
    find_cheapest,
    search_order,
    start_best,
    sweep,
    take_apart,
)
from core.solver.kernels.component import OK, Work, eliminate, eliminate_in, make_work
from core.solver.kernels.frontier import Frontier
from core.solver.kernels.mapping import survey, weights
from core.solver.kernels.order import start_progress
from tests.core.solver.brute import show
from tests.core.solver.test_analysis_wide import lattice
from tests.core.solver.test_order import above, below, components
from tests.core.solver.test_steps import patches
from tests.core.solver.test_strips import scattered


def widest(board: Board) -> tuple[Frontier, int]:
    """Return a board's frontier and which of its components has most groups."""
    geometry = geometry_of(board.grid.rows, board.grid.cols)
    frontier = survey(view_of(board), board.mines, geometry).frontier
    return frontier, int(np.diff(frontier.first[: frontier.components + 1]).argmax())


def room() -> Work:
    """Return room for what the boards here take."""
    return make_work(1 << 17, 1 << 21, 1 << 4)


TILE = (
    "....o*o...o*..o...o*",
    "o*..o...o.o*o.o.o...",
    ".o*o.**o.*.o*..o*..o",
    "*o**.o.**o..*o...oo.",
    "**o.o*o.*.....o**.oo",
    "o.o*o*.*o***oo.oo..*",
    "*.ooo**o.*.o.*.o.*oo",
    "*o....*..o.*.o.**o..",
)
"""Part of a layout of which a sweep leaves so much behind that over 2**1024 states are possible:
open cells, mines and others."""


def tiled() -> Board:
    """Return a board of 100x100 that TILE is repeated on."""
    grid = Grid(100, 100)
    marks = {grid.cell(*at): TILE[at[0] % 8][at[1] % 20] for at in product(range(100), repeat=2)}
    mines = {cell for cell, mark in marks.items() if mark == "*"}
    return show(grid, mines, [cell for cell, mark in marks.items() if mark == "o"])


def bits_of(frontier: Frontier, k: int, gone: int) -> int:
    """Return the bits of what constraint k may need after ``gone`` cells, in parts of a bit."""
    left = int(frontier.cells[k]) - gone
    needs = range(int(frontier.need[k]) - gone, int(frontier.need[k]) + 1)
    return round(UNIT * TIED * log2(sum(0 <= need <= left for need in needs)))


def bits_after(frontier: Frontier, order: Iterable[int]) -> Iterator[int]:
    """Yield the bits of the states after each group of an ``order``."""
    bits, gone = 0, Counter[int]()
    for g in order:
        for k in above(frontier, g):
            bits -= bits_of(frontier, k, gone[k])
            gone[k] += int(frontier.size[g])
            bits += bits_of(frontier, k, gone[k])
        yield bits


def listed_after(frontier: Frontier, gone: frozenset[int]) -> set[int]:
    """Return the groups under an open constraint once the groups ``gone`` are eliminated."""
    return {h for g in gone for k in above(frontier, g) for h in below(frontier, k)} - gone


def states_of(frontier: Frontier, order: Iterable[int]) -> float:
    """Return how many states the layers of an ``order`` have, as they are estimated."""
    return sum(2 ** (bits / UNIT) for bits in bits_after(frontier, order))


def fewest_states(frontier: Frontier, member: list[int], start: int) -> float:
    """Return the fewest states of all orders of the groups ``member`` that begin with ``start``."""
    layer = {frozenset((start,)): states_of(frontier, [start])}
    for _ in member[1:]:
        later: dict[frozenset[int], float] = {}
        for gone, states in layer.items():
            for g in listed_after(frontier, gone):
                *_, bits = bits_after(frontier, after := gone | {g})
                later[after] = min(later.get(after, inf), states + 2 ** (bits / UNIT))
        layer = later
    (least,) = layer.values()
    return least


def swept() -> list[tuple[Frontier, int, list[int]]]:
    """Return small components and their groups, some of them one of several components."""
    found = []
    for frontier, _, c, _ in components([scattered(seed, 3, 16) for seed in range(60)]):
        member = frontier.member[frontier.first[c] : frontier.first[c + 1]].tolist()
        if 3 < len(member) < 10:
            found.append((frontier, c, member))
    assert len(found) > 20
    return found


def test_a_sweep_that_follows_every_set_finds_the_best_order() -> None:
    """No order that begins with a group has fewer states than the one a wide sweep finds.

    A narrow sweep finds an order as well, and tells its states.
    """
    rng = Random(1)
    for frontier, c, member in swept():
        part, order = take_apart(frontier, c), np.empty(len(member), np.int32)
        start = rng.randrange(len(member))
        least = fewest_states(frontier, member, member[start])
        for width in (1, 2, 5, 1 << len(member)):
            told = sweep(part, start, width, order)
            found = [member[g] for g in order]
            assert found[0] == member[start]
            assert sorted(found) == member
            assert all(
                found[t] in listed_after(frontier, frozenset(found[:t]))
                for t in range(1, len(found))
            )
            assert told == pytest.approx(states_of(frontier, found), rel=1e-9)
            assert told >= least * (1 - 1e-9)
        assert told == pytest.approx(least, rel=1e-6)


def test_a_sweep_that_follows_one_set_takes_the_cheapest_group() -> None:
    """Each next group is one after which there are as few states as after any other."""
    for frontier, c, member in swept():
        order = np.empty(len(member), np.int32)
        sweep(take_apart(frontier, c), 0, 1, order)
        found = [member[g] for g in order]
        for t in range(1, len(found)):
            gone = frozenset(found[:t])
            listed = listed_after(frontier, gone)
            bits = {g: [*bits_after(frontier, gone | {g})][-1] for g in listed}
            assert bits[found[t]] == min(bits.values())


def test_what_leaves_the_fewest_states_is_followed() -> None:
    """Of all that may come of some sets, those with the fewest states, of equals cheapest so far.

    Each set is followed once, in the cheapest way to it; of equal ways that which is found first.
    """
    part = take_apart(*widest(lattice(8, 8, 2)[0]))
    members, constraints = part.size.size, part.con_count.size
    for seed in range(300):
        rng = np.random.default_rng(seed)
        width, alike = int(rng.integers(1, 9)), seed % 3
        sets, here = int(rng.integers(1, width + 1)), width * int(rng.integers(0, 2))
        pair = 2 * width
        # Words that are alike where a hash table looks, a few or many of them.
        part.word[:] = rng.integers(8 << 6 * alike, size=members) << 40
        beam = Beam(
            np.zeros((pair, constraints), np.int8),
            np.zeros((pair, members), np.int16),
            np.array([rng.permutation(members) for _ in range(pair)], np.int32),
            np.array([rng.permutation(members) - 9 for _ in range(pair)], np.int32),
            rng.integers(1, 9, pair, np.int32),
            rng.integers(9, 18, pair, np.int32),
            np.exp2(rng.integers(1 + 9 * alike, size=pair)) - 1,
            rng.integers(8, size=pair) << 40 | 15,
        )
        if alike == 0:
            beam.price[:] = rng.integers(3, size=beam.price.shape)
        best = start_best(width)
        found = find_cheapest(part, beam, here, sets, best)
        came = [(b, at) for b in range(here, here + sets) for at in range(beam.length[b])]
        came.sort(key=lambda way: (beam.bits[way[0]] + beam.price[way], beam.cost[way[0]]))
        once = {beam.word[b] ^ part.word[beam.listed[b, at]]: (b, at) for b, at in reversed(came)}
        kept = [way for way in came if way in once.values()]
        assert [*zip(best.parent[:found], best.at[:found], strict=True)] == kept[:width]


def test_an_order_has_fewer_edges_than_a_greedy_one_and_about_as_many_states_as_told() -> None:
    """Each group of a component is in its order once, and the order is a good one."""
    greedy, edges, states, told, work, some = 0, 0, 0, 0.0, room(), weights(1.0)
    for seed in range(8):
        frontier, c = widest(lattice(20, 40, 2, seed)[0])
        order, expected = search_order(frontier, c, some, work, 1 << 26)
        assert sorted(order) == frontier.member[frontier.first[c] : frontier.first[c + 1]].tolist()
        assert expected == pytest.approx(states_of(frontier, order.tolist()), rel=1e-9)
        layers = eliminate_in(order, frontier, start_progress(frontier), some, work, 1 << 21, 0)
        assert layers.status == OK
        told += expected
        states += int(layers.layer_first[-1])
        edges += int(layers.edge_first[-1])
        layers = eliminate(frontier, start_progress(frontier), c, some, work, 1 << 21, 0)
        assert layers.status == OK
        greedy += int(layers.edge_first[-1])
    assert edges < greedy / 3
    assert states == pytest.approx(told, rel=0.5)


def test_a_component_too_wide_for_a_greedy_order_is_exact() -> None:
    """A board with too many states in a greedy order is solved, its layouts counted as well."""
    board = scattered(10, 40, 64)
    analysis = analyse(board)
    assert analysis.exact
    assert np.nansum(analysis.probabilities) == pytest.approx(board.mines, rel=1e-12)
    assert float(Decimal(analysis.layouts).ln()) == pytest.approx(analysis.log_layouts, rel=1e-12)


@pytest.mark.parametrize("steps", [200_000, 1_000_000, 1 << 40])
def test_a_search_keeps_to_its_steps(steps: int) -> None:
    """It takes no more than it may, nor than suits the room, and tells no states without a step."""
    frontier, c = widest(lattice(22, 50, 2, 6)[0])
    work = make_work(1 << 10, 1 << 16, 1 << 4)
    search_order(frontier, c, weights(1.0), work, steps)
    assert 0 < work.mark[3] <= min(steps, SEARCHING << 16)
    assert search_order(frontier, c, weights(1.0), work, 0)[1] == np.inf


def test_a_hopeless_component_is_swept_over_once() -> None:
    """No more time goes into an order of a component that no order would let be solved.

    However many states it has, it is told to have a finite number.
    """
    for board in (patches(99, 99, 4, 3700), tiled()):
        frontier, c = widest(board)
        work = room()
        order, states = search_order(frontier, c, weights(1.0), work, 1 << 40)
        assert sorted(order) == frontier.member[frontier.first[c] : frontier.first[c + 1]].tolist()
        assert HOPELESS < states < inf
        assert work.mark[3] == FOLLOWING * order.size


def test_a_component_with_few_states_is_swept_over_once() -> None:
    """Once an order is cheap for the sets followed, no more time goes into a better one."""
    frontier, c = widest(lattice(8, 8, 2)[0])
    work = make_work(1 << 10, 1 << 12, 1 << 4)
    assert search_order(frontier, c, weights(1.0), work, 1 << 40)[1] < WORTH
    assert work.mark[3] == FOLLOWING * (frontier.first[c + 1] - frontier.first[c])


def test_a_dense_component_with_fewer_states_than_told_is_not_searched_for_long() -> None:
    """If an order has few edges, whatever is told, that is noticed before the next sweep."""
    frontier, c = widest(scattered(39, 70, 80))
    work = room()
    _, told = search_order(frontier, c, weights(1.0), work, 1 << 26)
    assert told > 1 << 20
    assert work.mark[3] < 1 << 23
