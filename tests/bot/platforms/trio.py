"""Three players in one group, on whichever platform."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any, Final

from bot.app.documents.state import Session
from core.grid import Cell
from tests.bot.platforms.dealing import opens

_WAYS: Final = ("◀", "▲", "▼", "▶", "🎯")
"""Buttons that move the window that shows a part of a board."""
_MOST_TURNS: Final = 1000
"""Far more presses than it takes to win a board, moves of its window included."""
ANN, BOB, CID = NAMES = ("Ann", "<b>Bob & Co", "Cid")
"""The first owns the group, and so may change its settings."""


class Trio(ABC):
    """Three players, their group, and each one's private chat with the bot."""

    @abstractmethod
    async def say(self, who: str, text: str) -> str:
        """Let ``who`` write ``text`` in the group; return the bot's last message there."""

    @abstractmethod
    async def alone(self, who: str, text: str) -> str:
        """Let ``who`` write ``text`` to the bot in private; return the bot's last message there."""

    @abstractmethod
    async def press(self, who: str, message: Any, key: str) -> str:
        """Let ``who`` press a button; return what the bot tells ``who`` alone, if anything."""

    @abstractmethod
    def shown(self, alone: str | None = None) -> list[Any]:
        """Return the bot's messages in the group, or in the private chat of ``alone``."""

    @abstractmethod
    def keys(self, message: Any) -> Iterator[str]:
        """Return the data of every button."""

    @abstractmethod
    async def session(self, number: int, alone: str | None = None) -> Session:
        """Return a game as the store keeps it."""

    @abstractmethod
    async def deal(self, owner: str, layout: str, first: int = 0) -> None:
        """Begin a game in the group: ``layout`` draws its mines as M, and ``first`` is opened."""

    @abstractmethod
    async def pass_a_day(self) -> None:
        """Let more than a day pass."""

    @abstractmethod
    async def pass_a_while(self) -> None:
        """Let as much time pass as it takes for finished games to be counted."""

    def board(self, number: int, alone: str | None = None) -> Any:
        """Return the message that shows the game ``number``."""
        for message in reversed(self.shown(alone)):
            if any(game == number for _, _, game in self.opening(message)):
                return message
        raise LookupError(f"game {number} is nowhere to be played")

    def opening(self, message: Any) -> Iterator[tuple[str, Cell, int | None]]:
        """Return each button that opens a cell: its data, the cell and the game."""
        return opens(self.keys(message))

    async def dealt(self, owner: str, layout: str) -> Any:
        """Begin a game whose first cell is open; return the message that shows it."""
        await self.deal(owner, layout)
        await self.say(owner, "/board")
        return self.shown()[-1]

    async def open(self, who: str, message: Any, cell: Cell) -> str:
        """Let ``who`` open ``cell``; return what the bot tells ``who`` alone, if anything."""
        key = next(key for key, each, _ in self.opening(message) if each == cell)
        return await self.press(who, message, key)

    async def win(self, message: Any, number: int, *players: str, alone: str | None = None) -> None:
        """Let ``players`` take turns to open all cells without a mine on ``message``."""
        turns = cycle(players)
        # At random, or it might go in circles: a window with nothing to open jumps elsewhere.
        chance = Random(number)
        for _ in range(_MOST_TURNS):
            if (await self.session(number, alone)).game.outcome is not None:
                return
            if cells := await self.safe(message, number, alone):
                await self.open(next(turns), message, cells[0])
            elif (way := chance.choice(_WAYS)) in str(message.labels):
                await self.press(next(turns), message, way)
        raise AssertionError("there is a cell that no button opens")

    async def safe(self, message: Any, number: int, alone: str | None = None) -> list[Cell]:
        """Return the cells without a mine that ``message`` has a button for."""
        game = (await self.session(number, alone)).game
        mines = game.minefield.mines if game.minefield else bytes(len(game.opened))
        return [cell for _, cell, _ in self.opening(message) if not mines[cell]]
