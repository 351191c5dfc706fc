"""Moving: a chat's documents when the platform gives the chat another id."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from uuid import uuid4

from msgspec import Struct
from msgspec.structs import asdict, replace

from bot.app.deciding import follow_chat
from bot.app.decision import Decision, Documents, Write, read_as
from bot.app.documents.digests import DIGESTS, Digests, read_digests
from bot.app.documents.keeping import keeps_game_s
from bot.app.documents.shown import shown_name
from bot.app.documents.spaces import CHAT, chat_space, game_name
from bot.app.documents.state import ChatState, Session, Settings, read_chat, spans
from bot.app.needed import Moved
from bot.app.ports import Store, StoreUnavailable


class _Luggage(Struct, frozen=True):
    """What moves before the games."""

    chat: ChatState
    digests: Digests


def close(documents: Documents, _now: int, *, to: str) -> Decision[None]:
    """Let nothing change under the chat's id any more: it is called ``to`` now.

    Raises Moved while games are still to be brought there.
    """
    chat = read_as(documents, CHAT, ChatState)
    if chat is None or chat.moved_to is not None:
        return Decision(None)
    follow_chat(chat)
    return Decision(None, {CHAT: Write(replace(chat, moved_to=to, leaving=True))})


def stay(documents: Documents, _now: int, *, closed_to: str) -> Decision[None]:
    """Let things change again in a chat that was to become ``closed_to`` and has not left."""
    chat = read_chat(documents)
    if not chat.leaving or chat.moved_to != closed_to:
        return Decision(None)
    return Decision(None, {CHAT: Write(replace(chat, moved_to=None, leaving=False))})


async def bring(store: Store, old: str, new: str) -> None:
    """Bring all of the chat ``old``, which is closed, to ``new``; called again it goes on.

    Where somebody has begun games under the new id already, those of the old one get the numbers
    after them, and follow them in the list.

    Where games are shown stays behind: messages do not keep their ids. Tables stay where they are,
    too, so that what is counted late, or again, is counted in one place.

    Raises Moved where ``new`` is another one by now, too, or others are on their way there, and
    StoreUnavailable.
    """
    luggage = await store.view(chat_space(old), _pack)
    if luggage is not None:
        await _carry(store, luggage, old, new)
    settle = partial(_settle, old=old)
    await store.update(chat_space(new), f"settled:{uuid4().hex}", settle)


async def _carry(store: Store, luggage: _Luggage, old: str, new: str) -> None:
    here, there = chat_space(old), chat_space(new)
    arrive = partial(_arrive, luggage=luggage, old=old)
    await store.update(there, f"moved:{uuid4().hex}", arrive)
    raised = await store.view(there, partial(_raised, old=old))
    if raised is None:
        raise StoreUnavailable("what has arrived was lost")
    numbers = spans(luggage.chat.next_number)
    for each in numbers:
        games = await store.view(here, partial(_games, numbers=each))
        take_in = partial(_take_in, games=games, raised=raised)
        await store.update(there, f"moved:{old}:{each.start}", take_in)
    for each in numbers:
        await store.update(here, f"left:{new}:{each.start}", partial(_drop, numbers=each))
    await store.update(here, f"left:{new}", partial(_leave, to=new, raised=raised))


def _pack(documents: Documents, _now: int) -> _Luggage | None:
    chat = read_chat(documents)
    return _Luggage(chat, read_digests(documents)) if chat.leaving else None


def _arrive(documents: Documents, now: int, *, luggage: _Luggage, old: str) -> Decision[None]:
    """Write what the chat remembers, beside what is there already."""
    there = read_chat(documents)
    if _raised(documents, now, old=old) is not None:
        return Decision(None)
    follow_chat(there)
    arrived = {CHAT: Write(_merged(there, luggage.chat, old))}
    if luggage.digests != Digests():
        arrived[DIGESTS] = Write(_digests(read_digests(documents), luggage.digests))
    return Decision(None, arrived)


def _raised(documents: Documents, _now: int, *, old: str) -> int | None:
    """Return by how much the numbers of the games that have come are higher; None before that.

    Raises Moved where it goes on: once it has, it tells of games that went, not of those that came.
    """
    there = read_chat(documents)
    if there.moved_to is not None:
        raise Moved
    return there.raised.get(old)


def _merged(there: ChatState, came: ChatState, old: str) -> ChatState:
    raised = there.next_number - 1
    entries = tuple(replace(each, number=each.number + raised) for each in came.games)
    current = came.current and came.current + raised
    return ChatState(
        current=current if there.current is None else there.current,
        next_number=came.next_number + raised,
        games=(*entries, *there.games),
        last_rules=there.last_rules or came.last_rules,
        settings=_chosen(there.settings, came.settings),
        origin=there.origin or came.origin or old,
        server=there.server or came.server,
        raised={**there.raised, old: raised},
        coming=old,
    )


def _chosen(there: Settings, came: Settings) -> Settings:
    """Return the settings that came, but for what has been chosen there since."""
    usual = asdict(Settings())
    return replace(came, **{n: each for n, each in asdict(there).items() if each != usual[n]})


def _digests(there: Digests, came: Digests) -> Digests:
    return Digests(
        wished=max(there.wished, came.wished),
        sent=max(there.sent, came.sent),
        language=there.language or came.language,
        thread=there.thread or came.thread,
    )


def _games(documents: Documents, _now: int, *, numbers: range) -> dict[int, Session]:
    found = documents.get_all([game_name(number) for number in numbers])
    pairs = zip(numbers, found, strict=True)
    return {number: game for number, game in pairs if isinstance(game, Session)}


def _take_in(
    documents: Documents, now: int, *, games: Mapping[int, Session], raised: int
) -> Decision[None]:
    """Write games that are not there yet."""
    came = [_renumbered(game, raised) for game in games.values()]
    known = documents.get_all([game_name(game.number) for game in came])
    new = [game for game, there in zip(came, known, strict=True) if there is None]
    keeps = partial(keeps_game_s, ChatState(), now=now)
    return Decision(None, {game_name(each.number): Write(each, keeps(each)) for each in new})


def _renumbered(session: Session, raised: int) -> Session:
    """Return the session with numbers of games higher by ``raised``: its own, and the next round's.

    Where a rival's board is stays as it was: it is looked up where that chat has been.
    """
    tournament = session.tournament
    if tournament is not None and tournament.followed_by is not None:
        tournament = replace(tournament, followed_by=tournament.followed_by + raised)
    return replace(session, number=session.number + raised, tournament=tournament)


def _leave(documents: Documents, _now: int, *, to: str, raised: int) -> Decision[None]:
    """Write where the chat has gone, with all that it had."""
    chat = read_chat(documents)
    if not chat.leaving:
        return Decision(None)
    kept = replace(chat, current=None, games=(), last_rules=None, leaving=False)
    gone = replace(kept, moved_to=to, raised={to: raised})
    return Decision(None, {CHAT: Write(gone), DIGESTS: Write(None)})


def _settle(documents: Documents, _now: int, *, old: str) -> Decision[None]:
    """Write that all of the chat ``old`` has come."""
    chat = read_chat(documents)
    if chat.coming != old:
        return Decision(None)
    return Decision(None, {CHAT: Write(replace(chat, coming=None))})


def _drop(documents: Documents, _now: int, *, numbers: range) -> Decision[None]:
    """Delete games that have been brought elsewhere, and where they were shown."""
    names = [name(number) for number in numbers for name in (game_name, shown_name)]
    found = zip(names, documents.get_all(names), strict=True)
    return Decision(None, {name: Write(None) for name, each in found if each is not None})
