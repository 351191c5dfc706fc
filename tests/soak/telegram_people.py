"""People of the soak on Telegram: each plays in a private chat, and never stops."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bot.app.documents.spaces import chat_space
from bot.app.documents.state import Session
from bot.app.requests import actions
from bot.app.requests.button import read_button
from bot.store import MailboxStore
from core.grid import Cell
from core.move import CellMove, Flag, Open, Unflag
from tests.emulators.telegram.limits import PRESS_SECONDS
from tests.emulators.telegram.message import Message
from tests.emulators.telegram.private import PrivateChat
from tests.emulators.telegram.world import World

ROWS, COLS, MINES = 11, 8, 30
"""A third of the cells are mines: openings stay small, and a game has many moves."""
_PACE_S: Final = (0.0, 1.0)
_TYPED: Final = 0.2
"""The share of the flags that are typed, not pressed."""
_MODES: Final = 0.05
"""How often somebody changes the mode in between."""
_LOOK_S: Final = 0.02
_MARKS: Final = {Flag: "!", Unflag: "?"}
_LONGEST_S: Final = 150.0


@dataclass(frozen=True)
class Sent:
    """A move that was sent, and the game it was meant for."""

    game: int
    move: CellMove
    surely: bool
    """Whether it has to be made: it was confirmed within the time for which Telegram keeps a press,
    and is no open of an older board when taps already flag, which is refused."""


class Acknowledgements:
    """Which updates the bot has confirmed."""

    def __init__(self, world: World) -> None:
        """Watch the queue of ``world``."""
        self._world = world
        self._waiting: dict[int, asyncio.Event] = {}
        self.number = 0
        self.longest_s = 0.0

    async def watch(self) -> None:
        """Look at the queue until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_S)
            pending = {one.id for one in self._world.updates.pending()}
            for update in [each for each in self._waiting if each not in pending]:
                self._waiting.pop(update).set()
                self.number += 1

    async def of_last(self) -> bool:
        """Wait until the update posted last is gone; return whether it surely was confirmed."""
        update = self._world.updates.next_id - 1
        event = self._waiting[update] = asyncio.Event()
        loop = asyncio.get_running_loop()
        began = loop.time()
        await event.wait()
        took = loop.time() - began
        self.longest_s = max(self.longest_s, took)
        return took < PRESS_SECONDS


class Person:
    """Somebody who plays one game after the other; ``sent`` is what was acknowledged."""

    def __init__(
        self, world: World, store: MailboxStore, known: Acknowledgements, name: str, seed: int
    ) -> None:
        """Be ``name``, and know from ``store`` where the mines are."""
        self.chat: PrivateChat = world.private(world.user(name))
        self.space = chat_space(f"telegram:{self.chat.id}")
        self.sent: list[Sent] = []
        self.games = 0
        self.did: Counter[str] = Counter()
        self._flagging: bool | None = False
        """Whether taps flag, None where that is not known."""
        self._store = store
        self._known = known
        self._random = random.Random(seed)

    async def play(self, stopping: asyncio.Event) -> None:
        """Play until ``stopping``, and then finish what was begun."""
        while not stopping.is_set():
            await self._begin()
            await self._play_game(stopping)

    async def _begin(self) -> None:
        """Start a game, and make its first move."""
        self.chat.send(f"/newgame {ROWS} {COLS} {MINES}")
        await self._known.of_last()
        self.games += 1
        self._flagging = False
        # The board that shows it may be late, so the first move is typed.
        await self._send_typed(Open(self._random.randrange(ROWS * COLS)), "")

    async def _play_game(self, stopping: asyncio.Event) -> None:
        session = await self._session()
        for move in self._moves(session):
            await asyncio.sleep(self._random.uniform(*_PACE_S))
            if stopping.is_set():
                return
            if self._random.random() < _MODES:
                await self._press_mode()
            await self._make(move)

    async def _session(self) -> Session:
        """Return the game with its first move made, or TimeoutError.

        What is confirmed may still be on the poller's shelf: safe, and done a little later.
        """
        name = f"game:{self.games}"
        async with asyncio.timeout(_LONGEST_S):
            while True:
                session = await self._store.view(
                    self.space, lambda documents, _: documents.get(name)
                )
                if isinstance(session, Session) and session.game.minefield is not None:
                    return session
                await asyncio.sleep(_LOOK_S)

    def _moves(self, session: Session) -> Iterator[CellMove]:
        """Return all moves that do not end the game, in any order."""
        minefield = session.game.minefield
        assert minefield
        mines = [cell for cell in range(ROWS * COLS) if minefield.mines[cell]]
        safe = [c for c in range(ROWS * COLS) if not minefield.mines[c]]
        grid = session.game.rules.grid
        # A safe cell and those around it are left, so that the game does not end: only an opening
        # that reaches them could open it.
        kept = self._random.choice([c for c in safe if not session.game.opened[c]] or safe)
        near = {kept, *grid.neighbours(kept)}
        moves: list[CellMove] = [Open(cell) for cell in safe if cell not in near]
        moves += [Flag(cell) for cell in mines]
        self._random.shuffle(moves)
        for move in moves:
            yield move
            if isinstance(move, Flag) and self._random.random() < 0.5:
                yield Unflag(move.cell)

    async def _make(self, move: CellMove) -> None:
        message = self._board()
        data = message and self._data(message, move)
        if isinstance(move, Open):
            # Only a button says "open" whatever the mode is.
            if data:
                await self._send_pressed(message, move, data)
        elif data and self._random.random() > _TYPED:
            await self._send_pressed(message, move, data)
        else:
            await self._send_typed(move, _MARKS[type(move)])

    def _board(self) -> Message | None:
        """Return the newest message with the board of this game, if it is there yet."""
        head = f"{self.games}m."
        for message in reversed(self.chat.shown):
            row = message.content.keyboard[:-1]
            if any(key.get("callback_data", "").startswith(head) for keys in row for key in keys):
                return message
        return None

    def _data(self, message: Message, move: CellMove) -> str | None:
        """Return the data of the button that makes ``move``, if there is one at the moment."""
        row, col = divmod(move.cell, COLS)
        data = str(message.content.keyboard[row][col]["callback_data"])
        action, _ = read_button(data)
        return data if isinstance(action, actions.Press) and action.move == move else None

    async def _send_pressed(self, message: Message | None, move: CellMove, data: str) -> None:
        assert message
        message.forge(self.chat.user, data)
        self.did["pressed"] += 1
        refused = isinstance(move, Open) and self._flagging is not False
        confirmed = await self._known.of_last()
        self.sent.append(Sent(self.games, move, confirmed and not refused))

    async def _send_typed(self, move: CellMove, mark: str) -> None:
        row, col = divmod(move.cell, COLS)
        self.chat.send(f"{mark}{cell_name(row, col)}")
        self.did["typed"] += 1
        self.sent.append(Sent(self.games, move, await self._known.of_last()))

    async def _press_mode(self) -> None:
        message = self._board()
        if message is not None:
            data = str(message.content.keyboard[-1][0]["callback_data"])
            message.forge(self.chat.user, data)
            self.did["mode"] += 1
            action, _ = read_button(data)
            assert isinstance(action, actions.SetMode)
            self._flagging = action.flagging if await self._known.of_last() else None


def cell_name(row: int, col: Cell) -> str:
    """Return how a player writes a cell."""
    return f"{chr(ord('a') + col)}{row + 1}"
