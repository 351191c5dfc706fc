"""Table commands: what stands behind those that show tables and statistics."""

from __future__ import annotations

from dataclasses import replace

from bot.app.requests.actions import Action, Misread
from bot.app.requests.board_actions import Daily, DailyTables, SetListed, ShowTop
from bot.app.requests.coach_actions import SetPublic, ShowStats
from bot.app.requests.day import DAY_LEVELS
from bot.app.requests.level_names import level_called
from bot.app.requests.scope import TOP_PAGES, Scope
from bot.i18n import Text
from core.rules import CUSTOM, LEVELS
from core.typed import plain


def read_daily(rest: str) -> Action:
    """Read what stands behind /daily: nothing, a level, or whose tables."""
    word = plain(rest)
    if word in {"table", "server"}:
        return DailyTables(server=word == "server")
    level = level_called(rest)
    if word and level not in DAY_LEVELS:
        return Misread(Text("daily.usage"))
    return Daily(level)


def read_listed(rest: str) -> Action:
    """Read what stands behind /listed: on or off."""
    choices = {"on": SetListed(on=True), "off": SetListed(on=False)}
    return choices.get(plain(rest)) or Misread(Text("listed.usage"))


def read_top(rest: str) -> Action:
    """Read what stands behind /top: what is to be shown, whose, and of which month."""
    asked = ShowTop()
    for word in plain(rest).split():
        if word == "last":
            asked = replace(asked, last=True)
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
    choice = next((word for word in words if word in {"public", "private"}), None)
    if choice is not None:
        words.remove(choice)
    level = level_called(" ".join(words)) if words else ""
    if level is None:
        return ShowStats(name=rest)
    return ShowStats(level) if choice is None else SetPublic(choice == "public", level)
