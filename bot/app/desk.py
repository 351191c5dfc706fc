"""Desk: a chat's documents while one request is decided, and what is to be written of them."""

from __future__ import annotations

from random import Random
from typing import TypeVar

from msgspec.structs import replace

from bot.app.ports import Decision, Documents, Write
from bot.app.request import Request
from bot.app.screen import Reply
from bot.app.state import KEEP_FINISHED_S, ChatState, Entry, Session
from bot.i18n import best_language

CHAT = "chat"
"""The name of a chat's own document."""

T = TypeVar("T")


def game_name(number: int) -> str:
    """Return the name of the document of the chat's game ``number``."""
    return f"game:{number}"


class Desk:
    """The chat's documents as ``request`` finds them at ``now`` (ms), and the changes to them."""

    def __init__(self, documents: Documents, now: int, request: Request, rng: Random) -> None:
        """Lay out the documents; ``rng`` draws layouts."""
        self._documents = documents
        self._writes: dict[str, Write] = {}
        self._effects: list[object] = []
        self.now = now
        self.request = request
        self.rng = rng

    @property
    def chat(self) -> ChatState:
        """The chat's state."""
        return self._get(CHAT, ChatState) or ChatState()

    @property
    def language(self) -> str:
        """The language the chat is answered in."""
        return self.chat.language or best_language(self.request.language)

    def session(self, number: int | None) -> Session | None:
        """Return the chat's game ``number``, if it is there."""
        return None if number is None else self._get(game_name(number), Session)

    @property
    def current(self) -> Session | None:
        """The game that typed moves go to."""
        return self.session(self.chat.current)

    def write_chat(self, chat: ChatState) -> None:
        """Keep ``chat``."""
        self._writes[CHAT] = Write(chat)

    def write_session(self, session: Session) -> None:
        """Keep ``session``; a finished one leaves the chat's list and expires in time."""
        expires = KEEP_FINISHED_S if session.game.outcome else None
        self._writes[game_name(session.number)] = Write(session, expires)
        listed = self.chat.entry(session.number)
        if session.game.outcome and listed:
            self.write_chat(self.chat.without(session.number))
        elif not session.game.outcome and not listed:
            self.write_chat(self.chat.listing(Entry(session.number)))

    def drop_session(self, number: int) -> None:
        """Forget the game ``number`` altogether."""
        self._writes[game_name(number)] = Write(None)
        self.write_chat(self.chat.without(number))

    def park_current(self) -> None:
        """Stop the clock of the current game, or forget it if nothing was ever played in it."""
        session = self.current
        if session is None or session.game.outcome:
            return
        if session.game.history:
            self.write_session(replace(session, clock=session.clock.park(self.now)))
        elif not (entry := self.chat.entry(session.number)) or entry.name is None:
            self.drop_session(session.number)

    def after_commit(self, effect: object) -> None:
        """Have ``effect`` carried out once the changes are committed."""
        self._effects.append(effect)

    def decision(self, reply: Reply) -> Decision[Reply]:
        """Return the changes with ``reply``."""
        answer = Reply(reply.texts, reply.screen, self.language)
        return Decision(answer, self._writes, self._effects)

    def _get(self, name: str, kind: type[T]) -> T | None:
        written = self._writes.get(name)
        document = written.document if written else self._documents.get(name)
        if document is not None and not isinstance(document, kind):
            raise TypeError(f"{name} is no {kind.__name__}")
        return document
