"""Keyboards: cells and controls as inline buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias
from urllib.parse import quote, urlencode

import msgspec

from bot.app.actions import Action
from bot.app.button import Button, write_button
from bot.app.controls import cell_data, controls
from bot.app.menu import Page
from bot.app.screen import Screen
from bot.i18n import Text
from bot.platforms.telegram.layout import Layout
from bot.render.panning import pan_buttons
from bot.render.theme import Theme
from bot.render.window import Window
from core.grid import Cell

Key: TypeAlias = dict[str, Any]
Rows: TypeAlias = list[list[Key]]
Say: TypeAlias = Callable[[Text], str]

_BLANK: Final = "\u2800"
"""Shows nothing, and unlike a space is not taken off: buttons must have a label."""


def board_keyboard(  # noqa: PLR0913  # what decides about the buttons of a board
    screen: Screen, layout: Layout, window: Window, theme: Theme, say: Say, *, private: bool
) -> Rows:
    """Return the rows of buttons below a board."""
    rows: Rows = []
    if layout is not Layout.TEXT and not screen.over:
        rows += [_cell_row(screen, window, row, theme) for row in window.row_range()]
        if layout is not Layout.BUTTONS and screen.page is Page.PLAY:
            rows.append(_row(pan_buttons(screen, window), say))
    rows += [_row(row, say) for row in controls(screen, private=private)]
    return [row for row in rows if row]


def taps_keyboard(screen: Screen, taps: Mapping[Cell, Action], theme: Theme) -> Rows:
    """Return the cells of a board that is no game as buttons that do what ``taps`` says."""
    grid = screen.board.grid
    return [
        [
            {
                "text": cell_label(screen, cell, theme),
                "callback_data": write_button(taps[cell]),
            }
            for cell in range(row * grid.cols, (row + 1) * grid.cols)
        ]
        for row in range(grid.rows)
    ]


def menu_keyboard(rows: Iterable[Iterable[Button]], say: Say) -> Rows:
    """Return the rows of buttons below a text."""
    return [_row(row, say) for row in rows]


def link_key(link: str, say: Say) -> Key:
    """Return the button that follows ``link``."""
    return {"text": say(Text("share.open")), "url": link}


def share_key(text: str, link: str, say: Say) -> Key:
    """Return the button that lets a person choose a chat to send ``text`` and ``link`` to."""
    query = urlencode({"url": link, "text": text}, quote_via=quote)
    return {"text": say(Text("share.send")), "url": f"https://t.me/share/url?{query}"}


def encode_keyboard(rows: Rows) -> str:
    """Return the JSON of a keyboard."""
    return msgspec.json.encode({"inline_keyboard": rows}).decode()


def _row(buttons: Iterable[Button], say: Say) -> list[Key]:
    return [
        {"text": say(button.label), "callback_data": write_button(button.action, button.game)}
        for button in buttons
    ]


def _cell_row(screen: Screen, window: Window, row: int, theme: Theme) -> list[Key]:
    grid = screen.rules.grid
    return [_cell_key(screen, grid.cell(row, col), theme) for col in window.col_range()]


def _cell_key(screen: Screen, cell: Cell, theme: Theme) -> Key:
    key: Key = {
        "text": cell_label(screen, cell, theme),
        "callback_data": cell_data(screen, cell),
    }
    if cell in screen.marked:
        key["style"] = "success"
    return key


def cell_label(screen: Screen, cell: Cell, theme: Theme) -> str:
    """Return what stands on the button of ``cell``."""
    if screen.board.number(cell) == 0:
        return _BLANK
    if cell == screen.start and not screen.board.flagged[cell]:
        return theme.start
    return theme.glyph(screen.board, cell)
