"""Fair play: the rules that make results comparable, and what is declined for their sake.

Before the end nobody is told where a mine is, but by the scanner's one look, which makes the game
casual (``decisions.scanner``): no ``core.board.Board`` can hold that. Beyond this:

- A game counts as one's own that was played alone, without help, on a board that nobody can have
  known (``documents.mode.mode_of``). Its time counts if the clock never stood
  (``documents.listed``); whoever starts another game, or gives this one up, changes nothing of
  that for those who play it.
- A board of the day is tried once, also after a deletion, and its mines are told by codes and cards
  only when no try counts any more (``requests.day.is_over``).
- Until a duel or a round is decided nobody is helped on its board or warned of a mine, and none of
  its mines are shown (``documents.undecided``), nor figures that follow from them.
- Nothing stops the clock of a duel. Where others see one of its boards it could be copied: there
  both clocks start when both are there, and not before that is it played on.
- In a duel nobody plays for another (``decisions.entry``, ``documents.undecided.is_left``). Who
  leaves the chat, or deletes their data, has given it up; so has who makes no move for a week
  while a rival waits that is done (``errands.duels``).
- A tournament is for everybody, and who leads it cannot end a round for those who are behind.
"""

from __future__ import annotations

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.documents.state import Session, is_silent
from bot.app.documents.undecided import is_undecided
from bot.app.requests.day import is_over
from bot.app.screens.tournament import standing_after
from bot.i18n import Text


def is_of_today(session: Session, now: int) -> bool:
    """Tell whether tries at the board of ``session``, one of the day, still count."""
    return session.daily is not None and not is_over(session.daily, now)


def turn_back_undecided(desk: Desk, session: Session) -> None:
    """Raise Declined where help, or the layout itself, would decide a duel or a tournament."""
    if is_undecided(session, desk.now):
        key = "tournament.undecided" if session.duel is None else "duel.undecided"
        raise Declined(Text(key))


def turn_back_early(desk: Desk, session: Session) -> None:
    """Raise Declined where the rival, who would see how the duel is played, is still to come."""
    duel = session.duel
    if duel is None or duel.rival is not None or desk.request.chat.private:
        return
    if is_undecided(session, desk.now) and session.game.outcome is None:
        raise Declined(Text("duel.early"))


def turn_back_leader(desk: Desk, session: Session) -> None:
    """Raise Declined where who leads a tournament would end a round for those who are behind."""
    if session.tournament is None or session.game.outcome or is_silent(session, desk.now):
        return
    standing = standing_after(session, session.tournament)
    points = {each.player: each.points for each in standing.before}
    own = points.pop(desk.request.player.id, None)
    if own is not None and points and own >= max(points.values()):
        raise Declined(Text("tournament.leader"))
