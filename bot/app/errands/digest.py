"""Digest: what a group is told when a day is over, once, where it wants that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.decisions.daily import level_lines
from bot.app.documents.dailies import Dailies, read_dailies
from bot.app.documents.digests import DIGESTS, read_digests
from bot.app.documents.spaces import player_space
from bot.app.documents.state import read_chat
from bot.app.documents.table import Table
from bot.app.errands.days import group_space, read_tables
from bot.app.ports import Store
from bot.app.requests.board_actions import Daily
from bot.app.requests.day import DAY_LEVELS, date_of, last_try
from bot.app.screens.reply import Reply
from bot.i18n import Text

_LATE_MS: Final = 5 * 60 * 1000
"""How long after the last try results may come: by then another worker has replaced a dead one."""
_SHOWN: Final = 10
_LEAST_STREAK: Final = 2


class When(Enum):
    """Whether it is time to send a table."""

    LATER = auto()
    NOW = auto()
    NEVER = auto()


@dataclass(frozen=True, slots=True)
class Digest:
    """Whether a day's table is to be sent, and how it is to be told."""

    when: When
    language: str = "en"
    thread: str | None = None
    origin: str | None = None
    """The id that the chat's tables are kept under, if that is another one."""


def is_counted(day: int, now: int) -> bool:
    """Tell whether ``day`` is over, and all its results are there by now."""
    return now >= last_try(day) + _LATE_MS


def look_at_digest(documents: Documents, now: int, day: int) -> Digest:
    """Return how things stand in a chat with the table of ``day``, which is over.

    In quiet hours it waits for their end.
    """
    state, digests = read_chat(documents), read_digests(documents)
    chosen = state.settings
    if digests.sent >= day or not (chosen.table and chosen.daily):
        return Digest(When.NEVER)
    if chosen.quiet is not None and chosen.quiet.is_on(now):
        return Digest(When.LATER)
    language = chosen.language or digests.language or "en"
    return Digest(When.NOW, language, digests.thread, state.origin)


def note_sent(documents: Documents, _now: int, day: int) -> Decision[None]:
    """Write that the table of ``day`` was sent."""
    digests = read_digests(documents)
    return Decision(None, {DIGESTS: Write(replace(digests, sent=max(digests.sent, day)))})


async def digest_reply(store: Store, chat: str, day: int, digest: Digest) -> Reply | None:
    """Return the table of ``day``; None where nobody played. Raises StoreUnavailable.

    None also from a day later on, when the next one is due: what it is made of is kept no longer.
    """
    space = group_space(day, digest.origin or chat)
    tables = await store.view(space, read_tables)
    if not any(table.tried for table in tables.values()):
        return None
    texts = [Text("daily.digest", date=date_of(day))]
    for level in DAY_LEVELS:
        texts += await _lines(store, tables[level], level, day)
    texts.append(Text("daily.digest_how"))
    return Reply(tuple(texts), link=Daily(), language=digest.language)


async def _lines(store: Store, table: Table, level: str, day: int) -> list[Text]:
    """Return how a level's board went, each of the first players with their days in a row."""
    if not table.tried:
        return []
    first = [entry for _, entry in table.ranked()][:_SHOWN]
    dailies = [await store.view(player_space(entry.player), read_dailies) for entry in first]
    head, *lines = level_lines(table, level, _SHOWN)
    return [head, *_with_streaks(lines, dailies, day)]


def _with_streaks(lines: list[Text], dailies: list[Dailies], day: int) -> Iterator[Text]:
    for line, each in zip(lines, dailies, strict=True):
        days = each.streak.at(day)
        is_streak = days >= _LEAST_STREAK
        yield Text("daily.streak_line", line=line, days=days) if is_streak else line
