"""Inline mode: playable boards that are put into any chat by naming the bot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from html import escape
from random import SystemRandom
from typing import Any, Final

from telegram import InlineQuery

from bot.app.documents.state import Session, Settings
from bot.app.requests.actions import Begin
from bot.app.requests.button import write_button
from bot.app.requests.wish import Wish, WishError, grant, read_wish
from bot.app.screens.screen import Screen, screen_of
from bot.app.screens.sizes import rules_texts
from bot.i18n import Text, best_language
from bot.platforms.telegram.api import ApiBot
from bot.platforms.telegram.keyboard import Rows, cell_rows
from bot.platforms.telegram.layout import layout_of, window_of
from bot.platforms.telegram.raising import quietly
from bot.platforms.telegram.view import View
from bot.render import load_theme
from core.game import Game
from core.grid import Cell
from core.rules import LEVELS, Rules

_OFFERED: Final = ("easy", "beginner", "default", "medium", "expert")
_CACHED_S: Final = 300
"""How long Telegram may give the same answer to the same query."""
_GLYPHS: Final = load_theme("emoji")
_RNG: Final = SystemRandom()


class InlineBoards:
    """Offers boards; a game comes into being with the first press on one."""

    def __init__(self, bot: ApiBot, view: View) -> None:
        """Answer with ``bot``."""
        self._bot = bot
        self._view = view

    async def offer(self, query: InlineQuery) -> None:
        """Answer a query: the board that is wished for, or the levels."""
        language = best_language(query.from_user.language_code)
        results = [self._result(*each, language) for each in _wished(query.query)]
        given: dict[str, Any] = {
            "inline_query_id": query.id,
            "results": results,
            "cache_time": _CACHED_S,
            "is_personal": True,
        }
        # It may be too late: whoever has typed on meanwhile asks again.
        await quietly(self._bot, "answerInlineQuery", given)

    def _result(self, rules: Rules, wish: Wish, language: str) -> dict[str, Any]:
        screen = screen_of(Session(1, "", Game.new(rules)), 0, Settings())
        say = partial(self._view.says, language=language)
        title, *special = rules_texts(rules, tapped=True)
        how = say([Text("inline.how")])
        shown = f"{self._view.status(screen, language)}\n{escape(how, quote=False)}"
        return {
            "type": "article",
            "id": f"{rules.rows}-{rules.cols}-{rules.mines}",
            "title": say([title]),
            "description": say([*special, Text("inline.how")]),
            "input_message_content": {"message_text": shown, "parse_mode": "HTML"},
            "reply_markup": {"inline_keyboard": _fresh(screen, wish)},
        }


def _wished(query: str) -> Iterator[tuple[Rules, Wish]]:
    """Yield the rules of the board that a query asks for, with the wish itself.

    Where that cannot be read, or not be played by buttons alone, the levels are offered.
    """
    with suppress(WishError):
        if query.strip() and not (wish := read_wish(query)).blindfold:
            yield grant(wish, _RNG), replace(wish, level=None, size=None)
            return
    for name in _OFFERED:
        level = LEVELS[name]
        yield Rules(level.rows, level.cols, level.mines), Wish()


def _fresh(screen: Screen, wish: Wish) -> Rows:
    """Return the buttons of a board that has no game yet."""
    rules = screen.rules
    window = window_of(screen, layout_of(screen, inline=True))

    def write(cells: Sequence[Cell]) -> list[str]:
        size = (rules.rows, rules.cols, rules.mines)
        return [write_button(Begin(*size, cell, wish)) for cell in cells]

    return cell_rows(screen, window, _GLYPHS, write)
