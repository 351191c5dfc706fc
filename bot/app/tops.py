"""Best times of a month, overall and by chat. A month needs no job to end: its tables expire."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from msgspec.structs import replace

from bot.app.dailies import DAILIES
from bot.app.day import date_of, day_of
from bot.app.day_store import read_dailies
from bot.app.ports import Decision, Documents, Store, Write
from bot.app.request import Player
from bot.app.skill import SKILL, Skill
from bot.app.spaces import player_space
from bot.app.state import Session
from bot.app.stats import Mode, Worth, mode_of
from bot.app.table import Table, TimeEntry
from core.rules import LEVELS, level_name

_KEEP_S: Final = 70 * 24 * 3600
"""Until the month after the next begins, a month's tables are shown or compared with."""
_MOST_LISTINGS: Final = 200
_MODES: Final = (Mode.RANKED, Mode.NO_GUESS)
TOP_NAMES: Final = tuple(
    f"table:{level.name}.{mode}"
    for level in LEVELS.values()
    if not level.most_mines
    for mode in _MODES
)
"""The documents of a month: a table for each level of a fixed number of mines, and mode."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The tables of a month: of a chat, or overall where ``chat`` is None."""

    month: str
    chat: str | None


@dataclass(frozen=True, slots=True)
class TopKnown:
    """The tables that were asked for by name, and those of the month before."""

    asked: Asked
    tables: dict[str, Table]
    before: dict[str, Table]
    skill: Skill
    """Of a chat; nothing overall."""


def month_of(now: int) -> str:
    """Return the month of ``now`` (ms since the epoch) in UTC, as YYYY-MM."""
    return date_of(day_of(now))[:7]


def month_before(month: str) -> str:
    """Return the month before, as YYYY-MM."""
    year, number = map(int, month.split("-"))
    return f"{year - 1}-12" if number == 1 else f"{year}-{number - 1:02}"


def top_space(asked: Asked) -> str:
    """Return the name of the space that holds the tables."""
    return f"top:{asked.month}:{asked.chat or ''}"


def top_name(session: Session) -> str | None:
    """Return the table that a game is listed in, None if there is none for it."""
    name = f"table:{level_name(session.game.rules)}.{mode_of(session)}"
    return name if name in TOP_NAMES else None


class Tops:
    """The tables in the store; all raise StoreUnavailable."""

    def __init__(self, store: Store) -> None:
        """Keep them in ``store``."""
        self._store = store

    async def enter(self, session: Session, chat: str, at: int, entry: TimeEntry) -> None:
        """List the time of a game that ended ``at``; doing it again changes nothing."""
        name = top_name(session)
        if name is None:
            return
        asked = [Asked(month_of(at), None)]
        if not session.private:
            asked.append(Asked(month_of(at), chat))
        spaces = tuple(map(top_space, asked))
        operation = f"top:{chat}:{session.number}"
        player = player_space(entry.player)
        await self._store.update(player, operation, partial(_note, spaces=spaces))
        if (await self._store.view(player, read_dailies)).unlisted:
            return
        for space in spaces:
            await self._store.update(space, operation, partial(_list, name=name, entry=entry))

    async def rate(self, seat: Player, chat: str, at: int, worth: Worth, operation: str) -> None:
        """Rate a ranked game of a group that ended ``at``; the same operation counts once."""
        space = top_space(Asked(month_of(at), chat))
        player = player_space(seat.id)
        await self._store.update(player, f"rate:{operation}", partial(_note, spaces=(space,)))
        if not (await self._store.view(player, read_dailies)).unlisted:
            rate = partial(_rate, seat=seat, worth=worth)
            await self._store.update(space, f"rate:{operation}:{seat.id}", rate)

    async def known(self, asked: Asked) -> TopKnown:
        """Return the tables that are asked for."""
        before = Asked(month_before(asked.month), asked.chat)
        tables = await self._store.view(top_space(asked), _read)
        skill = await self._store.view(top_space(asked), _skill)
        return TopKnown(asked, tables, await self._store.view(top_space(before), _read), skill)

    async def strike(self, player: str, operation: str) -> None:
        """Take a player off every table they are listed in."""
        dailies = await self._store.view(player_space(player), read_dailies)
        for space in dailies.listed_in:
            await self._store.update(space, operation, partial(_strike, player=player))


def _note(documents: Documents, now: int, *, spaces: tuple[str, ...]) -> Decision[None]:
    """Write where a player is listed, so that it can be undone."""
    dailies = read_dailies(documents, now)
    listed = tuple(dict.fromkeys((*dailies.listed_in, *spaces)))[-_MOST_LISTINGS:]
    if dailies.unlisted or listed == dailies.listed_in:
        return Decision(None)
    return Decision(None, {DAILIES: Write(replace(dailies, listed_in=listed))})


def _list(documents: Documents, _now: int, *, name: str, entry: TimeEntry) -> Decision[None]:
    table = _table(documents, name).listing(entry)
    return Decision(None, {name: Write(table, _KEEP_S)})


def _rate(documents: Documents, now: int, *, seat: Player, worth: Worth) -> Decision[None]:
    skill = _skill(documents, now).add(seat.id, seat.name, worth)
    return Decision(None, {SKILL: Write(skill, _KEEP_S)})


def _skill(documents: Documents, _now: int) -> Skill:
    skill = documents.get(SKILL)
    return skill if isinstance(skill, Skill) else Skill()


def _read(documents: Documents, _now: int) -> dict[str, Table]:
    return {name: _table(documents, name) for name in TOP_NAMES}


def _table(documents: Documents, name: str) -> Table:
    table = documents.get(name)
    return table if isinstance(table, Table) else Table()


def _strike(documents: Documents, _now: int, *, player: str) -> Decision[None]:
    return Decision(None, dict(_struck(documents, player)))


def _struck(documents: Documents, player: str) -> Iterator[tuple[str, Write]]:
    for name in TOP_NAMES:
        table = _table(documents, name)
        if any(each.player == player for each in table.entries):
            yield name, Write(table.without(player), _KEEP_S)
    skill = _skill(documents, 0)
    if any(each.player == player for each in skill.rated):
        yield SKILL, Write(skill.without(player), _KEEP_S)
