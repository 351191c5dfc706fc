"""Pictures: boards drawn as palette PNG files in the colours of a theme."""

from bot.render.picture.board_picture import draw_picture
from bot.render.picture.encode import MOST_BYTES
from bot.render.picture.theme import PICTURE_THEMES, PictureTheme, load_picture_theme

__all__ = [
    "MOST_BYTES",
    "PICTURE_THEMES",
    "PictureTheme",
    "draw_picture",
    "load_picture_theme",
]
