"""Three players in one group, on whichever platform."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import cycle
from random import Random
from typing import Any, Final

from bot.app.documents.state import Session
from bot.app.requests.button import ButtonDataError, read_button
from core.grid import Cell
from core.move import Open

_WAYS: Final = ("◀", "▲", "▼", "▶", "🎯")
"""What moves a window that shows a part of a board."""
_MOST_TURNS: Final = 1000
"""Far more than it takes to open what there is, and to look for it."""
ANN, BOB, CID = NAMES = ("Ann", "<b>Bob & Co", "Cid")
"""The first has the group, and so its settings."""


class Trio(ABC):
    """Three players, their group, and each one's private chat with the bot."""

    @abstractmethod
    async def say(self, who: str, text: str) -> str:
        """Return what the bot shows last in the group after ``who`` has written ``text``."""

    @abstractmethod
    async def alone(self, who: str, text: str) -> str:
        """Return what the bot shows last in the private chat of ``who``, who has written there."""

    @abstractmethod
    async def press(self, who: str, message: Any, key: str) -> str:
        """Return what ``who`` alone is told of a press, if anything."""

    @abstractmethod
    def shown(self, alone: str | None = None) -> list[Any]:
        """Return the bot's messages in the group, or where ``alone`` is with it."""

    @abstractmethod
    def keys(self, message: Any) -> Iterator[str]:
        """Return the data of every button."""

    @abstractmethod
    async def session(self, number: int, alone: str | None = None) -> Session:
        """Return a game as it is kept."""

    @abstractmethod
    async def deal(self, owner: str, layout: str, first: int = 0) -> None:
        """Begin a game in the group whose layout is drawn with M for mines."""

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
        for key in self.keys(message):
            try:
                action, game = read_button(key)
            except ButtonDataError:
                continue
            move = getattr(action, "move", None)
            if isinstance(move, Open):
                yield key, move.cell, game

    async def dealt(self, owner: str, layout: str) -> Any:
        """Begin a game whose first cell is open; return the message that shows it."""
        await self.deal(owner, layout)
        await self.say(owner, "/board")
        return self.shown()[-1]

    async def open(self, who: str, message: Any, cell: Cell) -> str:
        """Return what ``who`` alone is told of opening ``cell``."""
        key = next(key for key, each, _ in self.opening(message) if each == cell)
        return await self.press(who, message, key)

    async def win(self, message: Any, number: int, *players: str, alone: str | None = None) -> None:
        """Let ``players`` open by turns all on ``message`` that is no mine."""
        turns = cycle(players)
        # Not round and round: a window with nothing to open jumps to where there is something.
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
        """Return the cells without a mine that have a button."""
        game = (await self.session(number, alone)).game
        mines = game.minefield.mines if game.minefield else bytes(len(game.opened))
        return [cell for _, cell, _ in self.opening(message) if not mines[cell]]
