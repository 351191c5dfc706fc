"""Boards whose frontier is too wide for an exact answer."""

from __future__ import annotations

from decimal import Decimal
from math import exp
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from core.board import Board
from core.grid import Grid
from core.solver import InconsistentBoard, advise, analyse
from core.solver.advice import _with_map, position_of
from core.solver.analysis import analyse_roughly, solve
from core.solver.geometry import view_of
from core.solver.kernels.belief import DOUBT
from core.solver.kernels.component import FLOOR, HEADER, OK, WIDE, forget, make_work
from core.solver.kernels.mapping import Solved, solve_components, survey, tilt, weigh, weights
from core.solver.kernels.wide import (
    PROVING,
    SIMPLE,
    STEPS,
    bound_counts,
    component_of,
    set_apart,
    share_groups,
    solve_others,
    solve_simple,
    weigh_counts,
    wide_cells,
)
from core.solver.layouts import count_layouts
from core.solver.workspace import narrow_work, tools_of
from tests.core.solver.brute import frontier_of, layouts, random_board, show
from tests.core.solver.test_room import snake
from tests.core.solver.test_steps import patches


def lattice(rows: int, cols: int, step: int, seed: int = 1) -> tuple[Board, set[int]]:
    """Return a board with every ``step``-th cell of every ``step``-th row open, and its mines."""
    grid = Grid(rows, cols)
    mines = set(Random(seed).sample(grid.cells(), len(grid) // 5))
    open_cells = [
        cell
        for cell in grid.cells()
        if cell not in mines and not any(part % step for part in grid.row_col(cell))
    ]
    return show(grid, mines, open_cells), mines


def equal(side: int, number: int) -> list[str]:
    """Return the rows of a square board: ``number`` on every second cell of every second row."""
    return [
        "".join(str(number) if row % 2 and col % 2 else "#" for col in range(side))
        for row in range(side)
    ]


def test_widest_board_is_answered() -> None:
    """A 100x100 lattice gets a map with an error bar, no wrong certain cells, and a move."""
    board, mines = lattice(100, 100, 2)
    advice = advise(board)
    analysis = advice.analysis
    assert not analysis.exact
    assert 0.0 < analysis.error_bar < 1.0
    assert analysis.layouts > 10**100
    assert not mines.intersection(analysis.safe)
    assert mines.issuperset(analysis.mines)
    closed = ~np.frombuffer(board.opened, np.bool_)
    assert analysis.probabilities[closed].sum() == pytest.approx(len(mines), rel=0.05)
    assert advice.best is not None


def test_wide_board_without_certain_cells_is_advised_on() -> None:
    """If nothing is certain or exact, the advice is the safest cell."""
    advice = advise(Board.parse("\n".join(("61x61/1240", *equal(61, 4)))))
    assert not advice.analysis.exact
    assert advice.best is not None
    assert advice.best.safe == max(c.safe for c in advice.candidates)


def test_cells_beyond_a_wide_frontier_have_their_chance() -> None:
    """What is estimated of a wide board counts with the mines on cells that touch no number."""
    board = Board.parse("\n".join(("67x61/1340", *equal(61, 4), *["#" * 61] * 6)))
    analysis = analyse(board)
    position = _with_map(position_of(board)[0], analysis)
    assert not analysis.exact
    assert position.solved.rest == analysis.probabilities[-1] > 0.1


def test_wide_board_is_not_taken_for_won() -> None:
    """A certain cell on a board too wide to look ahead does not make its win certain."""
    board, _ = lattice(24, 30, 2)
    advice = advise(board)
    assert advice.best is not None
    assert advice.best.safe == 1.0
    assert not advice.win_exact
    assert 0.0 < advice.win < 1.0


def test_many_components_are_exact() -> None:
    """A hundred times a hundred cells in a thousand components are still solved exactly."""
    board, mines = lattice(100, 100, 3)
    analysis = analyse(board)
    assert analysis.exact
    closed = ~np.frombuffer(board.opened, np.bool_)
    assert analysis.probabilities[closed].sum() == pytest.approx(len(mines), rel=1e-9)


def test_more_components_than_the_table_has_places() -> None:
    """A board with more components than can be remembered is solved, and so is the next."""
    work = make_work(1 << 13, 1 << 18, 2)
    for seed in range(3):
        board, _ = lattice(30, 30, 3, seed)
        chance = np.empty(len(board.grid))
        solved = solve(board, view_of(board), work, chance)
        assert solved.status == OK
        closed = chance >= 0
        assert chance[closed] == pytest.approx(analyse(board).probabilities[closed], abs=1e-12)


@pytest.mark.parametrize("mines", [0, 3000])
def test_mines_that_do_not_fit_a_wide_board(mines: int) -> None:
    """Too few or too many mines are refused, however wide the board."""
    rows = equal(61, 4)
    rows[:2] = ["1#" + rows[0][2:], "11" + rows[1][2:]]
    wide = Board.parse("\n".join(("61x61/1200", *rows)))
    assert not analyse(wide).exact
    with pytest.raises(InconsistentBoard):
        analyse(replace(wide, mines=mines))


def beside_wide(*corner: str) -> Board:
    """Return a wide board with ``corner``, rows of 10 marks each, set apart at its lower right."""
    rows = [row + "#" * 20 for row in equal(61, 4)]
    rows[-len(corner) :] = [
        row[:-10] + part for row, part in zip(rows[-len(corner) :], corner, strict=True)
    ]
    return Board.parse("\n".join(("61x81/1600", *rows)))


@pytest.mark.parametrize("turn", [1, -1])
def test_certain_cells_beside_a_wide_component_are_found(turn: int) -> None:
    """However wide the rest, of two ones in a corner the cells that only one touches are safe."""
    board = beside_wide("##########", "########11")
    board = Board(board.grid, board.mines, board.opened[::turn], board.numbers[::turn])
    analysis = analyse(board)
    places = np.arange(len(board.grid))[::turn]
    safe, either = places[[59 * 81 + 78, 60 * 81 + 78]], places[[59 * 81 + 79, 59 * 81 + 80]]
    assert not analysis.exact
    assert set(safe.tolist()).issubset(analysis.safe)
    assert analysis.probabilities[either] == pytest.approx([0.5, 0.5])
    assert (analysis.probabilities[list(analysis.safe)] == 0.0).all()
    uncertain = analysis.probabilities[~np.isin(analysis.probabilities, (0.0, 1.0))]
    assert np.nanmin(uncertain) >= 0.001
    assert np.nanmax(uncertain) <= 0.999


CONTRADICTION = (
    "##########",
    "#######12#",
    "######001#",
    "#####3112#",
    "####1#####",
    "#####21###",
)


def test_contradiction_beside_a_wide_component_is_seen() -> None:
    """A corner that contradicts itself is refused, even if the local rules do not see it."""
    for board in (
        Board.parse("\n".join(("6x10/12", *CONTRADICTION))),
        beside_wide(*CONTRADICTION),
    ):
        with pytest.raises(InconsistentBoard):
            analyse(board)


def test_contradiction_in_a_simple_component_is_seen_first() -> None:
    """A board with a small component that no layout fits is refused before wide ones are tried."""
    work = narrow_work()
    before = int(work.mark[3])
    with pytest.raises(InconsistentBoard):
        analyse_roughly(beside_wide(*CONTRADICTION), work, STEPS)
    assert work.mark[3] - before < 2 * STEPS // SIMPLE


@pytest.mark.parametrize("share", [0, 1])
def test_mines_that_do_not_fit_beside_a_wide_component(share: int) -> None:
    """No mine at all and one on every closed cell are refused for the sake of a corner."""
    board = beside_wide("##########", "########11")
    with pytest.raises(InconsistentBoard):
        analyse(replace(board, mines=share * board.opened.count(0)))


def test_numbers_of_mines_are_bounded_by_all_others() -> None:
    """A component keeps those numbers of mines that what is elsewhere can make up for."""
    board, fitting = Board.parse("1x9/3 #1##1##1#"), set()
    frontier = survey(view_of(board), board.mines, tools_of(board.grid).geometry).frontier
    for seed in range(500):
        rng = Random(seed)
        entries, pool = np.array([0, -1, 16], np.int32), np.zeros(32)
        rest, mines, spans = rng.randint(0, 2), rng.randint(0, 12), {1: (0, 2)}
        for c in (0, 2):
            ways = [rng.randint(0, 1) for _ in range(rng.randint(1, 4))]
            low, entry = rng.randint(0, 3), entries[c]
            pool[entry : entry + 2] = low, len(ways)
            pool[entry + HEADER : entry + HEADER + len(ways)] = ways
            spans[c] = (low, low + len(ways) - 1)
        apart = set_apart(entries, pool, rest)
        fits = bound_counts(frontier, apart, mines)
        kept = {}
        for c in (0, 2):
            others = [span for other, span in spans.items() if other != c] + [(0, rest)]
            least, most = (sum(ends) for ends in zip(*others, strict=True))
            low, high = spans[c]
            kept[c] = [n - low for n in range(low, high + 1) if least <= mines - n <= most]
        possible = [any(pool[entries[c] + HEADER + n] for n in kept[c]) for c in (0, 2)]
        assert fits == all(possible)
        if fits:
            assert [*apart.first[[0, 2]]] == [kept[c][0] for c in (0, 2)]
            assert [*apart.last[[0, 2]]] == [kept[c][-1] for c in (0, 2)]
        fitting.add(fits)
    assert fitting == {False, True}


GAP = Board.parse("3x5/9 XX#XX XX5XX #3#3#")
"""One mine in the middle or three around it, and never two."""


@pytest.mark.parametrize("by_series", [False, True])
def test_chances_beside_a_wide_component_weigh_each_mine_by_its_odds(*, by_series: bool) -> None:
    """What is solved apart has the shares of its layouts, those with too many mines left out."""
    compared, work, choose = 0, narrow_work(), weights(1.0)
    for seed in range(200):
        rng = Random(seed)
        board = random_board(rng) if seed % 9 else GAP
        view = view_of(board)
        _, frontier, rest, _ = survey(view, board.mines, tools_of(board.grid).geometry)
        every, entries = [*layouts(board, frontier_of(board), {})], np.full(9, -1, np.int32)
        forget(work)
        end = work.mark[3] + (1 << 20)
        if by_series:
            assert solve_others(frontier, choose, work, end, entries) == OK
        else:
            assert solve_simple(frontier, choose, work, 1 << 20, end, entries) == OK
        apart = set_apart(entries[: frontier.components], work.pool, rest)
        group_mine, log_odds = np.zeros(frontier.groups), rng.uniform(-9.0, 9.0)
        for c in range(frontier.components):
            groups = frontier.member[frontier.first[c] : frontier.first[c + 1]]
            cells = np.flatnonzero(np.isin(frontier.group, groups)).tolist()
            ways = sorted({tuple(sorted({*cells}.intersection(mines))) for mines in every})
            fewest, kept = min(map(len, ways)), len(rng.choice(ways))
            apart.first[c] = rng.randint(0, kept - fewest)
            apart.last[c] = rng.randint(kept - fewest, max(map(len, ways)) - fewest)
            share_groups(frontier, apart, c, log_odds, choose, work, group_mine)
            ways = [w for w in ways if apart.first[c] <= len(w) - fewest <= apart.last[c]]
            total = sum(exp(log_odds * len(way)) for way in ways)
            for cell in cells:
                mined = [way for way in ways if cell in way]
                share = sum(exp(log_odds * len(way)) for way in mined) / total
                doubtful = 0 < len(mined) < len(ways)
                expected = np.clip(share, DOUBT, 1.0 - DOUBT) if doubtful else float(share)
                assert group_mine[frontier.group[cell]] == pytest.approx(expected, abs=1e-12)
                compared += 0.0 < expected < 1.0
    assert compared > 200


def test_what_is_certain_by_part_of_a_board_is_certain() -> None:
    """If steps suffice for some components only, the cells found certain there are right."""
    partly = 0
    work = make_work(1 << 13, 1 << 18, 1 << 12)
    for seed in range(60):
        board, _ = lattice(14, 14, 2 + seed % 2, seed)
        steps, before = 40 << seed % 12, work.mark[3]
        exact, rough = analyse(board), analyse_roughly(board, work, steps, 0, 0)
        assert work.mark[3] - before <= steps
        assert set(rough.safe) <= set(exact.safe)
        assert set(rough.mines) <= set(exact.mines)
        by_rules = analyse_roughly(board, proving=0, sampling=0)
        partly += not rough.exact and set(rough.safe) > set(by_rules.safe)
        if rough.exact:
            assert rough.probabilities == pytest.approx(exact.probabilities, abs=1e-9, nan_ok=True)
    assert partly > 0


def test_simple_components_end_with_the_steps_for_all() -> None:
    """Of many components as many are solved as steps suffice for, each once; others are left."""
    board, work = lattice(30, 30, 3)[0], make_work(1 << 11, 1 << 13, 1 << 12)
    (geometry, _, choose, _), view = tools_of(board.grid), view_of(board)
    frontier = survey(view, board.mines, geometry).frontier
    entries, home = np.empty(frontier.components, np.int32), component_of(frontier)
    most = 1 << 20
    assert solve_simple(frontier, choose, work, most, most, entries) == OK
    every = int(work.mark[3])
    assert solve_simple(frontier, choose, work, most, most, entries) == OK
    assert work.mark[3] == every
    for steps in range(0, every, every // 9):
        forget(work)
        end = int(work.mark[3]) + steps
        assert solve_simple(frontier, choose, work, most, end, entries) == WIDE
        assert work.mark[3] <= end
        assert (entries >= 0).sum() == work.mark[2] < entries.size
        numbers, cells = wide_cells(view, geometry.near, frontier, home, entries)
        left = (frontier.group >= 0) & (entries[home] < 0)[frontier.group]
        assert cells.tolist() == np.flatnonzero(left).tolist()
        around = {number for cell in cells for number in board.grid.neighbours(cell)}
        assert numbers.tolist() == sorted(cell for cell in around if board.opened[cell])


def test_counts_far_from_likely_are_tilted_without_solving_again() -> None:
    """With unlikely few mines for 400 components the map is exact, and each is solved once."""
    tiles = ["######" * 16, "#4#4##" * 16, "######" * 16, "######" * 16] * 25
    board = Board.parse("\n".join(("100x96/2030", *tiles)))
    chance, work = np.empty(len(board.grid)), narrow_work()
    forget(work)
    before = work.mark[3]
    solved = solve(board, view_of(board), work, chance)
    once = work.mark[3] - before
    assert solved.status == OK
    assert chance[chance >= 0].sum() == pytest.approx(2030, rel=1e-9)
    assert solved.log_total == pytest.approx(float(Decimal(count_layouts(board)).ln()), rel=1e-9)
    before = work.mark[3]
    found = solve(replace(board, mines=3700), view_of(board), work, chance)
    assert work.mark[3] == before  # what was solved is remembered,
    anew = np.empty(len(board.grid))
    forget(work)
    assert found == solve(replace(board, mines=3700), view_of(board), work, anew)
    assert work.mark[3] - before == once
    assert (chance == anew).all()  # without its tilt


@pytest.mark.parametrize(("high", "wide", "number", "mines"), [(3, 30, 3, 2906), (4, 50, 1, 710)])
def test_maps_of_unlikely_numbers_of_mines_add_up(
    high: int, wide: int, number: int, mines: int
) -> None:
    """With far more or fewer mines than many components like the chances still add up."""
    board = patches(high, wide, number, mines)
    analysis = analyse(board)
    assert analysis.exact
    assert np.nansum(analysis.probabilities) == pytest.approx(mines, rel=1e-12)


def two_chains(mines: int) -> Board:
    """Return a board with two winding lines of fours, each of more than 10^140 layouts."""
    rows = [str(snake(3, length, 1)).splitlines()[1:15] for length in (49, 47)]
    return Board.parse("\n".join((f"28x100/{mines}", *rows[0], *rows[1])))


@pytest.mark.parametrize("mines", [600, 610, 700, 1840, 1860])
def test_components_of_many_layouts_are_solved_anew_with_a_tilt(mines: int) -> None:
    """With far more or fewer mines than long chains like all is exact, and so is what follows.

    Checked by whole numbers: of all layouts, and of those with one cell mined.
    """
    board, chance, work = two_chains(mines), np.empty(2800), make_work(1 << 13, 1 << 18, 1 << 12)
    solved, layouts = solve(board, view_of(board), work, chance), count_layouts(board)
    assert solved.status == OK
    assert solved.log_total == pytest.approx(float(Decimal(layouts).ln()), rel=1e-12)
    for cell in (0, 3, 100, 1000, 1400, 2799):
        mined = count_layouts(board, mines=[cell])
        assert chance[cell] == pytest.approx(mined / layouts, abs=1e-9)
    again, pool = np.empty(2800), int(work.mark[1])
    assert solve(board, view_of(board), work, again) == solved
    assert (again == chance).all()
    assert work.mark[1] == pool


def test_a_tilt_ends_with_its_steps() -> None:
    """If the steps for a tilt do not suffice for all components the board is too wide."""
    board, work = two_chains(610), make_work(1 << 13, 1 << 18, 1 << 12)
    geometry, log_factorial, choose, _ = tools_of(board.grid)
    _, frontier, rest, left = survey(view_of(board), board.mines, geometry)
    entries, found = np.empty(2, np.int32), list[Solved]()
    assert solve_components(frontier, choose, work, entries) == OK
    costs, counts = work.pool[entries + 3], work.pool[entries + 1]
    assert costs[0] > costs[1]
    for steps in map(int, (0, costs.mean(), costs.sum() - 1, 3 * costs.sum())):
        before, given, group_mine = work.mark.copy(), entries.copy(), np.empty(frontier.groups)
        found.append(weigh(frontier, given, rest, left, work, steps, log_factorial, group_mine))
        assert given.tolist() == [-1, -1]  # both were solved anew
    assert [each.status for each in found] == [WIDE, WIDE, WIDE, OK]
    pairs = counts[0] * (1 + counts[1])  # that are multiplied without a tilt, and with one
    assert (work.mark - before).tolist()[3:] == [costs.sum(), 2 * pairs]
    assert found[3].log_total == pytest.approx(float(Decimal(count_layouts(board)).ln()), rel=1e-12)


def test_numbers_of_mines_are_weighed_by_how_likely_they_are() -> None:
    """Weights times ways are as the shares, 1 to a way of the likeliest, and never nothing."""
    for seed in range(200):
        rng, counts = Random(seed), np.arange(7)
        ways = np.array([rng.choice([0.0, 1.0, 1e90 * rng.random()]) for _ in range(6)] + [3.0])
        pool = np.concatenate((np.zeros(HEADER), ways, np.empty(7)))
        pool[1] = 7
        apart = set_apart(np.array([0], np.int32), pool, 9)
        apart.first[0] = rng.randint(0, 6)
        possible = (counts >= apart.first[0]) & (ways > 0.0)
        logs = np.where(possible, rng.choice([-200.0, 0.5, 200.0]) * counts, -np.inf)
        share = np.exp(logs - logs.max())
        apart.share[:] = share / share.sum()
        weigh_counts(apart, 0, 7)
        weight = share[possible] * ways[share.argmax()] / ways[possible]
        assert apart.pool[-7:][possible] == pytest.approx(np.maximum(weight, FLOOR), rel=1e-9)
        assert not apart.pool[-7:][~possible].any()


def test_a_map_whose_tilt_ends_with_its_steps_is_estimated() -> None:
    """If steps suffice for all components but not for their tilt, layouts are drawn of them."""
    board, work = two_chains(610), make_work(1 << 13, 1 << 18, 1 << 12)
    for proving in (PROVING, 0):
        before = int(work.mark[3])
        assert analyse_roughly(board, work, 3 << 20, proving).exact
    rough = analyse_roughly(board, work, (int(work.mark[3]) - before) * 3 // 4, 0)
    assert 0.0 < rough.error_bar < 1.0
    assert np.nansum(rough.probabilities) == pytest.approx(610, rel=0.01)
    assert np.nanmin(rough.probabilities) >= 0.001


def test_a_tilt_weighs_each_mine_and_is_taken_back() -> None:
    """Ways times the tilt for each mine are scaled to 1 at most and never lifted from nothing."""
    for seed in range(200):
        rng = Random(seed)
        plain = np.array([rng.choice([0.0, 1.0, 1e90 * rng.random()]) for _ in range(6)] + [3.0])
        pool, low, log_tilt = np.zeros(HEADER + 7), rng.randint(0, 9), rng.uniform(-40, 40)
        pool[:2] = low, 7
        tilt(pool, 0, plain, log_tilt)
        ways, possible = pool[HEADER:], plain > 0.0
        assert (ways > 0.0).tolist() == possible.tolist()
        assert ways.max() == pytest.approx(1.0)
        logs = np.log(plain[possible]) + np.flatnonzero(possible) * log_tilt
        expected = np.maximum(logs - logs.max(), np.log(FLOOR))
        assert np.log(ways[possible]) == pytest.approx(expected, abs=1e-9)
        assert pool[2] == pytest.approx(logs.max() + low * log_tilt)
        tilt(pool, 0, plain, 0.0)
        assert (pool[HEADER:] == plain).all()
        assert pool[2] == 0.0


def test_counts_far_from_likely_where_the_likeliest_have_most_ways() -> None:
    """What was lifted is seen too where no number of mines has more ways than the likeliest."""
    # Each of 60 chains has ten mines in 1,638,400 ways, or nine in one: then one more is elsewhere.
    outer, middle = ("##X" * 9 + "##") * 3, ("#3#" + "33#" * 8 + "3#") * 3
    chains = [row + "#" * 13 for row in (outer, middle, outer)] * 20
    mines = 600 + 3 * 20 * 18
    board = Board.parse("\n".join((f"100x100/{mines}", *chains, *["#" * 100] * 40)))
    analysis = analyse(board)
    assert np.nansum(analysis.probabilities) == pytest.approx(mines, rel=1e-12)
    exact = count_layouts(board, mines=[9999]) / analysis.layouts
    assert analysis.probabilities[9999] == pytest.approx(exact, rel=1e-9)


def test_more_numbers_than_mines_is_inconsistent() -> None:
    """A large board whose numbers need more mines than it has is refused."""
    board, _ = lattice(100, 100, 3)
    starved = Board(board.grid, 10, board.opened, board.numbers)
    with pytest.raises(InconsistentBoard):
        analyse(starved)
