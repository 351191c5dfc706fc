"""The daily boards: the same for everybody, one ranked try, and tables that cannot be cheated."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from typing import Any

import pytest

from bot.app.documents.dailies import Claim, Dailies, read_dailies
from bot.app.documents.day import DAY_KEY, DayKey
from bot.app.documents.game_clock import IDLE_MS
from bot.app.documents.quota import INTERVAL_MS
from bot.app.documents.shared import SharedBoard
from bot.app.documents.spaces import chat_space, player_space
from bot.app.documents.table import Table as TimeTable
from bot.app.documents.table import TimeEntry
from bot.app.errands.days import Days, RankedTry, _keep_first, board_name, day_space, table_name
from bot.app.ports import Applied
from bot.app.requests.actions import Delete
from bot.app.requests.board_actions import Daily, DailyTables
from bot.app.requests.commands import read
from bot.app.requests.day import DAY_LEVELS, DAY_MS, OnDay, rules_of
from bot.app.requests.links import read_link, typed_link, write_link
from bot.app.service import Service
from bot.store import MailboxStore
from core.game import Game, Outcome
from core.generate import Begun, NotGenerated
from tests.bot.app.conftest import Table, cells_left, first_mine, named, offered, words
from tests.bot.app.tries import play
from tests.strategies import seeded

EASY = ("easy", "medium", "expert")


async def test_same_for_everybody(table: Table) -> None:
    """On every worker all day long all get the same layout, with the same cell open."""
    games = []
    for player in ("ann", "bob"):
        table.chat = f"test:{player}"
        await table.ask("/daily easy", player)
        games.append((await table.session()).game)
        table.store = table.another(MailboxStore)
        table.service = Service(table.store, table.advisor)
        await table.at(DAY_MS - 1)
    assert games[0] == games[1]
    await table.wait(1)
    await table.ask("/daily easy", "bob")
    assert (await table.session(2)).game != games[0]


async def test_follows_from_the_key(table: Table) -> None:
    """A board that is lost is made again the same; another key makes another board."""
    days = Days(table.store, table.advisor, seeded(1))
    on = OnDay(20_000, "easy")
    first = await days.board(on)
    del table.backend.documents[day_space(20_000), "board:easy"]
    again = Days(table.another(MailboxStore), table.advisor, seeded(2))
    table.backend._seen.clear()  # as after two days, or a lost write
    assert await again.board(on) == first
    table.backend.documents.clear()
    table.backend._seen.clear()  # as above
    other = Days(table.another(MailboxStore), table.advisor, seeded(2))
    assert await other.board(on) != first


async def test_key_is_in_no_name(table: Table) -> None:
    """No operation's name, which the server tells whoever listens, gives the key away."""
    await Days(table.store, table.advisor, seeded(1)).board(OnDay(20_000, "easy"))
    key = await table.store.view("daily", lambda documents, _: documents.get(DAY_KEY))
    assert isinstance(key, DayKey)
    assert not [name for _, name in table.backend._seen if key.value.hex() in name]


async def test_made_at_once(table: Table) -> None:
    """If several workers make a board at the same time, all get the one that is stored first."""
    on = OnDay(20_000, "easy")
    stores = [table.another(MailboxStore) for _ in range(4)]
    days = [Days(store, table.advisor, seeded(seed)) for seed, store in enumerate(stores)]
    boards = await asyncio.gather(*(each.board(on) for each in days))
    assert len(set(map(repr, boards))) == 1
    keep = partial(_keep_first, name="board:easy", board=SharedBoard.of(Game.new(rules_of("easy"))))
    kept = await stores[0].update(day_space(20_000), "late", keep)
    assert isinstance(kept, Applied)
    assert kept.reply == boards[0]


async def test_one_try(table: Table) -> None:
    """There is one try a day: asked for again it goes on, and once it has ended it is over."""
    table.chat = "test:ann"
    await table.ask("/daily easy")
    assert await table.say("/daily easy") == ["Welcome back. Your game goes on:"]
    assert (await table.session()).daily == OnDay(0, "easy")
    await table.ask("/giveup yes")
    done = ["You have had your try at this board today. New ones come at 00:00 UTC."]
    assert await table.say("/daily easy") == done
    table.chat = "test:elsewhere"
    assert await table.say("/daily easy") == done
    await table.wait(DAY_MS)
    assert len(await table.say("/daily easy")) == 2


@pytest.mark.parametrize("minutes", [5, 12 * 60])
async def test_until_when_it_counts(table: Table, minutes: int) -> None:
    """Until when it counts is told with its date: 00:15 alone would be taken for today's."""
    table.chat = "test:ann"
    await table.at(minutes * 60_000)
    rules = (await table.say("/daily easy"))[1]
    assert rules.endswith("it counts until 00:15 UTC on 1970-01-02.")


async def test_going_back_to_it(table: Table) -> None:
    """Going back to the board of the day leaves the other game, whose clock stops."""
    await table.ask("/daily easy")
    await table.deal("2x3/1 ##M ###")
    await table.wait(60_000)
    screen = await table.shown("/daily easy")
    assert (await table.ask("/board")).screen == screen
    await table.wait(600_000)
    assert await table.shown_time("/load 2") == "1:00"


async def test_a_try_that_does_not_go_on_here(table: Table) -> None:
    """A try that was begun in another chat, or deleted since, is not listed as going on."""
    elsewhere, here = "test:ann:1", "test:ann"
    table.chat = elsewhere
    await table.ask("/daily easy")
    assert "▶ easy 8×8: your game goes on" in await table.say("/daily")
    table.chat = here
    assert "▪ easy 8×8: you have had your try" in await table.say("/daily")
    assert (await table.say("/daily easy"))[0].startswith("You have had your try")
    await table.ask("/daily medium")
    await table.ask("/delete")
    await table.ask(Delete(sure=True))
    assert "▪ medium 16×16: you have had your try" in await table.say("/daily")
    table.chat = elsewhere
    assert "▶ easy 8×8: your game goes on" in await table.say("/daily")


async def test_table(table: Table) -> None:
    """Solved boards are ranked by time; losses are only counted, and not in the month's table."""
    await play(table, "ann", 60)
    await play(table, "bob", 30)
    await play(table, "cid", 90)
    await play(table, "dee", 10, wins=False)
    said = await table.say("/daily table")
    assert said[1:5] == [
        "easy: 3 of 4 solved it",
        "  1. Bob 0:30.0",
        "  2. Ann 1:00.0",
        "  3. Cid 1:30.0",
    ]
    table.chat = "test:ann"
    today = await table.say("/daily")
    assert today[1] == "✅ easy 8×8: 1:00.0, place 2 of 4"
    assert today[2] == "▫ medium 16×16: not played yet"
    assert today[4].startswith("🔥 1 day in a row, best 1.")
    assert "✖ easy 8×8: not solved on your own" in await _today(table, "dee")
    assert (await table.say("/top daily all", "dee"))[1:] == [
        "  1. Ann 1",
        "  1. Bob 1",
        "  1. Cid 1",
    ]
    await table.wait(DAY_MS)
    assert "Yesterday, easy: Bob 0:30.0" in await table.say("/daily table")
    await table.wait(DAY_MS)
    assert (await _today(table, "ann"))[4].startswith("🔥 0 days in a row, best 1.")


async def _today(table: Table, player: str) -> list[str]:
    table.chat = f"test:{player}"
    return words(await table.ask("/daily", player))


async def test_late_end_counts_for_its_day(table: Table) -> None:
    """A game that ends after midnight counts for the day whose board it is."""
    await table.at(DAY_MS - 30_000)
    await play(table, "ann", 60)
    await table.ask("/daily medium")
    said = await _today(table, "ann")
    assert said[0].startswith("📅 Boards of 1970-01-02")
    assert said[1] == "▫ easy 8×8: not played yet"
    assert said[2] == "▶ medium 16×16: your game goes on"
    assert said[4].startswith("🔥 1 day in a row")


async def test_helped_games_are_not_listed(table: Table) -> None:
    """A try with hints, scanner or an impossible time counts, but is not in the table."""
    for player, command in (("ann", "/hint"), ("bob", "/scan")):
        table.chat = f"test:{player}"
        await table.ask("/daily easy", player)
        board = (await table.session()).game.board
        await table.ask(f"{command} {board.grid.name(board.closed()[0])}", player)
        await play(table, player, 60)
    await play(table, "cid", -1)
    assert (await table.say("/daily table"))[1:3] == [
        "easy: 0 of 3 solved it",
        "medium: nobody has finished it yet",
    ]


async def test_a_clock_that_stood(table: Table) -> None:
    """A try during which the clock stopped is solved but in no table, and its player is told."""
    for player, breaks in (
        ("ann", ("/save x",)),
        ("bob", ("/newgame", "/giveup yes")),
        ("cid", ()),
    ):
        table.chat = f"test:{player}"
        await table.ask("/daily easy", player)
        game = (await table.session()).game
        await table.ask(f"!{first_mine(game)}", player)
        for each in breaks:
            await table.ask(each, player)
        await table.wait(IDLE_MS + 60_000)
        await table.ask(f"?{first_mine(game)}", player, game=1)
        await table.ask("/daily table", player)
        await table.wait(60_000)
        won = await table.settled(named(game, *cells_left(game)), player, game=1)
        assert "The clock stood in between, so this time is in no table." in words(won)
        assert (await table.say("/daily", player))[1] == "✅ easy 8×8: 1:00.0"
    assert (await table.say("/daily table"))[1:3] == [
        "easy: 3 of 3 solved it",
        "medium: nobody has finished it yet",
    ]
    assert len((await table.say("/top daily"))[1:]) == 3, "in the month their boards count"
    table.chat, table.private = "test:room", False
    group = await table.say("/daily table", "ann")
    assert group[1:3] == ["easy: 1 of 1 solved it", "medium: nobody has finished it yet"]


async def test_unlisted(table: Table) -> None:
    """A player who wants to be in no table enters none, and leaves those they are in."""
    await play(table, "ann", 60)
    assert await table.say("/listed off") == ["You are in no table any more."]
    assert (await table.say("/daily table"))[1:3] == [
        "easy: 1 of 1 solved it",
        "medium: nobody has finished it yet",
    ]
    assert "✅ easy 8×8: 1:00.0" in await _today(table, "ann")
    await table.ask("/listed off", "bob")
    await play(table, "bob", 30)
    assert (await table.say("/daily table"))[1:3] == [
        "easy: 2 of 2 solved it",
        "medium: nobody has finished it yet",
    ]
    await table.wait(DAY_MS)
    await table.ask("/daily easy", "ann")
    await table.ask("/giveup yes", "ann")
    assert await table.say("/listed on") == ["You are listed in the tables from now on."]


async def test_tables_go_with_the_day_after(table: Table) -> None:
    """A day's tables are kept one more day, while they are shown, and are not made anew later."""
    await play(table, "ann", 60)
    name = table_name("easy")
    for days_later in (1, 2):
        await table.at((days_later + 1) * DAY_MS - 1)
        kept_ = await table.store.view(day_space(0), lambda docs, _: docs.get(name))
        assert (kept_ is not None) == (days_later == 1)
    late = TimeEntry(60_000, "test:bob", "Bob")
    days = Days(table.store, table.advisor, seeded(1))
    await days.ended(RankedTry(OnDay(0, "easy"), late, 0, solved=True), "late")
    assert await table.store.view(day_space(0), lambda docs, _: docs.get(name)) is None
    await days.ended(RankedTry(OnDay(0, "medium"), late, 0, solved=True), "later")
    assert (day_space(0), table_name("medium")) not in table.backend.documents, "servers refuse it"


async def test_boards_expire(table: Table) -> None:
    """Of all that is kept of a day, only the key that boards are made from never expires."""
    await play(table, "ann", 60)
    days = [key for key in table.backend.documents if key[0].startswith("daily")]
    assert (day_space(0), board_name("easy")) in days
    assert [key for key in days if table.backend.documents[key][1] is None] == [("daily", "key")]


async def test_group(table: Table) -> None:
    """A group has tables and a link but no boards; only those who asked there are in its tables."""
    await play(table, "ann", 60)
    await play(table, "bob", 30)
    table.chat, table.private = "test:group", False
    reply = await table.ask("/daily easy", "ann")
    assert (reply.link, reply.buttons) == (Daily(), ()), "there is no server to choose"
    assert reply.screen is None
    assert words(reply)[1:3] == ["easy: 1 of 1 solved it", "  1. Ann 1:00.0"]
    assert words(await table.ask("/daily", "ann")) == words(reply)
    both = words(await table.ask(DailyTables(), "bob"))
    assert both[2:4] == ["  1. Bob 0:30.0", "  2. Ann 1:00.0"]


async def test_joined_the_day_after(table: Table) -> None:
    """A player who asks for a group's tables is in them from that day on, not in yesterday's."""
    await table.ask("/daily table", "bob")
    await play(table, "ann", 60)
    await table.wait(DAY_MS)
    table.chat, table.private = "test:group", False
    said = await table.say("/daily table")
    assert not [line for line in said if "Ann" in line]
    table.private = True
    await play(table, "ann", 50, number=2)
    table.chat, table.private = "test:group", False
    assert "  1. Ann 0:50.0" in await table.say("/daily table")
    await table.wait(DAY_MS)
    assert "Yesterday, easy: Ann 0:50.0" in await table.say("/daily table")


async def test_equals_of_yesterday(table: Table) -> None:
    """Of those who share the first place all are named the day after, and nobody slower."""
    for player, seconds in (("ann", 60), ("bob", 60), ("cid", 70)):
        await play(table, player, seconds)
    await table.wait(DAY_MS)
    said = await table.say("/daily table")
    assert [line for line in said if line.startswith("Yesterday")] == [
        "Yesterday, easy: Ann 1:00.0",
        "Yesterday, easy: Bob 1:00.0",
    ]


async def test_mines_that_were_moved(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """If mines of the day's board had to be moved, each game on it is kept with that."""
    made = table.advisor.no_guess

    async def adjusted(*asked: Any) -> Begun | NotGenerated:
        begun = await made(*asked)
        return Begun(begun.game, adjusted=True) if isinstance(begun, Begun) else begun

    monkeypatch.setattr(table.advisor, "no_guess", adjusted)
    await table.ask("/daily easy")
    assert (await table.session()).adjusted


async def test_whole_server(table: Table) -> None:
    """A server's table has those who asked in any of its channels; deletion takes them off."""
    for player, seconds in (("ann", 60), ("bob", 30)):
        await play(table, player, seconds)
    table.private, table.server = False, "test:server"
    for player in ("ann", "bob"):
        table.chat = f"test:channel-{player}"
        here = await table.ask("/daily", player)
        assert len([line for line in words(here) if line.startswith("  ")]) == 1
        assert here.buttons[0][0].action == DailyTables(server=True)
    whole = await table.say("/daily server")
    assert whole[1:4] == ["easy: 2 of 2 solved it", "  1. Bob 0:30.0", "  2. Ann 1:00.0"]
    assert whole[-1].startswith("This is the table of those who have asked for /daily anywhere")
    await table.ask(Delete(sure=True), "bob")
    assert (await table.say("/daily server"))[2:4] == [
        "  1. Ann 1:00.0",
        "medium: nobody has finished it yet",
    ]


async def test_tables_of_a_group_that_moved(table: Table) -> None:
    """A group that gets another id keeps its tables; only they name those who asked for them."""
    for player, seconds in (("ann", 60), ("bob", 30)):
        await play(table, player, seconds)
    table.chat, table.private = "test:group", False
    await table.ask("/settings boards 3", "cid")
    for player in ("ann", "bob"):
        await table.ask("/daily", player)
    await table.service.move_chat("test:group", "test:hall")
    table.chat = "test:hall"
    assert (await table.say("/daily"))[2:4] == ["  1. Bob 0:30.0", "  2. Ann 1:00.0"]
    kept = table.backend.documents.items()
    of_group = [stored.blob for (space, _), (stored, _) in kept if space == chat_space(table.chat)]
    assert not [blob for blob in of_group if b"test:ann" in blob or b"test:bob" in blob]
    await table.ask(Delete(sure=True), "bob")
    assert (await table.say("/daily"))[2] == "  1. Ann 1:00.0"


async def test_what_a_deletion_leaves(table: Table) -> None:
    """A deletion leaves no tables, only which boards were tried: none is tried again today."""
    await play(table, "ann", 60)
    table.chat, table.private = "test:group", False
    await table.ask("/daily", "ann")
    table.chat, table.private = "test:ann", True
    await table.ask(Delete(sure=True), "ann")
    left = await table.store.view(player_space("test:ann"), read_dailies)
    assert left == Dailies({"easy": Claim(0, None)})
    times = await table.store.view(day_space(0), lambda d, _: d.get(table_name("easy")))
    assert isinstance(times, TimeTable)
    assert times.entries == ()
    assert (await table.say("/daily easy"))[0].startswith("You have had your try")


async def test_watching_the_solver_has_its_price(table: Table) -> None:
    """It is said beforehand that a game with the solver's moves will be in no table."""
    table.chat, table.private = "test:ann", True
    await table.ask("/daily easy")
    assert (await table.say("/solve"))[1].startswith("After that, this game counts as assisted")
    reply = await table.ask("/solve all")
    while reply.screen and not reply.screen.over:
        await table.ask("/solve step")
        reply = await table.ask("/board")
    await table.store.settled()
    assert (await table.session()).game.outcome is Outcome.WON
    assert (await table.say("/daily table"))[1] == "easy: 0 of 1 solved it"


async def test_shared_without_the_board(table: Table) -> None:
    """Sharing a day's board gives a line and a link to one's own try, never the layout."""
    table.chat = "test:ann"
    await table.ask("/daily easy")
    reply = await table.ask("/share")
    assert reply.link == Daily()
    assert words(reply)[0] == "📅 Minesweeper 1970-01-01 · easy"
    assert (await table.session()).code is None
    assert not (await table.session()).casual


async def test_replayed_events(table: Table) -> None:
    """The same event twice starts no second game, and a repeated effect counts once."""
    table.chat = "test:ann"
    for _ in range(2):
        await table.ask("/daily easy", operation="same")
    assert (await table.session()).number == 1
    days = Days(table.store, table.advisor, seeded(1))
    entry = TimeEntry(5000, "test:ann", "Ann")
    for _ in range(3):
        await days.ended(RankedTry(OnDay(0, "easy"), entry, 0, solved=True), "op")
    known = await days.known(0, "test:ann")
    assert known.tables["easy"] == TimeTable((entry,), 1, 1)


async def test_results_at_once(table: Table) -> None:
    """Results that many workers get at the same time, some of them twice, count once each."""
    entries = [TimeEntry(time * 1000, f"test:p{time}", "N") for time in range(1, 9)]
    workers = [Days(table.another(MailboxStore), table.advisor, seeded(seed)) for seed in range(3)]
    tries = [RankedTry(OnDay(0, "easy"), each, 0, each.time % 2000 > 0) for each in entries]
    ended = [each.ended(tried, tried.entry.player) for tried in tries for each in workers]
    await asyncio.gather(*ended)
    known = await workers[0].known(0, "test:p1")
    assert known.tables["easy"] == TimeTable(tuple(entries[::2]), 8, 4)
    assert known.dailies.streak.best == 1


async def test_export(table: Table) -> None:
    """The export includes the player's daily boards."""
    await play(table, "ann", 60)
    reply = await table.ask("/export")
    assert reply.file
    assert json.loads(reply.file)["daily"]["last_try_ended"]["easy"]["solved_in_ms"] // 1000 == 60


@pytest.mark.parametrize("level", [None, *EASY])
def test_commands(level: str | None) -> None:
    """Every way to ask for a board is read; levels without a daily board are refused."""
    assert read(f"/daily {level or ''}") == Daily(level)
    assert read("/daily table") == DailyTables()
    assert "daily.usage" in repr(read("/daily hard"))
    assert "listed.usage" in repr(read("/listed"))
    assert read_link(write_link(Daily())) == Daily()
    assert read(typed_link(Daily())) == Daily()


async def test_buttons(table: Table) -> None:
    """The overview has a button for each board."""
    reply = await table.ask("/daily")
    assert [each.action for each in reply.buttons[0]] == [Daily(level) for level in DAY_LEVELS]


@pytest.mark.parametrize("asked", ["/daily", "/daily table"])
async def test_ways_without_buttons(table: Table, asked: str) -> None:
    """A terminal is told which commands play boards of the day, until there is none to play."""
    await play(table, "ann", 5)
    assert (await table.say(asked))[-1] == "To play: /daily medium and /daily expert."
    for level in ("medium", "expert"):
        await table.ask(f"/daily {level}")
        await table.ask("/giveup yes")
    await table.store.settled()
    assert "To play" not in " ".join(await table.say(asked))
    table.chat, table.in_place = "test:bob", True
    assert "To play" not in " ".join(await table.say(asked, "bob")), "there are buttons"


async def test_tables_in_private(table: Table) -> None:
    """In a private chat the tables lead back to the boards, and send nobody to a private chat."""
    table.in_place = True
    shown = await table.ask("/daily table")
    assert shown.link is None
    assert offered(shown) == [Daily()]


@pytest.mark.parametrize("private", [True, False])
async def test_no_server(table: Table, *, private: bool) -> None:
    """Where there is no server, its tables are declined, as those of a month are."""
    table.private = private
    for asked in ("/daily server", "/top server"):
        assert await table.say(asked) == ["There is no server here, only this chat."]


async def test_no_button_for_what_was_tried(table: Table) -> None:
    """A board whose one try is over has no button in the overview: it would be refused."""
    await play(table, "ann", 5)
    await table.ask("/daily medium")
    reply = await table.ask("/daily")
    assert [each.action for each in reply.buttons[0]] == [Daily("medium"), Daily("expert")]
    for level in ("medium", "expert"):
        await table.ask(f"/daily {level}")
        await table.ask("/giveup yes")
    await table.store.settled()
    reply = await table.ask("/daily")
    assert offered(reply) == [DailyTables()]


async def test_too_many_games(table: Table) -> None:
    """A player who has too many games to begin the board of the day does not lose the try."""
    for _ in range(50):
        await table.wait(INTERVAL_MS)
        await table.ask("/newgame easy")
        await table.ask("!a1")
    assert (await table.say("/daily easy"))[0].startswith("There are already 50")
    await table.ask("/giveup yes")
    assert len(await table.say("/daily easy")) == 2
