"""People of the soak on Discord: each plays in a channel, and never stops."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from dataclasses import dataclass
from typing import Final

from bot.app.documents.spaces import chat_space
from bot.app.documents.state import Session
from bot.app.requests import actions
from bot.app.requests.button import ButtonDataError, read_button
from bot.store import MailboxStore
from core.move import CellMove, Flag, Open, Unflag
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.interactions import Callback, Interaction
from tests.emulators.discord.limits import ACKNOWLEDGE_SECONDS
from tests.emulators.discord.message import Message
from tests.emulators.discord.people import User

SIDE, MINES = 5, 8
_PACE_S: Final = (0.0, 0.5)
_LOOK_S: Final = 0.02
_WAIT_S: Final = ACKNOWLEDGE_SECONDS + 0.5
"""After this a person reads that the interaction has failed, and presses again."""


@dataclass(frozen=True)
class Sent:
    """A move that was pressed, the game it was meant for, and whether it was acknowledged."""

    game: int
    move: CellMove
    surely: bool


class Person:
    """Somebody who plays one game after the other; ``sent`` is what was pressed."""

    def __init__(self, channel: Channel, user: User, store: MailboxStore, seed: int) -> None:
        """Be ``user`` in ``channel``, and know from ``store`` where the mines are."""
        self.channel = channel
        self.user = user
        self.space = chat_space(f"discord:{channel.id}")
        self.sent: list[Sent] = []
        self.games = 0
        self.did: Counter[str] = Counter()
        self._store = store
        self._random = random.Random(seed)

    async def play(self, stopping: asyncio.Event) -> None:
        """Play until ``stopping``."""
        while not stopping.is_set():
            await self._begin()
            while await self._move():
                if stopping.is_set():
                    return
                await asyncio.sleep(self._random.uniform(*_PACE_S))

    async def _begin(self) -> None:
        size = {"rows": SIDE, "cols": SIDE, "mines": MINES}
        await self._answered(self.channel.slash(self.user, "newgame", **size))

    async def _move(self) -> bool:
        """Press a button that ends no game; False when there is none left."""
        message, number = self._board()
        if message is None or number <= self.games - 1:
            return False
        self.games = number
        session = await self._session(number)
        if session is None or session.game.outcome is not None:
            return False
        choices = _choices(message, session)
        if not choices:
            return False
        data, move = self._random.choice(choices)
        press = message.forge(self.user, data)
        is_answered = await self._answered(press)
        if move is not None:
            surely = is_answered and await self._counts(session, move, press)
            self.sent.append(Sent(number, move, surely))
        return True

    async def _counts(self, before: Session, move: CellMove, press: Interaction) -> bool:
        """Tell whether the answer to ``press`` says that ``move`` was carried out.

        It does not say so where it only tells to wait, nor where it refuses the move: the buttons
        of a board that a killed worker has not brought up to date carry moves made before.
        """
        after = await self._session(before.number)
        assert after is not None
        was, now = ([each.move for each in one.game.history] for one in (before, after))
        if now.count(move) > was.count(move):
            return True
        if press.callback is Callback.DEFERRED_UPDATE:
            self.did["put off"] += 1
            return False
        is_refused = _refuses(after, move)
        self.did["refused"] += is_refused
        return not is_refused

    def _board(self) -> tuple[Message | None, int]:
        """Return the message with the newest game, and its number."""
        boards = [(game_of(message), message) for message in self.channel.shown]
        number, message = max(boards, key=lambda each: each[0], default=(0, None))
        return message, number

    async def _session(self, number: int) -> Session | None:
        name = f"game:{number}"
        session = await self._store.view(self.space, lambda documents, _: documents.get(name))
        return session if isinstance(session, Session) else None

    async def _answered(self, interaction: Interaction) -> bool:
        """Tell whether the bot has answered in time."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _WAIT_S
        while not interaction.answered and loop.time() < deadline:  # noqa: ASYNC110  # no event
            await asyncio.sleep(_LOOK_S)
        self.did["answered" if interaction.answered else "failed"] += 1
        return interaction.answered


def game_of(message: Message) -> int:
    """Return the number of the game that ``message`` shows, 0 for none."""
    for data in message.keys:
        try:
            _, game = read_button(data)
        except ButtonDataError:
            continue
        return game or 0
    return 0


def _refuses(session: Session, move: CellMove) -> bool:
    """Tell whether a move cannot be made, was made by another press, or is of the other mode."""
    game = session.game
    if isinstance(move, Open) and session.flagging:
        return True
    if isinstance(move, Unflag):
        return game.outcome is not None or not game.flagged[move.cell]
    return bool(game.outcome is not None or game.opened[move.cell] or game.flagged[move.cell])


def _choices(message: Message, session: Session) -> list[tuple[str, CellMove | None]]:
    """Return buttons with their moves: flags, and opens that are safe and do not end the game."""
    mines = session.game.minefield.mines if session.game.minefield else b""
    safe_left = len(session.game.opened) - MINES - sum(session.game.opened)
    found: list[tuple[str, CellMove | None]] = []
    for data in message.keys[: SIDE * SIDE + 1]:
        action, _ = read_button(data)
        if isinstance(action, actions.SetMode):
            found.append((data, None))
        elif isinstance(action, actions.Press):
            move = action.move
            is_safe = isinstance(move, Open) and not (mines and mines[move.cell])
            if isinstance(move, Flag | Unflag) or (is_safe and safe_left > 1):
                found.append((data, move))
    return found
