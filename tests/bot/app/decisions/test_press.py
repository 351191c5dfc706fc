"""Presses: a button does what it said when it was drawn, or nothing."""

from __future__ import annotations

import pytest

from bot.app.decisions.stale import is_stale
from bot.app.requests.access import Access
from bot.app.requests.actions import (
    Begin,
    Inspect,
    Look,
    Press,
    SetAccess,
    SetMode,
    ShowBoard,
    ShowSettings,
    TurnPage,
)
from bot.app.requests.menu import Page
from bot.app.service import Service
from core.board import Board
from core.game import Game, Played
from core.grid import Cell
from core.minefield import Minefield
from core.move import Chord, Flag, FlagAround, Move, Open, Undo
from core.rules import Rules
from tests.bot.app.conftest import NoTime, Table, words

WALL = "3x4/3 ##M# ##M# ##M#"


async def test_press(table: Table) -> None:
    """A press plays its move on the game whose board it stands on."""
    await table.deal(WALL)
    await table.deal(WALL)
    reply = await table.ask(Press(Open(3), 1), game=1)
    assert words(reply) == ["Opened d1."]
    assert reply.screen
    assert reply.screen.number == 1


async def test_typed_moves_follow_a_press(table: Table) -> None:
    """After a press on an older game's board, typed moves go to that game."""
    await table.deal(WALL)
    await table.deal(WALL)
    await table.ask(Press(Open(3), 1), game=1)
    assert (await table.shown("/board")).number == 1
    await table.ask(Press(Open(3), 1), game=2)
    assert (await table.shown("/board")).number == 2


async def test_press_that_was_quicker_than_the_mode(table: Table) -> None:
    """A press to open, drawn before flag mode, opens nothing and shows the new mode."""
    await table.deal(WALL)
    await table.ask(SetMode(flagging=True))
    reply = await table.ask(Press(Open(2), 1), game=1)
    assert words(reply) == [
        "The mode has been switched to flag, so nothing was opened. Choose the cell again."
    ]
    assert reply.private
    assert reply.screen
    assert reply.screen.flagging
    assert words(await table.ask(Press(Flag(2), 1), game=1)) == ["Flagged c1."]
    assert words(await table.ask("!d1")) == ["Flagged d1."]
    await table.ask(SetMode(flagging=False))
    assert words(await table.ask(Press(Flag(6), 1), game=1)) == ["Flagged c2."], "can be taken back"
    await table.ask(SetMode(flagging=True))
    await table.ask("/giveup")
    assert words(await table.ask(Press(Open(7), 1), game=1))[0].startswith("This game is over")


async def test_open_on_a_flag(table: Table) -> None:
    """Tapping a flag tells what to do first, without mentioning what could be typed."""
    await table.deal(WALL)
    await table.ask("!c1")
    reply = await table.ask(Press(Open(2), 1), game=1)
    assert words(reply) == ["c1 has a flag on it. Take it off first."]
    await table.ask("/giveup yes")
    over = await table.ask(Press(Open(2), 1), game=1)
    assert words(over) == ["This game is over. Play on with /again or /newgame."]


async def test_game_that_is_gone(table: Table) -> None:
    """A button of a game that is no longer kept says so, privately."""
    reply = await table.ask(Press(Open(3), 1), game=7)
    assert words(reply) == ["This game is not kept any more. Start another with /newgame."]
    assert reply.private


async def test_chord_that_was_overtaken(table: Table) -> None:
    """A chord is not played if a flag beside it has changed since it was drawn."""
    await table.deal("2x3/1 ##M ###")
    await table.ask("!c1")
    await table.ask("?c1 !c2")
    reply = await table.ask(Press(Chord(1), 2), game=1)
    assert words(reply) == ["The board has changed since. Here it is as it is now."]
    assert (await table.board())[0] == "01#"


async def test_open_that_was_overtaken(table: Table) -> None:
    """An open drawn earlier is still played; a second time it is refused."""
    await table.deal(WALL)
    await table.ask("!c1")
    assert words(await table.ask(Press(Open(3), 1), game=1)) == ["Opened d1."]
    assert words(await table.ask(Press(Open(3), 1), game=1)) == ["d1 is open already."]


@pytest.mark.parametrize(
    ("since", "pressed", "stale"),
    [
        ((Flag(2),), Open(3), False),
        ((Flag(2), Undo()), Open(3), True),
        ((Flag(2),), Chord(1), True),
        ((Flag(10),), Chord(1), False),
        ((FlagAround(5),), Chord(1), True),
        ((FlagAround(5),), Chord(7), True),
        ((Flag(2),), FlagAround(1), True),
        ((Flag(10),), FlagAround(99), False),
    ],
)
def test_stale(since: tuple[Move, ...], pressed: Open | Chord | FlagAround, *, stale: bool) -> None:
    """A press is stale only if moves made since it was drawn can have changed its meaning."""
    rules = Rules(3, 4, 3, undo=True)
    layout = Minefield.of(rules.grid, [2, 6, 10])
    game = Game.new(rules)
    for move in (Open(0), *since):
        played = game.play(move, lambda *_: layout)
        assert isinstance(played, Played)
        game = played.game
    assert is_stale(game, pressed, 1) is stale
    assert not is_stale(game, pressed, len(game.history))
    assert is_stale(game, pressed, len(game.history) + 1), "of a game that was deleted since"


async def test_inspect(table: Table) -> None:
    """A press on a number with nothing to do tells about the number, and changes nothing."""
    await table.deal(WALL)
    before = await table.session()
    reply = await table.ask(Inspect(1))
    assert words(reply) == ["b1: 2 mines around, 0 flags, 2 closed."]
    assert words(await table.ask(Inspect(3))) == ["d1 is closed."]
    assert words(await table.ask(Inspect(99))) == [" is off the board."]
    assert reply.private
    assert await table.session() == before


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "b1: 2 mines around, 1 gone off, 1 flag, 1 closed."),
        ("ru", "b1: вокруг 2 мины, взорвалась 1, 1 флаг, закрытых 1."),
        ("zh", "b1：周围 2 个雷，其中 1 个已爆炸，1 面旗，1 格未开。"),
        ("zh-TW", "b1：周圍 2 個雷，其中 1 個已爆炸，1 面旗，1 格未開。"),
    ],
)
async def test_inspect_beside_an_exploded_mine(table: Table, language: str, said: str) -> None:
    """A mine around a number that has gone off is not called a flag."""
    await table.deal(WALL, lives=2)
    await table.say("c1")
    await table.say("!c2")
    assert words(await table.ask(Inspect(1)), language) == [said]


async def test_look(table: Table) -> None:
    """A press on a large board keeps its section in view; a typed cell moves the view there."""
    await table.say("/newgame expert")
    screen = await table.shown(Look(300))
    assert screen.focus == 300
    screen = await table.shown(Press(Open(301), 0), game=1)
    assert screen.focus == 300
    typed = await table.shown("1 1")
    assert typed.focus == 0
    assert words(await table.ask(Look(9999))) == [" is off the board."]


async def test_certain_mine_in_a_group(table: Table) -> None:
    """In a group a certain mine is opened only when it is chosen a second time."""
    table.private = False
    await table.deal(WALL)
    warning = "c1 is certainly a mine. Choose it again to open it all the same."
    reply = await table.ask(Press(Open(2), 1), "bob", game=1)
    assert words(reply) == [warning]
    assert reply.private
    reply = await table.ask(Press(Open(2), 1), "bob", game=1)
    assert words(reply)[0] == "c1 was a mine."


async def test_certain_mine_under_a_flag_taken_off_just_before(table: Table) -> None:
    """In a group a certain mine whose flag the same message takes off is warned of like any."""
    table.private = False
    await table.deal(WALL)
    await table.say("!c1")
    warning = "c1 is certainly a mine. Choose it again to open it all the same."
    assert await table.say("?c1 c1") == ["Took the flag off c1.", warning]


async def test_who_was_warned_has_not_played(table: Table) -> None:
    """A certain mine that was not opened is no move: nobody has played, and no clock runs on."""
    table.private = False
    await table.deal(WALL)
    before = await table.session()
    await table.wait(1000)
    await table.ask(Press(Open(2), 1), "bob", game=1)
    after = await table.session()
    assert after.warned is not None
    assert (after.names, after.clock) == (("Ann",), before.clock)


async def test_certain_mine_before_the_solver_is_there(table: Table) -> None:
    """Without time for the solver, simple certain mines are still warned of."""
    table.private = False
    table.service = Service(table.store, table.advisor, look_seconds=0, clock=NoTime())
    await table.deal(WALL)
    assert (await table.say("c1"))[0].startswith("c1 is certainly a mine")
    await table.deal("2x3/1 ##M ###")
    assert (await table.say("c1"))[0] == "c1 was a mine."


async def test_safe_cells_are_not_looked_at(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a group a cell that does not explode is opened without asking the solver about it."""
    table.private = False
    await table.deal(WALL)

    async def is_certain_mine(_board: Board, _cell: Cell) -> bool:
        raise AssertionError("the solver was asked")

    monkeypatch.setattr(table.advisor, "is_certain_mine", is_certain_mine)
    assert (await table.say("d1"))[0] == "Opened d1."
    reply = await table.ask(Press(Open(7), 2), "bob", game=1)
    assert words(reply) == ["Opened d2."]


async def test_a_look_at_another_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was a certain mine on a board is not warned of on one that came meanwhile."""
    table.private = False
    await table.deal(WALL)

    async def is_certain_mine(board: Board, _cell: Cell) -> bool:
        is_wall = board.mines == 3
        if is_wall:
            await table.deal("2x3/1 ##M ###")
        return is_wall

    monkeypatch.setattr(table.advisor, "is_certain_mine", is_certain_mine)
    assert (await table.say("c1"))[0] == "c1 was a mine."


async def test_a_look_at_a_busy_board(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certain mine stays one whatever others open during the look, so one look is enough."""
    table.private = False
    await table.deal(WALL)
    looks: list[Board] = []

    async def is_certain_mine(board: Board, _cell: Cell) -> bool:
        looks.append(board)
        await table.ask(f"d{len(looks)}", "bob")
        return True

    monkeypatch.setattr(table.advisor, "is_certain_mine", is_certain_mine)
    assert (await table.say("c1"))[0].startswith("c1 is certainly a mine")
    assert len(looks) == 1


@pytest.mark.parametrize("command", ["", "/open "])
async def test_warning_in_the_middle(table: Table, command: str) -> None:
    """Moves typed together are played up to a certain mine, which is warned of."""
    table.private = False
    await table.deal(WALL)
    assert await table.say(f"{command}d1 c1 d2") == [
        "Opened d1.",
        "c1 is certainly a mine. Choose it again to open it all the same.",
    ]
    assert await table.board() == ["02#2", "03##", "02##"]
    assert (await table.say("!c3 ?c3 d2"))[0] == "Opened d2."
    assert (await table.say("c1"))[0].startswith("c1 is certainly a mine")


async def test_uncertain_cells_are_not_warned_of(table: Table) -> None:
    """Cells that may be safe, or lie beside no number, are opened at once."""
    table.private = False
    await table.deal("2x3/1 ##M ###")
    assert (await table.say("c2"))[0] == "Opened c2."
    await table.deal("3x4/5 ##MM ###M ##MM")  # numbers and count together prove all five
    assert (await table.say("c1"))[0].startswith("c1 is certainly a mine")
    assert (await table.say("d1"))[0] == "d1 was a mine."


async def test_board_that_begins_with_a_press(table: Table) -> None:
    """The first press on a board sent before its game starts the game, and only once."""
    first = await table.shown(Begin(8, 8, 10, 0))
    assert first.board.opened[0]
    closed: Cell = first.board.closed()[-1]
    second = await table.shown(Begin(8, 8, 10, closed), "bob")
    assert second.number == 1
    reply = await table.ask(Begin(1, 1, 1, 0), operation="elsewhere")
    assert reply.screen is not None


async def test_forged_board(table: Table) -> None:
    """A board of a forged size is refused in a sentence."""
    assert words(await table.ask(Begin(999, 8, 10, 0))) == [
        "The number of rows must be from 2 to 100."
    ]


async def test_lesson_left(table: Table) -> None:
    """A lesson that is given up asks for nothing more, and names /learn and /newgame."""
    for begun in ((), ("d4",)):
        await table.ask("/learn")
        for text in begun:
            await table.ask(text)
        reply = await table.ask("/giveup")
        assert words(reply) == [
            "You have left the lesson. /learn begins it anew, /newgame starts a real game."
        ]
        assert reply.screen
        assert reply.screen.lesson is None


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("in_place", [True, False])
async def test_lesson(table: Table, *, private: bool, in_place: bool) -> None:
    """The lesson says what to do, step by step to its end, and has no figures or statistics.

    In a group it says that what is written has to answer the board, or be a command; where there
    are no buttons it says what to write in every step.
    """
    table.private, table.in_place = private, in_place
    reply = await table.ask("/learn")
    steps = []
    for move in ("d4", "!c2", "@b3", "c1"):
        assert reply.screen
        assert reply.screen.lesson
        steps.append(reply.screen.lesson.key)
        assert reply.screen.marked
        reply = await table.ask(move)
    last = "lesson.type" if private else "lesson.type_answer"
    how = "" if private else "_command"
    if in_place:
        assert steps == ["lesson.open", f"lesson.flag{how}", f"lesson.chord{how}", last]
    else:
        goals = ("open", "flag", "chord", "type")
        assert steps == [f"lesson.{goal}_typed" for goal in goals]
    assert reply.screen
    assert reply.screen.lesson
    assert reply.screen.lesson.key == "lesson.done"
    assert [text.key for text in reply.texts] == ["played.opened", "ending.won"]
    [said] = await table.say("/stats")
    assert said == "There are no games in your statistics yet. /newgame starts one."


async def page(table: Table) -> Page:
    """Return the page of controls beside the board as it was left."""
    return (await table.shown(ShowBoard(again=True), game=1)).page


@pytest.mark.parametrize("opened", [Page.MENU, Page.GIVE_UP, Page.SCAN])
@pytest.mark.parametrize(
    "other", ["!c1", "/mode flag", "/hint", "/board", "/board b1", "/save one", "/load 1"]
)
async def test_pages_belong_to_the_session(table: Table, opened: Page, other: str) -> None:
    """A page of controls stays open until its player does something else."""
    await table.deal(WALL)
    await table.ask(TurnPage(opened))
    assert await page(table) is opened
    reply = await table.ask(other)
    assert reply.screen is None or reply.screen.page is Page.PLAY
    assert await page(table) is Page.PLAY


async def test_pages_before_the_first_open(table: Table) -> None:
    """Asking for a hint closes the menu, even before the first open."""
    await table.ask("/newgame 5 5 4")
    await table.ask(TurnPage(Page.MENU))
    await table.ask("/hint")
    assert await page(table) is Page.PLAY


@pytest.mark.parametrize("game", [1, None])
async def test_settings_close_the_menu(table: Table, game: int | None) -> None:
    """The menu closes when the settings are chosen from it, or asked for in words."""
    await table.deal(WALL)
    await table.ask(TurnPage(Page.MENU), game=1)
    await table.ask(ShowSettings(), game=game)
    assert await page(table) is Page.PLAY


@pytest.mark.parametrize("opened", Page)
async def test_pages_and_another_part_of_the_board(table: Table, opened: Page) -> None:
    """Scrolling a large board closes its menu, but not the choice of a cell to scan."""
    await table.deal(WALL)
    await table.ask(TurnPage(opened))
    await table.ask(Look(3), game=1)
    goes_on = opened in {Page.SCAN, Page.WATCH, Page.WATCHING}
    assert await page(table) is (opened if goes_on else Page.PLAY)


async def test_pages_of_others(table: Table) -> None:
    """A player who may not play closes no menu; the solver's controls stay open in any case."""
    table.private = False
    await table.deal(WALL)
    await table.ask(SetAccess(Access.SOLO))
    await table.ask(TurnPage(Page.MENU))
    await table.ask("/board", "bob")
    await table.ask(ShowSettings(), "bob", game=1)
    assert await page(table) is Page.MENU
    await table.ask(TurnPage(Page.WATCHING))
    await table.ask("/board")
    assert await page(table) is Page.WATCHING


async def test_many_cells_at_once_in_a_group(table: Table) -> None:
    """Of cells typed together in a group, those that are certain mines are not opened."""
    table.private = False
    await table.deal("4x6/4 ####M# ####M# ####M# ####M#")
    said = await table.say("f1 e1 e2 f2")
    assert said == [
        "Opened f1.",
        "e1 is certainly a mine. Choose it again to open it all the same.",
    ]
    assert (await table.say("e1"))[0] == "e1 was a mine."
    await table.deal(WALL)
    assert (await table.say("c1 c2 c3"))[0].startswith("c1 is certainly a mine")
    await table.deal("2x4/2 ##MM ####")
    said = await table.say("c2 c1")
    assert said[0] == "c1 was a mine.", "it was not certain when this was written"


async def test_what_is_not_said_on_the_board(table: Table) -> None:
    """In a private chat a notice stands on the board, unless that says how the game ended."""
    await table.ask("/newgame 5 5 3")
    running = await table.ask("@a1")
    await table.ask("c3")
    await table.ask("/giveup yes")
    over = await table.ask("@a1", game=1)
    for reply, private, is_beside in (
        (running, True, False),
        (running, False, True),
        (over, True, True),
        (over, False, True),
    ):
        assert reply.private
        assert reply.screen
        assert reply.is_beside(private=private) is is_beside
