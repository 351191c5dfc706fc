"""Compile the kernels before they are needed."""

from __future__ import annotations

from typing import Final

from core.board import Board
from core.solver.advice import advise
from core.solver.analysis import analyse, analyse_roughly
from core.solver.explain_budget import Budget
from core.solver.explain_decide import Deciding

STUCK: Final = (
    "4x4/3\n####\n1###\n####\n####",
    "8x8/30\n########\n########\n##2#####\n########\n########\n########\n########\n########",
    "6x7/12\n02#####\n02#####\n234####\n##2####\n#322###\n#######",
)
"""Boards without a certain cell: one searched to its end, one with too many layouts for that, one
with a pseudo 50/50."""

CERTAIN: Final = "8x8/30\n01######\n12######" + "\n########" * 6
"""A board of too many layouts on which three numbers make a cell safe."""

CLUES: Final = (1, 8, 9)
SAFE: Final = 18


def warm() -> None:
    """Compile every kernel that analyses, advice and reasons use, or load it from the cache."""
    warm_maps()
    warm_advice()
    warm_reasons()


def warm_maps() -> None:
    """Compile what all others need."""
    analyse(Board.parse(STUCK[0]))


def warm_advice() -> None:
    """Compile what chooses a guess, which takes half of the time."""
    for text in (*STUCK, CERTAIN):
        advise(Board.parse(text))


def warm_reasons() -> None:
    """Compile what reasons, exact numbers of layouts and rough maps take."""
    for text in STUCK:
        board = Board.parse(text)
        analyse_roughly(board)
        _ = analyse(board).layouts
    deciding, budget = Deciding(Board.parse(CERTAIN)), Budget(100)
    deciding.search(SAFE, is_mine=False, budget=budget)
    deciding.needed(CLUES, SAFE, is_mine=False, budget=budget, counting=True)
    for ask in (deciding.needed, deciding.holds, deciding.needs_all):
        ask(CLUES, SAFE, is_mine=False, budget=budget)
