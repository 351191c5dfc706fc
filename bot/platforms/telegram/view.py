"""View: scenes and replies as Telegram's messages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from itertools import accumulate
from typing import Final

from bot.app.requests.button import write_button
from bot.app.screens.illustration import BoardPicture
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen
from bot.delivery import Scene
from bot.i18n import Text, Translator, characters
from bot.platforms.telegram import limits
from bot.platforms.telegram.keyboard import (
    Rows,
    Say,
    board_keyboard,
    cell_rows,
    link_key,
    menu_keyboard,
    share_key,
)
from bot.platforms.telegram.layout import TEXT_COLS, TEXT_ROWS, Layout, layout_of, window_of
from bot.render import (
    MAP_LEGEND,
    beside_texts,
    draw_board,
    draw_chances,
    in_text,
    load_theme,
    status_texts,
)
from bot.render.fitting import fitting, in_line, joined, length_of
from bot.render.panning import page_pan_buttons
from bot.render.picture import draw_picture, drawing_of, large_picture, load_picture_theme
from bot.render.theme import Theme
from bot.render.window import Window, window_around
from core.grid import Cell

_ELLIPSIS: Final = "…"
_MENTION: Final = re.compile(r"@(?=\w{3})")
"""What Telegram may take for a mention, in any text, and tell somebody of."""
_NO_MENTION: Final = "@\u2060"
"""Looks the same, but a word joiner follows."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message as it is sent: ``text`` in Telegram's HTML, a caption where there is a picture."""

    text: str
    keyboard: Rows
    picture: bytes | None = None
    animated: bool = False
    """Whether the picture is a GIF file."""


class View:
    """Turns scenes and replies into messages."""

    def __init__(self, translator: Translator) -> None:
        """Say texts with ``translator``."""
        self._translator = translator
        self._glyphs = load_theme("emoji")
        self._plain = load_theme("plain")

    def says(self, texts: Iterable[Text], language: str) -> str:
        """Return ``texts`` as plain text, each in a line of its own."""
        return "\n".join(self._say(text, language) for text in texts)

    def toast(self, reply: Reply) -> str:
        """Return as many of the texts of ``reply`` as the answer to a press may hold."""
        said = [self._say(text, reply.language) for text in reply.texts]
        return clip(in_line(fitting(said, limits.TOAST)), limits.TOAST) if said else ""

    def message(self, reply: Reply, link: str | None = None, *, opens: bool = False) -> Message:
        """Return the texts of ``reply`` with its buttons and its picture where that is text.

        A ``link`` stands below, with a button to follow it if it ``opens``, else to send it on.
        """
        say = partial(self._say, language=reply.language)
        drawn = self._as_text(reply)
        limit = limits.TEXT if self.drawing(reply) is None else limits.CAPTION
        room = min(limit, limits.TEXT - len(drawn) - 1) - (len(link) + 1 if link else 0)
        said = clip(joined(map(say, reply.texts), room), room) if reply.texts else ""
        pans = page_pan_buttons(reply.picture, partial(window_of, layout=Layout.TEXT))
        rows = menu_keyboard(filter(None, (pans, *reply.buttons)), say)
        keyboard = self._tapped(reply) + rows
        if link is not None:
            keyboard.append([link_key(link, say)] if opens else [share_key(said, link, say)])
            said = f"{said}\n{link}"
        text = escape(said, quote=False)
        return Message("\n".join(filter(None, (text, drawn))), keyboard)

    def _tapped(self, reply: Reply) -> Rows:
        """Return the cells of the picture's board as buttons, where they are to be pressed."""
        picture = reply.picture
        if picture is None or not isinstance(picture.subject, BoardPicture) or not reply.taps:
            return []
        screen, taps = picture.subject.screen, reply.taps
        whole = Window(0, 0, screen.board.grid.rows, screen.board.grid.cols)

        def write(cells: Sequence[Cell]) -> list[str]:
            return [write_button(taps[cell]) for cell in cells]

        return cell_rows(screen, whole, self._glyphs, write)

    def drawing(self, reply: Reply) -> Callable[[], bytes] | None:
        """Return what draws the picture of ``reply``, in any thread; None where there is none."""
        return drawing_of(reply.picture, partial(self._say, language=reply.language))

    def _as_text(self, reply: Reply) -> str:
        if reply.picture is None or not reply.picture.text_only:
            return ""
        say = partial(self._say, language=reply.language)
        board = partial(self._preformatted, say=say)
        return in_text(reply.picture.subject, board, _pre, say)

    async def shown(self, scene: Scene, *, inline: bool, plain: bool = False) -> Message:
        """Return what ``scene`` does; the picture of a large board is drawn in another thread."""
        screen = scene.screen
        layout, drawn = layout_of(screen, inline=inline, plain=plain), None
        if layout is Layout.PICTURE:
            window = None if screen.over else window_of(screen, layout)
            drawn = await large_picture(screen, load_picture_theme(screen.theme), window)
        return self.scene(scene, inline=inline, plain=plain, drawn=drawn)

    def scene(
        self, scene: Scene, *, inline: bool, plain: bool = False, drawn: bytes | None = None
    ) -> Message:
        """Return a game as a message, its picture as ``drawn``; ``plain``: without a picture."""
        screen = scene.screen
        say = partial(self._say, language=scene.language)
        layout = layout_of(screen, inline=inline, plain=plain)
        window = window_of(screen, layout)
        keyboard = board_keyboard(
            screen, layout, window, self._glyphs, say, private=scene.private, inline=inline
        )
        parts = [self._status(screen, say), *self._beside(scene, say)]
        if layout is Layout.PICTURE:
            picture = drawn or draw_picture(
                screen,
                load_picture_theme(screen.theme),
                None if screen.over else window,
            )
            return Message(joined(parts, limits.CAPTION), keyboard, picture)
        written = self._written(screen, layout, window, say)
        room = limits.TEXT - len(written)
        return Message("\n".join(filter(None, (joined(parts, room), written))), keyboard)

    def status(self, screen: Screen, language: str) -> str:
        """Return the line above a board, in Telegram's HTML."""
        return self._status(screen, partial(self._say, language=language))

    def _say(self, text: Text, language: str) -> str:
        return _MENTION.sub(_NO_MENTION, self._translator.say(text, language))

    def _status(self, screen: Screen, say: Say) -> str:
        face, status = self._glyphs.faces[screen.face], " · ".join(map(say, status_texts(screen)))
        return f"{face} <b>{escape(status, quote=False)}</b>"

    def _beside(self, scene: Scene, say: Say) -> list[str]:
        texts = [*scene.texts, *beside_texts(scene.screen)]
        return [escape(say(text), quote=False) for text in texts]

    def _written(self, screen: Screen, layout: Layout, window: Window, say: Say) -> str:
        """Return what is text of a board."""
        if layout is Layout.PLAIN_WINDOW:
            return self._around(screen, window, say)
        if layout is Layout.TEXT:
            return self._preformatted(screen, say)
        if screen.over:
            return _emoji_board(screen, self._glyphs)
        return _map(screen, window, say) if screen.chances else ""

    def _preformatted(self, screen: Screen, say: Say) -> str:
        window = window_of(screen, Layout.TEXT)
        if screen.chances:
            return _map(screen, window, say)
        return _pre(draw_board(screen, self._plain, window))

    def _around(self, screen: Screen, window: Window, say: Say) -> str:
        """Return what there is around the cells in ``window``, which are buttons."""
        if screen.chances:
            return _map(screen, window, say)
        grid = screen.rules.grid
        seen = window_around(grid, window.middle(grid), TEXT_ROWS, TEXT_COLS)
        return _pre(draw_board(screen, self._plain, seen))


def _map(screen: Screen, window: Window, say: Say) -> str:
    return f"{escape(say(MAP_LEGEND), quote=False)}\n{_pre(draw_chances(screen, window))}"


def _pre(lines: Sequence[str]) -> str:
    return f"<pre>{escape(chr(10).join(lines), quote=False)}</pre>"


def _emoji_board(screen: Screen, theme: Theme) -> str:
    grid = screen.rules.grid
    return "\n".join(
        "".join(theme.glyph(screen.board, grid.cell(row, col)) for col in range(grid.cols))
        for row in range(grid.rows)
    )


def clip(text: str, limit: int) -> str:
    """Return ``text`` cut to at most ``limit`` UTF-16 units, of which an emoji mostly takes two.

    The API does not say what it counts; so it is short enough in any case. What a reader sees as
    one character is not cut in two.
    """
    if length_of(text) <= limit:
        return text
    lengths = accumulate(map(length_of, shown := characters(text)))
    return "".join(shown[: sum(length < limit for length in lengths)]) + _ELLIPSIS
