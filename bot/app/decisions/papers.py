"""Papers: a chat's documents as a request finds them, with the changes made to them so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from bot.app.decision import Documents, Write
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.spaces import CHAT, game_name
from bot.app.documents.state import ChatState, Session
from bot.app.requests.request import Request

_LOOKED_AT: Final = 20
"""Games that are looked through for one of some kind."""

T = TypeVar("T")


class Papers:
    """The chat's documents by kind, those of games by their numbers."""

    def __init__(self, documents: Documents, request: Request) -> None:
        """Find the ``documents`` of the chat of ``request``."""
        self.request = request
        self._documents = documents
        self._chat: ChatState | None = None
        """The chat's state, once it was asked for."""
        self._laid_out: dict[str, object | None] = {}
        """The documents as they are after the changes so far, of those asked for."""
        self._writes: dict[str, Write] = {}

    @property
    def chat(self) -> ChatState:
        """The chat's state."""
        if self._chat is None:
            chat = self.document(CHAT, ChatState) or ChatState()
            self._chat = replace(chat, passing=True) if self.request.chat.passing else chat
        return self._chat

    def session(self, number: int | None) -> Session | None:
        """Return the chat's game ``number``, if it is there."""
        return None if number is None else self.document(game_name(number), Session)

    def sessions(self, numbers: Sequence[int]) -> list[Session]:
        """Return those of the chat's games ``numbers`` that are there, read at once."""
        self._documents.get_all([game_name(number) for number in numbers])
        return [found for found in map(self.session, numbers) if found is not None]

    def newest(self) -> list[Session]:
        """Return the chat's last games that are there, finished ones too, the newest first."""
        return self.sessions(self.chat.newest(_LOOKED_AT))

    def newest_here(self) -> list[Session]:
        """Return those of them that belong to this part of the chat, without lessons."""
        thread = self.request.chat.thread
        return [each for each in self.newest() if each.thread == thread and not each.lesson]

    def place(self, number: int) -> Shown | None:
        """Return where the chat's game ``number`` is shown, if that is known."""
        return self.document(shown_name(number), Shown)

    def places(self, numbers: Sequence[int]) -> dict[int, Shown | None]:
        """Return where the chat's games ``numbers`` are shown, read at once."""
        self._documents.get_all([shown_name(number) for number in numbers])
        return {number: self.place(number) for number in numbers}

    def document(self, name: str, kind: type[T]) -> T | None:
        """Return the chat's document ``name``; TypeError if it is not of that kind."""
        try:
            document = self._laid_out[name]
        except KeyError:
            document = self._laid_out[name] = self._documents.get(name)
        if document is not None and not isinstance(document, kind):
            raise TypeError(f"{name} is no {kind.__name__}")
        return document

    def keep(self, name: str, document: object | None, expires_in: int | None = None) -> None:
        """Keep a document for so many seconds, or for ever; None is none any more."""
        self._laid_out[name] = document
        self._writes[name] = Write(document, expires_in)
        if name == CHAT:
            self._chat = None
