"""Chats of the soak under fire: how a move is sent there, and when it is known to be kept."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Final, Protocol

from bot.app.documents.spaces import chat_space
from bot.app.requests import actions
from bot.app.requests.button import write_button
from bot.app.requests.menu import Page
from core.grid import Cell
from core.move import CellMove, Flag, Open, Unflag
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Callback, Interaction
from tests.emulators.discord.limits import ACKNOWLEDGE_SECONDS
from tests.emulators.discord.message import Message as DiscordMessage
from tests.emulators.discord.people import User as DiscordUser
from tests.emulators.telegram.chat import Chat
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.people import User
from tests.soak.telegram_people import Acknowledgements, cell_name

_LOOK_S: Final = 0.05
_BOARD_S: Final = 150.0
_TRIES: Final = 4
_TYPED: Final = 0.4
_MARKS: Final = {Open: "", Flag: "!", Unflag: "?"}


class Gaps:
    """The longest time in which nothing was acknowledged anywhere while all were playing."""

    def __init__(self) -> None:
        """Begin now."""
        self.number = 0
        self.longest_s = 0.0
        self._ended = False
        self._last = time.monotonic()

    def note(self) -> None:
        """Note that a move was acknowledged."""
        self._look()
        self.number += 1

    def end(self) -> None:
        """Note no more gaps: from now on only a few wait for the answers to their last moves."""
        self._look()
        self._ended = True

    def _look(self) -> None:
        now = time.monotonic()
        if not self._ended:
            self.longest_s = max(self.longest_s, now - self._last)
        self._last = now


class Place(Protocol):
    """A chat with people in it; ``games`` is the number of its newest game."""

    space: str
    players: list[str]
    games: int

    async def begin(self) -> None:
        """Have the first of the people start a game."""

    async def make(self, seat: int, move: CellMove) -> int:
        """Send a move as often as it takes; return how often, negative if it may not be kept."""

    async def look(self) -> bool:
        """Have the board shown again if the last move got no answer; tell whether that was so."""


class TelegramPlace:
    """A private chat, or a group of several people."""

    rows: Final = 8

    def __init__(self, chat: Chat, users: list[User], known: Acknowledgements, seed: int) -> None:
        """Have ``users`` play in ``chat``."""
        self.chat = chat
        self.space = chat_space(f"telegram:{chat.id}")
        self.players = [f"telegram:{user.id}" for user in users]
        self.games = 0
        self._users = users
        self._known = known
        self._random = random.Random(seed)

    async def begin(self) -> None:
        """Have the first of the people start a game."""
        self.chat.say(self._users[0], "/newgame easy")
        await self._known.of_last()

    async def make(self, seat: int, move: CellMove) -> int:
        """Send a move once: Telegram itself delivers it until it is taken."""
        is_alone = len(self._users) == 1
        board = self._board() if is_alone else await self._board_of_group()
        if board is None and not is_alone:
            return 0
        if board is None or (is_alone and self._random.random() < _TYPED):
            row, col = divmod(move.cell, self.rows)
            self.chat.say(self._users[seat], f"{_MARKS[type(move)]}{cell_name(row, col)}")
        else:
            board.forge(self._users[seat], write_button(actions.Press(move, 0), self.games))
        return 1 if await self._known.of_last() else -1

    async def _board_of_group(self) -> Message | None:
        """Return the board, which may have to wait for its turn; None when it does not come."""
        end = time.monotonic() + _BOARD_S
        while (board := self._board()) is None and time.monotonic() < end:  # noqa: ASYNC110  # no event
            await asyncio.sleep(_LOOK_S * 10)
        return board

    async def look(self) -> bool:
        """Do nothing: here no answer shows a board."""
        return False

    def _board(self) -> Message | None:
        head = f"{self.games}m."
        for message in reversed(self.chat.shown):
            rows = message.content.keyboard
            if any(key.get("callback_data", "").startswith(head) for row in rows for key in row):
                return message
        return None


class DiscordPlace:
    """A channel with people in it."""

    rows: Final = 5

    def __init__(self, channel: Channel, users: list[DiscordUser]) -> None:
        """Have ``users`` play in ``channel``."""
        self.channel = channel
        self.space = chat_space(f"discord:{channel.id}")
        self.players = [f"discord:{user.id}" for user in users]
        self.games = 0
        self._users = users
        self._is_unsure = False

    async def begin(self) -> None:
        """Have the first of the people start a game."""
        size = {"rows": self.rows, "cols": self.rows, "mines": self.rows}
        await _taken(self.channel.slash(self._users[0], "newgame", **size))

    async def make(self, seat: int, move: CellMove) -> int:
        """Press until the answer shows the board; a deferred answer says nothing yet."""
        for number in range(1, _TRIES + 1):
            board = self._board()
            if board is not None:
                data = write_button(actions.Press(move, 0), self.games)
                self._is_unsure = not await _taken(board.forge(self._users[seat], data))
                if not self._is_unsure:
                    return number
            await asyncio.sleep(_LOOK_S)
        return -_TRIES

    async def look(self) -> bool:
        """Press once more if the last press failed, as people do, on a button that is no move.

        An answer that is lost on its way leaves the board as it was; the bot cannot know of that.
        """
        board = self._board()
        if board is None or not self._is_unsure:
            return False
        data = write_button(actions.TurnPage(Page.PLAY), self.games)
        await _taken(board.forge(self._users[0], data))
        return True

    def _board(self) -> DiscordMessage | None:
        head = f"{self.games}m."
        for message in reversed(self.channel.shown):
            if any(key.startswith(head) for key in message.keys):
                return message
        return None


async def _taken(interaction: Interaction) -> bool:
    """Tell whether the answer came in time and shows what was done."""
    deadline = time.monotonic() + ACKNOWLEDGE_SECONDS
    while not interaction.answered and time.monotonic() < deadline:  # noqa: ASYNC110  # as above
        await asyncio.sleep(_LOOK_S)
    return interaction.callback is Callback.UPDATE


def side_of(place: Place) -> int:
    """Return how many cells a row has in the games of ``place``."""
    return TelegramPlace.rows if isinstance(place, TelegramPlace) else DiscordPlace.rows


def first_cells(place: Place) -> list[Cell]:
    """Return the cells of the games of ``place``."""
    return list(range(side_of(place) ** 2))
