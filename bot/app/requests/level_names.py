"""Level names: what players of any Minesweeper call a level, in any of our languages."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bot.app.requests.called import called, folded
from core.rules import CUSTOM, DEFAULT, LEVELS

_KEYS: Final = {f"level.{name}": name for name in (*LEVELS, CUSTOM)}
# Those of Microsoft's Minesweeper, of minesweeper.online and of Chinese players' sites, and what
# the languages make of a word; "simple" and "easy" are two levels here, in Chinese as well.
_ALSO: Final = {
    DEFAULT: "normal standard нормальный стандартный обычная 普通 标准 標準",
    "simple": "простая просто",
    "easy": "лёгкая легко",
    "beginner": "novice начинающий новички начальный 初级者 新手 入门 入門",
    "medium": "intermediate любитель средняя средне 中等",
    "hard": "difficult сложный сложная сложно трудная трудно тяжёлый",
    "expert": "advanced professional pro профессионал профи экспертный 专家 專家",
}
_LEVELS: Final = {folded(word): level for level, words in _ALSO.items() for word in words.split()}


def also_called(level: str) -> tuple[str, ...]:
    """Return what else players call ``level``, beside its names in the catalogues."""
    return tuple(_ALSO.get(level, "").split())


@lru_cache(maxsize=1024)
def level_called(written: str) -> str | None:
    """Return the level that ``written`` names, or CUSTOM; None if it names none."""
    return called(written, _KEYS) or _LEVELS.get(folded(written))
