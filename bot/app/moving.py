"""Moving: a chat's documents when the platform gives the chat another id."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from bot.app.desk import CHAT, game_name
from bot.app.members import MEMBERS
from bot.app.ports import Decision, Documents, Write
from bot.app.state import KEEP_FINISHED_S, ChatState, Session


class Moved(Exception):  # noqa: N818  # no error: where to ask instead
    """Raised by a decision when the chat is called ``to`` now, and its games are there."""

    def __init__(self, to: str) -> None:
        """Keep the new id."""
        super().__init__(to)
        self.to = to


def pack(documents: Documents, _now: int) -> dict[str, object]:
    """Return what is to move; nothing when it has been moved before.

    Where games are shown stays behind: messages do not keep their ids.
    """
    chat = documents.get(CHAT)
    if not isinstance(chat, ChatState) or chat.moved_to is not None:
        return {}
    found = {game_name(n): documents.get(game_name(n)) for n in range(1, chat.next_number)}
    found[MEMBERS] = documents.get(MEMBERS)
    return {CHAT: chat} | {name: each for name, each in found.items() if each is not None}


def unpack(
    documents: Documents, _now: int, *, packed: Mapping[str, object], old: str
) -> Decision[None]:
    """Write what has moved; a chat that has games of its own already keeps them.

    Tables stay where they are, so that what is counted late, or again, is counted in one place.
    """
    there = documents.get(CHAT)
    if isinstance(there, ChatState) and there.next_number > 1:
        return Decision(None)
    chat = packed[CHAT]
    assert isinstance(chat, ChatState)  # noqa: S101  # pack has put it there
    moved = {**packed, CHAT: replace(chat, origin=chat.origin or old)}
    return Decision(None, {name: Write(each, _expiry(each)) for name, each in moved.items()})


def _expiry(document: object) -> int | None:
    is_over = isinstance(document, Session) and document.game.outcome is not None
    return KEEP_FINISHED_S if is_over else None


def leave(
    _documents: Documents, _now: int, *, packed: Mapping[str, object], to: str
) -> Decision[None]:
    """Write where the chat has gone, and delete the rest."""
    chat = packed[CHAT]
    assert isinstance(chat, ChatState)  # noqa: S101  # pack has put it there
    gone = replace(ChatState(), settings=chat.settings, moved_to=to, origin=chat.origin)
    games = {name: Write(None) for name in packed if name != CHAT}
    return Decision(None, {CHAT: Write(gone), **games})
