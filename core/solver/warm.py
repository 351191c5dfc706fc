"""Compile the kernels before they are needed."""

from __future__ import annotations

from typing import Final

from core.board import Board
from core.solver.advice import advise
from core.solver.analysis import analyse, analyse_roughly

STUCK: Final = (
    "4x4/3\n####\n1###\n####\n####",
    "8x8/30\n########\n########\n##2#####\n########\n########\n########\n########\n########",
)
"""Boards without a certain cell: one searched to its end, one with too many layouts for that."""


def warm() -> None:
    """Compile every kernel that analyse() and advise() use, or load it from the on-disk cache."""
    for text in STUCK:
        board = Board.parse(text)
        advise(board)
        analyse_roughly(board)
        _ = analyse(board).layouts
