"""Which of a reason's cells need all of its clues."""

from __future__ import annotations

from dataclasses import replace

from core.solver.explain_entail import Budget, BudgetError, entails
from core.solver.explain_view import View
from core.solver.reason import Conclusion, Reason


def needing_all(reason: Reason, view: View, budget: Budget) -> Reason:
    """Return ``reason`` without the cells that fewer of its clues decide.

    All that the last step decides are told together, though the steps before may matter to some
    of it alone. A named pattern, a count and what the ``budget`` does not suffice for stay whole.
    """
    if not reason.minimal or reason.counting or reason.pattern or len(reason.cells) == 1:
        return reason
    clues = [view.constraint(clue) for clue in reason.clues]
    rests = [[each for each in clues if each is not one] for one in clues]
    is_mine = reason.conclusion is Conclusion.MINE
    try:
        cells = tuple(
            cell
            for cell in reason.cells
            if not any(entails(rest, cell, is_mine=is_mine, budget=budget) for rest in rests)
        )
    except BudgetError:
        return reason
    *before, last = reason.steps
    return replace(reason, cells=cells, steps=(*before, replace(last, cells=cells)))
