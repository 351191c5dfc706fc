"""The card of a result: a finished game as a picture to be kept or sent on."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.fair_play import is_of_today
from bot.app.decisions.review import cell_in_sight, looked_back_on, screen_around
from bot.app.documents.seats import SOLVER
from bot.app.documents.state import Session
from bot.app.documents.undecided import is_undecided
from bot.app.requests.actions import Again
from bot.app.requests.board_actions import Share, ShowCard
from bot.app.requests.button import Button
from bot.app.screens.controls import is_shared
from bot.app.screens.illustration import Illustration, ResultCard
from bot.app.screens.people import first_named
from bot.app.screens.reply import Reply
from bot.app.screens.sizes import sized
from bot.app.screens.summary import solved_percent
from bot.app.screens.times import duration, speed
from bot.i18n import Arg, Text, whole_percent
from core.score import score_game


def show_card(desk: Desk, action: ShowCard) -> Reply:
    """Show how a finished game went, with its board, which others may not know yet.

    Where none is named that is the one which a review would be of.
    """
    session = looked_back_on(desk, none="game.none")
    if session.game.outcome is None or session.game.started_at is None:
        key = "game.empty" if session.game.outcome else "card.early"
        raise Declined(Text(key))
    if is_of_today(session, desk.now):
        raise Declined(Text("card.today"))
    screen = screen_around(desk, session, cell_in_sight(desk, session, action.where))
    titles = _titles(session)
    card = ResultCard(titles, _figures(session, desk.now), screen)
    page = ShowCard(session.number)
    picture = Illustration(card, screen.theme, screen.text_only, page)
    again = Button(Text("control.again"), Again(), session.number)
    share = Button(Text("control.share"), Share(), session.number)
    buttons = (share, again) if is_shared(screen) else (again,)
    return Reply(titles, buttons=(buttons,), picture=picture)


def _titles(session: Session) -> tuple[Text, ...]:
    game = session.game
    board = Text("share.line", **sized(game.rules))
    time = duration(game.elapsed(0))
    ended = Text(f"card.{game.outcome}", time=time, solved=solved_percent(game))
    return Text("card.title", names=first_named(tuple(_names(session)))), ended, board


def _names(session: Session) -> Iterator[Text | str]:
    """Yield what the players are called: the solver in letters, which can be drawn."""
    for player, name in zip(session.players, session.names, strict=True):
        yield Text("control.watch") if player == SOLVER.id else name


def _figures(session: Session, now: int) -> tuple[tuple[Text, Text], ...]:
    """Return what there is to say in figures.

    That is the time alone where mines have drifted, or somebody still plays on the same layout.
    """
    score = score_game(session.game)
    time = Text("figure.time"), Text("figure.value", value=duration(session.game.elapsed(0)))
    if score is None or is_undecided(session, now):
        return (time,)
    fast = speed(score.bbbv_per_second, score.time)
    figures: dict[str, Arg] = {
        "bbbv": score.bbbv,
        **({} if fast is None else {"speed": fast}),
        "moves": score.clicks,
        "efficiency": whole_percent(score.efficiency),
        "hints": session.hints,
    }
    values = {key: Text("figure.value", value=each) for key, each in figures.items()}
    named = ((Text(f"figure.{key}"), value) for key, value in values.items())
    return (time, *named)
