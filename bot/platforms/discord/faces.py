"""Faces: how a board's cells look on their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.app.screens.screen import Screen
from bot.platforms.discord.components import Component, Style, face
from bot.platforms.discord.layout import Layout
from core.grid import Cell

_OPENED: Final = [face(number) for number in "·12345678"]
_CLOSED: Final = face("\u200b", Style.PRIMARY)
_FLAGGED: Final = face("🚩", Style.PRIMARY)
_EXPLODED: Final = face("💥")


def faces_of(screen: Screen, layout: Layout, cells: Sequence[Cell]) -> list[Component]:
    """Return how the buttons of ``cells`` look: closed ones are named if a board is shown too."""
    board = screen.board
    opened, numbers = board.opened, board.numbers

    def unopened(cell: Cell) -> Component:
        if board.exploded[cell]:
            return _EXPLODED
        if board.flagged[cell]:
            return _FLAGGED
        if layout is Layout.BUTTONS:
            return _CLOSED
        return face(screen.coordinates.cell(board.grid.name(cell)), Style.PRIMARY)

    faces = [_OPENED[numbers[cell]] if opened[cell] else unopened(cell) for cell in cells]
    if screen.start is not None or screen.marked:
        for at, cell in enumerate(cells):
            if cell == screen.start or cell in screen.marked:
                faces[at] = faces[at] | {"style": Style.SUCCESS}
    return faces
