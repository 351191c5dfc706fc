"""Tables of a month, overall, by chat and by server. No job ends a month: its tables expire."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

from bot.app.decision import Decision, Documents, Write, read_as
from bot.app.decisions.knowledge import OfMonth, TopKnown
from bot.app.documents.dailies import DAILIES, Dailies, read_dailies
from bot.app.documents.forgotten import is_forgotten
from bot.app.documents.skill import LEAST_OF_ALL, SKILL, Rated, Skill
from bot.app.documents.solved import SOLVED, Solved, SolvedBy
from bot.app.documents.spaces import player_space
from bot.app.documents.stats import Worth
from bot.app.documents.table import TOP_NAMES, Table, TimeEntry, read_table
from bot.app.documents.tokens import tokens
from bot.app.errands.days import dailies_now, is_kept_out, may_not_be_listed
from bot.app.ports import Store
from bot.app.requests.day import DAY_MS, OnDay, first_day, month_before, month_of, month_on
from bot.app.requests.request import Player

_Tables: TypeAlias = dict[str, object]
"""The documents of a month by their names, as far as they are to be written."""
_Change: TypeAlias = Callable[[Documents], _Tables]

_KEEP_S: Final = 70 * 24 * 3600
"""How long a month's tables are kept since it began, whoever enters or leaves them meanwhile: they
are shown or compared with until the end of the month after it."""


def top_space(of: OfMonth) -> str:
    """Return the name of the space that holds the tables."""
    return f"top:{of.month}:{of.group or ''}"


def _spaces(month: str, groups: tuple[str | None, ...]) -> tuple[str, ...]:
    return tuple(top_space(OfMonth(month, group)) for group in groups)


def _ends_at(space: str) -> int:
    """Return until when the tables in ``space`` are kept, in ms since the epoch."""
    return first_day(space.split(":")[1]) * DAY_MS + _KEEP_S * 1000


class Tops:
    """The tables in the store; all raise StoreUnavailable."""

    def __init__(self, store: Store) -> None:
        """Keep them in ``store``."""
        self._store = store
        self._tokens = tokens()

    async def enter(
        self, name: str, groups: tuple[str, ...], at: int, entry: TimeEntry, operation: str
    ) -> None:
        """List the time of a game that ended ``at`` in the tables ``name``, of groups and overall.

        An operation is carried out once.
        """
        spaces = _spaces(month_of(at), (None, *groups))
        put = self._put(spaces, f"top:{operation}", partial(_list, name=name, entry=entry))
        await self._enter(entry.player, spaces, at, f"top:{operation}:noted", put)

    async def rate(
        self, player: Player, groups: tuple[str, ...], at: int, worth: Worth, operation: str
    ) -> None:
        """Rate a ranked game that ended ``at``, in groups and overall; an operation counts once."""
        spaces, operation = _spaces(month_of(at), (None, *groups)), f"rate:{operation}"
        rated = partial(self._rate, player, spaces, at, worth, operation)
        await self._enter(player.id, spaces, at, operation, rated)

    async def _rate(
        self, player: Player, spaces: tuple[str, ...], at: int, worth: Worth, operation: str
    ) -> None:
        month, (overall, *of_groups) = month_of(at), spaces
        add = partial(_add_rating, month=month, worth=worth, at=at)
        await self._store.update(player_space(player.id), f"{operation}:overall", add)
        # What is known of the player over all chats, so that the order of results is no matter.
        total = (await self._dailies(player.id)).rated.get(month, Worth())
        operation = f"{operation}:{player.id}"
        if total.games >= LEAST_OF_ALL:
            rated = Rated(player.id, player.name, total.games, total.wins, total.expected)
            await self._change(overall, operation, partial(_put_rated, rated=rated))
        for space in of_groups:
            rate = partial(_add_to_skill, player=player, worth=worth)
            await self._change(space, operation, rate)

    async def solved(self, on: OnDay, player: str, name: str) -> None:
        """Count a board of the day in the tables of its month, overall and in the player's groups.

        It is counted in the player's days already.
        """
        groups: tuple[str | None, ...] = (None, *(await self._dailies(player)).groups)
        operation = f"solved:{on.day}:{on.level}:{player}"
        await self._count(Player(player, name), groups, month_on(on.day), operation)

    async def joined(
        self, player: Player, groups: tuple[str, ...], day: int, operation: str
    ) -> None:
        """Count the boards of the day that a player has solved before they joined ``groups``."""
        await self._count(player, groups, month_on(day), f"joined:{operation}")

    async def _count(
        self, player: Player, groups: tuple[str | None, ...], month: str, operation: str
    ) -> None:
        dailies, at = await self._store.view(player_space(player.id), dailies_now)
        if boards := dailies.solved.get(month, 0):
            spaces, new = _spaces(month, groups), SolvedBy(player.id, player.name, boards)
            put = self._put(spaces, operation, partial(_put_solved, new=new))
            await self._enter(player.id, spaces, at, f"{operation}:noted", put)

    async def known(self, of: OfMonth) -> TopKnown:
        """Return the tables of a month."""
        before = OfMonth(month_before(of.month), of.group)
        tables, skill, solved = await self._store.view(top_space(of), _read)
        earlier, _, _ = await self._store.view(top_space(before), _read)
        return TopKnown(of, tables, earlier, skill, solved)

    async def _dailies(self, player: str) -> Dailies:
        return await self._store.view(player_space(player), read_dailies)

    async def _enter(
        self,
        player: str,
        spaces: tuple[str, ...],
        at: int,
        noting: str,
        put: Callable[[], Awaitable[None]],
    ) -> None:
        """Have ``put`` write a player's result of ``at`` in ``spaces``, unless it is to be in none.

        The operation ``noting`` notes with the player where they will be listed, then the tables
        are written, then it is asked whether they may be. A deletion notes itself first and goes
        through all tables that are noted after that; so one of the two finds what the other did.
        """
        if await self._noted(player, spaces, noting, at):
            await put()
        if await is_kept_out(self._store, player, at):
            # Each time anew: another worker may be entering the same.
            await self._strike_off(spaces, player, f"kept_out:{next(self._tokens)}")

    def _put(
        self, spaces: tuple[str, ...], operation: str, change: _Change
    ) -> Callable[[], Awaitable[None]]:
        """Return what writes the same ``change`` in the tables of all ``spaces``."""

        async def put() -> None:
            for space in spaces:
                await self._change(space, operation, change)

        return put

    async def _noted(self, player: str, spaces: tuple[str, ...], operation: str, at: int) -> bool:
        """Note with a player that ``spaces`` list a result of ``at``; return whether they are to.

        Whoever is in too many tables leaves the oldest. These stay noted until that is done, so
        that a deletion finds every table even if a worker stops in between.
        """
        note = partial(_note, spaces=spaces, at=at)
        await self._store.update(player_space(player), operation, note)
        dailies = await self._dailies(player)
        if left := dailies.listings_to_leave:
            await self._strike_off(left, player, f"left:{operation}:{player}")
            cut = partial(_cut, left=left)
            await self._store.update(player_space(player), f"left:{operation}", cut)
        # A repeated operation notes nothing again, though a deletion may have come in between.
        return not dailies.unlisted and {*spaces} <= {*dailies.listed_in}

    async def strike(self, player: str, operation: str) -> None:
        """Take a player off every table they are listed in."""
        await self._strike_off((await self._dailies(player)).listed_in, player, operation)

    async def _strike_off(self, spaces: tuple[str, ...], player: str, operation: str) -> None:
        for space in spaces:
            await self._change(space, operation, partial(_strike, player=player))

    async def _change(self, space: str, operation: str, change: _Change) -> None:
        """Write what ``change`` makes of the tables in ``space``."""

        def decide(documents: Documents, now: int) -> Decision[None]:
            left_s = max((_ends_at(space) - now) // 1000, 1)
            writes = {name: Write(table, left_s) for name, table in change(documents).items()}
            return Decision(None, writes)

        await self._store.update(space, operation, decide)


def _note(documents: Documents, now: int, *, spaces: tuple[str, ...], at: int) -> Decision[None]:
    """Write where a player is listed, so that it can be undone."""
    before = read_dailies(documents)
    kept_out = may_not_be_listed(documents, now, at=at)
    after = before if kept_out else before.listing(spaces)
    return Decision(None, {} if after is before else {DAILIES: Write(after)})


def _cut(documents: Documents, _now: int, *, left: tuple[str, ...]) -> Decision[None]:
    before = read_dailies(documents)
    after = before.without_listings(left)
    # As where groups are left: of who was deleted meanwhile what is kept expires.
    return Decision(None, {} if after == before else {DAILIES: Write(after)})


def _list(documents: Documents, *, name: str, entry: TimeEntry) -> _Tables:
    table = read_table(documents, name)
    return _changed(name, table, table.listing(entry))


def _changed(name: str, before: object, after: object) -> _Tables:
    """Write ``after``, unless it is as it was: most results are too slow for everybody's tables."""
    return {} if after == before else {name: after}


def _add_rating(
    documents: Documents, _now: int, *, month: str, worth: Worth, at: int
) -> Decision[None]:
    if is_forgotten(documents, at):
        return Decision(None)
    return Decision(None, {DAILIES: Write(read_dailies(documents).rating(month, worth))})


def _add_to_skill(documents: Documents, *, player: Player, worth: Worth) -> _Tables:
    return {SKILL: _skill(documents).add(player.id, player.name, worth)}


def _put_rated(documents: Documents, *, rated: Rated) -> _Tables:
    skill = _skill(documents)
    return _changed(SKILL, skill, skill.put(rated))


def _put_solved(documents: Documents, *, new: SolvedBy) -> _Tables:
    solved = _solved(documents)
    return _changed(SOLVED, solved, solved.put(new))


def _skill(documents: Documents) -> Skill:
    return read_as(documents, SKILL, Skill) or Skill()


def _solved(documents: Documents) -> Solved:
    return read_as(documents, SOLVED, Solved) or Solved()


def _read(documents: Documents, _now: int) -> tuple[dict[str, Table], Skill, Solved]:
    tables = {name: read_table(documents, name) for name in TOP_NAMES}
    return tables, _skill(documents), _solved(documents)


def _strike(documents: Documents, *, player: str) -> _Tables:
    skill, solved = _skill(documents), _solved(documents)
    changed = _changed(SKILL, skill, skill.without(player))
    changed |= _changed(SOLVED, solved, solved.without(player))
    for name in TOP_NAMES:
        table = read_table(documents, name)
        changed |= _changed(name, table, table.without(player))
    return changed
