"""Sharing: the same board for others, without telling where its mines are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.documents.mode import Mode, mode_of
from bot.app.documents.shared import KEEP_SHARED_S, SharedBoard
from bot.app.documents.state import Session
from bot.app.errands.shared import find_shared, publish
from bot.app.requests.actions import Misread
from bot.app.requests.board_actions import PlayShared
from bot.app.requests.commands import read
from bot.app.requests.links import read_link, typed_link, write_link
from bot.app.requests.short_code import is_code, new_code
from bot.app.screens.illustration import ResultCard
from bot.app.screens.reply import Reply
from bot.i18n import LANGUAGES, Text
from core.game import Game, Outcome
from core.move import Open
from core.record import begun
from tests.bot.app.conftest import TRANSLATOR, Table, drawn, offered, words
from tests.bot.app.duelling import invite
from tests.strategies import games, seeded

LAYOUT = "5x5/3 ##M## ##### M#### ##### ####M"
CORNER = "4x4/2 #M## M### #### ####"
"""All but the corner opens at once."""


async def shared(table: Table, player: str = "ann") -> Reply:
    """Return the answer to a request to share, once the board can be found."""
    return await table.settled("/share", player)


def code_of(reply: Reply) -> str:
    """Return the code that ``reply`` links to."""
    assert isinstance(reply.link, PlayShared)
    return reply.link.code


@given(st.integers())
def test_codes(seed: int) -> None:
    """A code is recognised, and a link with it does the same as its command."""
    code = new_code(seeded(seed))
    link = PlayShared(code)
    assert is_code(code)
    assert read_link(write_link(link)) == link
    assert read(f"/start {write_link(link)}") == link
    assert read(typed_link(link)) == link
    assert len(write_link(link)) <= 64


@given(games())
def test_begun(game: Game) -> None:
    """A shared board keeps the rules, the layout and the first cell of its game, and no more."""
    start = begun(game)
    if start is not None:
        assert (start.rules, start.minefield) == (game.rules, game.minefield)
        first = next(timed.move for timed in game.history if isinstance(timed.move, Open))
        assert [timed.move for timed in start.history] == [first]
        assert begun(start) == start
        assert SharedBoard.of(start, None).begun == start


async def test_same_board(table: Table) -> None:
    """A player of a shared board finds the same first cell open, and the same mines."""
    await table.deal(LAYOUT, first=7)
    reply, first = await shared(table), (await table.session()).game
    table.chat = "test:elsewhere"
    opened = await table.shown(f"/play {code_of(reply)}", "bob")
    assert str(opened.board).split()[1:] == await table.board()
    assert opened.focus == 7, "what is open is in sight on a large board"
    other = await table.session()
    assert other.names == ("Bob",)
    assert mode_of(other) is Mode.CASUAL
    assert (other.game.opened, other.game.minefield) == (first.opened, first.minefield)
    await table.ask("c1", "bob")
    assert (await table.session()).game.outcome is Outcome.LOST
    assert "counts as casual" not in (await table.say("/share", "bob"))[0], "it was so before"


async def test_the_first_open_is_a_move_everywhere(table: Table) -> None:
    """The open that a shared board begins with is counted wherever moves are, as its 3BV is."""
    await table.deal("3x4/3 ##M# ##M# ##M#")
    await table.ask(f"/play {code_of(await shared(table))}", "bob")
    ended = words(await table.ask("d1 d2 d3", "bob"))
    assert any("3BV 4, 4 moves, efficiency 100%" in line for line in ended), ended
    card = drawn(await table.ask("/card", "bob"), ResultCard)
    figures = {name.key: dict(value.args) for name, value in card.figures[:4]}
    assert figures["figure.moves"] == {"value": 4}
    assert (await table.say("/review replay", "bob"))[-1] == "The whole game, 4 moves."


async def test_rules_are_told(table: Table) -> None:
    """A player who opens a shared board is told its lives and that it needs no guess."""
    await table.ask("/newgame 5 5 4 lives 3 noguess")
    await table.ask("c3")
    assert words(await table.ask(f"/play {code_of(await shared(table))}", "bob"))[1:] == [
        "3 lives: each mine takes one, the last one ends the game.",
        "No guessing: logic alone solves this board. /proof after the end says how.",
    ]


async def test_clock_waits_for_the_first_move(table: Table) -> None:
    """Looking at a shared board before the first move takes no time off the clock."""
    await table.deal(LAYOUT, first=7)
    code = code_of(await shared(table))
    await table.ask(f"/play {code}", "bob")
    await table.wait(60_000)
    assert await table.shown_time("!e1") == "0:00"
    await table.wait(5_000)
    assert await table.shown_time("/board") == "0:05"


async def test_running_game_gets_casual(table: Table) -> None:
    """Sharing before the end makes a game casual, and says so once."""
    await table.deal(LAYOUT, first=7)
    first = words(await shared(table))
    assert "counts as casual" in first[0]
    assert mode_of(await table.session()) is Mode.CASUAL
    again = words(await shared(table))
    assert again == first[1:]


@pytest.mark.parametrize("wish", ["casual", "lives 2", "casual lives 3"])
async def test_casual_game_stays_as_it_is(table: Table, wish: str) -> None:
    """A game that is casual by its rules is not said to become so by sharing."""
    await table.ask(f"/newgame 5 5 3 {wish}")
    await table.say("a1")
    assert words(await shared(table))[0].startswith("💣")


async def test_finished_game_stays_ranked(table: Table) -> None:
    """Sharing a won ranked game leaves it ranked; its time becomes the time to beat."""
    await table.deal(CORNER, first=15)
    await table.wait(9_500)
    await table.ask("a1")
    reply = await shared(table)
    assert words(reply)[-1].endswith("🏆 0:09")
    assert mode_of(await table.session()) is Mode.RANKED
    opened = await table.ask(f"/play {code_of(reply)}")
    assert words(opened)[-1] == "Time to beat: 0:09"


async def test_same_code_again(table: Table) -> None:
    """A board keeps one code and its best time, even if one who received it shares it again."""
    await table.deal(CORNER, first=15)
    await table.wait(9_000)
    await table.ask("a1")
    code = code_of(await shared(table))
    assert code_of(await shared(table)) == code
    await table.ask(f"/play {code}", "bob")
    await table.ask("/giveup yes", "bob")
    assert code_of(await shared(table, "bob")) == code
    board = await find_shared(table.store, code)
    assert board
    assert board.won_in == 9_000


_LINKS = ("k7m2xq9ht4", "short", "../../../../", "ABC", "лунааааааа")


@pytest.mark.parametrize("text", ["/play k7m2xq9ht4", *map("/start g_{}".format, _LINKS)])
async def test_unknown_code(table: Table, text: str) -> None:
    """A code that is unknown, or a link whose code is damaged, is answered in one sentence."""
    unknown = ["There is no board with this code, or it has expired."]
    assert words(await table.ask(text)) == unknown


async def test_expiry(table: Table) -> None:
    """A shared board expires after 90 days unless it is shared again."""
    await table.deal(LAYOUT, first=7)
    code = code_of(await shared(table))
    for _ in range(2):
        await table.wait(KEEP_SHARED_S * 1000 - 1)
        assert await find_shared(table.store, code)
        assert code_of(await shared(table)) == code
    await table.wait(KEEP_SHARED_S * 1000)
    assert await table.say(f"/play {code}") == [
        "There is no board with this code, or it has expired."
    ]


async def test_code_of_a_duel(table: Table) -> None:
    """/play with the code of a duel is answered with how to join the duel."""
    invitation = await invite(table)
    told = await table.ask(f"/play {invitation.code}", "bob")
    assert words(told) == ["This is the code of a duel. To join it, write /duel and the code."]
    assert offered(told) == [invitation]


async def test_code_for_a_duel(table: Table) -> None:
    """/duel with the code of a board is answered with how to play the board."""
    await table.deal(LAYOUT, first=7)
    code = code_of(await shared(table))
    assert await table.say(f"/duel {code}", "bob") == [
        "This is the code of a board. To play it, write /play and the code."
    ]


async def test_refused(table: Table) -> None:
    """Nothing can be shared before the first open, in the lesson, or from another's game."""
    assert await table.say("/share") == [
        "There is no game here now. Start one with /newgame, or see /games."
    ]
    early = ["Open a cell first: then there is a board to share."]
    await table.ask("/newgame easy")
    assert await table.say("/share") == early
    await table.ask("/learn")
    await table.ask("c3")
    assert await table.say("/share") == ["A lesson cannot be shared."]
    await table.deal(LAYOUT, first=7)
    assert await table.say("/share", "bob") == [
        "Only the one who started this game can share it before it ends."
    ]


async def test_line(table: Table) -> None:
    """The line to share says what was played and how far it got, and names no cell."""
    await table.deal(LAYOUT, first=7)
    await table.wait(65_000)
    await table.ask("c1")
    line, bar = words(await shared(table))
    assert line == "💣 Minesweeper · simple 5×5, 3 mines"
    assert bar.endswith(" 1:05, 4% open")
    assert bar.startswith("💥⬜")


async def test_bar(table: Table) -> None:
    """The bar has a green square for each tenth that is open, and 💥 after these for a mine."""
    bars = []
    for cells in ("d1", "d1 d2 c1", "d1 d2 d3"):
        await table.deal("3x4/3 ##M# ##M# ##M#")
        await table.say(cells)
        bars.append(words(await table.ask("/share"))[-1].split()[0])
    assert bars == ["🟩" * 7 + "⬜" * 3, "🟩" * 8 + "💥⬜", "🟩" * 10]


async def test_publish_keeps_the_best(table: Table) -> None:
    """The best time stays, in whatever order times arrive and however often."""
    game = begun((await _played(table)).game)
    assert game
    for won_in in (None, 9000, 5000, None, 7000, 5000):
        await publish(table.store, "k7m2xq9ht4", SharedBoard.of(game, won_in))
    board = await find_shared(table.store, "k7m2xq9ht4")
    assert board
    assert (board.won_in, board.begun) == (5000, game)


async def _played(table: Table) -> Session:
    await table.deal(LAYOUT, first=7)
    return await table.session()


@pytest.mark.parametrize("language", LANGUAGES)
def test_usage(language: str) -> None:
    """/play without a whole code says what it needs, and how to begin a game of one's own."""
    talk = ("/play", "play with a friend", "/play against the computer", "/play hello")
    for text in (*talk, "/play 你好", "/play k7m2xq9", "/play k7m2xq9ht4x", "/play ../../../../"):
        assert read(text) == Misread(Text("share.usage"))
    assert "/newgame" in TRANSLATOR.say(Text("share.usage"), language)


async def test_another_s_board_that_is_over(table: Table) -> None:
    """In a group anybody may share the layout of a game that is over."""
    table.private = False
    await table.deal("2x3/1 ##M ###")
    assert (await table.ask("/share", "bob")).texts == (Text("share.not_yours"),)
    await table.ask("/giveup yes")
    assert (await table.ask("/share", "bob")).link
