"""The table at day's end: sent once to each group that wants it, by one of the workers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import pytest

from bot.app.documents.shown import Shown
from bot.app.documents.spaces import chat_space
from bot.app.documents.table import TimeEntry
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.days import Days, RankedTry
from bot.app.errands.digest import When, look_at_digest, note_sent
from bot.app.errands.results import Results
from bot.app.ports import NotYet
from bot.app.requests.actions import Delete
from bot.app.requests.day import DAY_MS, OnDay
from bot.app.requests.request import Player
from bot.app.screens.reply import Reply
from bot.app.turns import Budget, Rate
from bot.delivery import ChatGone, ChatMoved, Courier, Digests, RetryLater, Scene, Turns, carrier
from bot.store import MailboxStore
from bot.store.turns_memory import MemoryTurns
from tests.bot.app.conftest import (
    Table,
    Time,
    cells_left,
    first_mine,
    named,
    spaces_looked_at,
    words,
)
from tests.bot.delivery.workers import NotingKeeper
from tests.outbox import outbox
from tests.strategies import seeded

EVER = 1_000_000_000.0
"""Seconds for which leases last, or they would run out while others wait and time passes."""
_FREE = Budget("test", Rate(0.000_001, 1000), Rate(0.000_001, 1000), lease=EVER)
HOUR = 3600 * 1000
MINUTE = 60 * 1000
DAY = 20_000
GROUP = "test:group"


class Passing:
    """A clock on which time passes whenever somebody waits."""

    def __init__(self, time: Time) -> None:
        """Move ``time``."""
        self._time = time

    async def sleep(self, seconds: float) -> None:
        """Let ``seconds`` pass; the renewal of a lease does not come."""
        if seconds > EVER / 10:
            await asyncio.Event().wait()
        self._time.now += round(seconds * 1000)
        await asyncio.sleep(0)


class NoBoards:
    """Shows no boards: those of groups are not tested here."""

    async def change(self, _scene: Scene, shown: Shown) -> Shown | None:
        """Change nothing."""
        return shown

    async def send(self, _scene: Scene) -> Shown | None:
        """Send nothing."""
        return None

    async def retire(self, _chat: str, _shown: Shown) -> None:
        """Take nothing away."""


@dataclass
class Wall:
    """Where tables arrive, from all workers; ``trouble`` is what each chat raises."""

    said: list[tuple[str, Reply, str | None]] = field(default_factory=list)
    trouble: dict[str, Exception] = field(default_factory=dict)
    arriving: asyncio.Event = field(default_factory=asyncio.Event)
    open: asyncio.Event = field(default_factory=asyncio.Event)

    async def announce(self, chat: str, reply: Reply, thread: str | None, _key: str) -> None:
        """Take a table, so slowly that others can come meanwhile."""
        self.arriving.set()
        if chat in self.trouble:
            raise self.trouble[chat]
        self.said.append((chat, reply, thread))
        await self.open.wait()
        await asyncio.sleep(0)


class Worker:
    """A bot's part that carries effects out."""

    def __init__(self, table: Table, wall: Wall, keeper: MemoryTurns) -> None:
        """Share documents and turns with the others."""
        self.store = table.another(MailboxStore)
        self.courier = Courier(
            self.store, Turns(keeper, Passing(table.time)), lambda _: _FREE, NoBoards()
        )
        self.courier.moved = table.service.move_chat
        self.digests = Digests(self.store, self.courier, wall.announce)
        self.store.carry = carrier(Results(self.store, table.advisor), {"test": self}, self.store)

    async def redraw(self, chat: str, number: int, *, unasked: bool = False) -> None:
        """Show a game as it is."""
        del unasked
        await self.courier.redraw(chat, number)

    async def day_over(self, chat: str, day: int) -> None:
        """Send a chat the table of a day."""
        await self.digests.send(chat, day)

    async def learn_time(self) -> None:
        """Look at the store, which tells the time."""
        await self.store.view("", lambda *_: None)

    async def sweep(self) -> None:
        """Look for effects that were left."""
        await self.learn_time()
        await self.store.sweep(0)
        await self.store.settled()


@dataclass
class Club:
    """A group, its players, and the workers that serve it."""

    table: Table
    wall: Wall
    keeper: NotingKeeper
    workers: list[Worker]

    async def at(self, ms: int) -> None:
        """Let it be so many ms after the day began, and let every worker look twice."""
        await self.table.at(DAY * DAY_MS + ms)
        await asyncio.gather(*(each.sweep() for each in (*self.workers, *self.workers)))

    async def solve(self, player: str, seconds: int | None, level: str = "easy") -> None:
        """Have a ranked try at the day's board end."""
        entry = TimeEntry((seconds or 0) * 1000, f"test:{player}", player.title())
        tried = RankedTry(OnDay(DAY, level), entry, 0, solved=seconds is not None)
        store = self.workers[0].store
        days = Days(store, self.table.advisor, seeded(1))
        await days.ended(tried, f"{player}:{level}")
        await DayGroups(store).ended(tried)

    def sends(self) -> int:
        """Return how many turns of sending have counted against what the platform allows."""
        return sum(not how.unused for how in self.keeper.returned)

    def told(self) -> list[str]:
        """Return the sentences of the one table that was sent."""
        assert len(self.wall.said) == 1
        return words(self.wall.said[0][1])


@pytest.fixture
async def club(table: Table) -> AsyncIterator[Club]:
    """Return a group that wants the tables, where Ann and Bob have asked for them."""
    wall, keeper = Wall(), NotingKeeper(lambda: table.time.now * 1000)
    table.time.now = DAY * DAY_MS
    wall.open.set()
    workers = [Worker(table, wall, keeper) for _ in range(3)]
    table.store.carry = workers[0].store.carry
    table.chat, table.private, table.in_place = GROUP, False, True
    await table.ask("/settings table on", "ann")
    for player in ("ann", "bob"):
        await table.ask("/daily", player)
    yield Club(table, wall, keeper, workers)
    for worker in workers:
        await worker.store.close()


async def test_once(club: Club) -> None:
    """However many workers look and how often, a day's table is sent once, after the day.

    It alone counts against what the platform allows.
    """
    await club.solve("ann", 60)
    await club.solve("bob", 30)
    await club.solve("bob", None, "medium")
    await club.solve("eve", 10)
    for ms in (HOUR, DAY_MS - MINUTE, DAY_MS + MINUTE, DAY_MS + 19 * MINUTE):
        await club.at(ms)
    assert club.wall.said == []
    for ms in (DAY_MS + 20 * MINUTE, DAY_MS + 21 * MINUTE, DAY_MS + 20 * HOUR):
        await club.at(ms)
    assert club.told() == [
        "🌙 The boards of 2024-10-04, this chat's results:",
        "easy: 2 of 2 solved it",
        "  1. Bob 0:30.0",
        "  2. Ann 1:00.0",
        "medium: 0 of 1 solved it",
        "New boards are here.",
    ]
    assert club.sends() == 1
    assert await outbox(club.table.backend) == []


async def test_what_waits(club: Club) -> None:
    """A group's table waits as one effect, however many play; without the wish there is none."""
    club.table.chat = "test:other"
    await club.table.ask("/settings boards 3")
    for player in ("ann", "bob"):
        await club.table.ask("/daily", player)
        await club.solve(player, 60)
    assert [effect.space for effect in await outbox(club.table.backend)] == [chat_space(GROUP)]


async def test_the_last_try(club: Club) -> None:
    """A try begun on the day is in the table if it ends while it still counts."""
    table = club.table
    table.chat, table.private = "test:ann", True
    await club.at(DAY_MS - MINUTE)
    await table.ask("/daily easy", "ann")
    game = (await table.session()).game
    await table.ask(f"!{first_mine(game)}", "ann")
    await club.at(DAY_MS + 14 * MINUTE)
    await table.settled(named(game, *cells_left(game)), "ann")
    table.chat, table.private = GROUP, False
    await club.at(DAY_MS + HOUR)
    assert club.told()[1:3] == ["easy: 1 of 1 solved it", "  1. Ann 15:00.0"]


async def test_many_players(club: Club) -> None:
    """Of many players who have solved a board the first ten are listed."""
    for at, name in enumerate("abcdefghijk"):
        await club.table.ask("/daily", name)
        await club.solve(name, 60 + at)
    await club.at(DAY_MS + HOUR)
    told = club.told()
    assert told[1] == "easy: 11 of 11 solved it"
    assert [line.split()[1] for line in told[2:-1]] == [*"ABCDEFGHIJ"]


async def test_days_in_a_row(club: Club) -> None:
    """A player who also solved a board the day before is listed with the days in a row."""
    days = Days(club.table.store, club.table.advisor, seeded(1))
    before = TimeEntry(5000, "test:ann", "Ann")
    await days.ended(RankedTry(OnDay(DAY - 1, "easy"), before, 0, solved=True), "before")
    await club.solve("ann", 60)
    await club.at(DAY_MS + HOUR)
    assert club.told()[2] == "  1. Ann 1:00.0 🔥 2"


async def test_every_day(club: Club) -> None:
    """Each day has a table of its own, which its first result asks for."""
    await club.solve("ann", 60)
    await club.at(DAY_MS + HOUR)
    entry = TimeEntry(50_000, "test:bob", "Bob")
    tried = RankedTry(OnDay(DAY + 1, "easy"), entry, 0, solved=True)
    for _ in range(2):
        await DayGroups(club.workers[1].store).ended(tried)
    await club.at(2 * DAY_MS + HOUR)
    assert [words(reply)[2] for _, reply, _ in club.wall.said] == [
        "  1. Ann 1:00.0",
        "  1. Bob 0:50.0",
    ]


async def test_nobody_played(club: Club) -> None:
    """If nobody of the group has played there is no message, and no effect is left."""
    await club.solve("eve", 10)
    await club.at(DAY_MS + HOUR)
    assert (club.wall.said, club.sends()) == ([], 0)
    assert await outbox(club.table.backend) == []


async def test_quiet_hours(club: Club) -> None:
    """In quiet hours the table waits for their end."""
    await club.table.ask("/settings quiet 22-7", "ann")
    await club.solve("ann", 60)
    for ms in (DAY_MS + HOUR, DAY_MS + 7 * HOUR - MINUTE):
        await club.at(ms)
    assert club.wall.said == []
    await club.at(DAY_MS + 7 * HOUR)
    assert club.told()[2] == "  1. Ann 1:00.0"


@pytest.mark.parametrize("choice", ["table off", "daily off"])
async def test_switched_off(club: Club, choice: str) -> None:
    """After the table is switched off before the day's end, none is sent, then or later."""
    await club.solve("ann", 60)
    await club.table.ask(f"/settings {choice}", "ann")
    await club.at(DAY_MS + HOUR)
    await club.table.ask("/settings table on", "ann")
    await club.at(DAY_MS + 2 * HOUR)
    assert club.wall.said == []


async def test_off_at_first(table: Table) -> None:
    """A group that has not switched the table on is sent nothing."""
    table.time.now = DAY * DAY_MS
    table.chat, table.private = GROUP, False
    await table.ask("/daily", "ann")
    entry = TimeEntry(50_000, "test:ann", "Ann")
    await DayGroups(table.store).ended(RankedTry(OnDay(DAY, "easy"), entry, 0, solved=True))
    assert await outbox(table.backend) == []


async def test_away_for_days(club: Club) -> None:
    """A table that could not be sent for a whole day is dropped: the next one has come."""
    await club.solve("ann", 60)
    await club.at(2 * DAY_MS + HOUR)
    assert club.wall.said == []
    assert await outbox(club.table.backend) == []


async def test_asked_again(club: Club) -> None:
    """If the platform asks to wait, the table is sent later."""
    await club.solve("ann", 60)
    club.wall.trouble[GROUP] = RetryLater(60)
    await club.at(DAY_MS + HOUR)
    assert club.wall.said == []
    del club.wall.trouble[GROUP]
    await club.at(DAY_MS + 2 * HOUR)
    assert len(club.told()) == 4


async def test_chat_gone(club: Club) -> None:
    """If the bot is no longer in a group, its table is dropped."""
    await club.solve("ann", 60)
    club.wall.trouble[GROUP] = ChatGone()
    await club.at(DAY_MS + HOUR)
    assert await outbox(club.table.backend) == []
    assert club.wall.said == []


async def test_who_is_in_no_table(club: Club) -> None:
    """A player who wants to be in no table is not in a group's either, though asked for before."""
    await club.table.ask("/listed off", "ann")
    await club.solve("ann", 60)
    await club.solve("bob", 30)
    shown = await club.table.say("/daily", "bob")
    assert shown[1:3] == ["easy: 1 of 1 solved it", "  1. Bob 0:30.0"]
    assert not [line for line in shown if "Ann" in line]


@pytest.mark.parametrize("how", ["delete", "unlist"])
async def test_off_the_tables_of_yesterday(club: Club, how: str) -> None:
    """A player who leaves the tables or deletes their data is not named as yesterday's first."""
    await club.solve("ann", 60)
    await club.table.wait(DAY_MS)
    assert "Ann" in " ".join(await club.table.say("/daily", "bob"))
    await club.table.ask(Delete(sure=True) if how == "delete" else "/listed off", "ann")
    assert "Ann" not in " ".join(await club.table.say("/daily", "bob"))


async def test_where_it_was_chosen(club: Club) -> None:
    """The table comes to the topic where it was switched on, in that player's language."""
    club.table.thread = "topic"
    await club.table.ask("/settings table on", "ann", language="ru")
    await club.solve("ann", 60)
    await club.at(DAY_MS + HOUR)
    [(_, reply, thread)] = club.wall.said
    assert (thread, reply.language) == ("topic", "ru")


@pytest.mark.parametrize("told", [True, False])
async def test_moved(club: Club, caplog: pytest.LogCaptureFixture, *, told: bool) -> None:
    """A group that has got another id gets its table there, told of before or not.

    That is not logged as an error.
    """
    await club.solve("ann", 60)
    if told:
        await club.table.service.move_chat(GROUP, "test:hall")
    else:
        club.wall.trouble[GROUP] = ChatMoved("test:hall")
    await club.solve("bob", 30)
    for hour in (1, 2):
        await club.at(DAY_MS + hour * HOUR)
    assert club.told()[2:4] == ["  1. Bob 0:30.0", "  2. Ann 1:00.0"]
    assert club.wall.said[0][0] == "test:hall"
    assert not [each for each in caplog.records if each.levelname == "ERROR"]


async def test_moved_as_it_is_sent(club: Club) -> None:
    """A table that is being sent when its group gets another id is not sent there again."""
    await club.solve("ann", 60)
    club.table.time.now = (DAY + 1) * DAY_MS + HOUR
    for worker in club.workers:
        await worker.learn_time()
    club.wall.open.clear()
    sending = asyncio.create_task(club.workers[0].day_over(GROUP, DAY))
    await club.wall.arriving.wait()
    await club.table.service.move_chat(GROUP, "test:hall")
    club.wall.open.set()
    await sending
    await club.workers[1].day_over(GROUP, DAY)
    assert [chat for chat, *_ in club.wall.said] == [GROUP]


async def test_shown_once_it_has_moved(club: Club) -> None:
    """A group's day tables are shown under its new id, with those who joined before."""
    await club.solve("ann", 60)
    await club.table.service.move_chat(GROUP, "test:hall")
    club.table.chat = "test:hall"
    assert "  1. Ann 1:00.0" in await club.table.say("/daily", "eve")
    await club.solve("eve", 30)
    shown = await club.table.say("/daily", "bob")
    assert shown[1:4] == ["easy: 2 of 2 solved it", "  1. Eve 0:30.0", "  2. Ann 1:00.0"]


async def test_asked_for_often(club: Club) -> None:
    """Many requests for a group that is blocked do not hold up the table of another group."""
    await club.solve("ann", 60)
    club.table.chat = "test:hall"
    for request in ("/settings table on", "/daily"):
        await club.table.ask(request, "ann")
    await club.solve("ann", 60, "medium")
    club.table.time.now = (DAY + 1) * DAY_MS + HOUR
    worker = club.workers[0]
    await worker.learn_time()
    turns = Turns(club.keeper, Passing(club.table.time))
    turn = await turns.take(GROUP, _FREE)
    asked = [asyncio.create_task(worker.day_over(GROUP, DAY)) for _ in range(20)]
    await asyncio.sleep(0)
    try:
        await worker.day_over("test:hall", DAY)
        assert [chat for chat, *_ in club.wall.said] == ["test:hall"]
    finally:
        turn.done()
    await asyncio.gather(*asked, return_exceptions=True)
    await turns.settled()
    assert [chat for chat, *_ in club.wall.said] == ["test:hall", GROUP]


async def test_few_at_once(club: Club) -> None:
    """Of many groups' tables only a few are sent at the same time, and all are in the end."""
    await club.solve("ann", 60)
    groups = [f"test:{number}" for number in range(20)]
    for club.table.chat in groups:
        for request in ("/settings table on", "/daily"):
            await club.table.ask(request, "ann")
    await club.solve("ann", 60, "medium")
    club.table.time.now = (DAY + 1) * DAY_MS + HOUR
    club.wall.open.clear()
    worker = club.workers[0]
    await worker.learn_time()
    sending = [asyncio.create_task(worker.day_over(chat, DAY)) for chat in groups]
    for _ in range(100):
        await asyncio.sleep(0)
    begun = len(club.wall.said)
    club.wall.open.set()
    await asyncio.gather(*sending)
    assert 1 < begun < 10
    assert sorted(chat for chat, *_ in club.wall.said) == sorted(groups)


async def test_in_place_of_a_dead_worker(club: Club) -> None:
    """A table that a worker waits to send when it ends is sent by another worker."""
    await club.solve("ann", 60)
    club.table.time.now = (DAY + 1) * DAY_MS + HOUR
    turns = Turns(club.keeper, Passing(club.table.time))
    turn = await turns.take(GROUP, _FREE)
    dying = asyncio.create_task(club.workers[0].sweep())
    for _ in range(50):
        await asyncio.sleep(0)
    await club.workers[0].store.abandon()
    with suppress(asyncio.CancelledError):
        await dying
    turn.done()
    await turns.settled()
    assert club.wall.said == []
    await club.at(DAY_MS + 2 * HOUR)
    assert len(club.told()) == 4


async def test_stopped_in_the_middle(club: Club) -> None:
    """A worker told to stop while it sends a table notes it as sent, so it is not sent twice."""
    await club.solve("ann", 60)
    club.table.time.now = (DAY + 1) * DAY_MS + HOUR
    club.wall.open.clear()
    sweeping = asyncio.create_task(club.workers[0].sweep())
    await club.wall.arriving.wait()
    stopping = asyncio.create_task(club.workers[0].store.abandon())
    for _ in range(50):
        await asyncio.sleep(0)
    assert not stopping.done()
    club.wall.open.set()
    await asyncio.gather(stopping, sweeping, return_exceptions=True)
    await club.at(DAY_MS + 2 * HOUR)
    assert len(club.told()) == 4


async def test_late_members(club: Club) -> None:
    """A player who plays first and asks for the group's table afterwards is in it."""
    await club.solve("cid", 20)
    await club.solve("dee", None)
    await club.solve("eve", 15)
    await club.table.ask("/listed off", "eve")
    for player in ("cid", "dee", "cid", "eve"):
        await club.table.ask("/daily", player)
    await club.solve("bob", 30)
    await club.table.ask("/listed off", "bob")
    await club.at(DAY_MS + HOUR)
    assert club.told()[1:3] == ["easy: 2 of 3 solved it", "  1. Cid 0:20.0"]


async def test_joined_by_a_player(club: Club) -> None:
    """A player who joins while their result is counted is in the table exactly once."""
    store, player = club.workers[1].store, Player("test:cid", "Cid")
    joining = DayGroups(store).join(player, (GROUP,), "op")
    await asyncio.gather(joining, club.solve("cid", 40), club.solve("ann", 60))
    await club.at(DAY_MS + HOUR)
    assert club.told()[1:4] == ["easy: 2 of 2 solved it", "  1. Cid 0:40.0", "  2. Ann 1:00.0"]


async def test_language_and_place(club: Club) -> None:
    """The table is in the group's language, if one was chosen."""
    await club.solve("ann", 60)
    await club.table.ask("/language zh", "ann")
    await club.at(DAY_MS + HOUR)
    assert club.told()[0] == "🌙 2024-10-04 每日棋盘，本聊天的成绩："


async def test_nobody_to_send_it(table: Table) -> None:
    """Where the bot cannot write on its own, switching the table on is refused."""
    table.private = False
    for table.in_place, table.only_answers in ((False, False), (True, True)):
        assert await table.say("/settings table on") == [
            "I cannot write here on my own: ask with /daily."
        ]
        assert (await table.say("/settings table off"))[0] == "Settings of this chat:"


async def test_waiting_costs_little(club: Club) -> None:
    """Checking many tables that wait for the day's end asks the store once."""
    worker = club.workers[0]
    looked_at = spaces_looked_at(worker.store)
    waiting = [worker.day_over(f"test:{number}", DAY) for number in range(100)]
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert all(isinstance(each, NotYet) for each in outcomes)
    assert len(looked_at) == 1


async def test_sent_in_the_wrong_order(table: Table) -> None:
    """That an older day's table was sent late does not have a newer one sent again."""
    for day in (5, 4):
        note = partial(note_sent, day=day)
        await table.store.update(chat_space(table.chat), f"sent:{day}", note)
    look = partial(look_at_digest, day=5)
    table.private, table.in_place = False, True
    await table.ask("/settings table on")
    assert (await table.store.view(chat_space(table.chat), look)).when is When.NEVER
