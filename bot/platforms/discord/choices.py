"""Choices: what is offered while a command is typed."""

from __future__ import annotations

from bot.app.screen import Screen
from bot.platforms.discord import limits


def cell_choices(screen: Screen | None, typed: str) -> list[dict[str, str]]:
    """Return the closed cells that begin as typed, those beside numbers first."""
    if screen is None or screen.over or screen.rules.blindfold:
        return []
    board, grid = screen.board, screen.rules.grid
    closed = [cell for cell in board.closed() if not board.flagged[cell]]
    frontier = [c for c in closed if any(board.opened[n] for n in grid.neighbours(c))]
    start = [] if screen.start is None else [screen.start]
    ordered = list(dict.fromkeys((*start, *frontier, *closed)))
    names = [screen.coordinates.cell(grid.name(cell)) for cell in ordered]
    wanted = typed.strip().casefold()
    fitting = [name for name in names if name.startswith(wanted)][: limits.CHOICES]
    return [{"name": name, "value": name} for name in fitting]
