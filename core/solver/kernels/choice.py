"""The choice of a guess: the endgame's, or the best of the candidates.

Those that come close to the best by what ``score`` makes of them are looked at again, a guess
deeper.
"""

from __future__ import annotations

import numpy as np

from core.solver.kernels.compiled import Floats, Ints, kernel, long
from core.solver.kernels.component import OK
from core.solver.kernels.endgame_search import Ending
from core.solver.kernels.ending import find_ending
from core.solver.kernels.guess import Policy, candidates, score
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    number_range,
)
from core.solver.kernels.value import SETTLED, best_safety, win_chance

MOST_GROUPS = 80
"""Groups of a frontier that is looked at twice, at most: a second look takes some 200 maps, and
those of larger ones can take 10 ms each. Games of 30x16/99 hardly ever have more."""


@kernel
def win_after(position: Position, cell: int, mines: int, tools: Tools, enough: float) -> float:
    """Estimate the chance to win by opening ``cell``, each number judged by the network.

    The look stops where ``enough`` cannot be beaten any more.
    """
    safe = 1.0 - mine_chance(position, cell)
    low, high = number_range(position.marks, tools.geometry.near, cell)
    win, seen = 0.0, 0.0
    for number in range(low, high + 1):
        if seen > safe - 1e-9 or win + (safe - seen) <= enough:
            break
        after = after_opening(position, cell, number, mines, tools)
        if after.solved.status == OK:
            likely = np.exp(after.solved.log_total - position.solved.log_total)
            seen += likely
            win += likely * win_chance(after, tools.geometry)
    return float(win)


@kernel
def win_stuck(position: Position, mines: int, policy: Policy, tools: Tools) -> float:
    """Estimate the chance to win a position without certain cells: that of its best guess."""
    cells = np.empty(position.unknown, np.int32)
    count = min(candidates(position, policy, tools, cells), policy.seconds)
    best = 0.0
    for i in range(count):
        best = max(best, win_after(position, long(cells[i]), mines, tools, best))
    return best


@kernel
def look_twice(
    position: Position, cell: int, mines: int, policy: Policy, tools: Tools, enough: float
) -> float:
    """Estimate the chance to win by opening ``cell``, and where that leads to a guess, by the best.

    Being worth 1 bounds every number, so the look stops where ``enough`` cannot be beaten any more.
    """
    safe = 1.0 - mine_chance(position, cell)
    low, high = number_range(position.marks, tools.geometry.near, cell)
    win, seen = 0.0, 0.0
    for number in range(low, high + 1):
        if seen > safe - 1e-9 or win + (safe - seen) <= enough:
            break
        after = after_opening(position, cell, number, mines, tools)
        if after.solved.status != OK:
            continue
        likely = np.exp(after.solved.log_total - position.solved.log_total)
        seen += likely
        if best_safety(after) == 1.0 or after.solved.log_total <= SETTLED:
            win += likely * win_chance(after, tools.geometry)
        else:
            win += likely * win_stuck(after, mines, policy, tools)
    return float(win)


@kernel
def search_end(position: Position, mines: int, policy: Policy, tools: Tools) -> Ending:
    """Return the best move exactly where the policy finds the end of the game; else no cell."""
    if policy.layouts:
        return find_ending(position, mines, policy.layouts, policy.nodes, tools.geometry)
    return Ending(long(-1), long(0))


@kernel
def look_again(
    position: Position, cells: Ints, win: Floats, mines: int, policy: Policy, tools: Tools
) -> int:
    """Return the best of ``cells``, the close ones looked at twice; ``win`` is what score found.

    The two looks err in ways of their own, so that their product errs less than either.
    """
    order = np.argsort(-win)
    close = win[order[0]] * policy.share
    if order.size == 1 or win[order[1]] < close:
        return int(cells[order[0]])
    best, best_win = long(-1), -1.0
    for i in order[: policy.twice]:
        if win[i] < close:
            break
        cell = long(cells[i])
        found = win[i] * look_twice(position, cell, mines, policy, tools, best_win / win[i])
        if found > best_win:
            best, best_win = cell, found
    return int(best)


@kernel
def choose_guess(position: Position, mines: int, policy: Policy, tools: Tools) -> int:
    """Return the cell to open in a position without certain cells."""
    ending = search_end(position, mines, policy, tools)
    if ending.cell >= 0:
        return ending.cell
    cells = np.empty(position.unknown, np.int32)
    count = candidates(position, policy, tools, cells)
    if not policy.look:
        return int(cells[0])
    share = policy.share if policy.twice else 1.0
    win, best = np.zeros(count), 0.0
    for i in range(count):
        win[i] = score(position, long(cells[i]), mines, policy, tools, best * share).win
        best = max(best, win[i])
    if not policy.twice or position.frontier.groups > MOST_GROUPS:
        return int(cells[np.argmax(win)])
    return look_again(position, cells[:count], win, mines, policy, tools)
