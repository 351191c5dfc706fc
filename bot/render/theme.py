"""Themes: the glyphs of a board, one data folder each."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final, Literal

import msgspec

from bot.app.screens.screen import Face
from core.board import Board
from core.grid import Cell

THEMES: Final = ("plain", "emoji")


class Theme(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a theme's ``glyphs.toml``."""

    width: int
    """Columns that each glyph takes, if a character takes one or two, as in a terminal."""
    column_names: Literal["stacked", "full_width"]
    """How columns are named above the board: letters and numbers one above the other, or wide
    letters in one line."""
    closed: str
    numbers: tuple[str, str, str, str, str, str, str, str, str]
    flag: str
    mine: str
    flagged_mine: str
    wrong_flag: str
    exploded: str
    start: str
    faces: dict[Face, str]

    def glyph(self, board: Board, cell: Cell) -> str:
        """Return the glyph of ``cell``."""
        number = board.number(cell)
        if number is not None:
            return self.numbers[number]
        if board.exploded[cell]:
            return self.exploded
        if board.shown[cell]:
            return self.flagged_mine if board.flagged[cell] else self.mine
        if board.flagged[cell]:
            return self.wrong_flag if board.mines_known else self.flag
        return self.closed


@cache
def load_theme(name: str) -> Theme:
    """Return the theme ``name``, one of THEMES."""
    data = files("bot.render").joinpath("themes", name, "glyphs.toml").read_bytes()
    return msgspec.toml.decode(data, type=Theme)
