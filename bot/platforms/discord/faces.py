"""Faces: how a board's cells look on their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.app.screens.screen import Screen
from bot.platforms.discord.components import Component, Style, face
from bot.platforms.discord.layout import Layout
from core.board import State
from core.grid import Cell

_REST: Final = {
    State.CLOSED: face("\u200b", Style.PRIMARY),
    State.FLAGGED: face("🚩", Style.PRIMARY),
    State.EXPLODED: face("💥"),
}
_FACES: Final = [*map(face, "·12345678"), *(_REST[state] for state in State)]
"""By the state of a cell."""


def faces_of(screen: Screen, layout: Layout, cells: Sequence[Cell]) -> list[Component]:
    """Return how the buttons of ``cells`` look: closed ones are named if a board is shown too."""
    states = screen.board.states()
    faces = [_FACES[states[cell]] for cell in cells]
    if layout is not Layout.BUTTONS:
        for at, cell in enumerate(cells):
            if states[cell] == State.CLOSED:
                name = screen.coordinates.cell(screen.board.grid.name(cell))
                faces[at] = face(name, Style.PRIMARY)
    if screen.start is not None or screen.marked:
        for at, cell in enumerate(cells):
            if cell == screen.start or cell in screen.marked:
                faces[at] = faces[at] | {"style": Style.SUCCESS}
    return faces
