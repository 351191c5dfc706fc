"""Why a cell of a drawn board is certain, in words; shared by the tests of explanations."""

from __future__ import annotations

from bot.app.screens.explain import reason_text
from core.board import Board
from core.solver.explain import explain
from core.solver.reason import Reason
from tests.bot.app.conftest import TRANSLATOR
from tests.core.solver.explain_oracle import certain

ROW = "2x6/3\n121111\n######"
CHAIN = "1x6/2\n1#1#1#"
REDUCED = "3x6/7\n##2000\n##3221\n######"
CORNERS = "2x3/2\n##2\n2##"
MANY = f"1x14/1\n{'#' * 10}#1##"
KNIGHT = "2x3/2\n##2\n1##"
TWOS = "3x3/3\n#1#\n1#2\n###"


def find(text: str, name: str) -> tuple[Board, Reason]:
    """Return the board drawn as ``text`` and why its cell called ``name`` is certain."""
    board = Board.parse(text)
    safe, mines = certain(board)
    cell = next(cell for cell in safe + mines if board.grid.name(cell) == name)
    return board, explain(board, cell, is_mine=cell in mines)


def say(text: str, name: str, language: str) -> str:
    """Return why the cell called ``name`` is certain, in ``language``."""
    board, reason = find(text, name)
    return TRANSLATOR.say(reason_text(board, reason), language)
