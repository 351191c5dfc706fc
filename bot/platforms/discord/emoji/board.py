"""Boards of emoji: the application's own where it has them and they fit, else everybody's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.app.requests.coordinates import Coordinates
from bot.app.screens.screen import Screen
from bot.platforms.discord import limits
from bot.platforms.discord.emoji.sets import EmojiSet
from bot.render import Theme
from bot.render.fitting import length_of
from bot.render.picture import Tile, cell_looks

_REGIONAL_A: Final = ord("\U0001f1e6")
_APART: Final = "\u200b"
"""Between regional indicators, which would else pair up to flags."""
_KEYCAP: Final = "\ufe0f\u20e3"
_TEN: Final = "🔟"
_TOLD: Final = 500
"""Characters that are left for what is said above a board, so that few boards change their look
when more is said."""


def emoji_board(screen: Screen, everybodys: Theme, own: EmojiSet | None, room: int) -> str:
    """Return the board as emoji: the application's ``own`` if they take ``room`` at most."""
    common = _drawn(screen, _glyphs(everybodys))
    if own is None or len(screen.board.grid) * len(own[Tile.CLOSED].tag) > limits.TEXT - _TOLD:
        return common
    drawn = _drawn(screen, {look: emoji.tag for look, emoji in own.items()})
    return drawn if length_of(drawn) <= room else common


def _drawn(screen: Screen, glyphs: Mapping[int, str]) -> str:
    grid, looks = screen.board.grid, cell_looks(screen).tolist()
    lines = [_APART.join(_columns(screen.coordinates, grid.cols))]
    for row in range(grid.rows):
        cells = looks[row * grid.cols : (row + 1) * grid.cols]
        lines.append("".join(glyphs[look] for look in cells) + f" {screen.coordinates.row(row)}")
    return "\n".join(lines)


def _columns(coordinates: Coordinates, cols: int) -> Iterable[str]:
    """Return the names of columns as emoji: letters, or the last digit of numbers but 10."""
    if coordinates is Coordinates.LETTERS:
        return (chr(_REGIONAL_A + col) for col in range(cols))
    numbers = range(coordinates.first, cols + coordinates.first)
    return (_TEN if number == 10 else f"{number % 10}{_KEYCAP}" for number in numbers)  # noqa: PLR2004  # the one number of two digits that has an emoji


def _glyphs(theme: Theme) -> Mapping[int, str]:
    return dict(enumerate(theme.numbers)) | {
        Tile.CLOSED: theme.closed,
        Tile.FLAG: theme.flag,
        Tile.MINE: theme.mine,
        Tile.WRONG_FLAG: theme.wrong_flag,
        Tile.EXPLODED: theme.exploded,
        Tile.START: theme.start,
    }
