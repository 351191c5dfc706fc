"""Uniform layouts: every placement of the mines is equally likely."""

from __future__ import annotations

from random import Random

from core.grid import Cell
from core.minefield import Minefield
from core.rules import Rules


def uniform(rules: Rules, first: Cell, rng: Random) -> Minefield:
    """Draw a layout of ``rules`` that keeps their promise for ``first``.

    Real games pass ``random.SystemRandom()``, so that no layout can be foretold.
    """
    free = rules.kept_free(first)
    cells = [cell for cell in rules.grid.cells() if cell not in free]
    return Minefield.of(rules.grid, rng.sample(cells, rules.mines))
