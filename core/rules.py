"""Rules: what is settled before a game starts, and the named levels."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from random import Random
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from core.grid import Cell, Grid

MIN_SIDE: Final = 2
MAX_SIDE: Final = 100
MAX_LIVES: Final = 9


class FirstOpen(StrEnum):
    """The promise for the first open."""

    SAFE = "safe"
    """The first cell is no mine."""
    OPENING = "opening"
    """Neither the first cell nor its neighbours are mines, where the board has room for that."""


class Limit(StrEnum):
    """What a RulesError is about."""

    ROWS = "rows"
    COLS = "cols"
    MINES = "mines"
    LIVES = "lives"


class RulesError(ValueError):
    """Raised for rules outside the allowed range ``low`` to ``high`` of ``limit``."""

    def __init__(self, limit: Limit, low: int, high: int) -> None:
        """Keep the limit that was passed and its range."""
        super().__init__(f"{limit} must be from {low} to {high}")
        self.limit, self.low, self.high = limit, low, high


class DriftingError(ValueError):
    """Raised for rules of drifting mines together with undo or without guessing.

    Undo goes by the layout that the moves were played on, a proof by the one that was drawn.
    """


class Rules(Struct, frozen=True):
    """The rules of one game; RulesError when a value is out of range, or DriftingError."""

    rows: int
    cols: int
    mines: int
    first_open: FirstOpen = FirstOpen.OPENING
    lives: int = 1
    """How many mines may be opened; the last of them ends the game."""
    undo: bool = False
    """Casual games allow undo and are kept out of records."""
    no_guess: bool = False
    """Whether logic alone solves the layout that is drawn."""
    drifting: bool = False
    """Whether closed mines move between moves (``core.drift``)."""
    blindfold: bool = False
    """Whether the board is shown only when it is asked for."""

    def __post_init__(self) -> None:
        """Refuse values out of range, before anything the size of a board is allocated."""
        _check(Limit.ROWS, self.rows, MIN_SIDE, MAX_SIDE)
        _check(Limit.COLS, self.cols, MIN_SIDE, MAX_SIDE)
        _check(Limit.MINES, self.mines, 1, self.rows * self.cols - 1)
        _check(Limit.LIVES, self.lives, 1, MAX_LIVES)
        if self.drifting and (self.undo or self.no_guess):
            raise DriftingError("drifting mines go neither with undo nor with no_guess")

    @property
    def grid(self) -> Grid:
        """The grid the game is played on."""
        return _grid(self.rows, self.cols)

    def kept_free(self, first: Cell) -> frozenset[Cell]:
        """Return the cells that hold no mine when ``first`` is opened first."""
        opening = frozenset((first, *self.grid.neighbours(first)))
        room = len(self.grid) - len(opening) >= self.mines
        return opening if room and self.first_open is FirstOpen.OPENING else frozenset((first,))


@lru_cache(maxsize=64)
def _grid(rows: int, cols: int) -> Grid:
    """Return the one grid of that size: it is asked for again and again while a board is drawn."""
    return Grid(rows, cols)


def _check(limit: Limit, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise RulesError(limit, low, high)


class Level(Struct, frozen=True):
    """A named size, with its number of mines or a range they are drawn from."""

    name: str
    rows: int
    cols: int
    mines: int
    most_mines: int = 0
    """The end of the range, or 0 where the number is fixed."""

    def rules(self, rng: Random) -> Rules:
        """Return the level's rules; ``rng`` draws the mines where they are a range."""
        return Rules(self.rows, self.cols, rng.randint(self.mines, self.most_mines or self.mines))

    def fits(self, rules: Rules) -> bool:
        """Tell whether ``rules`` are of this level."""
        size = (rules.rows, rules.cols) == (self.rows, self.cols)
        return size and self.mines <= rules.mines <= (self.most_mines or self.mines)


DEFAULT: Final = "default"
CUSTOM: Final = "custom"

LEVELS: Final = MappingProxyType(
    {
        level.name: level
        for level in (
            Level(DEFAULT, 10, 10, 10),
            Level("simple", 5, 5, 2, 5),
            Level("easy", 8, 8, 10),
            Level("beginner", 9, 9, 10),
            Level("medium", 16, 16, 40),
            Level("hard", 24, 24, 99),
            Level("expert", 16, 30, 99),
        )
    }
)
"""The levels by name, in the order they are listed."""


@lru_cache(maxsize=256)
def level_name(rules: Rules) -> str:
    """Return the name of the level that ``rules`` are of, or CUSTOM."""
    return next((name for name, level in LEVELS.items() if level.fits(rules)), CUSTOM)
