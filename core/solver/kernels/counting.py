"""Exact numbers of layouts, modulo one prime at a time."""

from __future__ import annotations

import numpy as np

from core.solver.kernels.compiled import Longs, kernel
from core.solver.kernels.component import Layers, Work
from core.solver.kernels.frontier import Frontier


@kernel
def count_modulo(
    frontier: Frontier, layers: Layers, choose: Longs, work: Work, prime: int
) -> Longs:
    """Return how many layouts the component last eliminated has, modulo ``prime`` < 2**31.

    Entry n of the result is for n mines. The edges that ``eliminate`` left in ``work`` are followed
    once more, with whole numbers. ``choose[s, k]`` are the binomial coefficients.
    """
    members = layers.order.size
    begin, end = layers.layer_first[members], layers.layer_first[members + 1]
    ways = np.zeros(end, np.int64)
    ways[0] = 1
    for t in range(members):
        size = frontier.size[layers.order[t]]
        for e in range(layers.edge_first[t], layers.edge_first[t + 1]):
            share = ways[work.source[e]] * choose[size, work.placed[e]]
            ways[work.target[e]] = (ways[work.target[e]] + share) % prime
    last = work.key[members & 1]
    most = 0
    for s in range(end - begin):
        most = max(most, last[s])
    counts = np.zeros(most + 1, np.int64)
    for s in range(end - begin):
        counts[last[s]] = ways[begin + s]
    return counts
