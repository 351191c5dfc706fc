"""Score: how hard a layout is and how well a game was played, in the numbers players know.

The definitions are those of https://minesweepergame.com/statistics.php; where it leaves room, of
ms_toollib (MIT), which the tests compare with.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappop, heappush
from itertools import chain
from typing import Final, TypeAlias

from core.changes import Change, changes
from core.game import Game, Outcome
from core.grid import Cell, Grid
from core.history import standing
from core.layers import inverse
from core.minefield import Minefield
from core.move import GiveUp, Undo

_MS: Final = 1000

_Region: TypeAlias = list[Cell]
"""What one click of 3BV solves: the zeros of an opening, or one number that touches no zero."""


@dataclass(frozen=True, slots=True)
class LayoutScore:
    """How much work a layout is."""

    bbbv: int
    """3BV (Bechtel): the fewest opens that win without chords: openings plus the numbers that
    touch none."""
    openings: int
    """Connected regions of zeros."""
    islands: int
    """Connected regions of numbers that touch no zero."""
    zini: int
    """Greedy ZiNi (Elmar and Nikolaus, 2009): a low number of clicks that wins with chords."""


@dataclass(frozen=True)
class GameScore:
    """How a finished game was played; a ratio is None where its divisor is 0.

    What takes a search or a replay is worked out when it is first asked for: most do not ask.
    """

    game: Game = field(repr=False)
    minefield: Minefield = field(repr=False)
    bbbv: int
    """3BV of the layout."""
    bbbv_solved: int
    """How much of it was solved: openings that are open in full, and open numbers beside none."""

    @property
    def won(self) -> bool:
        """Whether the game was won."""
        return self.game.outcome is Outcome.WON

    @property
    def time(self) -> int:
        """From the first open to the end, in ms."""
        return self.game.elapsed(0)

    @cached_property
    def clicks(self) -> int:
        """Moves on cells, those that were taken back among them; refused ones do not count.

        The open that a shared board begins with does, since 3BV counts what it has solved.
        """
        return sum(not isinstance(timed.move, Undo | GiveUp) for timed in self.game.history)

    @cached_property
    def effective_clicks(self) -> int:
        """Moves still standing that opened a safe cell, or flagged a mine for the first time."""
        return _effective_clicks(self.game, self.minefield)

    @cached_property
    def layout(self) -> LayoutScore:
        """The score of the layout."""
        return score_layout(self.minefield)

    @property
    def bbbv_per_second(self) -> float | None:
        """3BV/s: solved 3BV / time."""
        return _ratio(self.bbbv_solved * _MS, self.time)

    @property
    def efficiency(self) -> float:
        """IOE (index of efficiency): solved 3BV / clicks; chords can bring it above 1."""
        return self.bbbv_solved / self.clicks

    @property
    def correctness(self) -> float:
        """Effective clicks / clicks."""
        return self.effective_clicks / self.clicks

    @property
    def throughput(self) -> float | None:
        """Solved 3BV / effective clicks."""
        return _ratio(self.bbbv_solved, self.effective_clicks)

    @property
    def rqp(self) -> float | None:
        """RQP (rapport qualité prix) of a win: time / (3BV/s), in s²; lower is better."""
        return (self.time / _MS) ** 2 / self.bbbv if self.won and self.time else None


def count_bbbv(minefield: Minefield) -> int:
    """Return the 3BV of a layout; it tells of the mines, so not for a running game."""
    zeros, numbers = regions_of(minefield)
    return len(zeros) + len(numbers)


def score_layout(minefield: Minefield) -> LayoutScore:
    """Return the score of a layout; it tells of the mines, so not for a running game."""
    zeros, numbers = regions_of(minefield)
    return LayoutScore(
        bbbv=len(zeros) + len(numbers),
        openings=len(zeros),
        islands=len(_components(minefield.grid, numbers)),
        zini=_Zini(minefield, [*zeros, *([cell] for cell in numbers)]).clicks(),
    )


def score_game(game: Game) -> GameScore | None:
    """Return the score of ``game``; None before its end, and where no cell was ever opened.

    None as well where mines have drifted: there is no one layout that was played.
    """
    if game.outcome is None or game.minefield is None or game.rules.drifting:
        return None
    zeros, numbers = regions_of(game.minefield)
    return GameScore(
        game=game,
        minefield=game.minefield,
        bbbv=len(zeros) + len(numbers),
        bbbv_solved=sum(all(game.opened[cell] for cell in region) for region in zeros)
        + sum(game.opened[cell] for cell in numbers),
    )


def _ratio(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _effective_clicks(game: Game, minefield: Minefield) -> int:
    flagged: set[Cell] = set()
    made = changes(minefield, standing(game.history))
    return sum(_is_effective(did, minefield, flagged) for _, did in made)


def _is_effective(did: Change, minefield: Minefield, flagged: set[Cell]) -> bool:
    """Tell whether a click that ``did`` so is effective; ``flagged`` gathers the flagged mines."""
    new = {cell for cell in did.flagged if minefield.mines[cell]} - flagged
    flagged |= new
    return bool(new or did.opened)


def regions_of(minefield: Minefield) -> tuple[list[_Region], list[Cell]]:
    """Return the regions of zeros, and the numbers that touch no zero."""
    grid, numbers = minefield.grid, minefield.numbers
    safe = [cell for cell in grid.cells() if not minefield.mines[cell]]
    zeros = [cell for cell in safe if not numbers[cell]]
    opened = set(chain(zeros, *map(grid.neighbours, zeros)))
    return _components(grid, zeros), [cell for cell in safe if cell not in opened]


def _components(grid: Grid, cells: list[Cell]) -> list[list[Cell]]:
    """Split ``cells`` into the regions that touch, by sides or corners."""
    left = set(cells)
    return [_component(grid, start, left) for start in cells if start in left]


def _component(grid: Grid, start: Cell, left: set[Cell]) -> _Region:
    """Return the region of ``start`` within ``left``, and take it out of there."""
    region = [start]
    left.remove(start)
    for cell in region:  # grows while it is walked
        found = left.intersection(grid.neighbours(cell))
        left -= found
        region += found
    return region


class _Zini:
    """Greedy ZiNi (Elmar Zimmermann and Christoph Nikolaus, minesweepergame.com, 2009).

    The premium of a safe cell is what a chord on it saves against opens: the unsolved 3BV on it
    and around it, less the unflagged mines around it, less 1 while it is closed, less 1 for the
    chord. As long as the highest premium is not negative, its cell is opened, all around it is
    flagged, and it is chorded; then the rest is opened, a click for each 3BV. Among equal premiums
    the leftmost column goes first, and there the top row: so does ms_toollib.

    Opening never raises a premium to 0, which is why the rest needs no more care: an opened cell
    gains 1 for being open and loses at least 1 for the 3BV that is solved with it.
    """

    def __init__(self, minefield: Minefield, regions: list[_Region]) -> None:
        """Work out every premium before the first click."""
        self._grid, self._numbers = minefield.grid, minefield.numbers
        self._unflagged = bytearray(minefield.mines)
        self._closed = bytearray(inverse(minefield.mines))
        self._region_of = {cell: i for i, region in enumerate(regions) for cell in region}
        self._unsolved = set(range(len(regions)))
        self._around = [self._safe_around(region) for region in regions]
        self._premium = [-2 - number for number in self._numbers]
        for cell in chain.from_iterable(self._around):
            self._premium[cell] += 1
        self._heap: list[tuple[int, int, Cell]] = []
        self._change((cell for cell, safe in enumerate(self._closed) if safe), 0)

    def clicks(self) -> int:
        """Return the number of clicks; the object is used up by that."""
        clicks = 0
        while self._heap:
            premium, _, cell = heappop(self._heap)
            if -premium == self._premium[cell]:  # else out of date
                clicks += self._chord(cell)
        return clicks + len(self._unsolved)

    def _safe_around(self, region: _Region) -> set[Cell]:
        around = set(chain(region, *map(self._grid.neighbours, region)))
        return {cell for cell in around if self._closed[cell]}

    def _entry(self, cell: Cell) -> tuple[int, int, Cell]:
        row, col = self._grid.row_col(cell)
        return -self._premium[cell], col * self._grid.rows + row, cell

    def _chord(self, cell: Cell) -> int:
        """Open ``cell``, flag and open all around it; return the clicks that takes."""
        around = self._grid.neighbours(cell)
        mines = [n for n in around if self._unflagged[n]]
        clicks = 1 + self._closed[cell] + len(mines)
        for mine in mines:
            self._unflagged[mine] = 0
            self._change(self._grid.neighbours(mine), 1)
        for opened in (cell, *around):
            if self._closed[opened]:
                self._open(opened)
        return clicks

    def _open(self, cell: Cell) -> None:
        region = self._region_of.get(cell)
        if region is None:
            self._uncover([cell])
            return
        self._unsolved.remove(region)
        self._change(self._around[region], -1)
        self._uncover([cell] if self._numbers[cell] else self._around[region])

    def _uncover(self, cells: Iterable[Cell]) -> None:
        closed = [cell for cell in cells if self._closed[cell]]
        for cell in closed:
            self._closed[cell] = 0
        self._change(closed, 1)

    def _change(self, cells: Iterable[Cell], by: int) -> None:
        for cell in cells:
            self._premium[cell] += by
            if self._premium[cell] >= 0:
                heappush(self._heap, self._entry(cell))
