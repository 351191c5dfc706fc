"""Guesses explained against their alternatives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.i18n import Text, about, percent
from core.board import Board
from core.game import Game
from core.solver.reason import GuessKind, GuessReason, Option

SPARE_LIVES: Final = Text("guess.win_lives")
"""What chances to win leave out where more than one mine may still be opened."""
_COMPARED: Final = 2


def guess_text(board: Board, reason: GuessReason) -> Text:
    """Return what speaks for the guess of ``reason``, and how the next best cells compare."""
    chosen = reason.chosen
    sentence = Text(
        f"guess.{reason.kind.value}",
        cell=board.grid.name(chosen.cell),
        others=tuple(board.grid.name(option.cell) for option in reason.others[:_COMPARED]),
        fifty=tuple(map(board.grid.name, reason.fifty)),
        safe=percent(chosen.safe),
    )
    win = about(chosen.win, exact=chosen.exact)
    sentence = Text("guess.and_win", sentence=sentence, win=win)
    if not reason.others or reason.kind is GuessKind.FIFTY_FIFTY:
        return sentence
    compared = tuple(_option(board, option) for option in reason.others[:_COMPARED])
    return Text("guess.compared", sentence=sentence, others=compared)


def left_out(game: Game) -> Iterator[Text]:
    """Say what the solver's chances to win in ``game`` leave out."""
    if game.lives_left > 1:
        yield SPARE_LIVES
    if game.rules.drifting:
        yield Text("guess.win_drifting")


def _option(board: Board, option: Option) -> Text:
    win = about(option.win, exact=option.exact)
    return Text(
        "guess.option", cell=board.grid.name(option.cell), safe=percent(option.safe), win=win
    )
