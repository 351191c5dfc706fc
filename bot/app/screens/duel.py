"""What a board in a duel says of the other player, and of the end."""

from __future__ import annotations

from bot.app.documents.duel import SEATS, Duellist, InDuel, Standing, Verdict
from bot.app.documents.seats import is_gone
from bot.app.documents.state import Session
from bot.app.screens.times import duration
from bot.i18n import Text
from core.game import Outcome


def rival_text(duel: InDuel) -> Text:
    """Return how far the other player is."""
    if duel.missed:
        return Text("duel.missed")
    if duel.rival is None:
        return Text("duel.waiting")
    return standing_text(duel.rival, duel.standing)


def has_rematch(session: Session) -> bool:
    """Tell whether another duel can follow: on a board that came too late nobody was met."""
    return session.duel is not None and not session.duel.missed


def standing_text(name: str, standing: Standing) -> Text:
    """Return how far the player called ``name`` is."""
    if standing.outcome is Outcome.WON:
        return Text("duel.solved", name=name, time=duration(standing.time))
    key = "duel.running" if standing.outcome is None else "duel.failed"
    return Text(key, name=name, percent=standing.percent)


def ended_texts(duellists: tuple[Duellist, ...]) -> tuple[Text, ...]:
    """Return who has won, once both have ended."""
    if len(duellists) < SEATS or any(each.standing.outcome is None for each in duellists):
        return ()
    best = max(each.standing.worth for each in duellists)
    winners = [each.name for each in duellists if each.standing.worth == best]
    if len(winners) > 1:
        return (Text("duel.drawn"),)
    return (Text("duel.winner", name=winners[0]),)


def verdict_texts(session: Session, duel: InDuel) -> tuple[Text, ...]:
    """Return how the duel ended, and that the other player wants another one."""
    texts = []
    verdict = duel.verdict(Standing.of(session.game))
    if verdict is Verdict.DRAWN:
        texts.append(Text("duel.drawn"))
    elif verdict is not None:
        # Who plays a duel has the first seat, whoever the board belongs to since.
        winner = session.names[0] if verdict is Verdict.WON else duel.rival or ""
        texts.append(Text("duel.winner", name=winner))
    # Before that it cannot be taken, and who was deleted wants nothing.
    if duel.asked and session.game.outcome is not None and not is_gone(duel):
        texts.append(Text("duel.asked", name=duel.rival or ""))
    return tuple(texts)
