"""Table commands: what stands behind those that show tables and statistics."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Final

from bot.app.requests.actions import Action, Misread
from bot.app.requests.board_actions import Daily, DailyTables, SetListed, ShowTop
from bot.app.requests.called import any_of, folded, is_chinese
from bot.app.requests.coach_actions import SetPublic, ShowStats
from bot.app.requests.day import DAY_LEVELS
from bot.app.requests.level_names import level_called
from bot.app.requests.scope import DAILY_PAGE, SKILL_PAGE, TOP_PAGES, Scope
from bot.app.requests.setting_words import Kind, said
from bot.i18n import Text, keys_by_name
from core.rules import CUSTOM, LEVELS
from core.typed import plain

_KEYS: Final = {
    "option_name.last": "last",
    "choice.chat": Scope.CHAT,
    "choice.server": Scope.SERVER,
    "choice.everybody": Scope.ALL,
    "choice.table": "table",
    **{f"choice.{page}": page for page in (SKILL_PAGE, DAILY_PAGE)},
}
"""The words for tables, by the keys of what Discord shows for them."""
_ALSO: Final = {
    "last": ("last month", "прошлый месяц", "за прошлый месяц", "上月", "上个月", "上個月"),
    "this": ("this month", "этот месяц", "за этот месяц", "本月", "这个月", "這個月"),
    Scope.CHAT: (
        *("this chat", "чат", "этот чат", "в этом чате"),
        *("聊天", "本聊天", "聊天室", "本聊天室"),
    ),
    Scope.SERVER: (
        *("this server", "сервер", "этот сервер", "на сервере", "на этом сервере"),
        *("服务器", "本服务器", "伺服器", "本伺服器"),
    ),
    Scope.ALL: ("everyone", "всех", "所有人"),
    "table": ("tables", "таблицы", "排行榜"),
}
"""What else people call them, as on the buttons."""


def read_daily(rest: str) -> Action:
    """Read what stands behind /daily: nothing, a level, or whose tables."""
    word = _in_words(rest)
    if word in {"table", "server"}:
        return DailyTables(server=word == "server")
    level = level_called(rest)
    if word and level not in DAY_LEVELS:
        return Misread(Text("daily.usage"))
    return Daily(level)


def read_listed(rest: str) -> Action:
    """Read what stands behind /listed: on or off."""
    switch = said(Kind.SWITCH, rest)
    return SetListed(on=switch == "on") if switch else Misread(Text("listed.usage"))


def read_top(rest: str) -> Action:
    """Read what stands behind /top: what is to be shown, whose, and of which month."""
    asked = ShowTop()
    for word in _in_words(rest).split():
        if word in {"this", "last"}:
            asked = replace(asked, last=word == "last")
        elif word in list(Scope):
            asked = replace(asked, scope=Scope(word))
        elif (page := level_called(word) or word) in TOP_PAGES and asked.level is None:
            asked = replace(asked, level=page)
        elif page in {*LEVELS, CUSTOM} and asked.level is None:
            return Misread(Text("top.no_table", level=Text(f"level.{page}")))
        else:
            return Misread(Text("top.usage"))
    return asked


def read_stats(rest: str) -> Action:
    """Read what stands behind /stats: a level, who may see them, both, or somebody's name."""
    words = plain(rest).split()
    choice = next((word for word in words if said(Kind.PUBLIC, word)), None)
    if choice is not None:
        words.remove(choice)
    level = level_called(" ".join(words)) if words else ""
    if level is None:
        return ShowStats(name=rest)
    if choice is None:
        return ShowStats(level)
    return SetPublic(said(Kind.PUBLIC, choice) == "public", level)


def _in_words(rest: str) -> str:
    """Return what is written with tables called by our words, whatever they are called in it."""
    return _pattern().sub(lambda found: f" {_words()[found[0]]} ", folded(rest)).strip()


@cache
def _words() -> dict[str, str]:
    named = {folded(name): _KEYS[key] for name, key in keys_by_name(tuple(_KEYS)).items()}
    return named | {folded(each): word for word, called in _ALSO.items() for each in called}


@cache
def _pattern() -> re.Pattern[str]:
    """Return what finds them; only Chinese ones need no space beside them."""
    spaced = any_of(word for word in _words() if not is_chinese(word))
    return re.compile(rf"(?<!\S){spaced}(?!\S)|{any_of(filter(is_chinese, _words()))}")
