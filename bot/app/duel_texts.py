"""What a board in a duel says of the other player, and of the end."""

from __future__ import annotations

from bot.app.duel_state import InDuel, Standing, Verdict
from bot.app.state import Session
from bot.app.times import duration
from bot.i18n import Text
from core.game import Outcome


def rival_text(duel: InDuel) -> Text:
    """Return how far the other player is."""
    if duel.rival is None:
        return Text("duel.waiting")
    standing = duel.standing
    if standing.outcome is Outcome.WON:
        return Text("duel.solved", name=duel.rival, time=duration(standing.time))
    key = "duel.running" if standing.outcome is None else "duel.failed"
    return Text(key, name=duel.rival, percent=standing.percent)


def verdict_texts(session: Session, duel: InDuel) -> tuple[Text, ...]:
    """Return how the duel ended, and that the other player wants another one."""
    texts = []
    verdict = duel.verdict(Standing.of(session.game))
    if verdict is Verdict.DRAWN:
        texts.append(Text("duel.drawn"))
    elif verdict is not None:
        own = session.names[session.players.index(session.owner)]
        winner = own if verdict is Verdict.WON else duel.rival or ""
        texts.append(Text("duel.winner", name=winner))
    if duel.asked:
        texts.append(Text("duel.asked", name=duel.rival or ""))
    return tuple(texts)
