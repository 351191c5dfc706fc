"""Room: whether one more game has a place in a chat."""

from __future__ import annotations

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.documents.state import MAX_GAMES, Session, is_silent
from bot.i18n import Text


def turn_back_full(desk: Desk) -> None:
    """Raise Declined where no other game can be started."""
    if (full := no_room(desk)) is not None:
        raise Declined(full)


def no_room(desk: Desk) -> Text | None:
    """Return why no other game can be started, or played on, here; None where one can."""
    games, most = desk.chat.games, desk.chat.settings.boards
    if len(games) >= MAX_GAMES:
        return Text("newgame.too_many", limit=MAX_GAMES)
    if desk.request.chat.private or len(games) < most:
        return None
    found = desk.sessions([entry.number for entry in games])
    played = sum(_is_played_on(desk, each) for each in found)
    # More are, where the limit was lowered since they were begun.
    is_full = played >= most
    return Text("newgame.too_many_at_once", played=played, limit=most) if is_full else None


def _is_played_on(desk: Desk, session: Session) -> bool:
    """Tell whether a game takes a place: not if the new one replaces it, or it was left alone."""
    is_own = session.owner == desk.request.player.id
    return bool(session.game.history or not is_own) and not is_silent(session, desk.now)
