"""Board: what a player sees, and nothing else."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import force_setattr

from core.grid import Cell, Grid
from core.layers import either, inverse

CLOSED, FLAG, MINE, FLAGGED_MINE, EXPLODED = "#", "F", "M", "R", "X"
"""Marks of the text notation besides the digits of open cells. ``M`` and ``R`` (a flag that was
right) appear only after the end of a game, when the mines are shown."""

_HEAD: Final = re.compile(r"([1-9][0-9]{0,3})x([1-9][0-9]{0,3})/(0|[1-9][0-9]{0,7})")
_MARKS: Final = frozenset("012345678" + CLOSED + FLAG + MINE + FLAGGED_MINE + EXPLODED)


class NotationError(ValueError):
    """Raised when a text is not the notation of a board."""


class State(IntEnum):
    """What a cell is that is not open; an open one's state is its number."""

    CLOSED = 9
    FLAGGED = 10
    EXPLODED = 11


_AS_FLAGGED: Final = State.FLAGGED - State.CLOSED
_AS_EXPLODED: Final = State.EXPLODED - State.CLOSED


class Board(Struct, frozen=True):
    """The public side of a game: layers of one byte a cell, row by row, 0 or 1.

    ``numbers`` is 0 wherever ``opened`` is 0, so that a board cannot hold what its player has
    not seen. ``exploded`` marks the mines that were opened, ``shown`` the mines shown after the
    end of a game. ``mines`` is the number of mines on the whole board.
    """

    grid: Grid
    mines: int
    opened: bytes
    numbers: bytes
    flagged: bytes = b""
    exploded: bytes = b""
    shown: bytes = b""

    def __post_init__(self) -> None:
        """Fill the layers left out with zeros."""
        if self.flagged and self.exploded and self.shown:
            return
        for layer in ("flagged", "exploded", "shown"):
            if not getattr(self, layer):
                force_setattr(self, layer, bytes(len(self.grid)))

    def number(self, cell: Cell) -> int | None:
        """Return the number on ``cell`` if it is open, else None."""
        return self.numbers[cell] if self.opened[cell] else None

    def is_closed(self, cell: Cell) -> bool:
        """Tell whether ``cell`` is neither open nor an exploded mine; flags do not matter."""
        return not self.opened[cell] and not self.exploded[cell]

    def states(self) -> bytes:
        """Return the state of every cell: a byte each, its number or a State."""
        closed = int.from_bytes(inverse(self.opened))
        # A cell is not open, flagged and exploded at once, so no byte runs over into the next.
        states = int.from_bytes(self.numbers) + closed * State.CLOSED
        states += int.from_bytes(self.flagged) * _AS_FLAGGED
        states += int.from_bytes(self.exploded) * _AS_EXPLODED
        return states.to_bytes(len(self.opened))

    def closed(self) -> list[Cell]:
        """Return the closed cells, flagged ones among them."""
        shown = either(self.opened, self.exploded)
        return [cell for cell, is_shown in enumerate(shown) if not is_shown]

    def closed_around(self, cell: Cell) -> list[Cell]:
        """Return the closed neighbours of ``cell``, flagged ones among them."""
        opened, exploded = self.opened, self.exploded
        return [n for n in self.grid.neighbours(cell) if not opened[n] and not exploded[n]]

    def claimed_around(self, cell: Cell) -> int:
        """Count the neighbours of ``cell`` that are flagged or exploded."""
        return sum(self.flagged[n] or self.exploded[n] for n in self.grid.neighbours(cell))

    def forced_mines(self, cell: Cell) -> list[Cell] | None:
        """Return the unflagged cells that the number on ``cell`` alone forces to be mines.

        None when it forces none, because there are more closed cells than mines to be found.
        """
        closed = self.closed_around(cell)
        exploded = sum(self.exploded[n] for n in self.grid.neighbours(cell))
        if len(closed) + exploded != self.number(cell):
            return None
        return [n for n in closed if not self.flagged[n]]

    @property
    def mines_left(self) -> int:
        """The mine counter: mines less flags and exploded mines; flags can make it negative."""
        return self.mines - self.flagged.count(1) - self.exploded.count(1)

    @property
    def mines_known(self) -> bool:
        """Whether all mines are known, so that other flags are wrong: shown, or all exploded."""
        return 1 in self.shown or self.exploded.count(1) == self.mines

    @property
    def safe_left(self) -> int:
        """The number of closed cells that are no mine."""
        return len(self.grid) - self.mines - self.opened.count(1)

    def __str__(self) -> str:
        """Return the text notation: ``ROWSxCOLS/MINES``, then a line of marks a row."""
        rows = ("".join(map(self._mark, self._row(row))) for row in range(self.grid.rows))
        return "\n".join([f"{self.grid.rows}x{self.grid.cols}/{self.mines}", *rows])

    def _row(self, row: int) -> range:
        return range(row * self.grid.cols, (row + 1) * self.grid.cols)

    def _mark(self, cell: Cell) -> str:
        if self.opened[cell]:
            return str(self.numbers[cell])
        if self.exploded[cell]:
            return EXPLODED
        if self.shown[cell]:
            return FLAGGED_MINE if self.flagged[cell] else MINE
        return FLAG if self.flagged[cell] else CLOSED

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read the text notation; NotationError names what is wrong with it."""
        head, *rows = text.split() or [""]
        grid, mines = _parse_head(head)
        marks = "".join(rows)
        if len(rows) != grid.rows or any(len(row) != grid.cols for row in rows):
            raise NotationError(f"{head} needs {grid.rows} rows of {grid.cols} marks")
        if unknown := set(marks) - _MARKS:
            raise NotationError(f"unknown marks: {' '.join(sorted(unknown))}")
        return cls(
            grid=grid,
            mines=mines,
            opened=bytes(mark.isdigit() for mark in marks),
            numbers=bytes(int(mark) if mark.isdigit() else 0 for mark in marks),
            flagged=bytes(mark in FLAG + FLAGGED_MINE for mark in marks),
            exploded=bytes(mark == EXPLODED for mark in marks),
            shown=bytes(mark in MINE + FLAGGED_MINE for mark in marks),
        )


def _parse_head(head: str) -> tuple[Grid, int]:
    found = _HEAD.fullmatch(head)
    if found is None:
        raise NotationError(f"{head[:20]!r} is not ROWSxCOLS/MINES")
    rows, cols, mines = map(int, found.groups())
    return Grid(rows, cols), mines
