"""Coordinates: how cells are named on boards and in sentences."""

from __future__ import annotations

from enum import StrEnum

from bot.i18n import Text
from bot.i18n.text import Arg
from core.grid import CellName, column_name


class Coordinates(StrEnum):
    """How rows and columns are named, and cells after them."""

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
        return f"{name.row + self.first}:{name.col + self.first}"

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
        """Return ``name`` as it is written here, so that it can be written otherwise yet."""
        written = "" if self is Coordinates.LETTERS else self.cell(name)
        return CellName.of(name.row, name.col, written)
