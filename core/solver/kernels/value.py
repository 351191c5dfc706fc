"""The chance of winning a position, estimated by a small network from what its map looks like."""

from __future__ import annotations

import numpy as np

from core.solver.kernels.compiled import Floats, kernel
from core.solver.kernels.network import (
    FEATURES,
    HIDDEN,
    HIDDEN_BIAS,
    HIDDEN_WEIGHTS,
    LINEAR_WEIGHTS,
    OUTPUT_BIAS,
    OUTPUT_WEIGHTS,
)
from core.solver.kernels.position import Position


@kernel
def best_safety(position: Position) -> float:
    """Return the chance of the safest cell."""
    if position.certain or position.unknown == 0:
        return 1.0
    best = 0.0
    if position.solved.rest_cells:
        best = 1.0 - position.solved.rest
    for g in range(position.frontier.groups):
        best = max(best, 1.0 - position.group_mine[g])
    return best


@kernel
def describe(position: Position, out: Floats) -> None:
    """Write what the network looks at to ``out`` (FEATURES,), each of the order of 1."""
    frontier, solved = position.frontier, position.solved
    first, second = 0.0, 0.0
    safe_cells = float(position.certain)
    entropy, even, doubt = 0.0, 0.0, 0.0
    if solved.rest_cells:
        first = 1.0 - solved.rest
        if first == 1.0:
            safe_cells += solved.rest_cells
    local = 0.0
    worst = 0.0
    unsettled = 0
    for c in range(frontier.components):
        best, live = 0.0, 0
        for at in range(frontier.first[c], frontier.first[c + 1]):
            g = frontier.member[at]
            mine = position.group_mine[g]
            size = frontier.size[g]
            safe = 1.0 - mine
            best = max(best, safe)
            if safe > first:
                first, second = safe, first
            elif safe > second:
                second = safe
            if mine == 0.0:
                safe_cells += size
            elif mine < 1.0:
                live += 1
                entropy -= size * (mine * np.log(mine) + safe * np.log(safe))
                even += size * (0.4 < mine < 0.6)
                doubt += size * min(mine, safe)
        if live and best < 1.0:
            local += np.log(best)
            worst = min(worst, np.log(best))
            unsettled += 1
    if position.certain:
        first, second = 1.0, first
    rest = solved.rest_cells
    left = position.mines / max(position.unknown, 1)
    out[0] = np.log(max(first, 1e-3)) * 4.0
    out[1] = np.log(max(second, 1e-3)) * 2.0
    out[2] = 1.0 if first == 1.0 else 0.0
    out[3] = np.log1p(safe_cells)
    out[4] = local
    out[5] = worst * 2.0
    out[6] = 0.3 * unsettled
    out[7] = 0.1 * entropy
    out[8] = 0.2 * even
    out[9] = 0.2 * doubt
    out[10] = np.log1p(float(rest)) * 0.3
    out[11] = 5.0 * left
    out[12] = np.log1p(float(position.unknown)) * 0.3
    out[13] = np.log1p(solved.log_total) * 0.5
    out[14] = 5.0 * solved.rest if rest else 0.0
    out[15] = np.log1p(float(position.mines)) * 0.3


@kernel
def win_chance(position: Position) -> float:
    """Estimate the chance to win from ``position``."""
    if position.unknown == 0 or position.solved.log_total < 1e-9:
        return 1.0
    seen = np.empty(FEATURES)
    describe(position, seen)
    output = OUTPUT_BIAS
    for i in range(FEATURES):
        output += LINEAR_WEIGHTS[i] * seen[i]
    for h in range(HIDDEN):
        total = HIDDEN_BIAS[h]
        for i in range(FEATURES):
            total += HIDDEN_WEIGHTS[h, i] * seen[i]
        output += OUTPUT_WEIGHTS[h] * np.tanh(total)
    return float(1.0 / (1.0 + np.exp(-output)))
