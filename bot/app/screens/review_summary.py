"""What is said of a finished game as a whole: accuracy, grades, luck, turning point, figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.app.documents.state import Session
from bot.app.screens.cells import cell_names, first_cells
from bot.app.screens.explain_guess import SPARE_LIVES, UNSCANNED
from bot.app.screens.people import first_named
from bot.app.screens.review_move import cost_a_life, grade_text, mine_text
from bot.app.screens.times import duration
from bot.i18n import Text, about, percent, whole_percent
from core.game import Outcome
from core.review import Cause, Grade, Review, Turning, accuracy
from core.rules import level_name
from core.score import score_game

_COUNTED: Final = (
    Grade.CERTAIN,
    Grade.BEST_GUESS,
    Grade.WORSE_GUESS,
    Grade.SAFE_LEFT,
    Grade.MINE,
)
_NOTICED: Final = 0.5
"""Luck is worth a word if the guesses survived are so many more or fewer than expected."""


def summary_texts(session: Session, review: Review | None = None) -> tuple[Text, ...]:
    """Return what is said of the game of ``session``; its title alone without a ``review``."""
    game = session.game
    level = Text(f"level.{level_name(game.rules)}")
    title = Text(f"review.{game.outcome}", level=level, time=duration(game.elapsed(0)))
    if review is None:
        return (title,)
    rest = (*_accuracy(session, review), *_grades(review), _luck(review))
    flags = _wrong_flags(session, review)
    turning = _turning(review, game.rules.lives)
    knew_scan = any(session.knew_scan(move.index) for move in review.moves)
    unscanned = (UNSCANNED,) if knew_scan else ()
    return (title, *rest, *turning, *unscanned, *flags, *_figures(session))


def _accuracy(session: Session, review: Review) -> Iterator[Text]:
    """Say the accuracy, in a shared game that of each player, if they are not too many."""
    seats = sorted({move.timed.by for move in review.moves})
    each = {seat: accuracy(m for m in review.moves if m.timed.by == seat) for seat in seats}
    known = {seat: value for seat, value in each.items() if value is not None}
    if len(known) > 1:
        shares = tuple(
            Text("review.of_player", name=session.names[seat], accuracy=percent(value))
            for seat, value in known.items()
        )
        yield Text("review.accuracies", shares=first_named(shares))
    elif review.accuracy is not None:
        yield Text("review.accuracy", accuracy=percent(review.accuracy))


def _grades(review: Review) -> Iterator[Text]:
    counts = Counter(move.grade for move in review.moves if not move.undone)
    found = tuple(
        Text(f"review.count_{grade}", count=counts[grade]) for grade in _COUNTED if counts[grade]
    )
    if found:
        yield Text("review.counts", counts=found)


def _luck(review: Review) -> Text:
    made = review.fortune
    if not made.guesses:
        return Text("review.no_luck")
    expected = round(made.expected, 1)  # so that the same figures are always called the same
    over = made.survived - expected
    verdict = "good" if over > _NOTICED else "bad" if over < -_NOTICED else "even"
    return Text(
        f"review.luck_{verdict}",
        guesses=made.guesses,
        survived=made.survived,
        expected=expected,
    )


def _turning(review: Review, lives: int) -> Iterator[Text]:
    turning = review.turning
    if turning is None:
        return
    number = review.moves.index(turning.move) + 1
    cells = cell_names(turning.move.board, turning.move.made.cells)
    yield Text("review.turning", number=number, cells=cells, what=_what(turning))
    if mine := mine_text(turning.move):
        yield mine
    yield from _change(turning)
    if review.outcome is not Outcome.WON:
        missed = "hit" if lives - turning.move.board.exploded.count(1) > 1 else "lost"
        key = f"review.solver_{'won' if turning.solver_won else missed}"
        yield Text(key, win=about(turning.move.best.win, exact=turning.move.exact))
    if lives > 1:
        yield SPARE_LIVES


def _wrong_flags(session: Session, review: Review) -> Iterator[Text]:
    """Say which flags stood on no mine: first those that the numbers spoke against at the time."""
    provable = {flag.cell for flag in review.wrong_flags if flag.provable}
    unseen = {flag.cell for flag in review.wrong_flags} - provable
    for key, cells in (("provable", provable), ("unseen", unseen)):
        if cells:
            names = first_cells(session.game.board, sorted(cells))
            yield Text(f"review.flags_{key}", cells=names, count=len(cells))


def _figures(session: Session) -> Iterator[Text]:
    """Say in players' figures what the board was like and how well its clicks were used."""
    score = score_game(session.game)
    if score is None or session.lesson:  # a lesson's figures say nothing of the player
        return
    figures = Text(
        "review.figures",
        bbbv=score.bbbv,
        zini=score.layout.zini,
        openings=score.layout.openings,
        islands=score.layout.islands,
        correctness=whole_percent(score.correctness),
        throughput=whole_percent(score.throughput or 0.0),
    )
    rqp = score.rqp
    yield figures if rqp is None else Text("review.rqp", figures=figures, rqp=round(rqp, 2))


def _what(turning: Turning) -> Text:
    """Return what made the move the turning point, in words."""
    if turning.cause is Cause.CHOICE or turning.move.grade is Grade.MINE:  # that is no guess
        return grade_text(turning.move)
    survived = "spoiled" if turning.change < 0 else "held"
    came_off = survived if turning.move.survived else "failed"
    return Text(f"review.guess_{came_off}", safe=percent(turning.move.made.safe))


def _change(turning: Turning) -> Iterator[Text]:
    """Say how luck has changed the chance to win, or what the choice has cost of it.

    It is not said of a choice that the chance fell, unless to 0: luck may have raised it since.
    Chances are of a win without a mine. After one that cost a life they start anew, so it is not
    said that they rose or fell.
    """
    move = turning.move
    if turning.cause is Cause.LUCK:
        key = "fell" if turning.change < 0 else "rose"
        before, after, exact = move.made.win, move.after, move.exact and move.after_exact
    elif move.grade is Grade.WORSE_GUESS:
        return  # its grade tells both
    else:
        key = "cost" if move.made.win else "fell"
        before, after, exact = move.best.win, move.made.win, move.exact
    shown = about(before, exact=exact), about(after, exact=exact)
    if shown[0] != shown[1] and (key == "cost" or not cost_a_life(move)):
        yield Text(f"review.{key}", before=shown[0], after=shown[1])
