"""Parties of the soak under fire: people in a chat who play one game after the other."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from bot.app.decision import Documents
from bot.app.documents.state import ChatState, Session
from bot.store import MailboxStore
from core.game import Game
from core.grid import Cell
from core.move import CellMove, Flag, Open, Unflag
from tests.soak.fire_places import Gaps, Place, first_cells

_FLAGS: Final = 0.6
"""The share of the mines that are flagged, half of these only for a moment."""
_LOSING: Final = 0.3
_LEAVING: Final = 0.1
"""The share of games that are not played to their end."""
_LOOK_S: Final = 0.5
_LOOKS: Final = 20


@dataclass(frozen=True)
class Sent:
    """A move of a player, and when it was sent and acknowledged, on the monotonic clock."""

    game: int
    move: CellMove
    player: str
    times: int
    """How often it was sent, which is how often it may have been made."""
    at: float
    done: float | None
    """None where the move is not known to be kept."""


class Party:
    """People in a chat; ``sent`` is what they have sent."""

    def __init__(self, place: Place, store: MailboxStore, gaps: Gaps, seed: int) -> None:
        """Let them play at ``place``, and know from ``store`` where the mines are."""
        self.place = place
        self.sent: list[Sent] = []
        self.longest_s = 0.0
        self._store = store
        self._gaps = gaps
        self._random = random.Random(seed)

    async def play(self, pace: float, stopping: asyncio.Event) -> None:
        """Play until ``stopping``, each person about a move in ``pace`` seconds."""
        await asyncio.sleep(self._random.uniform(0, pace))
        while not stopping.is_set():
            await self.place.begin()
            if (number := await self._current()) > self.place.games:
                self.place.games = number
                await self._play_game(pace, stopping)
            await self._pause(pace)

    async def learn_newest(self) -> None:
        """Learn of a game that was begun by a request which got no answer."""
        self.place.games = max(self.place.games, await self._current())

    async def _play_game(self, pace: float, stopping: asyncio.Event) -> None:
        await self._make(0, Open(self._random.choice(first_cells(self.place))))
        game = await self._drawn()
        if game is None or game.outcome is not None:
            return
        last = _kept(game)
        moves = self._moves(game, last)
        seats = range(len(self.place.players))
        hands = [moves[seat :: len(seats)] for seat in seats]
        await asyncio.gather(*(self._play(seat, hands[seat], pace, stopping) for seat in seats))
        if last is not None and not stopping.is_set() and self._random.random() > _LEAVING:
            await self._end(game, last)

    async def _play(
        self, seat: int, moves: Iterable[CellMove], pace: float, stopping: asyncio.Event
    ) -> None:
        for move in moves:
            await self._pause(pace)
            if stopping.is_set():
                return
            if isinstance(move, Open) and not await self._is_closed(move.cell):
                continue
            is_kept = await self._make(seat, move)
            # A flag that is not known to be kept may not be there to be taken away.
            if is_kept and isinstance(move, Flag) and self._random.random() < 0.5:
                await self._make(seat, Unflag(move.cell))

    async def _end(self, game: Game, last: Cell) -> None:
        assert game.minefield
        mines = [cell for cell, mine in enumerate(game.minefield.mines) if mine]
        if self._random.random() < _LOSING:
            await self._make(0, Open(self._random.choice(mines)), surely=False)
        else:
            await self._make(0, Open(last))

    def _moves(self, game: Game, last: Cell | None) -> list[CellMove]:
        """Return moves that do not end the game, in any order."""
        assert game.minefield
        mines = game.minefield.mines
        near = set() if last is None else {last, *game.rules.grid.neighbours(last)}
        closed = [c for c in range(len(mines)) if not mines[c] and not game.opened[c]]
        moves: list[CellMove] = [Open(cell) for cell in closed if cell not in near]
        if last is not None:
            flagged = [cell for cell, mine in enumerate(mines) if mine]
            moves += [Flag(cell) for cell in flagged if self._random.random() < _FLAGS]
        self._random.shuffle(moves)
        return moves

    async def _make(self, seat: int, move: CellMove, *, surely: bool = True) -> bool:
        """Send a move; return whether it is known to be kept."""
        at = time.monotonic()
        times = await self.place.make(seat, move)
        if not times:
            return False
        done = time.monotonic()
        self.longest_s = max(self.longest_s, done - at)
        is_kept = surely and times > 0
        if is_kept:
            self._gaps.note()
        player = self.place.players[seat]
        kept_at = done if is_kept else None
        self.sent.append(Sent(self.place.games, move, player, abs(times), at, kept_at))
        return is_kept

    async def _pause(self, pace: float) -> None:
        await asyncio.sleep(self._random.uniform(0, 2 * pace))

    async def _current(self) -> int:
        state = await self._document("chat")
        return state.next_number - 1 if isinstance(state, ChatState) else 0

    async def _drawn(self) -> Game | None:
        """Return the game with its first cell open, or None when it does not come."""
        for _ in range(_LOOKS):
            session = await self._document(f"game:{self.place.games}")
            if isinstance(session, Session) and session.game.minefield is not None:
                return session.game
            await asyncio.sleep(_LOOK_S)
        return None

    async def _is_closed(self, cell: Cell) -> bool:
        """Tell whether typing a cell opens it; on an open number it would be a chord."""
        session = await self._document(f"game:{self.place.games}")
        return isinstance(session, Session) and not session.game.opened[cell]

    async def _document(self, name: str) -> object | None:
        def look(documents: Documents, _now: int) -> object | None:
            return documents.get(name)

        return await self._store.view(self.place.space, look)


def _kept(game: Game) -> Cell | None:
    """Return a closed safe cell that only a press on itself opens, if there is one."""
    assert game.minefield
    grid, mines = game.rules.grid, game.minefield.mines

    def is_zero(cell: Cell) -> bool:
        return not mines[cell] and not any(mines[each] for each in grid.neighbours(cell))

    for cell in range(len(mines)):
        is_apart = not is_zero(cell) and not any(map(is_zero, grid.neighbours(cell)))
        if not mines[cell] and not game.opened[cell] and is_apart:
            return cell
    return None
