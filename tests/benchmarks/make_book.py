"""Make the book of small boards: positions whose end the default search cannot see, or not soon.

Run ``python -m tests.benchmarks.make_book`` (some 20 minutes of one core, nearly all of it 5x5/5),
or name boards to see their lines alone: ``python -m tests.benchmarks.make_book 4x4/5``. In the book
is every position of more than MANY layouts that a game of any of BOARDS may come to, however it was
played; and those of up to MANY to which perfect play leads from there, or from any first cell, if
the search of them takes more than EASY nodes. Safe cells are opened first, so no position has any.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from math import exp
from typing import Final, NamedTuple

import numpy as np

from core.board import Board
from core.grid import Cell, Grid
from core.solver.advice import position_of
from core.solver.book import FILE, Line, symmetries, view_of_marks
from core.solver.kernels.compiled import UNKNOWN, Bytes, Ints
from core.solver.kernels.endgame import Ending
from core.solver.kernels.endgame_search import search_endgame
from core.solver.policy import DEFAULT

BOARDS: Final = ("3x3/2", "4x4/2", "4x4/3", "4x4/4", "4x4/5", "5x5/3", "5x5/4", "5x5/5")

MANY: Final = DEFAULT.layouts
"""The bound of the default search."""

EASY: Final = 2_000
"""Nodes of a search that is left to be done when it is needed: a fifth of the default's bound."""

FEWEST: Final = 200
"""Layouts up to which a position is not looked at. The search of one took 5,496 nodes at most on
5x5/3, of which every position down to 10 layouts was searched, and 1,017 on 4x4/5."""


class Game(NamedTuple):
    """A board's layouts: what each cell ``shows`` in each (layouts, cells), -1 for a mine.

    Its positions are named by their marks, row by row; those that one of the ``turns`` makes equal
    have one name.
    """

    grid: Grid
    mines: int
    shows: Bytes
    turns: list[Ints]


def main() -> None:
    """Print the lines of the boards named, or write the book of all."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("boards", nargs="*")
    boards = parser.parse_args().boards
    if boards:
        for board in boards:
            for line in lines_of(board):
                print(line, flush=True)
        return
    lines = [f"{line}\n" for board in BOARDS for line in lines_of(board)]
    FILE.write_text("".join(lines), encoding="ascii")


def lines_of(board: str) -> Iterator[Line]:
    """Yield the lines of a board, "4x4/5"."""
    game, best = game_of(board), dict[str, Ending]()
    untouched = "#" * len(game.grid)
    large = dict(positions(game, [untouched], MANY, lambda _: game.grid.cells()))
    for marks in reversed(large):  # the untouched board last
        best[marks] = start(game, best) if marks == untouched else solve(game, marks)[0]
        yield line_of(game, marks, large[marks], best[marks])

    def perfect(marks: str) -> list[Cell]:
        return [int(best[marks].cell)]

    first = {
        marks for cell in game.grid.cells() for marks, _ in after(game, untouched, cell, FEWEST)
    }
    for marks, layouts in positions(game, [untouched, *sorted(first), *best], FEWEST, perfect):
        if marks not in best:
            best[marks], nodes = solve(game, marks)
            if nodes > EASY:
                yield line_of(game, marks, layouts, best[marks])


def game_of(text: str) -> Game:
    """List the layouts of a board, "4x4/5"."""
    size, _, mines = text.partition("/")
    rows, _, cols = size.partition("x")
    grid = Grid(int(rows), int(cols))
    mined = list(combinations(grid.cells(), int(mines)))
    layouts = np.zeros((len(mined), len(grid)), np.int8)
    np.put_along_axis(layouts, np.array(mined), 1, axis=1)
    around = [layouts[:, grid.neighbours(cell)].sum(axis=1) for cell in grid.cells()]
    shows = np.where(layouts, UNKNOWN, np.stack(around, axis=1)).astype(np.int8)
    return Game(grid, int(mines), shows, symmetries(grid))


def positions(
    game: Game, starts: Iterable[str], least: int, moves: Callable[[str], Iterable[Cell]]
) -> Iterator[tuple[str, int]]:
    """Yield the positions of more than ``least`` layouts that ``moves`` lead to, and how many."""
    waiting = [(marks, len(shows_of(game, view_of_marks(marks)))) for marks in starts]
    seen = set[str]()
    while waiting:
        marks, layouts = waiting.pop()
        if layouts > least and marks not in seen:
            seen.add(marks)
            yield marks, layouts
            for cell in moves(marks):
                waiting.extend(after(game, marks, cell, least))


def shows_of(game: Game, view: Bytes) -> Bytes:
    """Return what each cell shows in each layout that is left (layouts, cells)."""
    opened = view != UNKNOWN
    left: Bytes = game.shows[(game.shows[:, opened] == view[opened]).all(axis=1)]
    return left


def after(game: Game, marks: str, cell: Cell, least: int) -> Iterator[tuple[str, int]]:
    """Yield what opening ``cell``, and then all safe ones, leads to, if not to the game's end.

    Positions of more than ``least`` layouts, and how many.
    """
    view = view_of_marks(marks)
    waiting = [(view, shows_of(game, view), cell)]
    while waiting:
        view, shows, cell = waiting.pop()
        for number in np.unique(shows[shows[:, cell] != UNKNOWN, cell]):
            opened, left = view.copy(), shows[shows[:, cell] == number]
            opened[cell] = number
            if len(left) <= least:
                continue
            mined = (left == UNKNOWN).mean(axis=0)
            safe = np.flatnonzero((opened == UNKNOWN) & (mined == 0.0))
            if safe.size:
                waiting.append((opened, left, int(safe[0])))
            elif (mined[opened == UNKNOWN] < 1.0).any():
                yield marks_of(min(opened[turn].tobytes() for turn in game.turns)), len(left)


def marks_of(view: bytes) -> str:
    """Return a view's cells as they stand in the book."""
    return "".join("#" if mark == UNKNOWN else str(mark) for mark in np.frombuffer(view, np.int8))


def solve(game: Game, marks: str) -> tuple[Ending, int]:
    """Search a position to its end; return what is best, and nodes that are enough for it."""
    rows, cols = game.grid.rows, game.grid.cols
    lines = [marks[at : at + cols] for at in range(0, rows * cols, cols)]
    board = Board.parse("\n".join([f"{rows}x{cols}/{game.mines}", *lines]))
    position, tools = position_of(board)
    layouts, nodes = round(exp(position.solved.log_total)), EASY
    # Ten times as many each time: a table of the right size is made sooner than the largest.
    while (best := search_endgame(position, tools.geometry.near, layouts, nodes)).cell < 0:
        nodes *= 10
    return best, nodes


def start(game: Game, best: dict[str, Ending]) -> Ending:
    """Return the best first cell, the other positions of many layouts being known."""
    wins = {}
    for cell in sorted({min(int(turn[cell]) for turn in game.turns) for cell in game.grid.cells()}):
        wins[cell] = 0
        for number in np.unique(game.shows[game.shows[:, cell] != UNKNOWN, cell]):
            view = np.full(len(game.grid), UNKNOWN, np.int8)
            view[cell] = number
            marks = marks_of(min(view[turn].tobytes() for turn in game.turns))
            wins[cell] += int((best[marks] if marks in best else solve(game, marks)[0]).wins)
    cell = max(wins, key=lambda cell: wins[cell])
    return Ending(cell, wins[cell])


def line_of(game: Game, marks: str, layouts: int, best: Ending) -> Line:
    """Put a line of the book together."""
    size = (game.grid.rows, game.grid.cols)
    return Line(size, game.mines, marks, layouts, int(best.wins), int(best.cell))


if __name__ == "__main__":
    main()
