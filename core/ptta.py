"""Boards of the PTT ZiNi calculator: a size and the mines, as its links carry them.

"?b=0909&m=" and digits of base 32: columns and rows, padded to the same length; then five cells
a digit, row by row, the first the most significant bit. "b=1", "2" and "3" are the three classic
sizes. There is no first cell, so a game begins with the first opening in reading order. Source:
``readFromPtta`` in LlamaSweeper, which reads the same links.
"""

from __future__ import annotations

import re
from typing import Final

from core.board import NotationError
from core.game import Game
from core.grid import Grid
from core.layers import in_digits
from core.minefield import Minefield
from core.tatham import begin, of_digits

_LINK: Final = re.compile(r"(?:.*[?&])?b=([0-9]{1,6})&m=([0-9a-v]{1,2000})(?:[&#].*)?", re.ASCII)
_SITE: Final = "https://pttacgfans.github.io/Minesweeper-ZiNi-Calculator/"
_CLASSIC: Final = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}
_BITS: Final = 5


def write_ptta(game: Game) -> str:
    """Return the link of a board; ValueError before its first open. It holds the mines."""
    if game.minefield is None:
        raise ValueError("there is no layout yet")
    grid, mines = game.rules.grid, game.minefield.mines
    width = max(2, len(str(grid.rows)), len(str(grid.cols)))
    size = f"{grid.cols:0{width}}{grid.rows:0{width}}"
    return f"{_SITE}?b={size}&m={in_digits(mines, _BITS)}"


def read_ptta(text: str) -> Game:
    """Return the game of a link, or of what stands behind its "?", with its first cell open.

    NotationError when it is none.
    """
    found = _LINK.fullmatch(text.strip().lower())
    if found is None:
        raise NotationError("this is no link with a board")
    cols, rows = _size(found[1])
    mines = of_digits(found[2], _BITS, rows * cols)
    return begin(rows, cols, mines, _first(rows, cols, mines))


def _size(text: str) -> tuple[int, int]:
    half = len(text) // 2
    return _CLASSIC.get(text) or (int(text[:half] or 0), int(text[half:]))


def _first(rows: int, cols: int, mines: bytes) -> int:
    """Return the first cell without mines around it, else the first without one; 0 without any."""
    numbers = Minefield(Grid(rows, cols), mines).numbers
    safe = [cell for cell, mine in enumerate(mines) if not mine]
    return next((cell for cell in safe if not numbers[cell]), safe[0] if safe else 0)
