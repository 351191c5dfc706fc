"""Choices: what is offered while a command is typed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, takewhile
from typing import Final, TypeAlias

from bot.app.requests.called import folded
from bot.app.requests.coordinates import Coordinates, RowCol
from bot.app.requests.level_names import also_called
from bot.app.requests.wish import Wish, WishError, read_wish
from bot.app.screens.screen import Screen
from bot.app.screens.sizes import level_text
from bot.i18n import LANGUAGES, Text
from bot.platforms.discord import limits
from core.board import Board
from core.grid import Cell, Grid
from core.rules import LEVELS, Level, Rules, RulesError
from core.typed import is_moves, plain

Choice: TypeAlias = dict[str, str]
Say: TypeAlias = Callable[[Text, str], str]

_SIDES: Final = re.compile(r"([0-9]{1,3})[\sx×*/,]+([0-9]{1,3})", re.ASCII)
_SPARSE: Final = 6
"""Cells per mine where a size is typed without a number of mines: as on easy levels."""
_OF_ONE: Final = frozenset({"board", "scan"})
"""Commands that are about a single cell."""
_LARGE: Final = 1_000
"""A board of so many cells takes longer to look through than a thread takes to begin."""


def cell_choices(screen: Screen | None, command: str, typed: str) -> list[Choice]:
    """Return cells that ``command`` can be about and whose names begin as the last word typed.

    Those beside open cells come first. Only what the player sees of the board decides.
    """
    if screen is None or screen.rules.blindfold or (screen.over and command != "board"):
        return []
    grid = screen.rules.grid
    before, last = _last_word(typed)
    if before and (command in _OF_ONE or not is_moves(f"{before}a1")):
        return []
    names = _names_of(grid, screen.coordinates)
    fitting = [
        cell
        for cell in _cells_for(screen.board, command)
        if any(name.startswith(last) for name in names[cell])
    ]
    ordered = fitting if command == "board" else _likely_first(screen, fitting)
    return _listed(
        (f"{before}{shown}", f"{before}{name}")
        for name, shown, _ in map(names.__getitem__, ordered)
    )


async def cell_choices_apart(screen: Screen | None, command: str, typed: str) -> list[Choice]:
    """Return what cell_choices does, in another thread where the board is large.

    On such a board the names of all cells take a tenth of a second, which others would wait for.
    """
    if screen is None or len(screen.rules.grid) < _LARGE:
        return cell_choices(screen, command, typed)
    return await asyncio.to_thread(cell_choices, screen, command, typed)


def name_choices(names: Iterable[str], typed: str) -> list[Choice]:
    """Return those of ``names`` that contain what was typed."""
    wanted = typed.strip().casefold()
    return _listed((name, name) for name in names if wanted in name.casefold())


def level_choices(typed: str, say: Say, language: str) -> list[Choice]:
    """Return the levels that begin as typed, in words; or the size that was typed."""
    wanted = folded(typed)
    levels = (
        (say(level_text(level), language), level.name)
        for level in LEVELS.values()
        if any(name.startswith(wanted) for name in _names(level, say))
    )
    return _listed((*levels, *_size(typed)))


def _names(level: Level, say: Say) -> set[str]:
    names = {say(Text(f"level.{level.name}"), language) for language in LANGUAGES}
    return {*map(folded, (*names, level.name, *also_called(level.name)))}


def _size(typed: str) -> Iterator[tuple[str, str]]:
    """Yield the size that was typed; where only its sides were, mines are added."""
    if sides := _SIDES.fullmatch(plain(typed).strip()):
        typed = f"{typed} {max(int(sides[1]) * int(sides[2]) // _SPARSE, 1)}"
    try:
        wish = read_wish(typed)
        rows, cols, mines = wish.size or (0, 0, 0)
        Rules(rows, cols, mines)
    except (WishError, RulesError):
        return
    if wish == Wish(size=(rows, cols, mines)):
        yield f"{rows}×{cols} · {mines}", f"{rows} {cols} {mines}"


def _last_word(typed: str) -> tuple[str, str]:
    """Return the text before the cell being typed, and that of the cell: a word or two numbers."""
    text = plain(typed).lstrip()
    at = text.rfind(" ") + 1
    numbers = [*takewhile(str.isdecimal, reversed(text[:at].split()))]
    if len(numbers) % 2:  # the last of them is a row, and its column is to come
        at = text.rindex(numbers[0], 0, at)
    return text[:at], text[at:]


@lru_cache(maxsize=16)
def _names_of(grid: Grid, coordinates: Coordinates) -> tuple[tuple[str, str, str], ...]:
    """Return how each cell can be typed: by its name, as it is shown, by its row and column."""
    return tuple(
        (
            str(grid.name(cell)),
            coordinates.cell(grid.name(cell)),
            coordinates.cell(RowCol.of(*grid.row_col(cell))),
        )
        for cell in grid.cells()
    )


def _cells_for(board: Board, command: str) -> Iterable[Cell]:
    """Return the cells that ``command`` can be about."""
    if command == "board":
        return board.grid.cells()
    if command == "unflag":
        return (cell for cell in board.closed() if board.flagged[cell])
    if command == "chord":
        cells = board.grid.cells()
        return (cell for cell in cells if board.number(cell) and _has_more(board, cell))
    return (cell for cell in board.closed() if not board.flagged[cell])


def _likely_first(screen: Screen, cells: Sequence[Cell]) -> Iterator[Cell]:
    """Yield the recommended start, then cells beside open ones, then the others."""
    board, seen = screen.board, set[Cell]()

    def is_beside(cell: Cell) -> bool:
        return any(board.opened[near] for near in board.grid.neighbours(cell))

    starts = (cell for cell in cells if cell == screen.start)
    for cell in chain(starts, filter(is_beside, cells), cells):
        if cell not in seen:
            seen.add(cell)
            yield cell


def _has_more(board: Board, cell: Cell) -> bool:
    return any(not board.flagged[near] for near in board.closed_around(cell))


def _listed(choices: Iterable[tuple[str, str]]) -> list[Choice]:
    """Return the first of ``choices`` that Discord takes, each a name and a value."""
    fitting = (each for each in choices if max(map(len, each)) <= limits.CHOICE)
    return [{"name": name, "value": value} for name, value in islice(fitting, limits.CHOICES)]
