"""Best times of the month, of all and by chat, without players who want to be in no table."""

from __future__ import annotations

from functools import partial
from itertools import count, product
from typing import Any

import pytest

from bot.app.decisions.knowledge import OfMonth, TopKnown
from bot.app.documents.dailies import read_dailies
from bot.app.documents.effects import Finished
from bot.app.documents.listed import top_name
from bot.app.documents.spaces import player_space
from bot.app.documents.state import Session
from bot.app.documents.table import MONTHLY, TimeEntry, month_table
from bot.app.documents.table import Table as TimeTable
from bot.app.errands.days import choose_listed
from bot.app.errands.tops import Tops, top_space
from bot.app.requests.actions import Delete
from bot.app.requests.board_actions import DailyTables, ShowTop
from bot.app.requests.commands import read
from bot.app.requests.day import DAY_MS, month_before, month_of, month_text
from bot.app.requests.scope import DAILY_PAGE, SKILL_PAGE, Scope
from bot.i18n import LANGUAGES, Text
from core.board import Board
from core.game import Game
from core.rules import Rules
from tests.bot.app.conftest import TRANSLATOR, Table, cells_left, named, offered, words
from tests.bot.app.errands.month import DECEMBER, EASY, NOVEMBER, begin, top, win
from tests.bot.app.tries import play

SIMPLE = "5x5/3 ##M## ##### M#### ##### ####M"
FIRST_OF_JULY = 20_270 * DAY_MS
pytestmark = pytest.mark.usefixtures("november")


async def test_tables(table: Table) -> None:
    """A chat's table has the chat's games, the other those of all chats; each player is once."""
    await win(table, "ann", 60, "test:one")
    await win(table, "ann", 50, "test:one")
    await win(table, "bob", 40, "test:two")
    assert await top(table, "test:one") == [
        "🏆 Best times of November 2025 in this chat:",
        "easy",
        "  1. Ann 0:50.0",
    ]
    assert await top(table, "test:zoe", private=True) == [
        "🏆 Best times of November 2025, of everybody:",
        "easy",
        "  1. Bob 0:40.0",
        "  2. Ann 0:50.0",
    ]
    assert (await top(table, "test:one", "/top expert"))[1].startswith("No time is listed")


async def test_one_level(table: Table) -> None:
    """A level has its times with and without guessing; of many winners a few are named."""
    tops, october = Tops(table.store), NOVEMBER - 30 * DAY_MS
    for at, players in ((october, "abcd"), (NOVEMBER, "e")):
        for player, mode in product(players, MONTHLY):
            entry = TimeEntry(5000, f"test:{player}", player)
            await tops.enter(month_table("easy", mode), (), at, entry, f"{player}:{mode}")
    named = await top(table, "test:zoe", "/top easy", private=True)
    assert [each for each in named if each.startswith("easy")] == ["easy", "easy, no guessing"]
    said = await top(table, "test:zoe", private=True)
    assert sum("last month" in each for each in said) == 2 * 3


async def test_month_ends(table: Table) -> None:
    """A month's table ends with it; its winner is shown for another month, and no longer."""
    for player, seconds in (("bob", 70), ("ann", 60)):
        await win(table, player, seconds, "test:one")
    await table.at(DECEMBER)
    assert await top(table, "test:one") == [
        "🏆 Best times of December 2025 in this chat:",
        "easy",
        "  last month: Ann 1:00.0",
    ]
    await table.wait(31 * DAY_MS)
    assert (await top(table, "test:one"))[1].startswith("No time is listed")


async def test_a_month_that_ends_meanwhile(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the month ends while its tables are read, those of the new month are shown."""
    await win(table, "ann", 60, "test:one")
    known = Tops.known

    async def slowly(tops: Tops, of: OfMonth) -> TopKnown:
        read_before = await known(tops, of)
        await table.wait(max(DECEMBER - table.time.now, 0))
        return read_before

    monkeypatch.setattr(Tops, "known", slowly)
    said = await top(table, "test:one")
    assert said[0] == "🏆 Best times of December 2025 in this chat:"
    assert not [line for line in said if line.startswith("  1.")]
    assert "  last month: Ann 1:00.0" in said


async def test_the_longest_months(table: Table) -> None:
    """A win at a month's very start is shown until the end of the month after it."""
    await table.at(FIRST_OF_JULY)
    await win(table, "ann", 60, "test:one")
    await table.at(FIRST_OF_JULY + 62 * DAY_MS - 60_000)
    assert await top(table, "test:one", "/top last") == [
        "🏆 Best times of July 2025 in this chat:",
        "easy",
        "  1. Ann 1:00.0",
    ]
    assert (await top(table, "test:one"))[-1] == "  last month: Ann 1:00.0"


async def test_a_chat_that_has_moved(table: Table) -> None:
    """A chat that gets another id has the wins from before and after in its tables."""
    await win(table, "ann", 60, "test:one")
    await table.service.move_chat("test:one", "test:hall")
    await win(table, "bob", 40, "test:hall")
    assert (await top(table, "test:hall"))[2:] == ["  1. Bob 0:40.0", "  2. Ann 1:00.0"]


async def test_two_chats_become_one(table: Table) -> None:
    """A win is listed though the chat that came had a listed game of the same number."""
    await win(table, "ann", 60, "test:one")
    await begin(table, "bob", "test:two")
    await table.service.move_chat("test:one", "test:two")
    await table.wait(40_000)
    await table.settled("h8", "bob", game=2)
    listed = (await top(table, "test:two"))[2:]
    assert [line.split()[1] for line in listed] == ["Bob", "Ann"]


async def test_a_chat_that_is_gone(table: Table) -> None:
    """A win of a chat of which nothing is kept any more is still in the tables."""
    await win(table, "ann", 60, "test:one")
    ended = await table.session(2)
    assert table.store.carry
    await table.store.carry("", Finished("test:gone", ended, NOVEMBER))
    assert (await top(table, "test:gone"))[2:] == ["  1. Ann 1:00.0"]


async def test_private_games(table: Table) -> None:
    """A game in a private chat counts among all, and is in no chat's table."""
    await win(table, "ann", 60, "test:ann", private=True)
    assert (await top(table, "test:ann", private=True))[2] == "  1. Ann 1:00.0"
    assert (await top(table, "test:ann"))[1].startswith("No time is listed")


async def test_unlisted(table: Table) -> None:
    """A player who wants to be in no table leaves those of all chats, and enters no other."""
    await win(table, "ann", 60, "test:one")
    await table.ask("/listed off", "ann")
    await win(table, "ann", 50, "test:two")
    for chat in ("test:one", "test:two"):
        assert (await top(table, chat))[1].startswith("No time is listed")
    assert (await top(table, "test:zoe", private=True))[1].startswith("No time is listed")
    dailies = await table.store.view(player_space("test:ann"), read_dailies)
    assert not [space for space in dailies.listed_in if "two" in space], "nor is it noted where"


async def test_unlisted_at_no_time(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who has left the tables is not entered again, not even to be taken off at once."""
    await win(table, "ann", 60, "test:one")
    await table.ask("/listed off", "ann")
    entered, listing = list[str](), TimeTable.listing

    def noted(times: TimeTable, entry: TimeEntry) -> TimeTable:
        entered.append(entry.player)
        return listing(times, entry)

    monkeypatch.setattr(TimeTable, "listing", noted)
    await win(table, "ann", 50, "test:one")
    await win(table, "bob", 50, "test:one")
    table.private = True
    for player in ("ann", "bob"):
        await play(table, player, 9)
    assert {*entered} == {"test:bob"}


async def test_unlisted_meanwhile(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who leaves the tables while a result is being entered is in none, each time anew."""
    noted, turns = Tops._noted, count()

    async def slowly(tops: Tops, player: str, *args: Any) -> bool:
        await table.store.update(
            player_space(player), f"on{next(turns)}", partial(choose_listed, on=True)
        )
        is_to_be_listed = await noted(tops, player, *args)
        await table.store.update(
            player_space(player), f"off{next(turns)}", partial(choose_listed, on=False)
        )
        return is_to_be_listed

    monkeypatch.setattr(Tops, "_noted", slowly)
    for seconds in (60, 50, 40):
        await win(table, "ann", seconds, "test:one")
        for chat, private in (("test:one", False), ("test:zoe", True)):
            assert (await top(table, chat, private=private))[1].startswith("No time is listed")


async def test_deletion(table: Table) -> None:
    """Deleting everything takes a player off the tables as well."""
    await win(table, "ann", 60, "test:one")
    await win(table, "bob", 70, "test:one")
    await table.ask(Delete(sure=True), "ann")
    assert (await top(table, "test:one"))[2:] == ["  1. Bob 1:10.0"]


async def test_replayed(table: Table) -> None:
    """A repeated effect enters a time once."""
    tops, name = Tops(table.store), "table:easy.ranked"
    entry = TimeEntry(9000, "test:ann", "Ann")
    for _ in range(3):
        await tops.enter(name, ("test:one",), NOVEMBER, entry, "1")
    known = await tops.known(OfMonth("2025-11", "test:one"))
    assert known.tables[name].entries == (entry,)


async def test_of_no_level(table: Table) -> None:
    """A game of a size of one's own is in no table."""
    table.chat, table.private = "test:one", False
    await table.deal("3x4/3 ##M# ##M# ##M#")
    await table.wait(60_000)
    await table.settled("d1 d2 d3")
    assert (await top(table, "test:one"))[1].startswith("No time is listed")


def test_names() -> None:
    """Only fixed levels have tables, and months follow each other."""
    assert top_name(Session(1, "a", Game.new(Rules(5, 5, 3)))) is None
    assert top_name(Session(1, "a", Game.new(Rules(8, 8, 10, lives=2)))) is None
    no_guess = Rules(8, 8, 10, no_guess=True)
    assert top_name(Session(1, "a", Game.new(no_guess))) == "table:easy.no_guess"
    assert month_of(NOVEMBER) == "2025-11"
    said = [TRANSLATOR.say(month_text("2025-11"), language) for language in LANGUAGES]
    assert said == ["November 2025", "ноябрь 2025", "2025年11月", "2025年11月"]
    assert (month_before("2026-01"), month_before("2025-11")) == ("2025-12", "2025-10")
    assert top_space(OfMonth("2025-11", None)) != top_space(OfMonth("2025-11", "test:one"))


def test_commands() -> None:
    """/top takes the name of a level; anything else is asked back."""
    assert read("/top") == ShowTop()
    assert read("/top expert") == ShowTop("expert")
    for called in ("Intermediate", "средний", "любитель", "中级", "MEDIUM"):
        assert read(f"/top {called} all") == ShowTop("medium", Scope.ALL)
    assert read("/top quickly").problem == Text("top.usage")  # type: ignore[union-attr]  # Misread


@pytest.mark.parametrize("language", LANGUAGES)
def test_named_as_shown(language: str) -> None:
    """What Discord or a button shows of what /top and /daily take can be written, in any order."""

    def say(key: str) -> str:
        return TRANSLATOR.say(Text(key), language)

    for key, scope in zip(("chat", "server", "everybody"), Scope, strict=True):
        named, last, level = say(f"choice.{key}"), say("option_name.last"), say("level.easy")
        assert read(f"/top {last} {named}") == ShowTop(None, scope, last=True)
        assert read(f"/top {level} {named.upper()} {last}") == ShowTop("easy", scope, last=True)
    for page in (SKILL_PAGE, DAILY_PAGE):
        assert read(f"/top {say(f'choice.{page}')} all") == ShowTop(page, Scope.ALL)
    for where in ("table", "server"):
        assert read(f"/daily {say(f'choice.{where}')}") == DailyTables(server=where == "server")
    asked = {scope.value: ShowTop(None, scope) for scope in Scope}
    for key, shows in {**asked, "last": ShowTop(last=True), "this": ShowTop()}.items():
        _, button = say(f"top.to_{key}").split(" ", 1)
        assert read(f"/top {button}") == shows
    _, button = say("control.tables").split()
    assert read(f"/daily {button}") == DailyTables()


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("everyone last month", ShowTop(None, Scope.ALL, last=True)),
        ("эксперт этот чат", ShowTop("expert", Scope.CHAT)),
        ("сервер прошлый месяц", ShowTop(None, Scope.SERVER, last=True)),
        ("上个月全体中级", ShowTop("medium", Scope.ALL, last=True)),
        ("本聊天室上月", ShowTop(None, Scope.CHAT, last=True)),
        ("服务器", ShowTop(None, Scope.SERVER)),
        ("skill на сервере за этот месяц", ShowTop(SKILL_PAGE, Scope.SERVER)),
    ],
)
def test_called(text: str, asked: ShowTop) -> None:
    """What else people call a table, or what its buttons say, is taken; Chinese needs no spaces."""
    assert read(f"/top {text}") == asked


@pytest.mark.parametrize("level", ["simple", "custom"])
async def test_a_level_without_tables(table: Table, level: str) -> None:
    """Of a level whose boards differ it is said that it has no table, not that nobody has won."""
    for text in (f"/top {level}", f"/top last {level} all"):
        assert await table.say(text) == [
            f"There is no table for {level}: its boards differ in difficulty."
        ]
    asked = await table.ask(f"/top {level}")
    said = [words(asked, language)[0] for language in LANGUAGES]
    names = [TRANSLATOR.say(Text(f"level.{level}"), language) for language in LANGUAGES]
    assert all(name in text for name, text in zip(names, said, strict=True))
    assert read(f"/top easy {level}").problem == Text("top.usage")  # type: ignore[union-attr]  # Misread


@pytest.mark.parametrize("last", [True, False])
async def test_there_and_back(table: Table, *, last: bool) -> None:
    """The tables of one month have the way to those of the other."""
    shown = await table.ask(ShowTop(scope=Scope.ALL, last=last))
    assert ShowTop(scope=Scope.ALL, last=not last) in offered(shown)


async def test_who_opened_is_listed(table: Table) -> None:
    """A time is that of who has opened the cells, not of who began the board and flagged."""
    table.chat, table.private = "test:one", False
    await table.ask("/newgame easy")
    await table.ask("!a1")
    await table.ask("h8", "bob")
    await table.wait(60_000)
    await table.ask("?a1")
    game = (await table.session()).game
    await table.settled(named(game, *cells_left(game)), "bob")
    assert (await table.say("/top easy"))[2] == "  1. Bob 1:00.0"


async def test_times_that_look_equal(table: Table) -> None:
    """Times that are the same in tenths share a place: nobody could see who was faster."""
    for player, ms in (("ann", 60_590), ("bob", 60_510), ("cid", 60_600)):
        table.chat, table.private = "test:one", False
        await table.deal(EASY, player=player)
        await table.wait(ms)
        await table.settled("h8", player)
    assert (await table.say("/top easy"))[2:5] == [
        "  1. Ann 1:00.5",
        "  1. Bob 1:00.5",
        "  3. Cid 1:00.6",
    ]
    await table.at(DECEMBER)
    assert (await table.say("/top easy"))[2:] == [
        "  last month: Ann 1:00.5",
        "  last month: Bob 1:00.5",
    ]


@pytest.mark.parametrize(("before", "last"), [(("h1",), "h1"), (("/save x", "/load x"), "h8")])
async def test_what_no_table_lists(table: Table, before: tuple[str, ...], last: str) -> None:
    """A game that was lost is in no table of the month, nor is a win in a time with a break."""
    table.private = False
    await table.deal(EASY)
    for text in before:
        await table.wait(30_000)  # so that it is no time that nobody can reach
        await table.ask(text)
    assert (await table.shown(last)).over
    await table.store.settled()
    for private in (False, True):
        assert (await top(table, table.chat, private=private))[1].startswith("No time is listed")


@pytest.mark.parametrize(("before", "rated"), [("!h1", 1), ("/hint", 0)])
async def test_what_is_rated(table: Table, before: str, rated: int) -> None:
    """Only games that are ranked are rated: with a hint nobody wins beyond luck."""
    table.private = False
    await table.deal(EASY)
    for text in (before, "h8"):
        await table.ask(text)
    await table.store.settled()
    known = await Tops(table.store).known(OfMonth("2025-11", table.chat))
    assert [each.games for each in known.skill.rated] == [1] * rated


async def test_tables_of_a_private_chat(table: Table) -> None:
    """A chat of one player alone has no tables: what is won there is in those of everybody."""
    await win(table, "ann", 60, "test:ann", private=True)
    tables = {space for space, _ in table.backend.documents if space.startswith("top:")}
    assert tables == {top_space(OfMonth("2025-11", None))}


@pytest.mark.parametrize(
    ("layout", "stands", "is_told"),
    [(SIMPLE, True, False), (EASY, True, True), (EASY, False, False)],
)
async def test_a_clock_that_stood(
    table: Table, layout: str, *, stands: bool, is_told: bool
) -> None:
    """A clock is mentioned only if it stopped, and where there are tables of such boards."""
    await table.deal(layout)
    if stands:
        await table.say("/save x")
        await table.say("/load x")
    board = Board.parse(layout)
    safe = [board.grid.name(cell) for cell in board.grid.cells() if not board.shown[cell]]
    said = (await table.ask(" ".join(safe))).texts
    assert said[1].key == "ending.won"
    assert (Text("ending.stopped") in said) is is_told


async def test_a_clock_that_stood_in_a_lost_game(table: Table) -> None:
    """A lost game's end does not mention that its clock had stopped."""
    await table.deal(EASY)
    await table.say("/save x")
    await table.say("/load x")
    board = Board.parse(EASY)
    said = (await table.ask(board.grid.name(board.shown.index(1)))).texts
    assert said[1].key == "ending.lost"
    assert Text("ending.stopped") not in said
