"""What is said of one move of a finished game: its grade, both chances, the reason."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from bot.app.documents.state import Session
from bot.app.screens.cells import cell_names
from bot.app.screens.explain import reason_text
from bot.app.screens.explain_guess import SPARE_LIVES, unscanned
from bot.app.screens.times import duration
from bot.i18n import Text, about, percent
from core.grid import Cell
from core.review import Choice, GradedMove


def move_texts(
    session: Session, move: GradedMove, number: int, count: int, chances: Mapping[Cell, float]
) -> Iterator[Text]:
    """Return what is said of ``move``, the move ``number`` of ``count``, beside its ``chances``."""
    started = session.game.started_at or 0
    head = Text(
        "review.move",
        number=number,
        count=count,
        time=duration(max(move.timed.at - started, 0)),
        cells=cell_names(move.board, move.made.cells),
    )
    by = len({timed.by for timed in session.game.history}) > 1
    yield Text("review.by", name=session.names[move.timed.by], move=head) if by else head
    yield Text("review.undone", grade=grade_text(move)) if move.undone else grade_text(move)
    yield Text(
        "review.win_anew" if cost_a_life(move) else "review.win",
        before=about(move.win, exact=move.exact),
        after=about(move.after, exact=move.after_exact),
    )
    spare = session.game.rules.lives - move.board.exploded.count(1) - 1
    if spare > 0 and not cost_a_life(move):
        yield SPARE_LIVES
    yield from unscanned(session, chances, move.index)
    if mine := mine_text(move):
        yield mine
    if move.reason is not None:
        yield reason_text(move.board, move.reason)


def grade_text(move: GradedMove) -> Text:
    """Return the grade of ``move`` in words, with its chances and those of a better one."""
    made, best = _chances(move, move.made), _chances(move, move.best)
    return Text(
        f"review.grade_{move.grade}",
        count=len(move.made.cells),
        safe=made[0],
        win=made[1],
        best=cell_names(move.board, move.best.cells),
        best_safe=best[0],
        best_win=best[1],
        alike=int(made == best),
        exact=int(move.exact),
    )


def _chances(move: GradedMove, choice: Choice) -> tuple[Text, Text]:
    """Return the chances of ``choice`` as they are told: that it is safe, and of a win."""
    return percent(choice.safe), about(choice.win, exact=move.exact)


def cost_a_life(move: GradedMove) -> bool:
    """Tell whether ``move`` opened a mine and the game went on, with chances that start anew."""
    return not move.survived and move.after > 0


def mine_text(move: GradedMove) -> Text | None:
    """Return why a cell that was opened was certainly a mine, if it was."""
    return None if move.mine is None else reason_text(move.board, move.mine)
