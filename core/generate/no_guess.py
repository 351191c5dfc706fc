"""No-guess layouts: logic alone solves them, exact certain cells and mine counting included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final, TypeAlias

import numpy as np

from core.generate.kernels import WORDS, Setting, Trial, attempt, move_on
from core.generate.uniform import uniform
from core.grid import Cell
from core.minefield import Minefield
from core.rules import Rules
from core.solver.workspace import tools_of


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to look for a layout, counted in tries so that a seed gives the same everywhere.

    ``drawn``: cells of uniform layouts tried. ``hopeless``: the tries after which uniform layouts
    are given up if logic opened less than ``promising`` of every one. ``starts``: uniform layouts
    to adjust with no buried mine added, and as many again with solid blocks of mines allowed.
    ``patience``: moves in a row that may gain nothing before the next start.
    """

    drawn: int = 200_000
    hopeless: int = 33
    promising: float = 0.75
    starts: int = 12
    patience: int = 80


DEFAULT: Final = Budget()
MOST_DRAWN: Final = 1000
"""Uniform layouts tried at most, however small the board."""


Watch: TypeAlias = Callable[[], bool]
"""Called after every try; the search ends when it returns False."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A layout that logic solves from its first cell, found after ``tries``.

    It may be one that the first open wins: on two rows, or with few mines, there may be no other.
    Not ``adjusted``, it is uniform among all such layouts; adjusted, mines were moved to get there.
    """

    minefield: Minefield
    adjusted: bool
    tries: int


class Why(StrEnum):
    """Why there is no layout."""

    TOO_DENSE = "too_dense"
    """None was found within the budget; there are too many mines for the board."""
    TOO_SMALL = "too_small"
    """None was found within the budget, nor is there one with fewer mines."""
    CANCELLED = "cancelled"


@dataclass(frozen=True, slots=True)
class NotGenerated:
    """No layout was found in ``tries``."""

    why: Why
    tries: int


class _Cancelled(Exception):  # noqa: N818 - what the watch asked for is no error
    """Raised to end the search."""


def no_guess(
    rules: Rules,
    first: Cell,
    rng: Random,
    budget: Budget = DEFAULT,
    watch: Watch | None = None,
) -> Generated | NotGenerated:
    """Draw a layout of ``rules`` that logic solves when ``first`` is opened first.

    Rejection from uniform layouts where that is quick, else mines are moved where logic is stuck.
    A try takes from 0.03 ms (9x9) to some 10 ms (100x100); ``watch`` can end the search after any.
    Real games pass ``random.SystemRandom()``, so that no layout can be foretold.
    """
    search = _Search(rules, first, rng, budget, watch or (lambda: True))
    try:
        return search.by_rejection() or search.by_moves()
    except _Cancelled:
        return NotGenerated(Why.CANCELLED, search.tries)


def setting_of(rules: Rules, first: Cell) -> Setting:
    """Return what the kernels need to try layouts of ``rules`` opened at ``first``."""
    kept = np.zeros(len(rules.grid), np.int8)
    kept[list(rules.kept_free(first))] = 1
    return Setting(first, kept, rules.mines, tools_of(rules.grid))


def trial_of(minefield: Minefield, setting: Setting) -> Trial:
    """Return how far logic gets in ``minefield``."""
    return attempt(np.frombuffer(minefield.mines, np.int8).copy(), setting)


def warm() -> None:
    """Compile the kernels, or load them from the on-disk cache."""
    no_guess(Rules(5, 5, 8), 0, Random(1), Budget(drawn=0))  # noqa: S311 - thrown away


class _Search:
    """One search for a layout."""

    def __init__(
        self, rules: Rules, first: Cell, rng: Random, budget: Budget, watch: Watch
    ) -> None:
        self.rules, self.first, self.rng, self.budget, self.watch = rules, first, rng, budget, watch
        self.setting = setting_of(rules, first)
        self.safe = len(rules.grid) - rules.mines
        self.tries = 0

    def by_rejection(self) -> Generated | None:
        """Draw uniform layouts until logic solves one, as long as that is promising."""
        best = 0
        most = min(self.budget.drawn // len(self.rules.grid), MOST_DRAWN)
        for drawn in range(1, most + 1):
            trial = self.draw()
            if trial.solved:
                return self.found(trial, adjusted=False)
            best = max(best, trial.opened)
            if drawn >= self.budget.hopeless and best < self.budget.promising * self.safe:
                break
        return None

    def by_moves(self) -> Generated | NotGenerated:
        """Move the mines of uniform layouts where logic is stuck until it solves one."""
        for packed in (False, True):
            for _ in range(self.budget.starts):
                trial = self.moved(packed=packed)
                if trial.solved:
                    return self.found(trial, adjusted=True)
        return NotGenerated(self.why(), self.tries)

    def why(self) -> Why:
        """Return why nothing was found.

        Where all cells are neighbours of the first, its number says how many of them are mines and
        no more, so of fewer mines none can be told.
        """
        grid = self.rules.grid
        is_around = len(grid.neighbours(self.first)) == len(grid) - 1
        return Why.TOO_SMALL if self.rules.mines == 1 or is_around else Why.TOO_DENSE

    def moved(self, *, packed: bool) -> Trial:
        """Return a uniform layout moved on for as long as logic gets further."""
        trial = self.draw()
        idle = 0
        while not trial.solved and idle < self.budget.patience:
            words = np.array([self.rng.random() for _ in range(WORDS)])
            after = move_on(trial, self.setting, packed, words)
            idle = idle + 1 if after.opened == trial.opened else 0
            trial = self.tried(after)
        return trial

    def draw(self) -> Trial:
        """Try a uniform layout."""
        minefield = uniform(self.rules, self.first, self.rng)
        return self.tried(trial_of(minefield, self.setting))

    def tried(self, trial: Trial) -> Trial:
        """Count a try and ask the watch."""
        self.tries += 1
        if not self.watch():
            raise _Cancelled
        return trial

    def found(self, trial: Trial, *, adjusted: bool) -> Generated:
        """Return the layout of ``trial``."""
        minefield = Minefield(self.rules.grid, trial.layout.tobytes())
        return Generated(minefield, adjusted, self.tries)
