"""Coordinates: how cells are named on boards and in sentences."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.i18n import Text
from bot.i18n.text import Arg
from core.grid import CellName, column_name


class RowCol(CellName):
    """A cell by the numbers of its row and its column ("3 4"), which all chats understand."""

    __slots__ = ()

    @classmethod
    def of(cls, row: int, col: int, written: str = "") -> CellName:
        """Return the cell at ``row`` and ``col``, counted from 0, by numbers or as ``written``."""
        return super().of(row, col, written or f"{row + 1} {col + 1}")


EXAMPLE: Final = CellName.of(2, 3)
"""A cell as it is named, in sentences that say how moves are typed."""
NUMBERS: Final = RowCol.of(2, 3)
"""The same cell by its row and column."""


def row_word(language: str) -> str:
    """Return the Chinese word for a row, as readers of ``language`` use it."""
    return "列" if language == "zh-TW" else "行"


class Coordinates(StrEnum):
    """How rows and columns, and so cells, are named."""

    LETTERS = "letters"
    """Columns by letters and by numbers, rows from 1: d3."""
    ONE = "one"
    """Rows and columns by numbers from 1, the row first: 3:4."""
    ZERO = "zero"
    """Rows and columns by numbers from 0, the row first: 2:3."""

    @property
    def first(self) -> int:
        """The number of the first row and column."""
        return 0 if self is Coordinates.ZERO else 1

    def cell(self, name: CellName) -> str:
        """Return the name of a cell."""
        if self is Coordinates.LETTERS:
            return str(name)
        between = " " if isinstance(name, RowCol) else ":"
        return f"{name.row + self.first}{between}{name.col + self.first}"

    def row(self, row: int) -> str:
        """Return the name of ``row``, counted from 0."""
        return str(row + self.first)

    def columns(self, col: int) -> tuple[str, ...]:
        """Return the names of ``col``, counted from 0: letters, if any, and a number."""
        number = str(col + self.first)
        return (column_name(col), number) if self is Coordinates.LETTERS else (number,)

    def spell(self, text: Text) -> Text:
        """Return ``text``, in which nobody has named the cells yet, with its cells named."""
        return text if self is Coordinates.LETTERS else self.respell(text)

    def respell(self, text: Text) -> Text:
        """Return ``text`` with its cells named, however they were before."""
        return Text(text.key, **{name: self._spelled(arg) for name, arg in text.args})

    def _spelled(self, arg: Arg) -> Arg:
        if isinstance(arg, CellName):
            return self._renamed(arg)
        if isinstance(arg, Text):
            return self.respell(arg)
        if isinstance(arg, tuple):
            return tuple(self._item(each) for each in arg)
        return arg

    def _item(self, item: Text | str) -> Text | str:
        if isinstance(item, CellName):
            return self._renamed(item)
        return self.respell(item) if isinstance(item, Text) else item

    def _renamed(self, name: CellName) -> CellName:
        """Return ``name`` written in this way; it keeps the cell, to be written in another."""
        written = "" if self is Coordinates.LETTERS else self.cell(name)
        return type(name).of(name.row, name.col, written)
