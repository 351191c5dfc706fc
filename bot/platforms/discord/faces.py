"""Faces: how a board's cells look on their buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.app.screens.screen import Screen
from bot.platforms.discord.components import Component, Style, face
from core.board import State
from core.grid import Cell

_FACES: Final = {
    **{number: face(label) for number, label in enumerate("·12345678")},
    State.FLAGGED: face("🚩", Style.PRIMARY),
    State.EXPLODED: face("💥"),
}
"""By the state of a cell that is not closed."""


def faces_of(screen: Screen, cells: Sequence[Cell]) -> list[Component]:
    """Return how the buttons of ``cells`` look.

    A closed one has its name, which hints use and moves are typed with: of a button Discord tells
    a screen reader nothing but the label.
    """
    grid, states = screen.board.grid, screen.board.states()
    faces = [
        face(screen.coordinates.cell(grid.name(cell)), Style.PRIMARY)
        if states[cell] == State.CLOSED
        else _FACES[states[cell]]
        for cell in cells
    ]
    if screen.start is not None or screen.marked:
        for at, cell in enumerate(cells):
            if cell == screen.start or cell in screen.marked:
                faces[at] = faces[at] | {"style": Style.SUCCESS}
    return faces
