"""Pressing: people who press buttons as fast as the bot shows them, or at a rate of their own."""

from __future__ import annotations

import asyncio
import random
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence

from core.game import Game


class Player(ABC):
    """One person in a chat of their own."""

    def __init__(self) -> None:
        """Begin with nothing pressed."""
        self.took: list[float] = []

    @abstractmethod
    async def begin(self) -> None:
        """Have a board sent."""

    @abstractmethod
    async def press(self) -> float:
        """Press a button; return the seconds until the edit."""

    async def play(self, presses: int, every: float = 0.0, first: float = 0.0) -> None:
        """Press as soon as the last press is shown, or ``every`` so many seconds."""
        due = time.perf_counter() + first
        for _ in range(presses):
            if every:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += every
            self.took.append(await self.press())


async def begin(players: Sequence[Player]) -> None:
    """Have everybody begin a game."""
    await asyncio.gather(*(player.begin() for player in players))


async def play(players: Sequence[Player], presses: int, rate: float = 0.0) -> list[float]:
    """Let everybody press; ``rate``: presses a second of all together, 0 for as many as can be.

    Returns the seconds from each press to the edit, sorted.
    """
    every = len(players) / rate if rate else 0.0
    for player in players:
        player.took.clear()
    await asyncio.gather(
        *(p.play(presses, every, every * n / len(players)) for n, p in enumerate(players))
    )
    return sorted(took for player in players for took in player.took)


def moves_in(game: Game) -> tuple[list[int], list[int]]:
    """Return the safe cells in any order, all but one so that the game goes on, and the mines.

    No safe cells where none of them could be left to the end.
    """
    assert game.minefield
    mines = [cell for cell, mine in enumerate(game.minefield.mines) if mine]
    safe = [cell for cell in game.rules.grid.cells() if cell not in mines]
    kept = next((cell for cell in safe if _stays(game, cell)), None)
    cells = [cell for cell in safe if cell != kept] if kept is not None else []
    random.shuffle(cells)
    return cells, mines


def _stays(game: Game, cell: int) -> bool:
    """Tell whether ``cell`` is closed, and only a press on itself opens it."""
    assert game.minefield
    grid, mines = game.rules.grid, game.minefield.mines

    def is_zero(one: int) -> bool:
        return not mines[one] and not any(mines[n] for n in grid.neighbours(one))

    return not (game.opened[cell] or is_zero(cell) or any(map(is_zero, grid.neighbours(cell))))
