"""Entry: who is let in to play on a game, and who says so."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.documents.state import Session
from bot.app.documents.undecided import is_left
from bot.app.requests.access import Access
from bot.app.requests.actions import Invite, SetAccess, TakeBack
from bot.app.requests.menu import Page
from bot.app.screens.deeds import refusal_text
from bot.app.screens.reply import Reply
from bot.i18n import Text
from core.move import Refusal


def turn_to_own(desk: Desk) -> None:
    """Take a decision that names no game to be about the last one that the player has started."""
    meant = desk.meant
    if desk.request.chat.private or desk.request.game is not None or meant is None:
        return
    is_own = partial(_is_own, desk.request.player.id)
    if not is_own(meant) and (own := desk.last_of(is_own)) is not None:
        desk.turn_to(own)


def _is_own(player: str, session: Session) -> bool:
    """Tell whether the player of that id has started a game that is not over."""
    return session.owner == player and session.game.outcome is None


def turn_away(desk: Desk, session: Session | None = None) -> None:
    """Raise Declined, with a private notice, when the player may not play on ``session``.

    By default that is the game asked about. Everybody may look at a finished one, but not take
    back its end.
    """
    session = session or desk.asked
    looks = session.game.outcome and not isinstance(desk.request.action, TakeBack)
    if looks or session.may_play(desk.request.player.id):
        return
    is_typed = not desk.request.chat.passing
    solo = "access.solo" if is_typed else "access.solo_tapped"
    texts = [Text(solo if session.access is Access.SOLO else "access.invited")]
    if is_typed and is_left(session, desk.now):
        texts.append(Text("handover.may"))
    raise Declined(Reply(tuple(texts), private=True))


def set_access(desk: Desk, action: SetAccess) -> Reply:
    """Choose who may play on a game: its owner's right, but where it is played by rules for all."""
    session = own_of(desk)
    if action.access is Access.SOLO and not desk.request.in_person:
        raise Declined(Text("access.in_person"))
    after = replace(session, access=action.access, page=Page.PLAY)
    desk.write_session(after)
    return Reply((Text(f"access.set_{action.access}"),), desk.screen(after))


def invite(desk: Desk, action: Invite) -> Reply:
    """Let another player in, and nobody else who was not let in before: its owner's right."""
    session = own_of(desk)
    if action.player == session.owner:
        raise Declined(Text("access.invite_self"))
    invited = tuple(dict.fromkeys((*session.invited, action.player)))
    access = Access.OPEN if session.access is Access.OPEN else Access.INVITED
    desk.write_session(replace(session, invited=invited, access=access))
    return Reply((Text("access.welcome", name=action.name),))


def own_of(desk: Desk) -> Session:
    """Return the game asked, of which the player may say who plays on it; raises Declined."""
    if desk.request.chat.private:
        raise Declined(Text("access.invite_alone"))
    session = desk.asked
    if session.game.outcome:
        is_tapped = desk.request.chat.passing
        text = refusal_text(session, Refusal.FINISHED, tapped=is_tapped)
        raise Declined(text)
    if session.owner != desk.request.player.id:
        raise Declined(Text("access.not_yours"))
    if session.duel is not None or session.tournament is not None:
        key = "tournament.everybody" if session.duel is None else "duel.alone"
        raise Declined(Text(key))
    return session
