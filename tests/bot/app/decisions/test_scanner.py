"""The scanner: a look at nine cells, once per game and at a price."""

from __future__ import annotations

import pytest

from bot.app.documents.mode import Mode, mode_of
from bot.app.requests.actions import TurnPage
from bot.app.requests.board_actions import Scan
from bot.app.requests.menu import Page
from bot.app.screens.controls import cell_action, controls
from bot.i18n import Text
from bot.render import status_texts
from core.game import Game
from core.rules import Rules
from core.scan import scan
from tests.bot.app.conftest import TRANSLATOR, Table, words

LAYOUT = "5x6/5 ##M### ###### M##### ####MM ####M#"


async def test_scan(table: Table) -> None:
    """A scan tells mines from safe cells, marks the safe ones, and makes the game casual."""
    await table.deal(LAYOUT, first=8)
    reply = await table.ask("/scan b2")
    assert words(reply) == ["🔍 Mines: c1 and a3.", "🔍 Safe: a1, b1, a2, b2, b3 and c3."]
    assert reply.screen
    assert reply.screen.marked == frozenset({0, 1, 6, 7, 13, 14})
    assert "scanner used" in [TRANSLATOR.say(text, "en") for text in status_texts(reply.screen)]
    assert mode_of(await table.session()) is Mode.CASUAL


async def test_in_sight(table: Table) -> None:
    """Where a board is shown in parts, the part with the cells is shown, and so again later."""
    await table.deal("3x40/1 M{0} {1} {1}".format("#" * 39, "#" * 40), first=1)
    for said in ("/scan an2", "/board a1", "/scan"):
        screen = await table.shown(said)
        assert screen.focus == (0 if said == "/board a1" else 79)
        assert (await table.session()).focus == screen.focus


async def test_once(table: Table) -> None:
    """A second scan shows the same cells again, without those opened since, and no others."""
    await table.deal(LAYOUT, first=8)
    first = await table.say("/scan b2")
    assert await table.say("/scan") == first
    assert await table.say("/scan b2") == first
    assert (await table.say("/scan e5"))[0].startswith("The scanner has been used")
    await table.ask("a1 b1 a2 b2 b3 c3")
    assert await table.say("/scan") == first[:1]


async def test_once_where_mines_drift(table: Table) -> None:
    """If mines drift the scan is not shown again: it would look at other mines."""
    await table.ask("/newgame 9 9 12 drifting lives 9")
    await table.ask("e5")
    board = (await table.session()).game.board
    corner = board.grid.name(next(iter(board.closed())))
    assert (await table.ask(f"/scan {corner}")).texts[0].key in {"scan.mines", "scan.safe"}
    for text in ("/scan", f"/scan {corner}"):
        again = await table.ask(text)
        assert again.texts == (Text("scan.used_drifting"),)
        assert again.screen is None


async def test_one_cell_left(table: Table) -> None:
    """Scanning a closed cell among open ones tells what it is."""
    await table.deal("3x5/2 ##### #M##M #####")
    await table.ask("b1 c1 a2 c2 a3 b3 c3")
    assert await table.say("/scan b2") == ["🔍 Mine: b2."]


async def test_nothing_left(table: Table) -> None:
    """Scanning where all cells are open tells nothing, and does not use up the scan."""
    await table.deal(LAYOUT, first=10)
    assert await table.say("/scan f1") == ["🔍 Nothing is closed there any more."]
    assert (await table.session()).scanned is None
    await table.ask("/scan f5")
    assert (await table.session()).scanned is not None


async def test_chosen_by_button(table: Table) -> None:
    """After choosing the scanner the next pressed cell is scanned; cancelling costs nothing."""
    await table.deal(LAYOUT, first=8)
    asked = await table.shown(Scan())
    assert asked.page is Page.SCAN
    assert cell_action(asked, 0) == Scan("a1")
    back = controls(asked, private=True)[0][0]
    await table.ask(back.action)
    assert mode_of(await table.session()) is Mode.RANKED
    await table.ask(Scan())
    assert (await table.say("/scan a1"))[0] == "🔍 Safe: a1, b1, a2 and b2."
    assert (await table.session()).page is Page.PLAY


@pytest.mark.parametrize("written", ["a1", "1 1", "A1"])
async def test_chosen_by_typing(table: Table, written: str) -> None:
    """While a cell to scan is asked for, a typed cell is scanned rather than opened."""
    await table.deal(LAYOUT, first=8)
    await table.ask("/scan")
    assert (await table.say(written))[0] == "🔍 Safe: a1, b1, a2 and b2."
    after = await table.session()
    assert (after.scanned, after.page, len(after.game.history)) == (0, Page.PLAY, 1)


@pytest.mark.parametrize(
    ("written", "moves"), [("!a1", 1), ("/open a1", 1), ("a1 b1", 1), ("/board", 0)]
)
async def test_not_chosen_by_typing(table: Table, written: str, moves: int) -> None:
    """A move that is no plain cell is played instead, and no cell to scan is asked for any more."""
    await table.deal(LAYOUT, first=8)
    await table.ask("/scan")
    await table.ask(written)
    after = await table.session()
    assert (after.scanned, after.page, len(after.game.history)) == (None, Page.PLAY, 1 + moves)


async def test_nothing_is_scanned_in_a_duel(table: Table) -> None:
    """A forged button that asks for a cell in a duel lets nobody scan one there."""
    await table.ask("/duel easy")
    await table.ask(TurnPage(Page.SCAN))
    closed = next(iter((await table.session()).game.board.closed()))
    await table.ask(str((await table.session()).game.rules.grid.name(closed)))
    assert (await table.session()).scanned is None


async def test_refused(table: Table) -> None:
    """Nothing can be scanned before the first open, after the end, or off the board."""
    running = ["The scanner works while a game is on, after its first open."]
    await table.ask("/newgame easy")
    assert await table.say("/scan a1") == running
    await table.ask("a1")
    off = "That is off the board: rows go from 1 to 8, columns from a to h (1 to 8)."
    assert await table.say("/scan z99") == [off]
    assert await table.say("/scan there") == ["Write a cell after the command, like /scan d3."]
    await table.ask("/giveup")
    assert await table.say("/scan a1") == running


def test_without_layout() -> None:
    """The core refuses to scan before a layout exists."""
    with pytest.raises(ValueError, match="nothing under any cell"):
        scan(Game.new(Rules(5, 5, 3)), 0)
