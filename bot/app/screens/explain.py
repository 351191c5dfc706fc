"""Explanations: reasons of the solver as texts, and the cells they point at."""

from __future__ import annotations

from functools import reduce
from typing import Final

from bot.app.screens.explain_guess import compared, guess_text
from bot.app.screens.explain_steps import Teller
from bot.i18n import Text
from core.board import Board
from core.grid import Cell
from core.solver.reason import GuessReason, Reason, ReasonKind, Step

_TOLD_STEPS: Final = 4


def reason_text(board: Board, reason: Reason | GuessReason) -> Text:
    """Return why a cell of ``board`` is certain, or why a guess is the one to make."""
    if isinstance(reason, GuessReason):
        return guess_text(board, reason)
    teller = Teller(board)
    *before, last = reason.steps
    sentences = [teller.step(step) for step in before]
    if len(reason.steps) > _TOLD_STEPS:
        sentences = [_summed_up(teller, last)]
    return reduce(_then, [*sentences, teller.step(last)])


def highlights(reason: Reason | GuessReason) -> frozenset[Cell]:
    """Return the cells to point at: those decided and the numbers they follow from.

    For a guess these are the cells that its text names: those compared, and those of the 50/50 that
    it may belong to.
    """
    if isinstance(reason, GuessReason):
        others = (option.cell for option in compared(reason))
        return frozenset({reason.chosen.cell, *others, *reason.fifty})
    return frozenset({*reason.cells, *reason.clues})


def _then(first: Text, second: Text) -> Text:
    return Text("reason.then", first=first, second=second)


def _summed_up(teller: Teller, last: Step) -> Text:
    """Return a sentence for all that ``last`` relies on, which would take too many to prove."""
    if last.kind is ReasonKind.COUNTING and last.mines:
        return Text("reason.known_mines", count=len(last.mines))
    if last.mines and last.safe:
        return Text(
            "reason.known_both", mines=teller.mines(last.mines), safe=teller.safe(last.safe)
        )
    verdict = teller.mines(last.mines) if last.mines else teller.safe(last.safe)
    return Text("reason.known", verdict=verdict)
