"""Deal games with a layout that a test chooses, read stored games, and move the clock."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from uuid import uuid4

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.game_clock import GameClock
from bot.app.documents.practice import TRAINING, Training
from bot.app.documents.spaces import chat_space, player_space
from bot.app.documents.state import ChatState, Entry, Session
from bot.app.requests.button import ButtonDataError, read_button
from bot.app.requests.request import Chat, Player
from bot.store import MailboxStore
from core.board import Board
from core.game import Game, Played
from core.grid import Cell
from core.minefield import Minefield
from core.move import Open
from core.rules import Rules
from core.trainer import Exercise, exercise
from tests.emulators.telegram.clock import VirtualClock


async def deal(store: MailboxStore, chat: Chat, owner: Player, layout: str, first: int = 0) -> None:
    """Begin a game in ``chat``: ``layout`` draws its mines as M, and ``first`` is opened."""
    game = _begun(layout, first)

    def decide(documents: Documents, now: int) -> Decision[None]:
        found = documents.get("chat")
        state = found if isinstance(found, ChatState) else ChatState()
        number = state.next_number
        session = Session(
            number,
            owner.id,
            game,
            players=(owner.id,),
            names=(owner.name,),
            clock=GameClock().move(now, game),
            private=chat.private,
        )
        entries = (*state.games, Entry(number))
        after = replace(state, current=number, next_number=number + 1, games=entries)
        return Decision(None, {"chat": Write(after), f"game:{number}": Write(session)})

    await store.update(chat_space(chat.id), f"dealt:{uuid4().hex}", decide)


async def session_of(store: MailboxStore, chat: str, number: int) -> Session:
    """Return a game as the store keeps it."""

    def look(documents: Documents, _now: int) -> object:
        return documents.get(f"game:{number}")

    session = await store.view(chat_space(chat), look)
    assert isinstance(session, Session)
    return session


async def waiting(store: MailboxStore, player: str) -> Exercise:
    """Return the exercise that waits for the answer of the player with this id."""
    found = await store.view(player_space(player), lambda docs, _: docs.get(TRAINING))
    assert isinstance(found, Training)
    assert found.task
    return exercise(found.task.drill, Random(found.task.seed))


def opens(keys: Iterable[str]) -> Iterator[tuple[str, Cell, int | None]]:
    """Return which of the buttons with these data open a cell: the data, the cell and the game."""
    for key in keys:
        try:
            action, game = read_button(key)
        except ButtonDataError:
            continue
        move = getattr(action, "move", None)
        if isinstance(move, Open):
            yield key, move.cell, game


def safe_cells(game: Game) -> list[bool]:
    """Tell for each cell whether it has no mine; before the mines are laid, no cell has one."""
    mines = game.minefield.mines if game.minefield else bytes(len(game.opened))
    return [not mine for mine in mines]


async def skip_time(store: MailboxStore, clock: VirtualClock, seconds: float) -> None:
    """Move ``clock``, and have ``store`` notice it."""
    clock.advance(seconds)
    await store.view("anywhere", lambda _documents, now: now)


def _begun(layout: str, first: int) -> Game:
    board = Board.parse(layout)
    rules = Rules(board.grid.rows, board.grid.cols, board.mines)
    played = Game.new(rules).play(Open(first), lambda *_: Minefield(board.grid, board.shown))
    assert isinstance(played, Played)
    return played.game
