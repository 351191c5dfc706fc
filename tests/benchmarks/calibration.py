"""Hold the chances to win that advice tells against what comes of the games.

Run ``python -m tests.benchmarks.calibration --games 1000``. Games are played by advice; at each
guess the chance to win is noted, exact or an estimate. It prints, for all guesses and by bands of
that chance, how many there were, their mean chance, and how many of their games were won. Of
estimates it also prints what was won less the luck of all guesses that came after
(``tests.benchmarks.playing_on``), an endgame by its exact value: on average the same, and surer.
Guesses of one game share its end, so standard errors are over games.
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
from core.solver.kernels.compiled import Bytes, Floats, Ints
from core.solver.kernels.component import OK
from core.solver.kernels.position import Tools, read_position
from core.solver.kernels.table import GOING, WON, deal, play_on
from core.solver.workspace import tools_of
from tests.benchmarks.playing_on import luck

EDGES: Final = (0.0, 0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95, 1.0)


class Told(NamedTuple):
    """The chance to ``win`` that was told at a guess, and whether it was ``exact``.

    ``won``: whether the game was; ``fair``: that less the luck from this guess on; ``game``: its
    number.
    """

    win: float
    exact: bool
    won: bool
    fair: float
    game: int


def board_of(marks: Bytes, rules: Rules) -> Board:
    """Return the board that shows ``marks``, where all certain cells have been opened."""
    shown = "".join(str(mark) if mark >= 0 else "#" for mark in marks.tolist())
    rows = (shown[at : at + rules.cols] for at in range(0, len(shown), rules.cols))
    return Board.parse("\n".join((f"{rules.rows}x{rules.cols}/{rules.mines}", *rows)))


def play(layout: Bytes, series: Series, tools: Tools, game: int) -> list[Told]:
    """Play a game by advice; return what was told at its guesses."""
    table, mines = deal(layout, tools.geometry.near), series.rules.mines
    status = play_on(table, series.start, mines, tools)
    told: list[tuple[float, bool, float]] = []
    had, known = 0.0, math.nan
    while status == GOING:
        advice = advise(board_of(table.marks, series.rules), math.inf)
        assert advice.best is not None  # the game is going on
        told.append((advice.win, advice.win_exact, had))
        if advice.win_exact and math.isnan(known):
            known = advice.win
        position = read_position(table.marks, mines, tools)
        if math.isnan(known) and position.solved.status == OK:
            had += luck(position, advice.best.cell, table, mines, tools)
        status = play_on(table, advice.best.cell, mines, tools)
    won = status == WON
    end = won if math.isnan(known) else known
    return [Told(win, exact, won, end - had + before, game) for win, exact, before in told]


def mean_of(values: Floats, games: Ints) -> str:
    """Return the mean of ``values`` with its standard error, those of one game taken as one."""
    sums = np.bincount(games, values - values.mean())
    return f"{values.mean():.3f} +- {math.sqrt(np.square(sums).sum()) / values.size:.3f}"


def banded(told: list[Told]) -> Iterator[str]:
    """Yield a line for all of ``told``, and for each band of chances that has any."""
    chance, exact, won, fair = (np.array(each, float) for each in list(zip(*told, strict=True))[:4])
    games = np.array([each.game for each in told])
    bands = [np.full(chance.shape, True)]
    bands += [np.searchsorted(EDGES[1:-1], chance, "right") == i for i in range(len(EDGES) - 1)]
    for band in bands:
        if count := int(band.sum()):
            line = f"{count:7} guesses  told {chance[band].mean():.3f}"
            line += f"  won {mean_of(won[band], games[band])}"
            yield line if exact.all() else f"{line}  less luck {mean_of(fair[band], games[band])}"


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
    games = enumerate(layouts)
    told = [each for game, layout in games for each in play(layout, series, tools, game)]
    for exact, name in ((False, "estimated"), (True, "searched to the end")):
        print(name)
        if these := [each for each in told if each.exact is exact]:
            for line in banded(these):
                print(line)


if __name__ == "__main__":
    main()
