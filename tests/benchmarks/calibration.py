"""Hold the chances to win that advice tells against what comes of the games.

Run ``python -m tests.benchmarks.calibration --games 1000``. Games are played by advice; at each
guess the chance to win is noted, exact or an estimate. It prints, for all guesses and by bands of
that chance, how many there were, their mean chance, and how many of their games were won, with one
standard error. Guesses of one game share its end, which the error leaves out.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np

from core.board import Board
from core.cli.board import add_board, first_cell, rules_of
from core.cli.layouts import Series, drawn
from core.rules import FirstOpen, Rules
from core.solver import advise
from core.solver.kernels.compiled import Bytes
from core.solver.kernels.position import Tools
from core.solver.kernels.table import GOING, WON, deal, play_on
from core.solver.workspace import tools_of

EDGES: Final = (0.0, 0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95, 1.0)


class Told(NamedTuple):
    """The chance to ``win`` that was told at a guess, whether it was ``exact``, and the end."""

    win: float
    exact: bool
    won: bool


def board_of(marks: Bytes, rules: Rules) -> Board:
    """Return the board that shows ``marks``, where all certain cells have been opened."""
    shown = "".join(str(mark) if mark >= 0 else "#" for mark in marks.tolist())
    rows = (shown[at : at + rules.cols] for at in range(0, len(shown), rules.cols))
    return Board.parse("\n".join((f"{rules.rows}x{rules.cols}/{rules.mines}", *rows)))


def play(layout: Bytes, series: Series, tools: Tools) -> list[Told]:
    """Play a game by advice; return what was told at its guesses."""
    table, mines = deal(layout, tools.geometry.near), series.rules.mines
    status = play_on(table, series.start, mines, tools)
    told: list[tuple[float, bool]] = []
    while status == GOING:
        advice = advise(board_of(table.marks, series.rules), math.inf)
        assert advice.best is not None  # the game is going on
        told.append((advice.win, advice.win_exact))
        status = play_on(table, advice.best.cell, mines, tools)
    return [Told(*each, status == WON) for each in told]


def banded(told: list[Told]) -> Iterator[str]:
    """Yield a line for all of ``told``, and for each band of chances that has any."""
    chance, won = np.array([each.win for each in told]), np.array([each.won for each in told])
    bands = [np.full(chance.shape, True)]
    bands += [np.searchsorted(EDGES[1:-1], chance, "right") == i for i in range(len(EDGES) - 1)]
    for band in bands:
        if count := int(band.sum()):
            error = math.sqrt(won[band].var() / count)
            mean, rate = chance[band].mean(), won[band].mean()
            yield f"{count:7} guesses  told {mean:.3f}  won {rate:.3f} +- {error:.3f}"


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    add_board(parser, FirstOpen.OPENING)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rules = rules_of(options)
    series = Series(rules, first_cell(options.start, rules), options.games)
    tools = tools_of(rules.grid)
    layouts = (layout for chunk in drawn(series, options.seed) for layout in chunk)
    told = [each for layout in layouts for each in play(layout, series, tools)]
    for exact, name in ((False, "estimated"), (True, "searched to the end")):
        print(name)
        for line in banded([each for each in told if each.exact is exact]):
            print(line)


if __name__ == "__main__":
    main()
