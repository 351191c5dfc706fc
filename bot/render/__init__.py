"""Renderers: screens drawn as text; the themes they draw with are data folders."""

from bot.render.board_text import CHANCE_WIDTH, draw_board, draw_chances
from bot.render.screen_text import MAP_LEGEND, draw_screen, map_lines
from bot.render.status import beside_texts, status_texts
from bot.render.subject_text import in_text
from bot.render.theme import THEMES, Theme, load_theme
from bot.render.window import Window, window_around

__all__ = [
    "CHANCE_WIDTH",
    "MAP_LEGEND",
    "THEMES",
    "Theme",
    "Window",
    "beside_texts",
    "draw_board",
    "draw_chances",
    "draw_screen",
    "in_text",
    "load_theme",
    "map_lines",
    "status_texts",
    "window_around",
]
