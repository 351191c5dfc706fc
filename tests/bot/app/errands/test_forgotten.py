"""A player in more tables than are kept on record is still forgotten by all of them."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import pytest

from bot.app.counsel import Progress
from bot.app.decision import Decide, Decision, Documents, Write
from bot.app.decisions.data import begin_forgetting
from bot.app.decisions.knowledge import OfMonth
from bot.app.documents.dailies import (
    _MOST_GROUPS,
    _MOST_LISTINGS,
    DAILIES,
    Claim,
    Dailies,
    read_dailies,
)
from bot.app.documents.spaces import player_space
from bot.app.documents.table import TimeEntry
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.tops import Tops
from bot.app.ports import Applied, Repeated, StoreUnavailable
from bot.app.requests.actions import Delete
from bot.app.requests.day import DAY_LEVELS, DAY_MS
from bot.app.requests.request import Player
from bot.app.service import Service
from bot.store import MailboxStore
from core.game import Game
from core.review import Review
from tests.bot.app.conftest import Table
from tests.bot.app.errands.month import NOVEMBER
from tests.bot.app.errands.pausing import Pausing
from tests.bot.app.errands.test_top_scopes import WORTH
from tests.bot.app.tries import play

T = TypeVar("T")
ANN = Player("test:ann", "Ann")


class Dying(MailboxStore):
    """The store of a worker that stops after so many updates."""

    left = 0

    async def update(self, space: str, operation: str, decide: Decide[T]) -> Applied[T] | Repeated:
        """Update as long as there are updates left."""
        self.left -= 1
        if self.left < 0:
            raise StoreUnavailable
        return await super().update(space, operation, decide)


class Looking(MailboxStore):
    """A store that counts how often a player's space is looked at."""

    looks = 0

    async def view(
        self, space: str, look: Callable[[Documents, int], T], since: float = math.inf
    ) -> T:
        """Look, counting it if it is at Ann's space."""
        self.looks += space == player_space(ANN.id)
        return await super().view(space, look, since)


def dying(table: Table, left: int) -> Dying:
    """Return the store of another worker, which stops after ``left`` updates."""
    store = table.another(Dying)
    store.left = left
    return store


def naming(table: Table) -> list[tuple[str, str]]:
    """Return which of all documents name Ann."""
    kept = table.backend.documents.items()
    return [key for key, (stored, _) in kept if b"test:ann" in stored.blob]


async def win(store: MailboxStore, chat: int) -> None:
    """Have Ann win a game in a group, as its effect enters it."""
    entry, group = TimeEntry(9000, "test:ann", "Ann"), f"test:{chat}"
    await Tops(store).enter("table:easy.ranked", (group,), NOVEMBER, entry, group)


@pytest.mark.parametrize("how", [Delete(sure=True), "/listed off"])
@pytest.mark.parametrize("chats", [_MOST_LISTINGS, _MOST_LISTINGS + 9])
async def test_many_tables(table: Table, chats: int, how: Delete | str) -> None:
    """A winner in very many chats is in the newest tables and everybody's, and leaves all."""
    for chat in range(chats):
        await win(table.store, chat)
    for group in (None, f"test:{chats - 1}"):
        found = await Tops(table.store).known(OfMonth("2025-11", group))
        assert len(found.tables["table:easy.ranked"].entries) == 1
    await table.ask(how)
    assert naming(table) == []


@pytest.mark.parametrize("left", range(5))
async def test_a_worker_stops_while_it_lists(table: Table, left: int) -> None:
    """At whatever update a worker stops while listing a player, they can leave all tables."""
    for chat in range(_MOST_LISTINGS - 1):
        await win(table.store, chat)
    with pytest.raises(StoreUnavailable):
        await win(dying(table, left), _MOST_LISTINGS)
    await table.ask(Delete(sure=True))
    assert naming(table) == []


@pytest.mark.parametrize("left", range(4))
async def test_carried_out_again_after_a_deletion(table: Table, left: int) -> None:
    """A half-entered result, completed later, enters no table that deletion misses."""
    with suppress(StoreUnavailable):
        await win(dying(table, left), 1)
    await table.ask(Delete(sure=True))
    await win(table.store, 1)
    await table.ask(Delete(sure=True))
    assert naming(table) == []


async def test_a_deletion_is_broken_off(table: Table) -> None:
    """A deletion that broke off half way is completed by another one days later."""
    await win(table.store, 1)
    store = dying(table, left=1)
    asked = table.request(Delete(sure=True))
    with suppress(StoreUnavailable):
        await Service(store, table.advisor).carry_out(asked)
    await store.close()
    await table.wait(5 * DAY_MS)
    assert naming(table)
    await table.ask(Delete(sure=True))
    assert naming(table) == []


async def test_what_is_deleted_first(table: Table) -> None:
    """A deletion that breaks off keeps only the list of tables still to be left."""
    await play(table, "ann", 60)
    await win(table.store, 1)
    store = dying(table, left=1)
    with suppress(StoreUnavailable):
        await Service(store, table.advisor).carry_out(table.request(Delete(sure=True)))
    await store.close()
    left = await table.store.view(player_space(ANN.id), read_dailies)
    assert left == Dailies({"easy": Claim(0, None)}, listed_in=left.listed_in)
    assert left.listed_in


async def test_counted_meanwhile(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose review takes long is not counted once its player was forgotten."""
    review, is_deleted = table.advisor.review, asyncio.Event()

    async def reviewing(game: Game, patience: float) -> Review | Progress:
        await is_deleted.wait()
        return await review(game, patience)

    monkeypatch.setattr(table.advisor, "review", reviewing)
    await table.deal("2x3/1 ##M ###")
    await table.ask("/giveup yes")
    await table.ask(Delete(sure=True))
    is_deleted.set()
    await table.store.settled()
    assert ("player:test:ann", "stats") not in table.backend.documents


async def test_ended_meanwhile(table: Table) -> None:
    """While a deletion goes on games do not count; soon after one broke off they do again."""
    await table.store.update(player_space(ANN.id), "begun", begin_forgetting)
    for minutes in (0, 1):
        await table.wait(minutes * 60_000)
        await table.deal("2x3/1 ##M ###")
        await table.settled("/giveup yes")
        assert (("player:test:ann", "stats") in table.backend.documents) == bool(minutes)


def test_listed_again_meanwhile() -> None:
    """A table that a player enters again while being removed from it stays on record."""
    spaces = tuple(f"top:{number}" for number in range(_MOST_LISTINGS + 1))
    dailies = Dailies().listing(spaces)
    left = dailies.listings_to_leave
    assert left == spaces[:1]
    assert dailies.without_listings(left).listed_in == spaces[1:]
    again = dailies.listing(left)
    assert again.without_listings(left) == again


@pytest.mark.parametrize("server", [None, "test:server"])
async def test_many_groups(table: Table, server: str | None) -> None:
    """A player who joined very many groups' tables is in the newest, and leaves all."""
    await play(table, "ann", 60)
    table.private, table.server = False, server
    for group in range(_MOST_GROUPS + 9):
        table.chat = f"test:{group}"
        shown = await table.say("/daily server" if server else "/daily")
        assert shown[1] == "easy: 1 of 1 solved it"
    of_groups = [each for each, _ in naming(table) if each.startswith("daily:0:")]
    assert len(of_groups) <= _MOST_GROUPS
    table.chat, table.private, table.server = "test:ann", True, None
    await table.ask(Delete(sure=True))
    assert naming(table) == []


@pytest.mark.parametrize("left", range(6))
async def test_a_worker_stops_while_somebody_joins(table: Table, left: int) -> None:
    """At whatever update a worker stops while a player joins, they can leave all groups."""
    await play(table, "ann", 60)
    table.private = False
    for group in range(_MOST_GROUPS):
        table.chat = f"test:{group}"
        await table.ask("/daily")
    with pytest.raises(StoreUnavailable):
        await DayGroups(dying(table, left)).join(ANN, ("test:more",), "join")
    table.chat, table.private = "test:ann", True
    await table.ask(Delete(sure=True))
    assert naming(table) == []


@pytest.mark.parametrize("is_listed", [False, True])
@pytest.mark.parametrize("left", range(1, 4))
async def test_deleted_while_joining(table: Table, left: int, *, is_listed: bool) -> None:
    """What is kept of a player deleted while they join one group too many still expires.

    ``is_listed``: while they get into one table too many.
    """
    joined = Dailies().joining(tuple(f"test:{group}" for group in range(_MOST_GROUPS)))
    joined = joined.listing(tuple(f"top:2025-11:{group}" for group in range(_MOST_LISTINGS)))
    keep = Decision(None, {DAILIES: Write(joined)})
    await table.store.update(player_space(ANN.id), "joined", lambda *_: keep)

    async def delete() -> None:
        await table.ask(Delete(sure=True))

    store = table.another(Pausing)
    store.left, store.meanwhile = left, delete
    if is_listed:
        await Tops(store).rate(ANN, (), table.time.now, WORTH, "rate")
    else:
        await DayGroups(store).join(ANN, ("test:more",), "join")
    _, expires = table.backend.documents[player_space(ANN.id), DAILIES]
    assert expires is not None


@pytest.mark.parametrize("levels", range(len(DAY_LEVELS) + 1))
async def test_looked_for_once(table: Table, levels: int) -> None:
    """Joining looks once for the player's results of all levels, and not if there are none."""
    tried = Dailies(times=dict.fromkeys(DAY_LEVELS[:levels], (0, 60000)))
    keep = Decision(None, {DAILIES: Write(tried)})
    await table.store.update(player_space(ANN.id), "tried", lambda *_: keep)
    store = table.another(Looking)
    await DayGroups(store).join(ANN, ("test:group",), "join")
    assert store.looks == 1 + bool(levels)  # the first finds the results to enter


def test_joined_again_meanwhile() -> None:
    """A group that a player joins again while being removed from it stays on record."""
    groups = tuple(f"test:{number}" for number in range(_MOST_GROUPS + 1))
    dailies = Dailies().joining(groups)
    left = dailies.groups_to_leave
    assert left == groups[:1]
    assert dailies.without_groups(left).groups == groups[1:]
    again = dailies.joining(left)
    assert again.without_groups(left) == again
