"""Tournaments: rounds on shared boards, points in each, and one winner at the end."""

from __future__ import annotations

import msgspec
import pytest

from bot.app.documents.mode import Mode, mode_of
from bot.app.documents.state import SILENT_MS, Session
from bot.app.documents.tournament import Points, Tournament
from bot.app.requests.board_actions import NewTournament, NextRound
from bot.app.requests.button import read_button, write_button
from bot.app.requests.commands import read
from bot.app.requests.wish import Wish
from bot.app.screens.controls import controls
from bot.app.screens.screen import Screen
from bot.app.screens.tournament import tournament_texts
from bot.app.service import Service
from bot.i18n import LANGUAGES, Text
from core.game import Game
from core.rules import Rules
from core.shares import shares
from tests.bot.app.conftest import TRANSLATOR, Table, cells_left, first_mine, named, words
from tests.bot.app.errands.pausing import Pausing


async def finish(table: Table, number: int) -> dict[str, int]:
    """Let Ann open the first cell and Bob all the others; return what each has opened."""
    await table.ask("a1")
    game = (await table.session(number)).game
    left = cells_left(game)
    if left:
        await table.ask(named(game, *left), "bob")
    found = shares((await table.session(number)).game)
    return {"Ann": found[0].worth, "Bob": found[1].worth if left else 0}


def said(screen: Screen) -> list[str]:
    """Return what a finished board says of the tournament."""
    return [TRANSLATOR.say(text, "en") for text in screen.verdict]


def test_typed() -> None:
    """A tournament can be typed with its rounds and its board; a button starts the next round."""
    assert read("/tournament 3 easy") == NewTournament(3, Wish(level="easy"))
    assert read_button(write_button(NextRound(), 2)) == (NextRound(), 2)


@pytest.mark.parametrize(("lives", "mines"), [("", "3 mines end"), (" lives 1", "1 mine ends")])
async def test_lives_are_told(table: Table, lives: str, mines: str) -> None:
    """The beginning of each round tells how many mines end it for everybody."""
    table.private = False
    begun = words(await table.ask(f"/tournament 2 easy{lives}"))
    assert begun[1].endswith(f"a mine costs 5. {mines} the round.")
    await table.ask("a1")
    await table.ask("/giveup yes")
    assert words(await table.ask("/next"))[1] == begun[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mines", "ends"), [(1, False), (2, False), (3, True), (10, True)])
async def test_fewer_mines_than_lives(
    table: Table, mines: int, language: str, *, ends: bool
) -> None:
    """If a board has too few mines to end a round, none are said to end it."""
    table.private = False
    begun = await table.ask(f"/tournament 3 100 100 {mines}", language=language)
    assert begun.screen
    assert (begun.screen.rules.rows, begun.screen.rules.mines) == (100, mines)
    assert ("3" in words(begun)[1]) is ends
    assert words(begun)[1] == words(begun)[1].strip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("text", ["/tournament 100 100 1", "/tournament 3 100 100"])
async def test_size_is_told(table: Table, text: str, language: str) -> None:
    """Too many or too few numbers are answered with the order in which to write them."""
    table.private = False
    told = words(await table.ask(text, language=language))
    assert "/tournament 3 9 9 10" in told[0]


async def test_rules_are_told(table: Table) -> None:
    """The beginning of a round tells which of its rules are unusual."""
    table.private = False
    begun = words(await table.ask("/tournament 2 5 5 3 noguess safe"))
    assert begun[2:] == [
        "The first cell is safe; its neighbours may be mines.",
        "No guessing: logic alone solves this board. /proof after the end says how.",
    ]


async def test_two_rounds(table: Table) -> None:
    """Points add up over the rounds and are told after each; the last names the winner."""
    table.private = False
    begun = await table.ask("/tournament 2 5 5 10")
    assert words(begun)[0] == "🏆 Tournament, round 1 of 2. Everybody plays on this board."
    first = await finish(table, 1)
    board = await table.screen()
    assert f"Bob {first['Bob']}" in "".join(said(board))
    assert not any("wins the tournament" in each for each in said(board))
    row = controls(board, private=False)[0]
    assert row[0].action == NextRound()
    assert mode_of(await table.session()) is Mode.CASUAL
    started = await table.ask(row[0].action, "bob", game=1)
    assert started.screen
    again = await table.ask(row[0].action, "ann", game=1)
    assert again.texts == started.texts, "what is said of the round stays beside its board"
    assert words(again)[0] == "🏆 Tournament, round 2 of 2. Everybody plays on this board."
    assert said(await table.screen(2)) == []
    second = await finish(table, 2)
    total = {name: first[name] + second[name] for name in first}
    lines = said(await table.screen(2))
    assert "tournament!" in lines[0]
    for name, points in total.items():
        assert any(line.endswith(f"{name} {points}") for line in lines[1:])
    assert (await table.ask("/next", game=2)).texts == (Text("tournament.no_next"),)
    assert NextRound() not in [
        each.action for row in controls(await table.screen(2), private=False) for each in row
    ]


async def give_up(table: Table, number: int) -> None:
    """End a round after its first open."""
    await table.ask("a1", game=number)
    if (await table.session(number)).game.outcome is None:
        await table.ask("/giveup yes", game=number)


@pytest.mark.parametrize("other", ["/newgame easy", "/duel easy", "/load x"])
async def test_unplayed_round_stays(table: Table, other: str) -> None:
    """A round without a move is kept, whatever else its starter begins meanwhile."""
    table.private = False
    await table.ask("/newgame easy")
    await table.ask("/save x")
    await table.ask("/tournament 2 5 5 10")
    first = await finish(table, 2)
    begun = await table.shown(NextRound(), game=2)
    number = begun.number
    await table.ask(other)
    moved = await table.shown("a1", "bob", game=number)
    assert moved.number == number
    tournament = (await table.session(number)).tournament
    assert tournament
    assert {each.name: each.points for each in tournament.before} == first


async def test_each_round_begins_once(table: Table) -> None:
    """The old board's button finds the newest round, whatever is played in between."""
    table.private = False
    await table.ask("/tournament 3 9 9 10")
    await give_up(table, 1)
    await table.ask(NextRound(), game=1)
    await table.ask("a1")
    await table.ask("/newgame easy")
    again = await table.ask(NextRound(), game=1)
    assert words(again)[0] == "🏆 Tournament, round 2 of 3. Everybody plays on this board."
    assert again.screen
    assert again.screen.number == 2
    assert (await table.ask("/board")).screen == again.screen
    await give_up(table, 2)
    await table.ask("/newgame easy")
    over = await table.ask(NextRound(), "bob", game=1)
    assert over.texts == ()
    assert over.screen
    assert (over.screen.number, over.screen.over) == (2, True)
    third = await table.shown(NextRound(), game=2)
    assert third.round == Text("tournament.short", round=3, rounds=3)


@pytest.mark.parametrize("begun", [1, 2])
async def test_rounds_of_a_chat_that_moves(table: Table, begun: int) -> None:
    """A round that has ended is followed by its own next one, whatever numbers they get."""
    table.private, table.chat = False, "test:hall"
    for _ in range(begun):
        await table.ask("/newgame easy")
        await table.ask("a1")
    table.chat = "test:room"
    await table.ask("/tournament 3 9 9 10")
    await give_up(table, 1)
    await table.ask(NextRound(), game=1)
    await table.service.move_chat("test:room", "test:hall")
    shown = await table.shown(NextRound(), game=1)
    assert (shown.number, shown.over) == (begun + 2, False)


@pytest.mark.parametrize("left", range(6))
async def test_deleted_as_the_next_round_begins(table: Table, left: int) -> None:
    """Who deletes their data while somebody begins the next round is not named in that either."""
    table.private = False
    await table.ask("/tournament 2 5 5 10")
    await finish(table, 1)
    worker = table.another(Pausing)

    async def go_on() -> None:
        await table.ask(NextRound(), "bob", game=1)

    worker.left, worker.meanwhile = left, go_on
    await Service(worker, table.advisor).carry_out(table.request("/delete yes"))
    if worker.meanwhile is not None:
        await go_on()
    await worker.close()
    followed = (await table.session(2)).tournament
    assert followed
    assert {"Ann"}.isdisjoint(each.name for each in followed.before)
    assert len(followed.before) == 2


async def test_next_by_a_word(table: Table) -> None:
    """/next begins the next round, whatever game is current, but not in another topic."""
    table.private = False
    await table.ask("/tournament 2 9 9 10")
    await give_up(table, 1)
    await table.ask("/newgame easy")
    table.thread = "talk"
    assert (await table.ask("/next", "bob")).texts == (Text("game.none"),)
    table.thread = None
    second = await table.shown("/next", "bob")
    assert second.round == Text("tournament.short", round=2, rounds=2)
    await table.ask("/newgame easy")
    assert (await table.ask("/next", "bob")).texts == (Text("tournament.no_next"),)


async def test_next_by_who_plays_beside_it(table: Table) -> None:
    """A player of no round, but of another board meanwhile, can begin the next round too."""
    table.private = False
    await table.ask("/tournament 2 9 9 10")
    await table.ask("/newgame easy", "bob")
    await table.ask("/open a1", "bob")
    await give_up(table, 1)
    begun = await table.shown("/next", "bob")
    assert begun.round == Text("tournament.short", round=2, rounds=2)


async def test_next_in_a_lesson_beside_others(table: Table) -> None:
    """In a group /next is about the asker's own lesson, even if others play."""
    table.private = False
    lesson = (await table.ask("/learn")).screen
    await table.ask("/newgame easy", "bob")
    shown = (await table.ask("/next")).screen
    assert lesson
    assert shown
    assert shown.number == lesson.number


@pytest.mark.parametrize("private", [True, False])
async def test_next_in_a_lesson(table: Table, private: bool) -> None:  # noqa: FBT001  # a case
    """In a lesson /next shows the next step again, until the lesson is left."""
    table.private = private
    begun = (await table.ask("/learn")).screen
    shown = await table.ask("/next")
    assert begun
    assert begun.lesson
    assert shown.screen
    assert (shown.texts, shown.screen.lesson) == ((), begun.lesson)
    await table.ask("/giveup yes")
    assert (await table.ask("/next")).texts == (Text("tournament.no_next"),)


@pytest.mark.parametrize("begin", ["/train", "/newgame easy", "/stats"])
async def test_next_alone(table: Table, begin: str) -> None:
    """In a private chat, which has no rounds, /next names /train and /again."""
    await table.ask(begin)
    [said] = await table.say("/next")
    assert "/train" in said
    assert "/again" in said


async def test_next_round_is_named(table: Table) -> None:
    """During a round /next says to wait; its end names /next, that of the last round /again."""
    table.private = False
    await table.ask("/tournament 2 9 9 10")
    assert (await table.ask("/next")).texts == (Text("tournament.running"),)
    await table.ask("a1")
    assert (await table.ask("/giveup yes")).texts[-1] == Text("ending.next")
    await table.ask("/next")
    await table.ask("a1")
    assert (await table.ask("/giveup yes")).texts[-1] == Text("ending.again")


@pytest.mark.parametrize("asked", ["/hint", "b1", "/mode flag", "/giveup", "/access solo"])
async def test_what_comes_too_late(table: Table, asked: str) -> None:
    """A command for a finished round is answered with /next, unless it was the last.

    After the last it is answered with /again, which begins another game.
    """
    table.private = False
    await table.ask("/tournament 2 9 9 10")
    await give_up(table, 1)
    said = " ".join(await table.say(asked))
    assert "/next" in said
    assert "/again" not in said
    await table.ask("/next")
    await give_up(table, 2)
    said = " ".join(await table.say(asked))
    assert "/again" in said
    assert "/next" not in said


async def test_tournaments_side_by_side(table: Table) -> None:
    """Each tournament goes on by itself, even if another begins or ends meanwhile."""
    table.private = False
    await table.ask("/tournament 3 9 9 10")
    await give_up(table, 1)
    await table.ask("/tournament 2 9 9 10", "bob")
    await give_up(table, 2)
    second = await table.shown(NextRound(), game=1)
    assert (second.number, second.round) == (
        3,
        Text("tournament.short", round=2, rounds=3),
    )
    await table.ask("a1")
    await table.ask(NextRound(), game=2)
    await give_up(table, 4)
    await give_up(table, 3)
    third = await table.shown(NextRound(), game=3)
    assert third.round == Text("tournament.short", round=3, rounds=3)


async def test_a_round_that_waits(table: Table) -> None:
    """The button finds a round without a move again, even after another game has begun."""
    table.private = False
    await table.ask("/tournament 2 9 9 10")
    await give_up(table, 1)
    await table.ask(NextRound(), game=1)
    await table.ask("/newgame easy")
    again = await table.shown(NextRound(), game=1)
    assert (again.number, again.round) == (
        2,
        Text("tournament.short", round=2, rounds=2),
    )


async def test_a_round_long_ago(table: Table) -> None:
    """The button below any earlier round shows the newest one."""
    table.private = False
    await table.ask("/tournament 3 9 9 10")
    for number in (1, 2):
        await give_up(table, number)
        await table.ask(NextRound(), game=number)
    assert (await table.shown(NextRound(), game=1)).number == 3


async def test_no_room_for_a_round(table: Table) -> None:
    """A round that finds no room can be begun once there is some."""
    table.private = False
    await table.ask("/tournament 2 9 9 10")
    await give_up(table, 1)
    for _ in range(10):
        await table.deal("2x3/1 ##M ###")
    assert (await table.ask(NextRound(), game=1)).texts[0].key == "newgame.too_many_at_once"
    await table.ask("/giveup yes", game=2)
    assert (await table.ask(NextRound(), game=1)).texts[0].key == "tournament.round"


def test_before_rounds_were_linked() -> None:
    """A tournament as an earlier version stored it can still be read."""
    old = msgspec.msgpack.encode([3, 2, [["a", "Ann", 5]]])
    assert msgspec.msgpack.decode(old, type=Tournament) == Tournament(
        3, 2, (Points("a", "Ann", 5),)
    )


async def test_mine_costs(table: Table) -> None:
    """A mine takes five points from whoever opened it, and the round goes on."""
    table.private = False
    await table.ask("/tournament 2 5 5 10")
    await table.ask("a1")
    mine = first_mine((await table.session()).game)
    for _ in range(2):
        await table.ask(mine, "bob")
    found = await table.session()
    assert found.game.outcome is None
    await table.wait(SILENT_MS + 1000)
    await table.ask("/giveup yes", "ann")
    lines = said(await table.screen())
    assert any(line.endswith("Bob -5") for line in lines)


def test_ranks() -> None:
    """Points of the same player add up, the most first."""
    tournament = Tournament(3).plus("a", "Ann", 5).plus("b", "Bob", 7).plus("a", "Anna", 4)
    assert tournament.before == (Points("a", "Anna", 9), Points("b", "Bob", 7))


def test_a_crowd_of_winners() -> None:
    """Of many who share the first place a few are named, or no caption would have room for it."""
    crowd = tuple(Points(f"p{each}", f"P{each}", 1) for each in range(40))
    session = Session(1, "ann", Game.new(Rules(5, 5, 5)))
    winner = next(tournament_texts(session, Tournament(2, 2, crowd)))
    assert TRANSLATOR.say(winner, "en").endswith(" P7 and 32 more win the tournament!")


@pytest.mark.parametrize(("count", "more"), [(10, 0), (11, 1)])
def test_a_long_standing(count: int, more: int) -> None:
    """Ten players are named, and how many more there are if there are any."""
    players = tuple(Points(f"p{each}", f"P{each}", 20 - each) for each in range(count))
    session = Session(1, "ann", Game.new(Rules(5, 5, 5)))
    told = list(tournament_texts(session, Tournament(3, 1, players)))
    assert sum(each.key == "tournament.line" for each in told) == 10
    assert told[10:] == [Text("tournament.more", count=more)] * more


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("/tournament", "tournament.usage"),
        ("/tournament 1 easy", "tournament.usage"),
        ("/tournament 10 easy", "tournament.usage"),
        ("/tournament 3 nonsense", "tournament.usage"),
        ("/tournament 3 1 1 1", "newgame.range_rows"),
        ("/tournament 3 easy drifting", "tournament.usage"),
        ("/next", "game.none"),
    ],
)
async def test_refused(table: Table, text: str, key: str) -> None:
    """A tournament that cannot be is refused with a sentence; so is any in a private chat."""
    table.private = False
    assert [each.key for each in (await table.ask(text)).texts] == [key]
    table.private = True
    alone = await table.ask("/tournament 3 easy")
    assert alone.texts == (Text("tournament.group_only"),)


@pytest.mark.parametrize(
    ("asked", "lives"), [("", 3), ("lives 1", 1), ("lives 2", 2), ("lives 3", 3)]
)
async def test_lives(table: Table, asked: str, lives: int) -> None:
    """A round has the lives asked for, or three if none were."""
    table.private = False
    begun = await table.shown(f"/tournament 2 easy {asked}")
    assert begun.rules.lives == lives


async def test_most_rounds(table: Table) -> None:
    """A tournament has nine rounds at most."""
    table.private = False
    assert (await table.shown("/tournament 9 easy")).round


async def test_refused_in_a_round(table: Table) -> None:
    """A move that does nothing in a round that goes on is refused as in any game."""
    table.private = False
    await table.ask("/tournament 2 easy")
    await table.ask("a1")
    refused = await table.ask("!a1")
    assert refused.texts[0].key == "refused.already_open"


async def test_no_lives(table: Table) -> None:
    """Who asks for no lives is refused, as in any game, and not given three."""
    table.private = False
    refused = await table.ask("/tournament 2 easy lives 0")
    assert refused.texts == (await table.ask("/newgame easy lives 0")).texts
    assert refused.screen is None
