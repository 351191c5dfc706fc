"""Moving: a chat's documents when the platform gives the chat another id."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from bot.app.desk import CHAT, game_name
from bot.app.members import MEMBERS
from bot.app.ports import Decision, Documents, Store, Write
from bot.app.spaces import chat_space
from bot.app.state import KEEP_FINISHED_S, ChatState, Session, spans


class Moved(Exception):  # noqa: N818  # no error: where to ask instead
    """Raised by a decision when the chat is called ``to`` now, and its games are there."""

    def __init__(self, to: str) -> None:
        """Keep the new id."""
        super().__init__(to)
        self.to = to


class _Luggage(Struct, frozen=True):
    """What moves before the games."""

    chat: ChatState
    members: object | None


async def move(store: Store, old: str, new: str) -> None:
    """Have everything of the chat ``old`` in ``new``; done again it goes on where it ended.

    Where games are shown stays behind: messages do not keep their ids. Tables stay where they are,
    too, so that what is counted late, or again, is counted in one place.
    """
    here, there = chat_space(old), chat_space(new)
    luggage = await store.view(here, _pack)
    if luggage is None or luggage.chat.moved_to not in {None, new}:
        return
    chat = luggage.chat
    if chat.moved_to is None:
        origin = chat.origin or old
        arrive = partial(_arrive, luggage=luggage, origin=origin)
        await store.update(there, f"moved:{old}", arrive)
        for numbers in spans(chat.next_number):
            games = await store.view(here, partial(_games, numbers=numbers))
            bring = partial(_bring, games=games, origin=origin)
            await store.update(there, f"moved:{old}:{numbers.start}", bring)
        await store.update(here, f"moved:{new}", partial(_leave, to=new))
    for numbers in spans(chat.next_number):
        drop = partial(_drop, numbers=numbers)
        await store.update(here, f"left:{new}:{numbers.start}", drop)


def _pack(documents: Documents, _now: int) -> _Luggage | None:
    chat = documents.get(CHAT)
    return _Luggage(chat, documents.get(MEMBERS)) if isinstance(chat, ChatState) else None


def _arrive(documents: Documents, _now: int, *, luggage: _Luggage, origin: str) -> Decision[None]:
    """Write what the chat remembers; one that has games of its own already keeps those."""
    there = documents.get(CHAT)
    if isinstance(there, ChatState) and there.next_number > 1:
        return Decision(None)
    arrived = {CHAT: Write(replace(luggage.chat, origin=origin))}
    if luggage.members is not None:
        arrived[MEMBERS] = Write(luggage.members)
    return Decision(None, arrived)


def _games(documents: Documents, _now: int, *, numbers: range) -> dict[str, object]:
    names = [game_name(number) for number in numbers]
    found = zip(names, documents.get_all(names), strict=True)
    return {name: game for name, game in found if game is not None}


def _bring(
    documents: Documents, _now: int, *, games: Mapping[str, object], origin: str
) -> Decision[None]:
    """Write games, where their chat has arrived."""
    there = documents.get(CHAT)
    if not isinstance(there, ChatState) or there.origin != origin:
        return Decision(None)
    known = documents.get_all([*games])
    new = [name for name, game in zip(games, known, strict=True) if game is None]
    return Decision(None, {name: Write(games[name], _expiry(games[name])) for name in new})


def _expiry(document: object) -> int | None:
    is_over = isinstance(document, Session) and document.game.outcome is not None
    return KEEP_FINISHED_S if is_over else None


def _leave(documents: Documents, _now: int, *, to: str) -> Decision[None]:
    """Write where the chat has gone."""
    chat = documents.get(CHAT)
    assert isinstance(chat, ChatState)  # noqa: S101  # it was there to be packed
    gone = replace(chat, current=None, games=(), last_rules=None, moved_to=to)
    return Decision(None, {CHAT: Write(gone), MEMBERS: Write(None)})


def _drop(documents: Documents, now: int, *, numbers: range) -> Decision[None]:
    """Delete games that have been brought elsewhere."""
    return Decision(None, dict.fromkeys(_games(documents, now, numbers=numbers), Write(None)))
