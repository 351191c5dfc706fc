"""View: replies as the lines a terminal prints."""

from __future__ import annotations

import shutil
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from bot.app.links import told_link
from bot.app.screen import Reply, Screen
from bot.i18n import Text, Translator
from bot.platforms.terminal.colours import painter
from bot.render import (
    Theme,
    Window,
    draw_board,
    draw_chances,
    draw_screen,
    in_text,
    window_around,
)
from core.grid import Cell

_LINES_BESIDE: Final = 12
"""Lines of a terminal left free for the status, the names of columns, texts and the prompt."""


@dataclass(frozen=True, slots=True)
class View:
    """How replies are printed."""

    translator: Translator
    theme: Theme
    colours: bool
    fitted: bool
    """Whether boards are cut to the size of the terminal."""

    def lines(self, reply: Reply) -> Iterator[str]:
        """Return what is printed for ``reply``: the board, then the texts beside the prompt."""
        say = self._speaker(reply.language)
        if reply.screen:
            yield from self._screen(reply.screen, say)
        if reply.picture:
            yield from in_text(reply.picture.subject, self._board, lambda line: [line])
        yield from map(say, reply.texts)
        if reply.file:
            yield _printed(reply)
        if reply.link:
            yield say(told_link(reply.link))

    def _board(self, screen: Screen) -> list[str]:
        """Return a board that is no running game, with its chances where it has them."""
        window = self._window(screen)
        paint = painter(screen, colours=self.colours)
        lines = draw_board(screen, self.theme, window, paint)
        return lines + (["", *draw_chances(screen, window)] if screen.chances else [])

    def says(self, text: Text, language: str) -> str:
        """Return ``text`` in words."""
        return self.translator.say(text, language)

    def _speaker(self, language: str) -> Callable[[Text], str]:
        return lambda text: self.says(text, language)

    def _screen(self, screen: Screen, say: Callable[[Text], str]) -> list[str]:
        paint = painter(screen, colours=self.colours)
        return draw_screen(screen, say, self.theme, self._window(screen), paint)

    def _window(self, screen: Screen) -> Window:
        grid = screen.rules.grid
        if not self.fitted:
            return Window(0, 0, grid.rows, grid.cols)
        columns, lines = shutil.get_terminal_size()
        names = len(str(grid.rows)) + 1
        return window_around(
            grid,
            _focus(screen),
            max(lines - _LINES_BESIDE, 1),
            max((columns - 2 * names) // (self.theme.width + 1), 1),
        )


def _focus(screen: Screen) -> Cell:
    """Return the cell that a part of a large board is shown around."""
    for cells in (screen.marked, screen.changed):
        if cells:
            return sorted(cells)[len(cells) // 2]
    if screen.focus is not None:
        return screen.focus
    return screen.start or 0


def _printed(reply: Reply) -> str:
    """Return the file of ``reply`` as text, in base 64 where it is none."""
    file = reply.file or b""
    return file.decode() if reply.file_name.endswith(".json") else b64encode(file).decode()
