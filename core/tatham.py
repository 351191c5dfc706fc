"""Game IDs of Simon Tatham's Mines: a layout and its first cell, as others can paste them.

"9x9n10:4,4,u" and hexadecimal digits: columns, rows and mines; column and row of the first cell,
from 0; then four cells a digit, row by row, the first the most significant bit. Only the plain form
"u" is read and written, not the one that is masked ("m"). Source: ``describe_layout`` and
``new_game`` in mines.c of the Portable Puzzle Collection.
"""

from __future__ import annotations

import re
from typing import Final

from core.board import NotationError
from core.game import Game, replay
from core.history import TimedMove
from core.layers import in_digits
from core.minefield import Minefield
from core.move import Open
from core.rules import FirstOpen, Rules, RulesError

_BITS: Final = 4
_ID: Final = re.compile(
    r"(?P<cols>\d{1,3})x(?P<rows>\d{1,3})(?:n(?P<mines>\d{1,5}))?a?:"
    r"(?P<col>\d{1,3}),(?P<row>\d{1,3}),u(?P<layout>[0-9a-f]{1,2500})",
    re.ASCII,
)


def write_tatham(game: Game) -> str:
    """Return the game ID of a board; ValueError before its first open. It holds the mines."""
    first = game.first_cell
    if first is None or game.minefield is None:
        raise ValueError("there is no layout yet")
    grid, mines = game.rules.grid, game.minefield.mines
    row, col = grid.row_col(first)
    size = f"{grid.cols}x{grid.rows}n{game.rules.mines}"
    return f"{size}:{col},{row},u{in_digits(mines, _BITS)}"


def read_tatham(text: str) -> Game:
    """Return the game that an ID stands for after its first open; NotationError when it is none."""
    found = _ID.fullmatch(text.strip().lower())
    if found is None:
        raise NotationError("this is no game ID in plain form")
    cols, rows, col, row = map(int, found.group("cols", "rows", "col", "row"))
    if row >= rows or col >= cols:
        raise NotationError("the first cell is off the board")
    mines = of_digits(found["layout"], _BITS, rows * cols)
    if found["mines"] and int(found["mines"]) != sum(mines):
        raise NotationError("the ID has another number of mines")
    return begin(rows, cols, mines, row * cols + col)


def of_digits(digits: str, bits: int, cells: int) -> bytes:
    """Return the layer of so many ``cells`` that ``in_digits`` wrote; NotationError if it did not.

    The last digit may have bits beyond the last cell: none of them is a mine.
    """
    binary = "".join(f"{int(digit, 1 << bits):0{bits}b}" for digit in digits)
    if len(digits) != -(-cells // bits) or "1" in binary[cells:]:
        raise NotationError("the layout does not fit its size")
    return bytes(map(int, binary[:cells]))


def begin(rows: int, cols: int, mines: bytes, first: int) -> Game:
    """Return the game of a layout with ``first`` open; NotationError where that cannot be."""
    try:
        rules = Rules(rows, cols, sum(mines))
    except RulesError as error:
        raise NotationError(str(error)) from error
    if mines[first]:
        raise NotationError("the first cell is a mine")
    if any(mines[cell] for cell in rules.kept_free(first)):
        rules = Rules(rows, cols, sum(mines), FirstOpen.SAFE)
    return replay(rules, Minefield(rules.grid, mines), [TimedMove(Open(first))])
