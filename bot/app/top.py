"""The best times of the month: in a group among its games, in a private chat among all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.app.board_actions import ShowTop
from bot.app.daily import table_lines
from bot.app.desk import Desk
from bot.app.knowledge import NeedsTop
from bot.app.screen import Reply
from bot.app.skill import LEAST_GAMES, SKILL
from bot.app.stats import MILLION, Mode
from bot.app.tops import TOP_NAMES, Asked, TopKnown, month_of
from bot.i18n import Text

_FEW: Final = 3
_MANY: Final = 10
"""Lines of a table, where one level is shown; few where all are."""


def top(desk: Desk, action: ShowTop) -> Reply:
    """Show the tables of the month, all that have an entry or those of one level."""
    chat = None if desk.request.chat.private else desk.chat.origin or desk.request.chat.id
    asked = Asked(month_of(desk.now), chat)
    known = desk.knowledge.top
    if known is None or known.asked != asked:
        raise NeedsTop(asked)
    if action.level == SKILL:
        return Reply((Text("top.skill", month=asked.month), *_skill_lines(known, _MANY)))
    names = [name for name in TOP_NAMES if action.level in {None, _parts(name)[0]}]
    most = _MANY if action.level else _FEW
    lines = [line for name in names for line in _lines(known, name, most)]
    if action.level is None and any(known.skill.ranked()):
        lines += [Text("top.skill_short"), *_skill_lines(known, _FEW)]
    title = Text("top.title_chat" if chat else "top.title", month=asked.month)
    return Reply((title, *(lines or [Text("top.none")])))


def _skill_lines(known: TopKnown, most: int) -> Iterator[Text]:
    ranked = list(known.skill.ranked())[:most]
    for rank, each in ranked:
        yield Text(
            "top.skill_line",
            rank=rank,
            name=each.name,
            above=f"{each.above * 100:+.0f}",
            wins=each.wins,
            games=each.games,
            expected=round(each.expected / MILLION, 1),
        )
    if not ranked:
        yield Text("top.skill_none", least=LEAST_GAMES)


def _lines(known: TopKnown, name: str, most: int) -> Iterator[Text]:
    level, mode = _parts(name)
    lines = [*table_lines(known.tables[name], most)]
    winners = [*table_lines(known.before[name], 1)]
    if lines or winners:
        key = "top.no_guess" if mode == Mode.NO_GUESS else "top.level"
        yield Text(key, level=Text(f"level.{level}"))
    yield from lines
    yield from (Text("top.before", winner=winner) for winner in winners)


def _parts(name: str) -> tuple[str, str]:
    """Return the level and the mode that a table is of."""
    level, _, mode = name.partition(":")[2].partition(".")
    return level, mode
