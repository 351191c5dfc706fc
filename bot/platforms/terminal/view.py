"""View: replies as the lines a terminal prints."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from bot.app.requests.button import Row
from bot.app.requests.links import told_link
from bot.app.screens.reply import Reply, in_words
from bot.app.screens.screen import Screen
from bot.i18n import Text, Translator
from bot.platforms.terminal.colours import painter
from bot.platforms.terminal.typed import typed_rows
from bot.render import (
    CHANCE_WIDTH,
    Theme,
    Window,
    draw_board,
    draw_screen,
    in_text,
    map_lines,
    window_around,
)
from bot.render.panning import focus_of, page_pan_buttons
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
            yield from self._wrapped("\n".join(self._screen(reply.screen, say)))
        if reply.picture:
            board = partial(self._board, say=say)
            drawn = in_text(reply.picture.subject, board, lambda lines: lines, say)
            yield from self._wrapped("\n".join(drawn))
        for text in reply.texts:
            yield from self._wrapped(say(text))
        if not reply.unfinished:  # what follows comes by itself
            for row in typed_rows((self._pans(reply), *reply.buttons), say):
                yield from self._wrapped(row)
        if reply.file and is_text(reply):
            yield reply.file.decode()
        if reply.link:
            yield from self._wrapped(say(told_link(reply.link)))

    def _pans(self, reply: Reply) -> Row:
        """Return what asks for the other parts of the board that is a picture elsewhere."""
        picture = in_words(reply).picture if reply.picture else None
        return page_pan_buttons(picture, lambda screen: self._window(screen, screen.focus))

    def _board(self, screen: Screen, say: Callable[[Text], str]) -> list[str]:
        """Return a board that is no running game, with its chances where it has them."""
        window = self._window(screen, screen.focus)
        paint = painter(screen, colours=self.colours)
        return [*draw_board(screen, self.theme, window, paint), *map_lines(screen, say, window)]

    def says(self, text: Text, language: str) -> str:
        """Return ``text`` in words, on as many lines as it takes."""
        return "\n".join(self._wrapped(self.translator.say(text, language)))

    def _wrapped(self, text: str) -> Iterator[str]:
        """Yield the lines of ``text``, none wider than the terminal if they are fitted to it."""
        lines = text.split("\n")
        if not self.fitted:
            yield from lines
            return
        # With the library of the prompt, which nobody at a pipe waits for.
        from bot.platforms.terminal.wrapping import wrapped  # noqa: PLC0415

        columns = shutil.get_terminal_size().columns
        for line in lines:
            yield from wrapped(line, columns)

    def _speaker(self, language: str) -> Callable[[Text], str]:
        return lambda text: self.translator.say(text, language)

    def _screen(self, screen: Screen, say: Callable[[Text], str]) -> list[str]:
        paint = painter(screen, colours=self.colours)
        return draw_screen(screen, say, self.theme, self._window(screen), paint)

    def _window(self, screen: Screen, focus: Cell | None = None) -> Window:
        """Return what is shown of the board, around ``focus`` or what has changed."""
        grid = screen.rules.grid
        if not self.fitted:
            return Window(0, 0, grid.rows, grid.cols)
        columns, lines = shutil.get_terminal_size()
        names = len(str(grid.rows)) + 1
        return window_around(
            grid,
            _focus(screen) if focus is None else focus,
            max(lines - _LINES_BESIDE, 1),
            max((columns - 2 * names) // self._cell_width(screen), 1),
        )

    def _cell_width(self, screen: Screen) -> int:
        """Return the columns that a cell takes, with what stands between it and the next."""
        glyph = self.theme.width + 1
        return max(glyph, CHANCE_WIDTH) if screen.chances else glyph


def _focus(screen: Screen) -> Cell:
    """Return the cell that a part of a large board is shown around."""
    if screen.focus in screen.marked:  # where a hint names it
        return screen.focus
    for cells in (screen.marked, screen.changed):
        if cells:
            return sorted(cells)[len(cells) // 2]
    return focus_of(screen)


def is_text(reply: Reply) -> bool:
    """Tell whether the file of ``reply`` can be printed."""
    return reply.file_name.endswith((".json", ".txt"))
