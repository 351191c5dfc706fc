"""Pictures: boards, cards and plots as palette PNG files, replays as GIF files, in themes."""

from bot.app.settings import PICTURE_THEMES
from bot.render.picture.board_picture import draw_picture
from bot.render.picture.card import Figure, draw_card
from bot.render.picture.encode import MOST_BYTES
from bot.render.picture.illustrate import drawing_of, prepare
from bot.render.picture.plot import draw_plot
from bot.render.picture.replay import MOST_REPLAY_BYTES, draw_replay
from bot.render.picture.theme import PictureTheme, load_picture_theme

__all__ = [
    "MOST_BYTES",
    "MOST_REPLAY_BYTES",
    "PICTURE_THEMES",
    "Figure",
    "PictureTheme",
    "draw_card",
    "draw_picture",
    "draw_plot",
    "draw_replay",
    "drawing_of",
    "load_picture_theme",
    "prepare",
]
