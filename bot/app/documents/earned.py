"""Earned: what was achieved with a game, noted with it so that its board says so."""

from __future__ import annotations

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.effects import Redraw
from bot.app.documents.keeping import keeps_finished_s
from bot.app.documents.spaces import game_name
from bot.app.documents.state import Session


def note_earned(  # noqa: PLR0913  # what a decision has, and who has achieved what
    chat: str, documents: Documents, now: int, *, number: int, seat: int, earned: tuple[str, ...]
) -> Decision[None]:
    """Write what the player in ``seat`` has achieved with a finished game, to be shown with it."""
    name = game_name(number)
    session = documents.get(name)
    if not isinstance(session, Session) or session.game.outcome is None:
        return Decision(None)
    noted = tuple((seat, each) for each in earned)
    after = replace(session, earned=tuple(dict.fromkeys((*session.earned, *noted))))
    redraw = [Redraw(chat, number)] if session.in_place else []
    return Decision(None, {name: Write(after, keeps_finished_s(after, now))}, redraw)
