"""Which of a reason's cells need all of its clues."""

from __future__ import annotations

from dataclasses import replace

from core.solver.explain_budget import Budget, BudgetError
from core.solver.explain_decide import Deciding
from core.solver.reason import Conclusion, Reason


def needing_all(reason: Reason, deciding: Deciding, budget: Budget) -> Reason:
    """Return ``reason`` without the cells that fewer of its clues decide.

    Its last step still names them: it decides them all, and a pattern is told by the cells that it
    leaves over. A reason that counts mines, and one for which the ``budget`` does not suffice, is
    returned as it is.
    """
    if not reason.minimal or reason.counting or len(reason.cells) == 1:
        return reason
    is_mine = reason.conclusion is Conclusion.MINE
    try:
        cells = tuple(
            cell
            for cell in reason.cells
            if deciding.needs_all(reason.clues, cell, is_mine=is_mine, budget=budget)
        )
    except BudgetError:
        return reason
    return replace(reason, cells=cells)
