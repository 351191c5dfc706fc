"""Handing over: whose a game is when the one who started it has left, or says nothing any more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random

from msgspec.structs import replace

from bot.app.decision import Decision, Documents
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.play import play_for
from bot.app.documents.duel import KEEP_DUEL_S
from bot.app.documents.effects import DuelOver
from bot.app.documents.keeping import keeps_game_s
from bot.app.documents.seats import NOBODY, is_person
from bot.app.documents.spaces import game_name
from bot.app.documents.state import Session, is_silent
from bot.app.documents.undecided import is_awaited, is_in_duel, is_left
from bot.app.requests.access import Access
from bot.app.requests.actions import Left, Resign, TakeOver
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.reply import Reply
from bot.i18n import Text
from core.move import GiveUp


def left(desk: Desk, action: Left) -> Reply:
    """Hand a player's unfinished games to those who play on them, or to everybody; duels end."""
    texts = []
    for session in _games_with(desk, action.player):
        after = _noted_gone(session, action.player)
        if session.owner == action.player:
            texts.append(_pass_on(desk, after))
        elif after != session:
            desk.keep(game_name(session.number), after, keeps_game_s(desk.chat, after, desk.now))
    return Reply(tuple(texts))


def _games_with(desk: Desk, player: str) -> Iterator[Session]:
    for entry in desk.chat.games:
        session = desk.session(entry.number)
        if session is not None and session.is_of(player):
            yield session


def _noted_gone(session: Session, player: str) -> Session:
    """Return the session with a note that ``player``, if they have played, is there no more."""
    seats = (each for each, name in enumerate(session.players) if name == player)
    return replace(session, no_heirs=tuple(sorted({*session.no_heirs, *seats})))


def _pass_on(desk: Desk, session: Session) -> Text:
    if is_in_duel(session, desk.now):
        gone = give_up_duel(desk, session)
        return Text("handover.duel", number=session.number, name=gone.name)
    seats = enumerate(zip(session.players, session.names, strict=True))
    there = [each for at, each in seats if at not in session.no_heirs]
    others = [each for each in there if each[0] != session.owner and is_person(each[0])]
    if not others:
        desk.write_session(replace(session, owner=NOBODY, access=Access.OPEN))
        return Text("handover.open", number=session.number)
    heir, name = others[0]
    desk.write_session(replace(session, owner=heir))
    return Text("handover.heir", number=session.number, name=name)


def give_up_duel(desk: Desk, session: Session) -> Player:
    """End a duel for its player, for whom nobody else may play, and whose rival waits."""
    gone = _duellist(session)
    play_for(desk, session.menu_closed(), (GiveUp(),), gone)
    return gone


def _duellist(session: Session) -> Player:
    """Return who plays a game of a duel; they have its first seat."""
    return Player(session.players[0], session.names[0])


def give_up_for_rival(
    documents: Documents, now: int, *, chat: str, number: int, rng: Random
) -> Decision[Reply | None]:
    """Give a game up that nobody has moved in for a week; if somebody has, look at it later."""
    session = documents.get(game_name(number))
    if not isinstance(session, Session) or not is_awaited(session):
        return Decision(None)
    due = session.clock.last + KEEP_DUEL_S * 1000
    if now <= due:
        return Decision(None, effects=[DuelOver(chat, number, due)])
    player = _duellist(session)
    here = Chat(chat, session.private, session.thread, session.in_place)
    desk = Desk(documents, now, Request("", here, player, Resign(sure=True)), rng)
    give_up_duel(desk, session)
    return desk.decision(Reply())


def take_over(desk: Desk, _action: TakeOver) -> Reply:
    """Make a game that is nobody's, or that nobody has moved on for long, the player's own."""
    session = desk.asked_of(partial(_can_be_taken, desk))
    if session.game.outcome or session.owner == desk.request.player.id:
        raise Declined(Text("handover.nothing"))
    if not is_left(session, desk.now):
        raise Declined(Text("handover.not_yet"))
    player, in_person = desk.request.player, desk.request.in_person
    after, _ = _waited_for(session, desk.now).seat(player, in_person=in_person)
    # Who does not write in person could not tap on a game that is theirs alone.
    access = after.access if in_person else Access.OPEN
    after = replace(after, owner=player.id, access=access)
    desk.write_session(after)
    return Reply((Text("handover.taken", name=player.name),), desk.screen(after))


def _can_be_taken(desk: Desk, session: Session) -> bool:
    """Tell whether a game of another, or of nobody, in this part of the chat was left."""
    is_here = session.thread == desk.request.chat.thread and not session.game.outcome
    return is_here and session.owner != desk.request.player.id and is_left(session, desk.now)


def _waited_for(session: Session, now: int) -> Session:
    """Return the session without its silence, so that the next one cannot take it over at once."""
    if not is_silent(session, now):
        return session
    parked = session.parked(now)
    return replace(parked, clock=replace(parked.clock, last=now))
