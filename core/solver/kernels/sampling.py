"""Chances of a mine in components too wide to be solved, by layouts drawn at random.

Blocked Gibbs sampling (Jensen, Kjaerulff and Kong, Blocking Gibbs sampling in very large
probabilistic expert systems, 1995). The mines on *lines*, two rows or columns each, are held. That
parts the strips between them into components narrow enough to be solved, and all of these are drawn
anew; then other lines are held. What is told are means of the chances that each pass solves for,
not of the mines that it draws (Gelfand and Smith, Sampling-based approaches to calculating marginal
densities, 1990), far from its lines more than near them. Several chains begin with layouts drawn
independently: by how much their means differ tells how far these may be off.

The number of mines on the board acts through the odds of a mine on a cell that touches no number:
after each round of passes these move to where the expected number of mines is right (Robbins and
Monro, A stochastic approximation method, 1951).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from core.solver.kernels.belief import WIDEST_ODDS, Apart, doubt, expect_apart, share_counts
from core.solver.kernels.chains import CHAINS, LINE, Chains, begin_all, draw_between
from core.solver.kernels.compiled import Floats, Ints, borrowing, kernel
from core.solver.kernels.component import OK
from core.solver.kernels.mapping import weights
from core.solver.kernels.position import Tools
from core.solver.kernels.strips import place_of

ROUNDS, LEAST_ROUNDS, WARMING = 64, 8, 1
"""How many passes each chain makes at most; how many are aimed at, by the spacing of the lines;
after how many of them its chances count."""

SPACINGS = (4, 6, 8, 10, 13, 16, 20, 24, 32)
"""How many rows there may be from one line to the next: the wider, the less there is held."""

STRIDE = 0.618034
"""By how much of their spacing the lines move from a pass to the next. By the golden ratio they
come near no place of earlier ones."""

BORROWED = 20
"""How many degrees of freedom the standard error of a cell borrows from all cells. By how much four
chains differ on one cell tells little, so that the largest of thousands would be far too large. By
how much passes of one chain differ tells more, but passes resemble the ones before: on all cells
together it is made to agree with the former (Smyth, Linear models and empirical Bayes methods for
assessing differential expression in microarray experiments, 2004)."""

ON_AVERAGE = 0.05
"""How much a chance is off because the number of mines is right on average only, times its variance
on such boards: for cells that do not depend on each other p (1 - p) (2 p - 1) / 2 at most."""

FAR_OFF = 4.0
"""If the square of how far the expected number of mines is off is larger than so many times its
variance, no error is known: there may be no such number of mines, or it freezes the chains."""

TINY = 1e-300
"""Keeps a quotient defined where all is zero."""

NUDGE = 0.01
"""The difference of log odds by which the slope of the expected number of mines is found."""


class Sampled(NamedTuple):
    """How sampling came out.

    ``done``: False if there was no layout to begin with, or a cell of which nothing was found: then
    only ``error`` tells anything. ``log_odds``: of a mine on a cell that touches no number;
    ``error``: the largest standard error of a chance, 1 if that of a cell is not known;
    ``log_ways``: an estimate of the log of how many layouts the components have, each mine weighed
    by the first odds; ``variance``: that of the number of mines on the board, not that number being
    given.
    """

    done: bool
    log_odds: float
    error: float
    log_ways: float
    variance: float


UNDONE = Sampled(False, 0.0, 1.0, 0.0, 1.0)


@kernel
def sample(
    chains: Chains,
    apart: Apart,
    mines: int,
    log_odds: float,
    tools: Tools,
    steps: int,
    chance: Floats,
) -> Sampled:
    """Write the chances of a mine on the cells of ``chains`` to ``chance``, in ``steps`` steps.

    These, the components solved ``apart`` and the cells off the frontier share ``mines``;
    ``log_odds`` are a first estimate. If the result is not done, ``chance`` is as it was.
    """
    if chains.cells.size == 0:  # components apart that no odds suit: this tells nothing of those
        return UNDONE
    work = tools.work
    share = steps // (CHAINS * LEAST_ROUNDS)
    half, end = work.mark[3] + steps // 2, work.mark[3] + steps - 2 * share
    tools = with_odds(tools, log_odds)
    if not begin_all(chains, tools, share, half):
        return UNDONE
    spacings = choose_spacings(chains, tools, share)
    if spacings.max() == 0:
        return UNDONE
    odds = np.full(CHAINS, log_odds)
    missing, drawn = np.zeros(CHAINS), np.zeros(CHAINS)
    between, variance = 0.0, 1.0
    for turn in range(ROUNDS):
        across = turn & 1 if spacings[turn & 1] else 1 - (turn & 1)
        for chain in range(CHAINS):
            if work.mark[3] > end:
                return summarise(chains, odds, missing.mean(), variance, chance)
            tools = with_odds(tools, odds[chain])
            expected = move(chains, chain, tools, across, spacings, turn, 2 * share)
            missing[chain] = mines - expect_apart(apart, odds[chain]) - expected
            drawn[chain] = count_mines(chains, chain)
        between += drawn.var() * CHAINS / (CHAINS - 1)
        for chain in range(CHAINS):
            before = odds[chain]
            slope = expect_apart(apart, before + NUDGE) - expect_apart(apart, before)
            variance = slope / NUDGE + between / (turn + 1)
            after = before + missing[chain] / (max(variance, 1.0) * (turn + 1))
            odds[chain] = min(max(after, -WIDEST_ODDS), WIDEST_ODDS)
    return summarise(chains, odds, missing.mean(), variance, chance)


@kernel
def with_odds(tools: Tools, log_odds: float) -> Tools:
    """Return ``tools`` that weigh each mine by these odds."""
    return Tools(tools.geometry, tools.log_factorial, weights(np.exp(log_odds)), tools.work)


@kernel
def choose_spacings(chains: Chains, tools: Tools, share: int) -> Ints:
    """Return the widest spacings of lines of rows and of columns at which a pass takes ``share``.

    0 if there is none.
    """
    cols = tools.geometry.cols
    ends = (chains.marks.size // cols, cols)
    spacings = np.zeros(2, np.int32)
    for across in range(2):
        for spacing in SPACINGS:
            if spacing > ends[across]:
                break  # it might have no line on the board
            before = tools.work.mark[3]
            if draw_between(chains, 0, tools, across, spacing, spacing // 2, share) != OK:
                break
            spacings[across] = spacing
            if tools.work.mark[3] - before > share // 2:
                break
    return spacings


@kernel
def move(
    chains: Chains,
    chain: int,
    tools: Tools,
    across: int,
    spacings: Ints,
    turn: int,
    steps: int,
) -> float:
    """Make the pass number ``turn`` of a chain; return the expected number of mines.

    If ``steps`` do not suffice, the next such lines will be nearer to one another.
    """
    cols = tools.geometry.cols
    last = cols if across else chains.marks.size // cols
    spacing = int(spacings[across])
    shift = int((turn * STRIDE + chain / CHAINS) % 1.0 * spacing)
    if draw_between(chains, chain, tools, across, spacing, shift, steps) != OK:
        spacings[across] = max(spacing * 3 // 4, SPACINGS[0])
    expected = 0.0
    for cell in chains.cells:
        found = chains.found[cell]
        if found < 0.0:
            expected += chains.layout[chain, cell]
            continue
        expected += found
        if turn >= WARMING:
            weight = float(depth(place_of(cell, cols, across), shift, spacing, last)) ** 4
            sums = chains.sums[chain, cell]
            sums[0] += weight
            sums[1] += weight * weight
            sums[2] += weight * found
            sums[3] += weight * found * found
    return expected


@borrowing
def depth(place: int, shift: int, spacing: int, last: int) -> int:
    """Return how far a row or column, of ``last``, is from the nearest line on the board.

    No more than half of the spacing. It is not on a line itself.
    """
    past = (place + shift) % spacing - (LINE - 1)
    ahead = spacing - (LINE - 1) - past
    deep = spacing // 2
    if past <= place:
        deep = min(deep, past)
    if place + ahead < last:
        deep = min(deep, ahead)
    return int(deep)


@borrowing
def count_mines(chains: Chains, chain: int) -> int:
    """Count the mines of a chain's layout."""
    count = 0
    for cell in chains.cells:
        count += chains.layout[chain, cell]
    return count


@kernel
def summarise(
    chains: Chains, odds: Floats, missing: float, variance: float, chance: Floats
) -> Sampled:
    """Write the means of all chains to ``chance``; tell the largest standard error.

    ``odds`` (chains,): the logs of the odds that each chain came to; a chance moves by at most a
    fourth as much. ``missing``: how many more mines there are on the board than were expected in
    the end, ``variance``: that of their number under these odds.
    """
    for cell in chains.cells:
        if chains.sums[:, cell, 0].min() == 0.0:
            return UNDONE
    between, within = np.empty(chains.cells.size), np.zeros(chains.cells.size)
    means = np.empty(CHAINS)
    for i in range(chains.cells.size):
        sums = chains.sums[:, chains.cells[i]]
        means[:] = sums[:, 2] / sums[:, 0]
        chance[chains.cells[i]] = means.mean()
        between[i] = square_error(means)
        for chain in range(CHAINS):
            # By so many passes of equal weight the mean would be known as well.
            passes = sums[chain, 0] ** 2 / sums[chain, 1]
            if passes > 1.0:
                spread = max(sums[chain, 3] / sums[chain, 0] - means[chain] ** 2, 0.0)
                within[i] += spread / (passes - 1.0) / CHAINS**2
    within *= between.sum() / max(within.sum(), TINY)
    largest = square_error(odds) / 16
    for i in range(chains.cells.size):
        cell = chains.cells[i]
        error = between[i] * (CHAINS - 1) + within[i] * BORROWED
        largest = max(largest, error / (CHAINS - 1 + BORROWED))
        if not 0.0 < chance[cell] < 1.0:  # certain, or a chain of numbers longer than any strip
            largest = 1.0
        chance[cell] = doubt(chance[cell])
    if missing**2 > FAR_OFF * variance:
        largest = 1.0
    error = np.sqrt(largest) + ON_AVERAGE / max(variance, TINY)
    first = chains.log_ways[:CHAINS]
    log_ways = np.log(np.exp(first - first.max()).mean()) + first.max()
    return Sampled(True, odds.mean(), error, log_ways, variance)


@borrowing
def estimate_layouts(sampled: Sampled, apart: Apart, mines: int, log_odds: float) -> float:
    """Estimate the log of the number of layouts with so many ``mines``.

    ``log_odds`` are the first ones. The weights of the first layouts over the chances that they
    were drawn estimate that of all layouts (Knuth, Estimating the efficiency of backtrack programs,
    1975); the number of mines is taken to be distributed normally.
    """
    log_total = sampled.log_ways + apart.rest_cells * np.log(1.0 + np.exp(log_odds))
    for c in range(apart.entries.size):
        if apart.entries[c] >= 0:
            log_total += share_counts(apart, c, log_odds).log_ways
    moved = sampled.log_odds - log_odds
    log_total -= mines * log_odds + 0.5 * sampled.variance * moved * moved
    others = max(2.0 * np.pi * sampled.variance, 1.0)  # so many numbers of mines are as likely
    return float(max(log_total - 0.5 * np.log(others), 0.0))


@kernel
def square_error(means: Floats) -> float:
    """Return the square of the standard error of the mean of ``means``."""
    return float(means.var() / (means.size - 1))
