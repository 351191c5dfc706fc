"""Moving mines where logic is stuck: which ones, which way, and what is kept of it."""

from __future__ import annotations

from random import Random

import numpy as np

from core.generate import uniform
from core.generate.kernels import (
    HOMING,
    MOST,
    WORDS,
    Setting,
    Trial,
    attempt,
    list_stuck,
    move_mines,
    move_on,
)
from core.generate.no_guess import setting_of, trial_of
from core.grid import Cell
from core.minefield import Minefield
from core.rules import FirstOpen, Rules
from core.solver.kernels.compiled import UNKNOWN, Bytes, Floats
from tests.core.generate.slow import mines_of


class Stuck:
    """A layout that logic does not solve, and where mines may be moved in it."""

    def __init__(self, seed: int) -> None:
        """Draw one."""
        rng = Random(seed)
        solved = True
        while solved:
            rows, cols = rng.randint(4, 9), rng.randint(4, 9)
            mines = round(rows * cols * rng.uniform(0.15, 0.45))
            self.rules = Rules(
                rows, cols, mines, rng.choice([FirstOpen.SAFE, *[FirstOpen.OPENING] * 4])
            )
            first = rng.randrange(rows * cols)
            self.setting: Setting = setting_of(self.rules, first)
            self.trial: Trial = trial_of(uniform(self.rules, first, rng), self.setting)
            solved = self.trial.solved
        marks, around = self.trial.marks, self.rules.grid.neighbours
        self.unknown = {cell for cell in self.rules.grid.cells() if marks[cell] == UNKNOWN}
        self.near = {cell for cell in self.unknown if any(marks[n] >= 0 for n in around(cell))}
        self.kept = self.rules.kept_free(first)
        by_number = [
            self.unknown.intersection(around(cell))
            for cell in self.rules.grid.cells()
            if marks[cell] >= 0
        ]
        self.areas = [area for area in by_number if area] or [self.unknown]
        """The unknown cells around each number; all of them where no number touches one."""

    def moved(self, words: Floats) -> Bytes:
        """Return the layout after some mines were moved."""
        layout = self.trial.layout.copy()
        assert move_mines(layout, self.trial.marks, self.setting, words) == bool(
            (layout != self.trial.layout).any()
        )
        return layout

    def denser(self) -> bool:
        """Tell whether the unknown part has a larger share of mines than the board."""
        mined = sum(int(self.trial.layout[cell]) for cell in self.unknown)
        return mined * len(self.rules.grid) > self.rules.mines * len(self.unknown)

    def place(self, cell: Cell) -> int:
        """Return how gladly a mine is moved to or from ``cell``, 0 the most, 3 never."""
        known = 3 if cell in self.kept else 2
        return (cell in self.near) if cell in self.unknown else known

    def is_move(self, after: Bytes, goal: int, area: set[Cell]) -> bool:
        """Tell whether ``after`` is this layout with ``area`` filled or cleared, as is the goal."""
        before = self.trial.layout
        changed = set(np.flatnonzero(after != before).tolist())
        others = changed - area
        free = {
            cell
            for cell in self.rules.grid.cells()
            if cell not in area and before[cell] == goal and self.place(cell) < 3
        }
        left = {self.place(cell) for cell in free - others}
        return (
            all(after[cell] == goal for cell in changed & area)
            and others <= free
            and 2 * len(others) == len(changed) <= 2 * MOST
            and (not left or all(self.place(cell) <= min(left) for cell in others))
            and (not left or len(others) == MOST or all(after[cell] == goal for cell in area))
        )


def random_words(seed: int) -> Floats:
    """Return the random numbers that a move takes."""
    return np.random.default_rng(seed).random(WORDS)


def test_mines_are_exchanged_with_the_cells_around_one_number() -> None:
    """The cells around a number are filled or cleared, by as few known cells as can be.

    Mostly that is what brings the density of the unknown part nearer to the board's.
    """
    met = set[tuple[int, bool, int]]()
    for seed in range(800):
        stuck, words = Stuck(seed), random_words(seed)
        goal = stuck.denser() if words[1] < HOMING else round(words[2])
        after = stuck.moved(words)
        assert after.sum() == stuck.rules.mines
        assert any(stuck.is_move(after, goal, area) for area in stuck.areas), seed
        worst = max(
            map(stuck.place, np.flatnonzero(after != stuck.trial.layout).tolist()), default=3
        )
        met.add((goal, stuck.areas == [stuck.unknown], worst))
    assert {(0, False, 1), (1, False, 1), (1, False, 2), (0, True, 2), (1, True, 2)} <= met


def test_any_number_and_any_mine_may_be_chosen() -> None:
    """Each cell that a move may change is changed by some."""
    numbers, tried = 0, list(map(random_words, range(600)))
    for words in tried:
        words[1] = 0.0  # homing
    for seed in range(60):
        stuck = Stuck(seed)
        goal, before = stuck.denser(), stuck.trial.layout
        changed = np.zeros(before.size, np.bool_)
        for words in tried:
            changed |= stuck.moved(words) != before
        far = stuck.unknown - stuck.near
        enough = sum(before[cell] == goal for cell in far) >= MOST
        may = {cell for area in stuck.areas for cell in area if before[cell] != goal}
        may |= {cell for cell in far if before[cell] == goal}
        if enough:
            assert set(np.flatnonzero(changed).tolist()) == may, seed
            numbers += len(stuck.areas)
    assert numbers > 50


def test_where_no_number_helps_any_cell_may_come_first() -> None:
    """If no number touches an unknown cell all of these are listed, from any of them on."""
    marks, near = np.full(12, UNKNOWN, np.int8), setting_of(Rules(3, 4, 2), 0).tools.geometry.near
    listed, none, first = np.empty(12, np.int32), np.empty(0, np.int32), set[int]()
    for cell in range(12):
        assert list_stuck(marks, near, none, (cell + 0.5) / 12, listed) == 12
        assert sorted(listed) == list(range(12))
        first.add(int(listed[0]))
    assert len(first) == 12


def test_a_move_is_kept_unless_worse() -> None:
    """What a move leads to is kept if logic gets as far in it and it buries no more mines."""
    met = set[tuple[int, int]]()
    for seed in range(600):
        stuck, words = Stuck(seed), random_words(seed)
        trial = stuck.trial
        moved = attempt(stuck.moved(words), stuck.setting)
        assert moved.buried == buried(stuck.rules, moved)
        safe = len(stuck.rules.grid) - stuck.rules.mines
        assert moved.solved == (moved.opened == safe)
        further = int(moved.opened > trial.opened) - int(moved.opened < trial.opened)
        deeper = int(moved.buried > trial.buried) - int(moved.buried < trial.buried)
        for packed in (False, True):
            kept = further >= 0 and (packed or deeper <= 0)
            after = move_on(trial, stuck.setting, packed, words)
            assert after.layout.tobytes() == (moved if kept else trial).layout.tobytes()
            met.add((further, deeper))
    assert {(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0), (1, 1)} <= met


def buried(rules: Rules, trial: Trial) -> int:
    """Count the mines of ``trial`` that touch nothing but mines."""
    mines = mines_of(Minefield(rules.grid, trial.layout.tobytes()))
    return sum(mines.issuperset(rules.grid.neighbours(cell)) for cell in mines)
