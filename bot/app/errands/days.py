"""Boards of the day in the store: the same for everybody, and made by whoever asks first.

A layout follows from a secret that is drawn once and kept in the store, so nobody can know it
ahead and any worker can make it; what was made first is kept, so that versions of the generator
that run side by side cannot disagree.
"""

from __future__ import annotations

from functools import partial
from hashlib import sha256
from hmac import digest
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.decisions.knowledge import DayKnown
from bot.app.documents.dailies import DAILIES, Dailies, read_dailies
from bot.app.documents.day import DAY_KEY, DayKey
from bot.app.documents.forgotten import is_forgotten
from bot.app.documents.shared import SharedBoard
from bot.app.documents.spaces import player_space
from bot.app.documents.table import Table, TimeEntry, read_table
from bot.app.documents.tokens import tokens
from bot.app.ports import Advisor, Applied, Store
from bot.app.requests.day import DAY_LEVELS, DAY_MS, OnDay, first_of, rules_of
from core.generate import NotGenerated

_KEY_SPACE: Final = "daily"
_KEY_BYTES: Final = 32
_KEEP_DAYS_S: Final = 40 * 24 * 3600
"""How long a day's boards are kept."""


class RankedTry(Struct, frozen=True):
    """A player's one ranked try at a board of the day, which ended ``at`` (ms since the epoch)."""

    on: OnDay
    entry: TimeEntry
    at: int
    solved: bool
    listed: bool = True
    """Whether its time is one that tables list: none is in which the clock has stood."""

    @property
    def shown(self) -> TimeEntry | None:
        """The entry that tables list, if they may."""
        return self.entry if self.solved and self.listed else None


def day_space(day: int) -> str:
    """Return the name of the space that holds a day's boards and tables."""
    return f"daily:{day}"


def group_space(day: int, group: str | None) -> str:
    """Return the name of the space of a group's tables of a day, of everybody's where it is None.

    It is a space of its own, so that a chat's moves never wait for results.
    """
    return day_space(day) if group is None else f"{day_space(day)}:{group}"


def board_name(level: str) -> str:
    """Return the name of the document that holds a level's board."""
    return f"board:{level}"


def table_name(level: str) -> str:
    """Return the name of the document that holds a level's table."""
    return f"table:{level}"


class Days:
    """The days, as any worker finds or makes them; all raise StoreUnavailable."""

    def __init__(self, store: Store, advisor: Advisor, rng: Random) -> None:
        """Keep boards in ``store``, have ``advisor`` make them; ``rng`` draws the secret."""
        self._store = store
        self._advisor = advisor
        self._rng = rng
        self._tokens = tokens()

    async def board(self, on: OnDay) -> SharedBoard:
        """Return a day's board; TimeoutError when it cannot be made now."""
        name = board_name(on.level)
        found = await self._store.view(day_space(on.day), lambda docs, _: docs.get(name))
        if isinstance(found, SharedBoard):
            return found
        made = await self._made(on)
        keep = partial(_keep_first, name=name, board=made)
        operation = f"made:{next(self._tokens)}"
        kept = await self._store.update(day_space(on.day), operation, keep)
        assert isinstance(kept, Applied)  # noqa: S101  # the operation is new each time
        return kept.reply

    async def _made(self, on: OnDay) -> SharedBoard:
        seed = digest(await self._key(), f"{on.day}:{on.level}".encode(), sha256)
        made = await self._advisor.no_guess(
            rules_of(on.level), first_of(on.level), int.from_bytes(seed)
        )
        if isinstance(made, NotGenerated):
            raise TypeError(f"a level of the day has no layout: {made.why}")
        return SharedBoard.of(made.game, adjusted=made.adjusted)

    async def _key(self) -> bytes:
        drawn = DayKey(self._rng.randbytes(_KEY_BYTES))
        view = partial(_first_key, drawn=drawn)
        kept = await self._store.update(_KEY_SPACE, f"key:{next(self._tokens)}", view)
        assert isinstance(kept, Applied)  # noqa: S101  # the operation is new each time
        return kept.reply

    async def claim(self, on: OnDay, player: str, chat: str) -> bool:
        """Return whether the game that is begun in ``chat`` is the player's one ranked try."""
        operation = f"claim:{on.day}:{on.level}:{next(self._tokens)}"
        claim = partial(_claim, on=on, chat=chat)
        claimed = await self._store.update(player_space(player), operation, claim)
        assert isinstance(claimed, Applied)  # noqa: S101  # the operation is new each time
        return claimed.reply

    async def known(self, day: int, player: str, group: str | None = None) -> DayKnown:
        """Return what ``player`` is told of a day, with the tables of ``group`` or everybody's."""
        dailies = await self._store.view(player_space(player), read_dailies)
        tables = await self._store.view(group_space(day, group), read_tables)
        before = await self._store.view(group_space(day - 1, group), read_tables)
        return DayKnown(day, dailies, tables, before)

    async def ended(self, tried: RankedTry, operation: str) -> None:
        """Count a ranked try once: in the player's days, and in the table."""
        player, day = tried.entry.player, tried.on.day
        space = player_space(player)
        await self._store.update(space, f"daily:{operation}", partial(_end, tried=tried))
        dailies = await self._store.view(space, read_dailies)
        shown = None if dailies.unlisted else tried.shown
        put = partial(put_result, on=tried.on, entry=shown, solved=tried.solved)
        await self._store.update(day_space(day), operation, put)
        if shown is not None and await is_kept_out(self._store, player, tried.at):
            strike = f"strike:{next(self._tokens)}"
            await strike_off(self._store, None, player, day, strike)

    async def strike(self, player: str, today: int) -> None:
        """Take a player off the tables that are kept."""
        dailies = await self._store.view(player_space(player), read_dailies)
        operation = f"strike:{next(self._tokens)}"
        for group in (None, *dailies.groups):
            await strike_off(self._store, group, player, today, operation)


async def strike_off(
    store: Store, group: str | None, player: str, today: int, operation: str
) -> None:
    """Take a player off the tables of ``group`` that are kept, or off everybody's."""
    for day in (today - 1, today):
        strike = partial(_strike, day=day, player=player)
        await store.update(group_space(day, group), operation, strike)


async def is_kept_out(store: Store, player: str, at: int) -> bool:
    """Tell whether a player's result of the moment ``at`` is to be in no table.

    It was deleted, or the player wants to be in none. A table is written first and this asked after
    it; a deletion, or that wish, is noted first and goes through the tables after that. So one of
    the two finds what the other has done.
    """
    look = partial(may_not_be_listed, at=at)
    return await store.view(player_space(player), look)


def may_not_be_listed(documents: Documents, _now: int, *, at: int) -> bool:
    """Tell by a player's documents what ``is_kept_out`` tells."""
    return is_forgotten(documents, at) or read_dailies(documents).unlisted


def dailies_now(documents: Documents, now: int) -> tuple[Dailies, int]:
    """Return the dailies in a player's space, and the time on the store's clock."""
    return read_dailies(documents), now


def read_tables(documents: Documents, _now: int) -> dict[str, Table]:
    """Return the tables of a day by level."""
    return {level: read_table(documents, table_name(level)) for level in DAY_LEVELS}


def _keep_first(
    documents: Documents, _now: int, *, name: str, board: SharedBoard
) -> Decision[SharedBoard]:
    found = documents.get(name)
    if isinstance(found, SharedBoard):
        return Decision(found)
    return Decision(board, {name: Write(board, _KEEP_DAYS_S)})


def _first_key(documents: Documents, _now: int, *, drawn: DayKey) -> Decision[bytes]:
    found = documents.get(DAY_KEY)
    if isinstance(found, DayKey):
        return Decision(found.value)
    return Decision(drawn.value, {DAY_KEY: Write(drawn)})


def _claim(documents: Documents, _now: int, *, on: OnDay, chat: str) -> Decision[bool]:
    before = read_dailies(documents)
    after, ranked = before.claim(on, chat)
    return Decision(ranked, {} if after is before else {DAILIES: Write(after)})


def _end(documents: Documents, _now: int, *, tried: RankedTry) -> Decision[None]:
    if is_forgotten(documents, tried.at):
        return Decision(None)
    time = tried.entry.time if tried.solved else None
    dailies = read_dailies(documents).ended(tried.on, time, listed=tried.listed)
    return Decision(None, {DAILIES: Write(dailies)})


def put_result(
    documents: Documents, now: int, *, on: OnDay, entry: TimeEntry | None, solved: bool
) -> Decision[None]:
    """Count a try in its table, and list its ``entry`` where there is one."""
    name = table_name(on.level)
    return _keeping(now, on.day, {name: read_table(documents, name).add(entry, solved=solved)})


def _strike(documents: Documents, now: int, *, day: int, player: str) -> Decision[None]:
    tables = read_tables(documents, now)
    after = {level: table.without(player) for level, table in tables.items()}
    changed = {table_name(level): b for level, b in after.items() if b != tables[level]}
    return _keeping(now, day, changed)


def _keeping(now: int, day: int, tables: dict[str, Table]) -> Decision[None]:
    """Keep tables of a day until they cannot be shown any more: to the end of the day after.

    So whoever is struck off those of today and yesterday is in none.
    """
    left_s = -(-((day + 2) * DAY_MS - now) // 1000)
    return Decision(None, {n: Write(table, left_s) for n, table in tables.items() if left_s > 0})


def choose_listed(documents: Documents, _now: int, *, on: bool) -> Decision[None]:
    """Write whether a player wants to be in tables."""
    dailies = replace(read_dailies(documents), unlisted=not on)
    return Decision(None, {DAILIES: Write(dailies)})
