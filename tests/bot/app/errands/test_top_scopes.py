"""Tables of a chat, a server and all, of this month and the last: nothing counts twice."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.decisions.knowledge import OfMonth
from bot.app.documents.dailies import Dailies
from bot.app.documents.mode import Mode
from bot.app.documents.skill import LEAST_OF_ALL, SKILL, Rated, Skill
from bot.app.documents.solved import Solved, SolvedBy
from bot.app.documents.stats import MILLION, Worth
from bot.app.documents.table import TimeEntry, month_table
from bot.app.errands.day_groups import DayGroups
from bot.app.errands.days import Days, RankedTry
from bot.app.errands.tops import Tops
from bot.app.requests.actions import Misread
from bot.app.requests.board_actions import ShowTop
from bot.app.requests.commands import read
from bot.app.requests.day import DAY_MS, OnDay, first_day, month_on
from bot.app.requests.request import Player
from bot.app.requests.scope import TOP_PAGES, Scope
from bot.i18n import Text
from bot.store import MailboxStore
from tests.bot.app.conftest import Table, labels, words
from tests.bot.app.errands.month import DECEMBER, NOVEMBER, top, win
from tests.strategies import seeded

DAY = NOVEMBER // DAY_MS
WORTH = Worth.of(won=True, expected=0.5, accuracy=None)
EASY = "table:easy.ranked"
pytestmark = pytest.mark.usefixtures("november")


async def test_server(table: Table) -> None:
    """All channels of a server share a table, which has no games of other servers."""
    for server, chat, player, seconds in (
        ("test:s", "test:one", "ann", 60),
        ("test:s", "test:two", "bob", 50),
        ("test:t", "test:three", "cid", 40),
    ):
        table.server = server
        await win(table, player, seconds, chat)
    table.server = "test:s"
    whole = await top(table, "test:one", "/top server")
    assert whole[:4] == [
        "🏆 Best times of November 2025 in this server:",
        "easy",
        "  1. Bob 0:50.0",
        "  2. Ann 1:00.0",
    ]
    assert (await top(table, "test:one"))[2:] == ["  1. Ann 1:00.0"]
    assert (await top(table, "test:one", "/top all"))[2:] == [
        "  1. Cid 0:40.0",
        "  2. Bob 0:50.0",
        "  3. Ann 1:00.0",
    ]
    table.server = None
    assert await top(table, "test:one", "/top server") == [
        "There is no server here, only this chat."
    ]


async def test_all_tables_expire(table: Table) -> None:
    """No document of a month's tables is kept for ever, whoever enters or leaves."""
    for player in ("ann", "bob"):
        table.chat, table.private = "test:one", False
        await table.ask("/daily", player)
        await solve(table, DAY, player)
        await win(table, player, 60, "test:one")
    for struck in (False, True):
        if struck:
            await table.ask("/listed off", "ann")
        kept = {
            (space, name): expires
            for (space, name), (_, expires) in table.backend.documents.items()
            if space.startswith(("top:", "daily:"))
        }
        names = {month_table("easy", Mode.RANKED), "skill", "solved", "table:easy"}
        assert {name for _, name in kept} >= names
        assert [document for document, expires in kept.items() if expires is None] == []


async def test_a_month_s_tables_end(table: Table) -> None:
    """They are kept for 70 days since it began, whoever enters or leaves them late."""
    for player in ("ann", "bob", "cid"):
        await win(table, player, 60, "test:one")
    begun = first_day("2025-11") * DAY_MS
    table.time.now = begun + 69 * DAY_MS
    await table.ask("/listed off", "ann")
    cid = Player("test:cid", "Cid")
    await Tops(table.store).rate(cid, ("test:one",), NOVEMBER, WORTH, "late")
    kept = {
        (key, expires)
        for key, (_, expires) in table.backend.documents.items()
        if key[0].startswith("top:2025-11:")
    }
    assert {key for key, _ in kept} >= {("top:2025-11:", "table:easy.ranked")}
    assert {expires for _, expires in kept} == {begun + 70 * DAY_MS}
    table.time.now = begun + 71 * DAY_MS
    await Tops(table.store).rate(cid, ("test:one",), NOVEMBER, WORTH, "later")
    _, expires = table.backend.documents["top:2025-11:test:one", SKILL]
    assert expires == table.time.now + 1000, "what is kept for less is an error in Redis"


async def test_last_month(table: Table) -> None:
    """The tables of the month before can be shown once it is over, and no later."""
    await win(table, "ann", 60, "test:one")
    await win(table, "bob", 60, "test:one")
    await table.at(DECEMBER)
    entry = TimeEntry(9000, "test:cid", "Cid")
    for ended in (NOVEMBER - 30 * DAY_MS, NOVEMBER + DAY_MS):
        await Tops(table.store).enter(EASY, ("test:one",), ended, entry, f"{ended}")
    last = await top(table, "test:one", "/top last")
    assert last[2] == "  1. Cid 0:09.0"
    assert not any(line.startswith("  last month:") for line in last)
    assert last[:2] == ["🏆 Best times of November 2025 in this chat:", "easy"]
    assert "Ann" in " ".join(last[2:])
    assert await top(table, "test:one", "/top expert last") == [
        last[0],
        "No time is listed for November 2025.",
    ]
    await table.wait(62 * DAY_MS)
    assert (await top(table, "test:one", "/top last"))[1].startswith(
        "No time is listed for January 2026"
    )


async def test_buttons(table: Table) -> None:
    """Buttons choose, too, whose tables are shown and of which month."""
    table.server, table.private = "test:s", False
    reply = await table.ask("/top skill")
    assert labels(reply) == ["🏠 Server", "🌍 Everybody", "⏮ Last month"]
    last = await table.ask(reply.buttons[1][0].action)
    assert words(last)[0] == "🎯 Wins beyond luck, October 2025, in this chat's ranked games:"
    everybody = await table.ask(last.buttons[0][1].action)
    assert words(everybody)[0] == "🎯 Wins beyond luck, October 2025, in everybody's ranked games:"
    assert labels(everybody) == ["💬 This chat", "🏠 Server", "⏭ This month"]
    table.server = None
    assert labels(await table.ask("/top")) == ["🌍 Everybody", "⏮ Last month"]
    table.private = True
    alone = await table.ask("/top")
    assert labels(alone) == ["⏮ Last month"]
    assert all(alone.buttons)


PAGES = st.none() | st.sampled_from(TOP_PAGES)
SCOPES = st.none() | st.sampled_from(Scope)


@given(st.builds(ShowTop, PAGES, SCOPES, st.booleans()))
def test_typed(action: ShowTop) -> None:
    """A page, whose it is and a month can be written one after the other."""
    text = " ".join(filter(None, (action.level, action.scope, "last" if action.last else "")))
    assert read(f"/top {text}") == action


def test_two_pages() -> None:
    """Who asks for two pages at once is asked back."""
    assert read("/top easy expert") == Misread(Text("top.usage"))


async def solve(table: Table, day: int, player: str, level: str = "easy") -> None:
    """Have a player solve a board of the day, with its effect carried out twice."""
    store = table.another(MailboxStore)
    entry, on = TimeEntry(60_000, f"test:{player}", player.title()), OnDay(day, level)
    days = Days(store, table.advisor, seeded(1))
    tried = RankedTry(on, entry, 0, solved=True)
    await days.ended(tried, f"{day}:{level}:{player}")
    await DayGroups(store).ended(tried)
    await Tops(store).solved(on, entry.player, entry.name)


async def test_two_boards_of_a_day(table: Table) -> None:
    """Each board that a player solves on a day counts in the table of the month at once."""
    for count, level in enumerate(("easy", "medium", "expert"), 1):
        await solve(table, DAY, "ann", level)
        assert (await top(table, "test:one", "/top daily all"))[1] == f"  1. Ann {count}"


async def test_boards_of_the_day(table: Table) -> None:
    """A month's solved boards are counted once, and equals share a rank."""
    table.private, table.chat = False, "test:one"
    for player in ("ann", "bob", "cid"):
        await table.ask("/daily", player)
    done = [(DAY, "ann"), (DAY + 1, "ann"), (DAY, "bob"), (DAY + 2, "bob"), (DAY, "cid")]
    late = (DAY - 40, "ann")
    work = [solve(table, *each) for each in (*done, late) for _ in range(3)]
    Random(3).shuffle(work)
    await asyncio.gather(*work)
    assert await top(table, "test:one", "/top daily") == [
        "📅 Boards of the day solved, November 2025, in this chat's table:",
        "  1. Ann 2",
        "  1. Bob 2",
        "  3. Cid 1",
        "Ask for /daily here to be in this table.",
    ]
    assert "📅 Boards of the day (/top daily)" in await top(table, "test:one")
    await table.at(DECEMBER)
    last = await top(table, "test:one", "/top daily last")
    assert last[1:4] == ["  1. Ann 2", "  1. Bob 2", "  3. Cid 1"]
    await table.at(NOVEMBER)
    assert (await top(table, "test:two", "/top daily"))[1].startswith("Nobody is in this table")
    assert (await top(table, "test:two", "/top daily all"))[1:] == [
        "  1. Ann 2",
        "  1. Bob 2",
        "  3. Cid 1",
    ]
    table.chat = "test:two"
    await table.ask("/daily", "bob")
    assert (await top(table, "test:two", "/top daily"))[1] == "  1. Bob 2"
    await table.ask("/listed off", "bob")
    assert "Bob" not in " ".join(await top(table, "test:one", "/top daily all"))
    assert "Bob" not in " ".join(await top(table, "test:two", "/top daily"))
    await solve(table, DAY + 5, "bob")
    assert "Bob" not in " ".join(await top(table, "test:one", "/top daily"))


async def test_skill_of_everybody(table: Table) -> None:
    """Ranked games of all chats count once each, however their effects are carried out."""
    workers = [Tops(table.another(MailboxStore)) for _ in range(3)]
    ann = Player("test:ann", "Ann")
    chats: list[tuple[str, ...]] = [("test:one",), ("test:two", "test:s"), ()]
    work = [
        worker.rate(ann, chats[game % 3], NOVEMBER, WORTH, f"{game}")
        for game in range(LEAST_OF_ALL)
        for worker in workers
    ]
    Random(5).shuffle(work)
    await asyncio.gather(*work)
    whole = Rated("test:ann", "Ann", LEAST_OF_ALL, LEAST_OF_ALL, LEAST_OF_ALL * MILLION // 2)
    assert (await workers[0].known(OfMonth("2025-11", None))).skill == Skill((whole,))
    in_server = (await workers[0].known(OfMonth("2025-11", "test:s"))).skill
    assert [each.games for each in in_server.rated] == [7]
    (shown,) = (await top(table, "test:one", "/top skill all"))[1:]
    assert shown.startswith("  1. Ann +50%: 20 of 20, expected 10")
    table.server = "test:s"
    assert (await top(table, "test:one", "/top skill server"))[1].startswith("  1. Ann +50%: ")
    await table.ask("/listed off", "ann")
    assert "Ann" not in " ".join(await top(table, "test:one", "/top skill all"))
    await workers[0].rate(ann, (), NOVEMBER, WORTH, "another")
    assert (await top(table, "test:one", "/top skill all"))[1].endswith(
        ": it takes 20 ranked games."
    )


async def test_lines_of_a_table(table: Table) -> None:
    """On the page of all tables each has three lines; alone it has ten."""
    tops, names = Tops(table.store), "ABCDEFGHIJK"
    for at, name in enumerate(names):
        player = Player(f"test:{name}", name)
        for game in range(LEAST_OF_ALL):
            await tops.rate(player, (), NOVEMBER, WORTH, f"{name}{game}")
        entry = TimeEntry(9000 + at * 1000, player.id, name)
        await tops.enter(EASY, ("test:two",), NOVEMBER, entry, name)
        await solve(table, DAY, name)
    shown = [
        line.split()[:2]
        for line in await top(table, "test:one", "/top all")
        if line.startswith("  ")
    ]
    assert [place for place, _ in shown] == ["1.", "2.", "3.", *["1."] * 6]
    for text in ("/top easy all", "/top skill all", "/top daily all"):
        assert (
            len([line for line in await top(table, "test:one", text) if line.startswith("  ")])
            == 10
        )


async def test_nothing_is_not_below_nothing(table: Table) -> None:
    """Shares and expected wins that round to zero have no minus sign."""
    tops = Tops(table.store)
    for name, expected in (("Ann", -0.002), ("Bob", 0.002)):
        worth = Worth.of(won=False, expected=expected, accuracy=None)
        for game in range(LEAST_OF_ALL):
            await tops.rate(Player(f"test:{name}", name), (), NOVEMBER, worth, f"{name}{game}")
    shown = (await top(table, "test:one", "/top skill all"))[1:]
    assert [line.strip() for line in shown] == [
        "1. Ann +0%: 0 of 20, expected 0",
        "2. Bob +0%: 0 of 20, expected 0",
    ]


@given(st.permutations([SolvedBy("a", "A", 1), SolvedBy("a", "A", 3), SolvedBy("b", "B", 3)]))
def test_any_order(told: list[SolvedBy]) -> None:
    """The highest count of a player stands, in whatever order counts are told."""
    table = Solved()
    for each in told:
        table = table.put(each)
    assert [(rank, each.player) for rank, each in table.ranked()] == [(1, "a"), (1, "b")]
    assert table.without("a") == Solved((SolvedBy("b", "B", 3),))


def test_months_kept() -> None:
    """A player's own counts are kept for three months."""
    dailies = Dailies()
    for day in range(DAY, DAY + 200):
        dailies = dailies.ended(OnDay(day, "easy"), 5).rating(month_on(day), WORTH)
    assert len(dailies.solved) == len(dailies.rated) == 3
    assert max(dailies.solved) == month_on(DAY + 199)
