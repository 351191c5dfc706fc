"""Alt text: a board in words for a screen reader, as far as a limit of characters allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from itertools import chain, compress
from typing import Final

from bot.app.screens.cells import first_cells
from bot.app.screens.illustration import (
    Animation,
    BoardPicture,
    Card,
    Illustration,
    Plot,
    ResultCard,
)
from bot.app.screens.screen import Screen
from bot.i18n import Text, percent
from bot.render.fitting import gap, in_line
from bot.render.window import Window
from core.board import Board
from core.grid import Cell
from core.layers import around, either, inverse, where

_MOST_NAMED: Final = 12
"""Cells that are named one by one outside the rows."""
_EQUAL: Final = 1e-9
"""Chances closer than this are equal but for rounding."""


class Detail(Enum):
    """How much is said about each row."""

    CELLS = auto()
    """The open numbers that still matter, flags and mines, and the closed cells beside numbers."""
    NUMBERS = auto()
    """As CELLS without the closed cells, which follow from the numbers."""


def alt_text(screen: Screen, window: Window | None, say: Callable[[Text], str], limit: int) -> str:
    """Return what a board shows in at most ``limit`` characters, the most important first.

    With a ``window`` its rows come before what is outside it. Where all of it is too long, first
    the closed cells are left out, then whole rows from the end.
    """
    said: list[str] = []
    for detail in Detail:
        said, whole = _first(map(say, _sentences(screen, window, detail)), limit)
        if whole:
            return in_line(said)
    more = say(Text("alt.more"))
    while said and len(in_line([*said, more])) > limit:
        said.pop()
    return in_line([*said, more]) if said else ""


def picture_text(picture: Illustration, say: Callable[[Text], str], limit: int) -> str:
    """Return what ``picture`` shows in words, in at most ``limit`` characters."""
    match picture.subject:
        case BoardPicture(screen):
            return alt_text(screen, None, say, limit)
        case Animation(screens):
            replay = say(Text("alt.replay"))
            return in_line((replay, alt_text(screens[-1], None, say, limit - len(replay) - 1)))
        case Plot() as plot:
            return in_line(_first([_plotted(plot, say)], limit)[0])
        case Card() as card:
            said = [*_headed(card, say), _plotted(card.plot, say)]
            return in_line(_first(said, limit)[0])
        case ResultCard() as card:
            headed = in_line(_first(_headed(card, say), limit)[0])
            board = alt_text(card.screen, None, say, limit - len(headed) - 1)
            return in_line(filter(None, (headed, board)))


def _headed(card: Card | ResultCard, say: Callable[[Text], str]) -> Iterator[str]:
    """Yield what stands on ``card`` above its plot or board."""
    headed = [Text("alt.title", title=title) for title in card.titles]
    headed += [Text("alt.figure", name=name, value=value) for name, value in card.figures]
    return map(say, headed)


def _plotted(plot: Plot, say: Callable[[Text], str]) -> str:
    ends = {"first": plot.points[0], "last": plot.points[-1]}
    ends |= {"lowest": min(plot.points), "highest": max(plot.points)}
    values = {name: percent(value) for name, value in ends.items()}
    said = say(Text("alt.plot", count=len(plot.points), **values))
    return in_line((say(plot.name), said))


def _first(sentences: Iterable[str], limit: int) -> tuple[list[str], bool]:
    """Return as many ``sentences`` as fit, and whether these are all; the rest is not worded."""
    said: list[str] = []
    room = limit
    for sentence in sentences:
        room -= len(sentence) + len(gap(said[-1] if said else ""))
        if room < 0:
            return said, False
        said.append(sentence)
    return said, True


def _sentences(screen: Screen, window: Window | None, detail: Detail) -> Iterator[Text]:
    said = chain(_head(screen, window), _rows(screen, window, detail))
    return map(screen.coordinates.spell, said)


def _head(screen: Screen, window: Window | None) -> Iterator[Text]:
    rules, board = screen.rules, screen.board
    opened = 100 * board.opened.count(1) // (len(board.grid) - board.mines)
    yield Text("alt.board", rows=rules.rows, cols=rules.cols, mines=rules.mines)
    yield Text(f"alt.{screen.face}", opened=opened)
    yield Text("alt.mines_left", count=board.mines_left)
    if window:
        yield _window(screen, window)
    if screen.start is not None:
        yield Text("alt.start", cell=board.grid.name(screen.start))
    if screen.chances:
        yield _safest(screen)
    if screen.marked:
        yield Text(
            "alt.marked", cells=first_cells(screen.board, sorted(screen.marked), _MOST_NAMED)
        )


def _window(screen: Screen, window: Window) -> Text:
    rows, cols, first = window.row_range(), window.col_range(), screen.coordinates.first
    left, right = (screen.coordinates.columns(cols[end])[0] for end in (0, -1))
    return Text("alt.window", top=rows[0] + first, bottom=rows[-1] + first, left=left, right=right)


def _safest(screen: Screen) -> Text:
    least = min(screen.chances.values())
    cells = sorted(cell for cell, chance in screen.chances.items() if chance < least + _EQUAL)
    return Text(
        "alt.safest", cells=first_cells(screen.board, cells, _MOST_NAMED), chance=percent(least)
    )


def _rows(screen: Screen, window: Window | None, detail: Detail) -> Iterator[Text]:
    grid, worth = screen.board.grid, _worth_saying(screen, detail)
    inside = window or Window(0, 0, grid.rows, grid.cols)
    yield from _part(screen, worth, inside, inside=True)
    outside = _part(screen, worth, inside, inside=False)
    if first := next(outside, None):
        yield Text("alt.elsewhere")
        yield from chain([first], outside)


def _part(screen: Screen, worth: bytes, window: Window, *, inside: bool) -> Iterator[Text]:
    """Return a text for each row of what is inside (or outside) ``window`` and worth saying."""
    grid, cols = screen.board.grid, window.col_range()
    for row in range(grid.rows):
        first, in_row = row * grid.cols, row in window.row_range()
        cells = compress(range(first, first + grid.cols), worth[first : first + grid.cols])
        there = [cell for cell in cells if (in_row and cell - first in cols) == inside]
        if there:
            said = tuple(_row(screen, there))
            yield Text("alt.row", row=row + screen.coordinates.first, cells=said)


def _row(screen: Screen, cells: list[Cell]) -> Iterator[Text]:
    """Yield what ``cells`` of a row are; closed ones beside each other are said together."""
    closed: list[Cell] = []
    for cell in cells:
        what = _what(screen, cell)
        if closed and (what is not None or cell != closed[-1] + 1):
            yield _closed(screen, closed)
            closed = []
        if what is None:
            closed.append(cell)
        else:
            yield what
    if closed:
        yield _closed(screen, closed)


def _closed(screen: Screen, run: list[Cell]) -> Text:
    first, last = (_column(screen, run[end]) for end in (0, -1))
    return Text("alt.closed_run" if len(run) > 1 else "alt.closed", first=first, last=last)


def _worth_saying(screen: Screen, detail: Detail) -> bytes:
    """Return as a layer which cells are said: most cells of a large board are not worth it."""
    board = screen.board
    marked = either(board.exploded, board.flagged)
    special = either(marked, board.shown)
    if screen.face.is_end:
        return special
    closed = inverse(either(board.opened, marked))
    numbers = where(around(closed, board.grid.cols), board.opened)
    said = either(special, numbers)
    if detail is Detail.CELLS:
        said = either(said, where(around(board.opened, board.grid.cols), closed))
    return said


def _what(screen: Screen, cell: Cell) -> Text | None:
    """Return what a cell is; None if it is closed, and nothing else is known of it."""
    board = screen.board
    if kind := _special(board, cell):
        return Text(f"alt.{kind}", col=_column(screen, cell))
    if board.opened[cell]:
        return Text("alt.number", col=_column(screen, cell), number=board.numbers[cell])
    return None


def _special(board: Board, cell: Cell) -> str | None:
    if board.exploded[cell]:
        return "exploded"
    if board.flagged[cell]:
        return "wrong_flag" if board.mines_known and not board.shown[cell] else "flag"
    return "mine" if board.shown[cell] else None


def _column(screen: Screen, cell: Cell) -> str:
    """Return the name of the column of ``cell``; a number is in brackets, unlike those on cells."""
    name = screen.coordinates.columns(screen.board.grid.row_col(cell)[1])[0]
    return f"({name})" if name.isdecimal() else name
