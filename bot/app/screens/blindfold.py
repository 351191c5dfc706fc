"""Blindfold: a game that is told in words, its board shown only when it is asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.i18n import Text
from core.board import Board
from core.game import Game
from core.grid import Cell

_MOST: Final = 100
"""Numbers and ranges told of a move at most: a text that has no room beside a board is left out."""


def unseen(board: Board) -> Board:
    """Return ``board`` with nothing on it, and as many mines as its counter tells."""
    zeros = bytes(len(board.grid))
    return Board(board.grid, board.mines_left, zeros, zeros, zeros, zeros, zeros)


def told_open(game: Game) -> Iterator[Text]:
    """Say which cells of a game are open."""
    return told_numbers(game.board, [cell for cell, is_open in enumerate(game.opened) if is_open])


def told_numbers(board: Board, opened: Sequence[Cell]) -> Iterator[Text]:
    """Say which cells were opened: each number, and the empty ones as ranges in their rows."""
    cells = sorted(opened)
    numbers = [cell for cell in cells if board.number(cell)]
    empty = [cell for cell in cells if not board.number(cell)]
    runs = tuple(_runs(board, empty)) if empty else ()
    if len(numbers) + len(runs) > _MOST:
        yield Text("blindfold.many", count=len(opened))
        return
    name = board.grid.name
    if numbers:
        said = tuple(
            Text("blindfold.number", cell=name(cell), number=board.numbers[cell])
            for cell in numbers
        )
        yield Text("blindfold.numbers", numbers=said)
    if runs:
        yield Text("blindfold.empty", cells=runs, count=len(empty))


def _runs(board: Board, cells: Sequence[Cell]) -> Iterator[Text | str]:
    """Return the names of ``cells``, those beside each other in a row as one range."""
    name, first = board.grid.name, cells[0]
    for cell, following in zip(cells, (*cells[1:], None), strict=True):
        is_last_in_row = (cell + 1) % board.grid.cols == 0
        if following == cell + 1 and not is_last_in_row:
            continue
        is_one = first == cell
        yield name(cell) if is_one else Text("blindfold.range", first=name(first), last=name(cell))
        first = cell if following is None else following
