"""Measure what is won from the first guesses of games, to hold the estimates there against.

Run ``python -m tests.benchmarks.first_guesses``: some minutes on a core. For each board and rule it
prints, in percent, the mean estimate at the first guesses of GAMES games, and what the default wins
from there (``tests.benchmarks.playing_on``, without narrow searches), with its standard error.
``tests/core/solver/test_value.py`` has these shares, so that the suite plays no game for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from core.cli.board import first_cell
from core.cli.layouts import Series, drawn
from core.rules import FirstOpen, Rules
from core.solver.kernels.choice import choose_guess
from core.solver.kernels.position import Position, Tools, read_position
from core.solver.kernels.table import GOING, deal, play_on
from core.solver.kernels.value import win_chance
from core.solver.policy import DEFAULT
from core.solver.workspace import tools_of
from tests.benchmarks.playing_on import Player, play_cells, seed_draws

SMALL: Final = ((8, 8, 10), (9, 9, 10), (3, 40, 16), (4, 30, 16), (30, 4, 16), (2, 60, 14))
LARGE: Final = ((16, 16, 40), (16, 30, 99))
DENSE: Final = (
    *((5, 20, 20), (5, 40, 30), (10, 10, 20), (10, 10, 22), (12, 12, 28), (10, 10, 25)),
    *((8, 8, 24), (10, 10, 40), (16, 16, 90)),
)
"""Rows, columns and mines of boards of which each network tells."""

GAMES, LAYOUTS, SEED = 60, 12, 4
"""Games to the first guess, layouts that each is played on from, the seed of both."""


def first_guesses(rules: Rules) -> Iterator[tuple[Position, Tools]]:
    """Yield the positions at the first guess of GAMES games, of those that have one."""
    tools, start = tools_of(rules.grid), first_cell(None, rules)
    for layout in np.concatenate(list(drawn(Series(rules, start, GAMES), SEED))):
        table = deal(layout, tools.geometry.near)
        if play_on(table, start, rules.mines, tools) == GOING:
            yield read_position(table.marks, rules.mines, tools), tools


def main() -> None:
    """Measure and print."""
    seed_draws(SEED)
    for rows, cols, mines in (*SMALL, *LARGE, *DENSE):
        for rule in FirstOpen:
            told, ends = [], []
            for position, tools in first_guesses(Rules(rows, cols, mines, rule)):
                told.append(win_chance(position, tools.geometry))
                cell = choose_guess(position, mines, DEFAULT, tools)
                ends.append(found := np.zeros((1, LAYOUTS)))
                player = Player(mines, DEFAULT, tools)
                assert play_cells(position.marks, np.array([cell], np.int32), player, found)
            won = 100.0 * np.concatenate(ends)
            error = np.sqrt(won.var(axis=1).sum() / LAYOUTS) / len(won)
            print(
                f"{rows}x{cols}/{mines} {rule.value:8}{len(told):4} told {100 * np.mean(told):.1f}"
                f"  won {won.mean():.1f} +- {error:.1f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
