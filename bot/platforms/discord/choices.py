"""Choices: what is offered while a command is typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Final, TypeAlias

from bot.app.actions import Wish
from bot.app.screen import Screen
from bot.app.wish import WishError, read_wish
from bot.i18n import LANGUAGES, Text
from bot.platforms.discord import limits
from core.board import Board
from core.grid import Cell
from core.rules import LEVELS, Level, Rules, RulesError
from core.typed import plain

Choice: TypeAlias = dict[str, str]
Say: TypeAlias = Callable[[Text, str], str]

_SIDES: Final = re.compile(r"([0-9]{1,3})[\sx×*/,]+([0-9]{1,3})", re.ASCII)
_SPARSE: Final = 6
"""One cell in so many is a mine where a size is typed without their number: as on easy levels."""


def cell_choices(screen: Screen | None, command: str, typed: str) -> list[Choice]:
    """Return cells that ``command`` can be about and that begin as the last word typed.

    Those beside numbers come first. Only what the player sees of the board decides.
    """
    if screen is None or screen.rules.blindfold or (screen.over and command != "board"):
        return []
    before, last = _last_word(typed)
    fitting = (cell for cell in _ordered(screen, command) if _begins(screen, cell, last))
    name = screen.rules.grid.name
    return _listed(
        (f"{before}{screen.coordinates.cell(name(cell))}", f"{before}{name(cell)}")
        for cell in fitting
    )


def name_choices(names: Iterable[str], typed: str) -> list[Choice]:
    """Return those of ``names`` that have in them what was typed."""
    wanted = typed.strip().casefold()
    return _listed((name, name) for name in names if wanted in name.casefold())


def level_choices(typed: str, say: Say, language: str) -> list[Choice]:
    """Return the levels that begin as typed, in words; or the size that was typed."""
    wanted = typed.strip().casefold()
    levels = (
        (_level_label(level, say, language), level.name)
        for level in LEVELS.values()
        if any(name.startswith(wanted) for name in _names(level, say))
    )
    return _listed((*levels, *_size(typed)))


def level_of(typed: str, say: Say) -> str:
    """Return what is written for the level that was typed in any of our languages."""
    wanted = typed.strip().casefold()
    named = (level.name for level in LEVELS.values() if wanted in _names(level, say))
    return next(named, typed)


def _names(level: Level, say: Say) -> set[str]:
    names = {say(Text(f"level.{level.name}"), language).casefold() for language in LANGUAGES}
    return names | {level.name}


def _level_label(level: Level, say: Say, language: str) -> str:
    mines = f"{level.mines}–{level.most_mines}" if level.most_mines else str(level.mines)
    name = Text(f"level.{level.name}")
    return say(
        Text("levels.button", level=name, rows=level.rows, cols=level.cols, mines=mines), language
    )


def _size(typed: str) -> Iterator[tuple[str, str]]:
    """Return the size that was typed, or where only its sides were, one with mines as well."""
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
    """Return what stands before the word that is being typed, and that word."""
    text = plain(typed).lstrip()
    at = text.rfind(" ") + 1
    if text[:at].strip().isdecimal():
        return "", text
    return text[:at], text[at:]


def _begins(screen: Screen, cell: Cell, typed: str) -> bool:
    """Tell whether the name of ``cell``, or its row and column, begin as typed."""
    row, col = screen.rules.grid.row_col(cell)
    name = screen.rules.grid.name(cell)
    names = (name, screen.coordinates.cell(name), f"{row + 1} {col + 1}")
    return any(each.startswith(typed) for each in names)


def _ordered(screen: Screen, command: str) -> Iterable[Cell]:
    """Return the cells that ``command`` can be about, the likely ones first."""
    board, grid = screen.board, screen.rules.grid
    if command == "board":
        return grid.cells()
    if command == "unflag":
        return (cell for cell in board.closed() if board.flagged[cell])
    if command == "chord":
        return (cell for cell in grid.cells() if board.number(cell) and _has_more(board, cell))
    closed = [cell for cell in board.closed() if not board.flagged[cell]]
    beside = [cell for cell in closed if any(board.opened[near] for near in grid.neighbours(cell))]
    start = [] if screen.start is None else [screen.start]
    return dict.fromkeys((*start, *beside, *closed))


def _has_more(board: Board, cell: Cell) -> bool:
    return any(not board.flagged[near] for near in board.closed_around(cell))


def _listed(choices: Iterable[tuple[str, str]]) -> list[Choice]:
    """Return the first of ``choices`` that Discord takes, each a name and a value."""
    fitting = (each for each in choices if max(map(len, each)) <= limits.CHOICE)
    return [{"name": name, "value": value} for name, value in islice(fitting, limits.CHOICES)]
