"""The tables of a month: best times, wins beyond luck, boards of the day; whose is chosen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.app.decisions.daily import table_lines
from bot.app.decisions.declined import Declined
from bot.app.decisions.desk import Desk
from bot.app.decisions.knowledge import OfMonth, TopKnown
from bot.app.documents.mode import Mode
from bot.app.documents.skill import LEAST_GAMES, LEAST_OF_ALL
from bot.app.documents.table import TOP_NAMES, level_and_mode
from bot.app.requests.board_actions import ShowTop
from bot.app.requests.button import Button, Row
from bot.app.requests.day import month_before, month_of, month_text
from bot.app.requests.scope import DAILY_PAGE, SKILL_PAGE, Scope
from bot.app.screens.reply import Reply
from bot.app.screens.times import exact_time
from bot.i18n import Text

_FEW: Final = 3
_MANY: Final = 10
"""Lines of a table, where one level is shown; few where all are."""


def top(desk: Desk, action: ShowTop) -> Reply:
    """Show the tables of the month, all that have an entry or those of one level."""
    scope = _scope(desk, action)
    month = month_of(desk.now)
    shown = month_before(month) if action.last else month
    known = desk.known(OfMonth(shown, _group(desk, scope)))
    chosen = replace(action, scope=scope)
    texts = tuple(_page(known, chosen))
    return Reply(texts, buttons=tuple(_buttons(desk, chosen)))


def _scope(desk: Desk, action: ShowTop) -> Scope:
    here = desk.request.chat
    if action.scope is Scope.SERVER and here.server is None:
        raise Declined(Text("top.no_server"))
    return Scope.ALL if here.private else action.scope or Scope.CHAT


def _group(desk: Desk, scope: Scope) -> str | None:
    here = desk.request.chat
    match scope:
        case Scope.CHAT:
            return desk.chat.tables_id(here.id)
        case Scope.SERVER:
            return here.server
        case Scope.ALL:
            return None


def _buttons(desk: Desk, shown: ShowTop) -> Iterator[Row]:
    here = desk.request.chat
    scopes = [Scope.CHAT, *([Scope.SERVER] if here.server else []), Scope.ALL]
    others = [] if here.private else [each for each in scopes if each != shown.scope]
    if others:
        yield tuple(Button(Text(f"top.to_{each}"), replace(shown, scope=each)) for each in others)
    month = Text("top.to_this" if shown.last else "top.to_last")
    yield (Button(month, replace(shown, last=not shown.last)),)


def _page(known: TopKnown, shown: ShowTop) -> Iterator[Text]:
    month, scope = month_text(known.of.month), shown.scope
    if shown.level == SKILL_PAGE:
        yield Text(f"top.skill_{scope}", month=month)
        yield from _skill_lines(known, _MANY)
    elif shown.level == DAILY_PAGE:
        yield Text(f"top.daily_{scope}", month=month)
        yield from _solved_lines(known)
    else:
        yield Text(f"top.times_{scope}", month=month)
        yield from list(_times(known, shown)) or [Text("top.none", month=month)]


def _times(known: TopKnown, shown: ShowTop) -> Iterator[Text]:
    most = _MANY if shown.level else _FEW
    for name in TOP_NAMES:
        if shown.level in {None, level_and_mode(name)[0]}:
            yield from _lines(known, name, most, is_running=not shown.last)
    if shown.level is None and any(known.skill.ranked(_least(known))):
        yield Text("top.skill_short")
        yield from _skill_lines(known, _FEW)
    if shown.level is None and known.solved.by:
        yield Text("top.daily_short")
        yield from _solvers(known, _FEW)


def _least(known: TopKnown) -> int:
    return LEAST_OF_ALL if known.of.group is None else LEAST_GAMES


def _skill_lines(known: TopKnown, most: int) -> Iterator[Text]:
    ranked = list(known.skill.ranked(_least(known)))[:most]
    for rank, each in ranked:
        yield Text(
            "top.skill_line",
            rank=rank,
            name=each.name,
            above=round(each.above * 100),
            wins=each.wins,
            games=each.games,
            expected=round(each.expected_wins, 1),
        )
    if not ranked:
        yield Text("top.skill_none", least=_least(known), month=month_text(known.of.month))


def _solvers(known: TopKnown, most: int) -> Iterator[Text]:
    for rank, each in list(known.solved.ranked())[:most]:
        yield Text("top.daily_line", rank=rank, name=each.name, boards=each.boards)


def _solved_lines(known: TopKnown) -> Iterator[Text]:
    yield from _solvers(known, _MANY)
    if not known.solved.by:
        yield Text("top.daily_none", month=month_text(known.of.month))
    if known.of.group is not None:
        yield Text("top.daily_join")


def _lines(known: TopKnown, name: str, most: int, *, is_running: bool) -> Iterator[Text]:
    level, mode = level_and_mode(name)
    lines = [*table_lines(known.tables[name], most)]
    winners = known.before[name].winners[:most] if is_running else []
    if lines or winners:
        key = "top.no_guess" if mode is Mode.NO_GUESS else "top.level"
        yield Text(key, level=Text(f"level.{level}"))
    yield from lines
    for first in winners:
        yield Text("top.before", name=first.name, time=exact_time(first.time))
