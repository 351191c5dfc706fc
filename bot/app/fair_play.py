"""Fair play: what is declined on a board while somebody plays on it against somebody.

Until a duel or a round of a tournament is decided nobody is helped on its board or told where its
mines are (``bot.app.undecided``). In a duel the clock is not stopped by anything. Where others see
one of its boards it could be copied: there the clocks of both start when both are there, and not
before that is it played on.
"""

from __future__ import annotations

from bot.app.cup_texts import standing_after
from bot.app.desk import Declined, Desk
from bot.app.screen import Reply
from bot.app.state import Session, is_silent
from bot.app.undecided import is_undecided
from bot.i18n import Text


def turn_back_undecided(desk: Desk, session: Session) -> None:
    """Raise Declined where help, or the layout itself, would decide a duel or a tournament."""
    if is_undecided(session, desk.now):
        key = "cup.undecided" if session.duel is None else "duel.undecided"
        raise Declined(Reply((Text(key),), private=True))


def turn_back_early(desk: Desk, session: Session) -> None:
    """Raise Declined where the rival, who would see how the duel is played, is still to come."""
    duel = session.duel
    if duel is None or duel.rival is not None or desk.request.chat.private:
        return
    if is_undecided(session, desk.now) and session.game.outcome is None:
        raise Declined(Reply((Text("duel.early"),), private=True))


def turn_back_leader(desk: Desk, session: Session) -> None:
    """Raise Declined where who leads a tournament would end a round for those who are behind."""
    if session.cup is None or session.game.outcome or is_silent(session, desk.now):
        return
    points = {each.player: each.points for each in standing_after(session, session.cup).before}
    own = points.pop(desk.request.player.id, None)
    if own is not None and points and own >= max(points.values()):
        raise Declined(Reply((Text("cup.leader"),), private=True))
