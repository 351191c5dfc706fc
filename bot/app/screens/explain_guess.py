"""Guesses explained against their alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from bot.app.documents.state import Session
from bot.i18n import Text, about, percent
from core.board import Board
from core.game import Game
from core.grid import Cell
from core.solver.reason import GuessKind, GuessReason, Option

SPARE_LIVES: Final = Text("guess.win_lives")
"""What chances to win leave out where more than one mine may still be opened."""
UNSCANNED: Final = Text("scan.left_out")
"""What chances leave out, which the solver knows by the numbers, where the scanner was used."""
_COMPARED: Final = 2


def guess_text(board: Board, reason: GuessReason) -> Text:
    """Return what speaks for the guess of ``reason``, and how the next best cells compare."""
    chosen, others = reason.chosen, compared(reason)
    is_sure = reason.kind is not GuessKind.WIN or chosen.exact
    sentence = Text(
        f"guess.{reason.kind.value}" if is_sure else "guess.win_likely",
        cell=board.grid.name(chosen.cell),
        others=tuple(board.grid.name(option.cell) for option in others),
        fifty=tuple(map(board.grid.name, reason.fifty)),
        safe=percent(chosen.safe),
    )
    win = about(chosen.win, exact=chosen.exact)
    sentence = Text("guess.and_win", sentence=sentence, win=win)
    if not others or reason.kind is GuessKind.FIFTY_FIFTY:
        return sentence
    options = tuple(_option(board, option) for option in others)
    return Text("guess.compared", sentence=sentence, others=options)


def compared(reason: GuessReason) -> tuple[Option, ...]:
    """Return the cells that the guess of ``reason`` is compared with in words."""
    return reason.others[:_COMPARED]


def left_out(game: Game) -> Iterator[Text]:
    """Say what the solver leaves out of what it says of a guess in ``game``."""
    if game.lives_left > 1:
        yield SPARE_LIVES
    if game.rules.drifting:
        yield Text("guess.win_drifting")


def unscanned(
    session: Session, chances: Mapping[Cell, float], move: int | None = None
) -> Iterator[Text]:
    """Say that uncertain ``chances`` were worked out without what the scanner showed.

    They are those before the move of that index, or of the board as it is.
    """
    index = len(session.game.history) if move is None else move
    if session.knew_scan(index) and any(0 < each < 1 for each in chances.values()):
        yield UNSCANNED


def _option(board: Board, option: Option) -> Text:
    win = about(option.win, exact=option.exact)
    return Text(
        "guess.option", cell=board.grid.name(option.cell), safe=percent(option.safe), win=win
    )
