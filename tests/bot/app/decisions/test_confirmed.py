"""Confirmed: a plain yes or no answers the question that a board asks, and no other."""

from __future__ import annotations

import pytest

from bot.app.requests.actions import TurnPage
from bot.app.requests.menu import Page
from bot.i18n import LANGUAGES
from tests.bot.app.conftest import Table

WALL = "3x4/3 ##M# ##M# ##M#"
BOARD = ["02##", "03##", "02##"]


async def _asked(table: Table) -> None:
    """Deal a board that asks whether to give up."""
    await table.deal(WALL)
    await table.ask(TurnPage(Page.GIVE_UP))


async def _is_asking(table: Table) -> bool:
    session = await table.session()
    return session.page is Page.GIVE_UP and session.game.outcome is None


@pytest.mark.parametrize("yes", ["yes", "Yes!", "y", "да", "Да.", "是", "是的", "对", "確定。"])
async def test_yes(table: Table, yes: str) -> None:
    """A yes in any language gives up the game that the question is about."""
    await _asked(table)
    screen = await table.shown(yes)
    assert screen.over


@pytest.mark.parametrize("no", ["no", "No!", "n", "нет", "Нет", "不", "否", "算了"])
async def test_no(table: Table, no: str) -> None:
    """A no in any language closes the question, and the game goes on."""
    await _asked(table)
    screen = await table.shown(no)
    assert screen.page is Page.PLAY
    assert not await _is_asking(table)
    assert await table.board() == BOARD


async def test_yes_to_what_others_play_too(table: Table) -> None:
    """A plain yes after /giveup gives up a game that others play too, like /giveup yes."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/flag c1", "bob")
    assert "Give it up for all?" in (await table.say("/giveup"))[0]
    screen = await table.shown("yes")
    assert screen.over


@pytest.mark.parametrize("word", ["evening", "2", "nope", "what is this?", "не надо", "算"])
@pytest.mark.parametrize("language", LANGUAGES)
async def test_neither_yes_nor_no(table: Table, word: str, language: str) -> None:
    """/giveup with any other word behind it may mean something else, so it is asked back."""
    await table.deal(WALL)
    reply = await table.ask(f"/giveup {word}", language=language)
    assert [each.key for each in reply.texts] == ["give_up.own", "give_up.typed"]
    assert await _is_asking(table)
    assert (await table.ask("no")).screen
    assert not await _is_asking(table)
    table.in_place = True
    await table.say(f"/giveup {word}", language=language)
    assert (await table.ask("yes")).texts != ()
    assert (await table.session()).game.outcome


async def test_neither_yes_nor_no_where_others_play(table: Table) -> None:
    """Where others play too, another word behind /giveup gets the usual question."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/flag c1", "bob")
    assert await table.say("/giveup evening") == await table.say("/giveup")


async def test_yes_to_nothing(table: Table) -> None:
    """A yes to no question ends nothing, and a move withdraws the question."""
    how = "Yes to what? Write the command and then yes, like /giveup yes."
    assert await table.say("yes") == [how]
    assert await table.say("no") == ["All right, nothing has changed."]
    await _asked(table)
    await table.ask("!c1")
    assert await table.say("yes") == [how]
    assert await table.board() == ["02F#", *BOARD[1:]]
    await table.ask("/giveup yes")
    await table.ask(TurnPage(Page.GIVE_UP))  # by a button that was drawn before
    assert await table.say("yes") == [how]


async def test_yes_to_a_board(table: Table) -> None:
    """A yes that answers a board is about its question, whatever its player plays by now."""
    table.private = False
    await _asked(table)
    await table.ask("/newgame easy", "bob")
    screen = await table.shown("yes", "bob", game=1)
    assert (screen.number, screen.over) == (1, True)


@pytest.mark.parametrize(
    ("language", "button"), [("en", "button"), ("ru", "кнопк"), ("zh", "按钮"), ("zh-TW", "按鈕")]
)
async def test_yes_where_there_are_no_buttons(table: Table, language: str, button: str) -> None:
    """What to do instead of a plain yes names a button only where there are buttons."""
    for table.in_place in (False, True):
        (how,) = await table.say("yes", language=language)
        assert (button in how) is table.in_place
        assert "/giveup yes" in how


async def test_yes_to_a_deletion(table: Table) -> None:
    """A plain yes deletes nothing, and no longer answers what a game asked before /delete."""
    await _asked(table)
    await table.ask("/delete")
    assert (await table.say("yes"))[0].startswith("Yes to what?")
    assert await table.board() == BOARD


async def test_others_are_turned_away(table: Table) -> None:
    """Somebody who may not play on a board cannot answer its question either."""
    table.private = False
    await table.deal(WALL)
    await table.ask("/access solo")
    await table.ask(TurnPage(Page.GIVE_UP))
    await table.ask("yes", "bob", game=1)
    assert await _is_asking(table)
