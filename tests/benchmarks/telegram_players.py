"""People who press buttons as fast as the bot shows them, or at a rate of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from typing import Final, Protocol

from bot.app.documents.spaces import chat_space
from bot.app.documents.state import Session
from bot.store import MailboxStore
from tests.benchmarks import pressing
from tests.benchmarks.pressing import moves_in
from tests.benchmarks.telegram_bots import SIDE
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.people import User
from tests.emulators.telegram.private import PrivateChat
from tests.emulators.telegram.world import World

_PATIENCE_S: Final = 60.0
_FIRST: Final = 2 * SIDE + 2
_MODE: Final = SIDE * SIDE
"""The first button after those of the cells."""


class WatchedChat(PrivateChat):
    """A private chat whose owner notices at once when something is shown."""

    def __init__(self, world: World, user: User) -> None:
        """Open the chat in the place of the one that ``world`` would make."""
        super().__init__(world.hub, world.presses, user)
        world.chats[user.id] = self
        self._shown: asyncio.Event = asyncio.Event()
        self._expected = "sent"
        self.shown_at = 0.0

    def saw(self, what: str, message: Message | None, note: str = "") -> None:
        """Note when the bot has shown something."""
        super().saw(what, message, note)
        if message is not None and message.own and what == self._expected:
            self.shown_at = time.perf_counter()
            self._shown.set()

    def expect(self, what: str) -> None:
        """Forget what was shown so far, and wait for a message that is ``sent`` or ``edited``."""
        self._expected = what
        self._shown.clear()

    async def next_shown(self) -> None:
        """Wait for what is shown next; TimeoutError when it does not come."""
        async with asyncio.timeout(_PATIENCE_S):
            await self._shown.wait()


class Plan(Protocol):
    """Chooses the buttons to be pressed."""

    async def begin(self, chat: WatchedChat) -> None:
        """Learn what there is to know about the board that was just sent."""

    def choose(self, message: Message) -> str:
        """Return the data of the button to be pressed on ``message``."""


class AnyButton:
    """Presses one button after the other."""

    def __init__(self) -> None:
        """Begin with the first."""
        self._number = 0

    async def begin(self, chat: WatchedChat) -> None:
        """Know nothing."""

    def choose(self, message: Message) -> str:
        """Return the next button's data."""
        self._number += 1
        return _data(message, self._number % _MODE)


class RealMoves:
    """Opens safe cells, all but one so that the game goes on, then puts and takes flags."""

    def __init__(self, store: MailboxStore) -> None:
        """Learn where the mines are from ``store``."""
        self._store = store
        self._cells: Iterator[int] = iter(())
        self._mines: list[int] = []
        self._flags = 0

    async def begin(self, chat: WatchedChat) -> None:
        """Open the first cell, and look behind the others."""
        await pressed(chat, _data(chat.last, _FIRST))
        game = (await _last_game(self._store, chat)).game
        cells, self._mines = moves_in(game)
        self._cells = iter(cells)
        self._flags = 0

    def choose(self, message: Message) -> str:
        """Return the data of the next move's button."""
        for cell in self._cells:
            if "m.o." in (data := _data(message, cell)):
                return data
        self._flags += 1
        button = _MODE if self._flags == 1 else self._mines[self._flags % len(self._mines)]
        return _data(message, button)


async def _last_game(store: MailboxStore, chat: WatchedChat) -> Session:
    number = int(_data(chat.last, 0).partition("m")[0].partition("i")[0])
    space = chat_space(f"telegram:{chat.id}")
    session = await store.view(space, lambda documents, _: documents.get(f"game:{number}"))
    assert isinstance(session, Session)
    return session


def _data(message: Message, button: int) -> str:
    return str(message.content.keyboard[button // SIDE][button % SIDE]["callback_data"])


async def pressed(chat: WatchedChat, data: str) -> float:
    """Press, and return the seconds until the message was changed."""
    chat.expect("edited")
    began = time.perf_counter()
    chat.last.forge(chat.user, data)
    await chat.next_shown()
    return chat.shown_at - began


class Player(pressing.Player):
    """One person in a chat of their own."""

    def __init__(self, chat: WatchedChat, plan: Plan) -> None:
        """Play in ``chat`` by ``plan``."""
        super().__init__()
        self.chat = chat
        self.plan = plan

    async def begin(self) -> None:
        """Have a board sent."""
        self.chat.expect("sent")
        self.chat.send(f"/newgame {SIDE} {SIDE} 10")
        await self.chat.next_shown()
        await self.plan.begin(self.chat)

    async def press(self) -> float:
        """Press a button; return the seconds until the edit."""
        return await pressed(self.chat, self.plan.choose(self.chat.last))
