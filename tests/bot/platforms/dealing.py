"""Games whose layout a test chooses."""

from __future__ import annotations

from uuid import uuid4

from msgspec.structs import replace

from bot.app.ports import Decision, Documents, Write
from bot.app.request import Chat, Player
from bot.app.service import chat_space
from bot.app.state import ChatState, Entry, GameClock, Session
from bot.store import MailboxStore
from core.board import Board
from core.game import Game, Played
from core.minefield import Minefield
from core.move import Open
from core.rules import Rules


async def deal(store: MailboxStore, chat: Chat, owner: Player, layout: str, first: int = 0) -> None:
    """Begin a game in ``chat`` whose layout is drawn with M for mines, ``first`` opened."""
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
            clock=GameClock().move(now),
            private=chat.private,
        )
        entries = (*state.games, Entry(number))
        after = replace(state, current=number, next_number=number + 1, games=entries)
        return Decision(None, {"chat": Write(after), f"game:{number}": Write(session)})

    await store.update(chat_space(chat.id), f"dealt:{uuid4().hex}", decide)


def _begun(layout: str, first: int) -> Game:
    board = Board.parse(layout)
    rules = Rules(board.grid.rows, board.grid.cols, board.mines)
    played = Game.new(rules).play(Open(first), lambda *_: Minefield(board.grid, board.shown))
    assert isinstance(played, Played)
    return played.game
