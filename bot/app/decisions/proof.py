"""Proof: whether logic alone solves a board, told when the game is over."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.drifted import turn_back_drifted
from bot.app.decisions.entry import turn_away
from bot.app.decisions.knowledge import ProofOf
from bot.app.requests.board_actions import Prove
from bot.app.screens.reply import Reply
from bot.i18n import Text
from core.generate import Proof
from core.solver.reason import ReasonKind

_SORTS: Final = {
    ReasonKind.ONE_NUMBER: "one",
    ReasonKind.TWO_NUMBERS: "two",
    ReasonKind.SEVERAL_NUMBERS: "more",
    ReasonKind.CHAIN: "more",
    ReasonKind.CONTRADICTION: "more",
    ReasonKind.CASES: "more",
    ReasonKind.COUNTING: "counting",
}
"""How players sort deductions: by the numbers it takes together, or by counting mines."""


def prove(desk: Desk, _action: Prove) -> Reply:
    """Say how a finished board is solved; of a running one that would give everything away."""
    session = desk.asked
    turn_away(desk)
    turn_back_drifted(session)
    if session.game.outcome is None:
        raise Declined(Text("proof.early"))
    if session.game.started_at is None:  # there never were any mines to be proved
        raise Declined(Text("game.empty"))
    return Reply(_told(desk.known(ProofOf(session.game))), private=True)


def _told(proof: Proof | None) -> tuple[Text, ...]:
    if proof is None:
        return (Text("proof.none"),)
    counts = Counter(_SORTS[step.reason.kind] for step in proof.steps)
    kinds = tuple(
        Text(f"proof.{sort}", count=counts[sort])
        for sort in dict.fromkeys(_SORTS.values())
        if counts[sort]
    )
    solved = Text("proof.solved", count=len(proof.steps))
    return (solved, Text("proof.kinds", kinds=kinds)) if kinds else (solved,)
