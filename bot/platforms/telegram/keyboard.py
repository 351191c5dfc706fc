"""Keyboards: cells and controls as inline buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, TypeAlias
from urllib.parse import quote, urlencode

import msgspec

from bot.app.requests.actions import ChooseLevel, ShowBoard
from bot.app.requests.button import Button, write_button
from bot.app.requests.menu import Page
from bot.app.screens.controls import cells_data, controls
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen
from bot.i18n import Text
from bot.platforms.telegram import limits
from bot.platforms.telegram.ids import supergroup_number
from bot.platforms.telegram.layout import Layout
from bot.render.panning import pan_buttons
from bot.render.theme import Theme
from bot.render.window import Window
from core.grid import Cell

Key: TypeAlias = dict[str, Any]
Rows: TypeAlias = list[list[Key]]
Say: TypeAlias = Callable[[Text], str]
WriteCells: TypeAlias = Callable[[Sequence[Cell]], Sequence[str]]
"""Returns the data of the buttons of cells."""

_BLANK: Final = "\u2800"
"""Shows nothing, but unlike a space counts as a label, which buttons must have."""


def board_keyboard(  # noqa: PLR0913  # what decides about the buttons of a board
    screen: Screen,
    layout: Layout,
    window: Window,
    theme: Theme,
    say: Say,
    *,
    private: bool,
    inline: bool,
) -> Rows:
    """Return the rows of buttons below a board, which may be an ``inline`` message."""
    rows: Rows = []
    if layout is not Layout.TEXT and not screen.over:
        rows += cell_rows(screen, window, theme, partial(cells_data, screen))
    if screen.page is Page.PLAY and (layout is Layout.TEXT or not screen.over):
        rows.append(_row(pan_buttons(screen, window), say))
    rows += [
        [_elsewhere(button, say) if inline else _key(button, say) for button in row]
        for row in controls(screen, private=private, passing=inline)
    ]
    return [row for row in rows if row]


def _elsewhere(button: Button, say: Say) -> Key:
    """Return a button of a board in a chat that the bot cannot write to.

    Levels are chosen as the board was: the bot's name, typed in the chat, offers them.
    """
    if isinstance(button.action, ChooseLevel):
        return {"text": say(button.label), "switch_inline_query_current_chat": ""}
    return _key(button, say)


def cell_rows(screen: Screen, window: Window, theme: Theme, write: WriteCells) -> Rows:
    """Return the cells in ``window`` as rows of buttons with the data that ``write`` gives them."""
    cells = window.cells(screen.board.grid)
    keys: list[Key] = [
        {"text": label, "callback_data": data}
        for label, data in zip(_labels(screen, cells, theme), write(cells), strict=True)
    ]
    if screen.marked:
        for cell, key in zip(cells, keys, strict=True):
            if cell in screen.marked:
                key["style"] = "success"
    return [keys[at : at + window.cols] for at in range(0, len(keys), window.cols)]


def _labels(screen: Screen, cells: Iterable[Cell], theme: Theme) -> list[str]:
    """Return what stands on the buttons of ``cells``."""
    board, numbers = screen.board, (_BLANK, *theme.numbers[1:])

    def of_closed(cell: Cell) -> str:
        return theme.start if cell == screen.start else theme.glyph(board, cell)

    return [
        numbers[board.numbers[cell]] if board.opened[cell] else of_closed(cell) for cell in cells
    ]


def menu_keyboard(rows: Iterable[Iterable[Button]], say: Say) -> Rows:
    """Return the rows of buttons below a text."""
    return [_row(row, say) for row in rows]


def link_key(link: str, say: Say) -> Key:
    """Return the button that follows ``link``."""
    return {"text": say(Text("share.open")), "url": link}


def share_key(text: str, link: str, say: Say) -> Key:
    """Return the button that lets a person choose a chat to send ``text`` and ``link`` to.

    Of a text too long for its address it sends as many lines as fit.
    """
    lines = text.split("\n")
    while len(address := _sharing("\n".join(lines), link)) > limits.SENT_ON:
        lines.pop()
    return {"text": say(Text("share.send")), "url": address}


def _sharing(text: str, link: str) -> str:
    query = urlencode({"url": link, "text": text}, quote_via=quote)
    return f"https://t.me/share/url?{query}"


def linked(rows: Rows, reply: Reply, chat: str) -> Rows:
    """Return ``rows``, in which buttons of games that ``reply`` lists lead to their messages.

    Only supergroups have such links; elsewhere the button shows the board again.
    """
    if not reply.places or (group := supergroup_number(chat)) is None:
        return rows
    linked: Rows = []
    # A link to be sent on stands in a row of its own behind the buttons.
    for row, buttons in zip(rows, reply.buttons, strict=False):
        linked.append(
            [_link(key, each, reply, group) for key, each in zip(row, buttons, strict=True)]
        )
    return linked + rows[len(linked) :]


def _link(key: Key, button: Button, reply: Reply, group: int) -> Key:
    place = reply.places.get(button.game) if button.game is not None else None
    if place is None or not isinstance(button.action, ShowBoard):
        return key
    return {"text": key["text"], "url": f"https://t.me/c/{group}/{place.message}"}


def encode_keyboard(rows: Rows) -> str:
    """Return the JSON of a keyboard."""
    return msgspec.json.encode({"inline_keyboard": rows}).decode()


def _row(buttons: Iterable[Button], say: Say) -> list[Key]:
    return [_key(button, say) for button in buttons]


def _key(button: Button, say: Say) -> Key:
    return {"text": say(button.label), "callback_data": write_button(button.action, button.game)}
