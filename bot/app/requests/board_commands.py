"""Board commands: what stands behind those about boards that others play, and their tables."""

from __future__ import annotations

from dataclasses import replace

from bot.app.requests.actions import Action, Misread
from bot.app.requests.board_actions import (
    Challenge,
    Daily,
    DailyTables,
    JoinDuel,
    PlayCode,
    PlayShared,
    SetListed,
    ShowTop,
    Tournament,
)
from bot.app.requests.called import first_word
from bot.app.requests.day import DAY_LEVELS
from bot.app.requests.scope import TOP_PAGES, Scope
from bot.app.requests.short_code import is_code
from bot.app.requests.wish import WishError, read_wish
from bot.i18n import Text
from core.typed import plain


def read_daily(rest: str) -> Action:
    """Read what stands behind /daily: nothing, a level, or whose table is to be shown."""
    level = plain(rest)
    if level in {"table", "server"}:
        return DailyTables(server=level == "server")
    return Daily(level or None) if level in {"", *DAY_LEVELS} else Misread(Text("daily.usage"))


def read_listed(rest: str) -> Action:
    """Read what stands behind /listed: whether to be in tables."""
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
        elif word in TOP_PAGES and asked.level is None:
            asked = replace(asked, level=word)
        else:
            return Misread(Text("top.usage"))
    return asked


def read_play_shared(rest: str) -> Action:
    """Read what stands behind /play: the code of a shared board, or another program's of one."""
    code = plain(rest)
    if ":" in code or "b=" in code:
        return PlayCode(code)
    return PlayShared(code) if code else Misread(Text("share.usage"))


def read_duel(rest: str) -> Action:
    """Read what stands behind /duel: the code of one to join, or what the board is to be."""
    if is_code(plain(rest)):
        return JoinDuel(plain(rest))
    try:
        return Challenge(read_wish(rest))
    except WishError:
        return Misread(Text("duel.usage"))


def read_tournament(rest: str) -> Action:
    """Read what stands behind /tournament: how many rounds, and what the boards are to be."""
    rounds, wish = first_word(plain(rest))
    if not rounds.isdecimal() or len(rounds) > 1:
        return Misread(Text("cup.usage"))
    try:
        return Tournament(int(rounds), read_wish(wish))
    except WishError:
        return Misread(Text("cup.usage"))
