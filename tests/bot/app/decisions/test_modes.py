"""Modes: a blindfold game, told in words on a hidden board, and one whose mines drift."""

from __future__ import annotations

import re

import pytest

from bot.app.documents.mode import Mode, mode_of
from bot.app.requests.actions import Press
from bot.app.requests.links import typed_link
from bot.i18n import LANGUAGES, Text
from core.board import Board
from core.game import replay
from core.grid import Cell
from core.history import TimedMove
from core.minefield import Minefield
from core.move import Flag, Open
from core.rules import Rules
from tests.bot.app.conftest import Table, cells_left, first_mine, named, words

LAYOUT = "5x5/3 ##M## ##### M#### ##### ####M"
NO_REVIEW = "Mines move in this game, so it cannot be reviewed or shared."


async def test_blindfold(table: Table) -> None:
    """Moves are told in words with their numbers; the board is shown on request."""
    table.in_place = True
    keys = [each.key for each in (await table.ask("/newgame 5 5 3 blindfold")).texts]
    assert "newgame.how" in keys, "there is nothing to tap"
    table.in_place = False
    said = await table.say("/newgame 5 5 3 blindfold")
    assert "Blindfold: the board stays empty, moves are told in words. /board shows it." in said
    await table.deal(LAYOUT, first=7, blindfold=True)
    screen = await table.shown("e1")
    assert screen.text_only
    assert set(str(screen.board).split()[1]) == {"#"}
    shown = await table.shown("/board")
    assert "1" in str(shown.board)
    hidden = await table.shown("!c1")
    assert "F" not in str(hidden.board)
    assert hidden.board.mines_left == shown.board.mines_left - 1
    over = await table.shown("/giveup")
    assert "M" in str(over.board)


async def test_blindfold_words(table: Table) -> None:
    """An opening is told as its numbers, with its empty cells as ranges."""
    await table.deal(LAYOUT, first=7, blindfold=True)
    said = await table.say("e2")
    assert said[0].startswith("Opened d1 = 1, ")
    assert said[1] == "Empty: e1, e2, c3–e3, c4 and a5–c5."
    assert await table.say("b1") == ["Opened b1 = 1."]


async def test_blindfold_begun(table: Table) -> None:
    """A blindfold board that begins with open cells, or a round, says so and names them."""
    rule = "Blindfold: the board stays empty, moves are told in words. /board shows it."
    await table.deal(LAYOUT, first=7, blindfold=True)
    shared = await table.ask("/share")
    assert shared.link
    invited = await table.ask("/duel 5 5 5 blindfold")
    assert rule in words(invited)
    assert invited.link
    table.chat = "test:bob"
    for link in (shared.link, invited.link):
        said = words(await table.ask(typed_link(link), "bob"))
        assert rule in said
        assert any(each.startswith("Opened ") and " = " in each for each in said)
    table.chat, table.private = "test:group", False
    assert rule in await table.say("/tournament 2 easy blindfold")


async def test_blindfold_duel_begun(table: Table) -> None:
    """Both the one who begins a blindfold duel and the rival are told which cells are open."""
    begun = await table.ask("/duel 5 5 5 blindfold")
    assert begun.link
    told = [each for each in words(begun) if " = " in each]
    assert told
    table.chat = "test:bob"
    assert set(told) <= {*words(await table.ask(typed_link(begun.link), "bob"))}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_blindfold_with_more_than_can_be_told(table: Table, language: str) -> None:
    """Of very many opened cells only the count is told, and that /board shows them."""
    begun = words(await table.ask("/duel 100 100 100 blindfold"), language)
    await table.ask("/newgame 100 100 100 blindfold")
    for said in (begun, words(await table.ask("50 50"), language)):
        [told] = [
            each for each in said if re.search("[0-9]{4}|[0-9][,\N{NO-BREAK SPACE}][0-9]{3}", each)
        ]
        assert "/board" in told
        assert sum(map(len, said)) < 1000


async def test_blindfold_told_of_the_solver(table: Table) -> None:
    """What the solver opens in a blindfold game is told with its numbers, too."""
    await table.deal("2x6/2 ###M## ###M##", first=7, blindfold=True)
    said = await table.say("/solve step")
    assert said[0].startswith("Opens ")
    assert said[1].startswith("Opened ")
    assert " = " in said[1]


async def test_drifting(table: Table) -> None:
    """Mines drift after opens; hints follow the board as it is, and the game counts as casual."""
    table.private = False
    await table.deal(LAYOUT, first=7, drifting=True)
    fields = [(await table.session()).game.minefield]
    for cell in ("a1", "e2"):
        await table.ask(cell)
        fields.append((await table.session()).game.minefield)
    assert fields[-1]
    assert fields[-1] != fields[0]
    assert mode_of(await table.session()) is Mode.CASUAL
    hint = await table.shown("/hint all")
    certain = {cell: chance for cell, chance in hint.chances.items() if chance in {0, 1}}
    assert certain
    assert all(fields[-1].mines[cell] == chance for cell, chance in certain.items())
    await table.ask("/giveup")
    for text in ("/review", "/share", "/code", "/proof"):
        assert await table.say(text) == [NO_REVIEW]
    assert (await table.session()).game.outcome
    await table.store.settled()
    assert "casual" in " ".join(await table.say("/stats"))


async def test_drifting_promises_no_review(table: Table) -> None:
    """A drifting game's review and sharing are refused for good, not put off to its end."""
    await table.ask("/newgame 6 6 9 drifting")
    for text in ("/review", "/share", "/code", "3 3", "/evf", "/proof", "/review"):
        assert (await table.say(text) == [NO_REVIEW]) is (text != "3 3")
    assert (await table.session()).game.outcome is None


async def test_a_look_before_mines_drifted(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was a certain mine before mines drifted is not warned of where it is none any more."""
    table.private = False
    rules = Rules(2, 7, 2, drifting=True)
    layout = Minefield.of(rules.grid, [0, 6])
    # The mine on a1 has no closed cell beside it to drift to.
    await table.put(replay(rules, layout, [TimedMove(Open(cell)) for cell in (1, 7, 8)]))
    boards: list[Board] = []

    async def is_certain_mine(board: Board, _cell: Cell) -> bool:
        boards.append(board)
        if len(boards) == 1:
            await table.ask("c1", "bob")
        return len(boards) == 1

    monkeypatch.setattr(table.advisor, "is_certain_mine", is_certain_mine)
    assert (await table.say("a1"))[0] == "a1 was a mine."
    assert [board.opened.count(1) for board in boards] == [3, 11]


async def test_mines_that_drift_again_under_each_look(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where others move under each look at a cell, it stays closed and the board is shown anew."""
    table.private = False
    rules = Rules(2, 8, 7, drifting=True)
    layout = Minefield.of(rules.grid, [0, *range(10, 16)])
    # The flagged mines stay, and the one on a1 has no closed cell beside it to drift to.
    opened = [TimedMove(Open(cell)) for cell in (1, 8, 9)]
    flagged = [TimedMove(Flag(cell)) for cell in range(10, 16)]
    await table.put(replay(rules, layout, opened + flagged))
    cells = iter("cdefgh")

    async def is_certain_mine(_board: Board, _cell: Cell) -> bool:
        await table.ask(f"{next(cells)}1", "bob")
        return True

    monkeypatch.setattr(table.advisor, "is_certain_mine", is_certain_mine)
    reply = await table.ask("a1")
    assert reply.texts == (Text("press.stale"),)
    assert reply.private
    assert reply.screen
    assert (await table.session()).game.exploded.count(1) == 0


async def test_flags_do_not_drift(table: Table) -> None:
    """Flags move no mines, and several flags in one message are all set."""
    await table.deal(LAYOUT, first=7, drifting=True)
    before = (await table.session()).game.minefield
    assert await table.say("!c1 !a3 !e5") == ["Flagged 3 cells."]
    assert (await table.session()).game.minefield == before


async def test_drifting_words(table: Table) -> None:
    """Each open says that mines may have drifted, and only the first of several is played."""
    said = await table.say("/newgame 6 6 9 drifting")
    assert any(each.startswith("Drifting: ") for each in said)
    reply = await table.ask("3 3 1 1")
    assert words(reply)[-1] == "Mines may have drifted."
    screen = reply.screen
    assert screen
    game = (await table.session()).game
    assert len(game.history) == 1
    closed = game.opened.index(0)
    await table.ask(f"!{named(game, closed)}")
    stale = await table.ask(Press(Open(closed), 1), game=1)
    assert stale.texts == (Text("press.stale"),)
    end = await table.say("/giveup")
    assert end[0].startswith("You gave up after")
    assert end[1] == "Once more: /again"


async def test_mines_drift_after_one_that_cost_a_life(table: Table) -> None:
    """Where a mine goes off and the game goes on, it is told as well that others may drift."""
    await table.deal(LAYOUT, first=7, drifting=True, lives=2)
    said = await table.say(first_mine((await table.session()).game))
    assert said[1:] == ["1 life left.", "Mines may have drifted."]


async def test_mines_of_a_game_that_is_won_drift_no_more(table: Table) -> None:
    """The last open says that the game is won, not that mines have drifted."""
    await table.deal("2x5/8 MMMMM MM##M", first=7, drifting=True)
    kept = (await table.session()).game
    [last] = cells_left(kept)
    won = await table.ask(named(kept, last))
    assert "ending.won" in [text.key for text in won.texts]
    assert "played.drifted" not in [text.key for text in won.texts]


async def test_drifting_alone(table: Table) -> None:
    """Drifting mines cannot be combined with undo or with boards without guessing."""
    for other in ("casual", "noguess"):
        assert await table.say(f"/newgame easy drifting {other}") == [
            "Drifting mines go neither with casual nor with noguess."
        ]
