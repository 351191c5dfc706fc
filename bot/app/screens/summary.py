"""Summary: what is said at the end of a game."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.documents.duel import Standing
from bot.app.documents.listed import has_table
from bot.app.documents.seats import given_up_by
from bot.app.documents.state import Session
from bot.app.documents.undecided import is_undecided
from bot.app.screens.duel import has_rematch
from bot.app.screens.times import duration, speed
from bot.i18n import Arg, Text, whole_percent
from core.game import Game, Outcome
from core.score import GameScore, score_game


def ending(session: Session, now: int) -> Iterator[Text]:
    """Say at ``now`` how the game ended and was played; where no button says it, how to play on."""
    game = session.game
    if session.lesson and game.outcome is Outcome.GIVEN_UP:
        yield Text("lesson.left")
        return
    if game.started_at is None:
        yield Text("played.given_up")
        if not session.in_place:
            yield how_to_play_on(session)
        return
    undecided = is_undecided(session, now)
    yield _outcome(session, undecided=undecided)
    if session.lesson:  # its figures say nothing of the player
        return
    if game.outcome is Outcome.WON and session.clock.stopped and has_table(session):
        yield Text("ending.stopped")
    # While it is undecided they would say something of the mines.
    if not undecided and (score := score_game(game)):
        yield _figures(score)
    if not session.in_place:
        yield how_to_play_on(session)


def _outcome(session: Session, *, undecided: bool) -> Text:
    game = session.game
    how: str | None = game.outcome
    figures: dict[str, Arg] = {
        "time": duration(game.elapsed(0)),
        "solved": solved_percent(game),
    }
    if game.outcome is Outcome.GIVEN_UP and undecided:
        how = "given_up_undecided"
    elif len(session.players) > 1:  # others read it as well
        for seat in given_up_by(session):
            how, figures["name"] = "given_up_by", session.names[seat]
    return Text(f"ending.{how}", **figures)


def how_to_play_on(session: Session) -> Text:
    """Say what to write after a finished game to play another one."""
    if has_rematch(session):
        return Text("ending.rematch")
    return Text("ending.next" if session.has_next_round else "ending.again")


def _figures(score: GameScore) -> Text:
    figures: dict[str, Arg] = {
        "bbbv": score.bbbv,
        "clicks": score.clicks,
        "efficiency": whole_percent(score.efficiency),
    }
    fast = speed(score.bbbv_per_second, score.time)
    if fast is None:
        return Text("ending.figures_no_speed", **figures)
    return Text("ending.figures", speed=fast, **figures)


def solved_percent(game: Game) -> int:
    """Return the open cells per cent of the safe ones, rounded down."""
    return Standing.of(game).percent
