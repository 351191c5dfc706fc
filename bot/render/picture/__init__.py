"""Pictures: boards, cards and plots as palette PNG files, replays as GIF files, in themes."""

from bot.app.documents.state import PICTURE_THEMES
from bot.render.picture.aside import draw_aside
from bot.render.picture.board_picture import cell_looks, draw_picture, large_picture
from bot.render.picture.card import Figure, draw_card
from bot.render.picture.cells import LOOKS, CellPicture, draw_cells
from bot.render.picture.encode import MOST_BYTES
from bot.render.picture.illustrate import drawing_of, prepare
from bot.render.picture.plot import draw_plot
from bot.render.picture.replay import MOST_REPLAY_BYTES, draw_replay
from bot.render.picture.theme import PictureTheme, load_picture_theme
from bot.render.picture.tiles import Tile

__all__ = [
    "LOOKS",
    "MOST_BYTES",
    "MOST_REPLAY_BYTES",
    "PICTURE_THEMES",
    "CellPicture",
    "Figure",
    "PictureTheme",
    "Tile",
    "cell_looks",
    "draw_aside",
    "draw_card",
    "draw_cells",
    "draw_picture",
    "draw_plot",
    "draw_replay",
    "drawing_of",
    "large_picture",
    "load_picture_theme",
    "prepare",
]
