"""Screens as text: status line, board, and the map of chances where there is one."""

from __future__ import annotations

from collections.abc import Callable

from bot.app.screen import Screen, duration
from bot.i18n import Text
from bot.render.board_text import Paint, draw_board, draw_chances, no_paint
from bot.render.theme import Theme
from bot.render.window import Window


def draw_screen(
    screen: Screen,
    say: Callable[[Text], str],
    theme: Theme,
    window: Window,
    paint: Paint = no_paint,
) -> list[str]:
    """Return the lines of ``screen``; ``say`` puts texts into words."""
    lines = [_status(screen, say, theme), *draw_board(screen, theme, window, paint)]
    if (window.rows, window.cols) != (screen.rules.rows, screen.rules.cols):
        lines.append(say(_part(window)))
    if screen.chances:
        lines += ["", say(Text("board.chances")), *draw_chances(screen, window)]
    return lines


def _status(screen: Screen, say: Callable[[Text], str], theme: Theme) -> str:
    texts = [
        Text("board.game", number=screen.number, level=Text(f"level.{screen.level}")),
        Text("board.mines_left", count=screen.board.mines_left),
        Text("board.time", time=duration(screen.elapsed)),
        Text("board.mode_flag" if screen.flagging else "board.mode_open"),
    ]
    if screen.rules.lives > 1:
        texts.append(Text("board.lives", count=screen.lives))
    if screen.undone:
        texts.append(Text("board.undone", count=screen.undone))
    return f"{theme.faces[screen.face]}  " + " · ".join(map(say, texts))


def _part(window: Window) -> Text:
    first = (window.top + 1, window.left + 1)
    last = (window.top + window.rows, window.left + window.cols)
    return Text("board.part", top=first[0], left=first[1], bottom=last[0], right=last[1])
