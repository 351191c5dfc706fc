"""Controls: every state offers what is possible in it, and each control does what it says."""

from __future__ import annotations

import pytest

from bot.app.documents.undecided import BOTH_REST_MS
from bot.app.requests import actions
from bot.app.requests.access import Access
from bot.app.requests.button import write_button
from bot.app.requests.menu import Page
from bot.app.screens.controls import cell_action, cells_data, controls, play_row
from bot.app.screens.screen import Screen
from bot.i18n import LANGUAGES
from core.move import Chord, Flag, Open, Unflag
from tests.bot.app.conftest import TRANSLATOR, Table

WALL = "3x4/3 ##M# ##M# ##M#"


async def shown(table: Table) -> Screen:
    """Return the current screen as it was left."""
    return await table.shown(actions.ShowBoard(again=True))


def labels(screen: Screen, *, private: bool = True) -> list[list[str]]:
    """Return the labels of the controls."""
    rows = controls(screen, private=private)
    return [[TRANSLATOR.say(button.label, "en") for button in row] for row in rows]


async def test_while_playing(table: Table) -> None:
    """The first page has the mode in words, the hint and a button for the menu."""
    await table.deal(WALL)
    assert labels(await shown(table)) == [["⛏ Mode: open", "💡 Hint*", "☰ Menu"]]
    await table.ask(actions.SetMode(flagging=True))
    assert labels(await shown(table))[0][0] == "🚩 Mode: flag"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hint", ["hint_price", "hint"])
def test_room_for_a_row(language: str, hint: str) -> None:
    """The three play controls fit side by side on a narrow phone, whatever a hint costs."""
    for flagging in (True, False):
        row = play_row(1, flagging=flagging, hint=hint)
        assert max(len(TRANSLATOR.say(button.label, language)) for button in row) <= 15


async def test_menu(table: Table) -> None:
    """The menu offers only what applies: undo in casual games, who may play in groups."""
    await table.ask("/newgame easy")
    await table.ask(actions.TurnPage(Page.MENU))
    assert labels(await shown(table))[1][0] == "🤖 Solver", "there is nothing to scan yet"
    await table.deal(WALL, undo=True)
    await table.ask(actions.TurnPage(Page.MENU))
    screen = await shown(table)
    assert labels(screen)[0] == ["🏳 Give up", "↶ Undo"]
    assert labels(screen, private=False)[0] == ["🏳 Give up", "↶ Undo", "👥 Everybody plays"]
    assert labels(screen)[1] == ["🔍 Scanner", "🤖 Solver", "⚙ Settings", "↩ Back"]
    _, below = controls(screen, private=False, passing=True)
    assert [TRANSLATOR.say(button.label, "en") for button in below] == [
        *("🔍 Scanner", "🤖 Solver", "↩ Back")
    ], "a chat that passes has no settings"


@pytest.mark.parametrize("begun", ["/duel easy", "/tournament 2 easy"])
async def test_no_help_is_offered_while_undecided(table: Table, begun: str) -> None:
    """During a duel or a round no help is offered, for it would be refused."""
    table.private = begun.startswith("/duel")
    await table.ask(begun)
    await table.ask("c3")
    (row,) = labels(await shown(table))
    assert row == ["⛏ Mode: open", "☰ Menu"]
    await table.ask(actions.TurnPage(Page.MENU))
    assert labels(await shown(table))[1] == ["⚙ Settings", "↩ Back"]


async def test_giving_up_is_asked_back(table: Table) -> None:
    """Giving up takes a second press, and a move cancels the question."""
    await table.deal(WALL)
    await table.ask(actions.TurnPage(Page.GIVE_UP))
    assert labels(await shown(table)) == [["🏳 Yes, give up", "↩ Play on"]]
    await table.ask("!c1")
    assert len(labels(await shown(table))[0]) == 3


@pytest.mark.parametrize("access", Access)
async def test_access_page(table: Table, access: Access) -> None:
    """The page of who may play offers every choice but the current one."""
    table.private = False
    await table.deal(WALL)
    await table.ask(actions.SetAccess(access))
    await table.ask(actions.TurnPage(Page.ACCESS))
    (row,) = controls(await shown(table), private=False)
    offered = [b.action.access for b in row if isinstance(b.action, actions.SetAccess)]
    assert set(offered) == set(Access) - {access}
    [row] = controls(await shown(table), private=False, passing=True)
    offered = [b.action.access for b in row if isinstance(b.action, actions.SetAccess)]
    assert set(offered) == set(Access) - {access, Access.INVITED}, "nobody can be invited there"


async def test_after_the_end(table: Table) -> None:
    """A finished game offers another game, and to share its board."""
    await table.deal(WALL)
    await table.ask("/giveup")
    assert labels(await shown(table)) == [["🔁 Again", "🎮 New game"], ["📈 Review", "📤 Share"]]


@pytest.mark.parametrize("begun", ["/learn", "/newgame 5 5 3", "/newgame 5 5 3 noguess"])
async def test_after_an_end_without_an_open(table: Table, begun: str) -> None:
    """If nothing was opened, only a new game is offered: the rest would be refused."""
    await table.ask(begun)
    await table.ask(actions.Resign(sure=True))
    assert labels(await shown(table)) == [["🔁 Again", "🎮 New game"]]


async def test_after_the_end_of_a_lesson(table: Table) -> None:
    """A lesson that was left can be reviewed but not shared."""
    await table.ask("/learn")
    await table.ask("d4")
    await table.ask(actions.Resign(sure=True))
    assert labels(await shown(table))[1] == ["📈 Review"]


async def test_after_the_end_of_a_drifting_game(table: Table) -> None:
    """A game with drifting mines has no single layout to review or share."""
    await table.ask("/newgame 5 5 3 drifting")
    await table.ask("c3")
    await table.ask(actions.Resign(sure=True))
    assert labels(await shown(table)) == [["🔁 Again", "🎮 New game"]]


async def test_after_the_end_of_a_duel(table: Table) -> None:
    """Until a duel is decided nothing that tells of its mines is offered; then all is."""
    await table.ask("/duel easy")
    await table.ask(actions.Resign(sure=True), game=1)
    first = ["⚔ Rematch", "🔁 Again", "🎮 New game"]
    assert labels(await shown(table)) == [first]
    await table.wait(BOTH_REST_MS + 1)
    assert labels(await shown(table)) == [first, ["📈 Review", "📤 Share"]]


async def test_cells(table: Table) -> None:
    """A press carries the move that the drawn cell stands for."""
    await table.deal("2x3/1 ##M ###")
    screen = await shown(table)
    assert cell_action(screen, 2) == actions.Press(Open(2), 1)
    assert cell_action(screen, 1) == actions.Inspect(1)
    await table.ask(actions.SetMode(flagging=True))
    assert cell_action(await shown(table), 2) == actions.Press(Flag(2), 1)
    await table.ask("!c1")
    assert cell_action(await shown(table), 2) == actions.Press(Unflag(2), 2)
    assert cell_action(await shown(table), 1) == actions.Press(Chord(1), 2)


async def test_data_of_cells(table: Table) -> None:
    """The data of a keyboard's cells equal what single buttons would carry."""
    await table.deal("4x4/2 ##M# ###M #### ####", first=12)
    pages = (None, "!c1 !d2", actions.SetMode(flagging=True), actions.TurnPage(Page.SCAN))
    for step in pages:
        if step is not None:
            await table.ask(step)
        screen = await shown(table)
        cells = screen.board.grid.cells()
        expected = [write_button(cell_action(screen, cell), screen.number) for cell in cells]
        assert cells_data(screen, cells) == expected
