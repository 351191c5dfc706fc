"""Keeping: for how long games are kept, where they are shown, and that there were any."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.documents.day import KEEP_TRIED_S
from bot.app.documents.keeping import KEEP_FINISHED_S, keeps_finished_s
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.spaces import CHAT, chat_space
from bot.app.documents.state import KEEP_PASSING_S, Session
from bot.app.requests.actions import Action, Delete, TurnPage
from bot.app.requests.day import DAY_MS
from bot.app.requests.menu import Page
from bot.delivery.scene import keep_where
from core.game import Game
from core.rules import Rules
from tests.bot.app.conftest import Table
from tests.bot.app.duelling import accept, invite

WALL = "3x4/3 ##M# ##M# ##M#"


def expiry(table: Table, name: str) -> int | None:
    """Return in how many seconds a document of the chat expires, None if it never does."""
    _, expires = table.backend.documents[chat_space(table.chat), name]
    return None if expires is None else (expires - table.time.now) // 1000


async def test_how_long_it_is_known_where_a_game_is_shown(table: Table) -> None:
    """A running board's place is kept without limit, that of a finished one for a month.

    When its game is deleted a finished board stays, but its place is no longer known.
    """
    table.in_place, table.store.carry = True, None
    await table.deal(WALL, undo=True)
    await keep_where(table.store, table.chat, 1, None, Shown("7", "text"))
    for asked, expires_in in (("!c2", None), ("c1", KEEP_FINISHED_S), ("/undo", None)):
        await table.ask(asked)
        assert expiry(table, shown_name(1)) == expires_in
    await table.ask("/giveup yes")
    await table.ask(Delete(sure=True))
    assert (chat_space(table.chat), shown_name(1)) not in table.backend.documents


async def test_how_long_a_deleted_board_is_known(table: Table) -> None:
    """Where a deleted board that was not over is shown is known until it can be taken away."""
    table.in_place, table.store.carry = True, None
    await table.deal(WALL)
    await keep_where(table.store, table.chat, 1, None, Shown("7", "text"))
    await table.ask(Delete(sure=True))
    assert expiry(table, shown_name(1)) == DAY_MS // 1000


async def test_how_long_a_game_that_is_over_is_kept(table: Table) -> None:
    """A finished game is kept for a month, even if an older board is played on after it."""
    await table.deal(WALL)
    await table.deal(WALL)
    await table.ask("/giveup yes")
    await table.ask("!c2", game=1)
    assert [expiry(table, f"game:{number}") for number in (1, 2)] == [None, KEEP_FINISHED_S]


async def test_how_long_a_try_at_a_board_of_the_day_is_kept(table: Table) -> None:
    """That a board of the day was tried is not kept for ever."""
    await table.ask("/daily easy")
    assert expiry(table, "day:easy") == KEEP_TRIED_S


def test_what_should_be_gone() -> None:
    """What has been kept for long enough goes within a second: no store expires it earlier."""
    session = Session(1, "ann", Game.new(Rules(5, 5, 5)))
    assert keeps_finished_s(session, 40 * DAY_MS) == 1


@pytest.mark.parametrize("asked", ["/board a1", "/share", TurnPage(Page.GIVE_UP)])
async def test_what_is_asked_of_a_game_that_is_over(table: Table, asked: Action | str) -> None:
    """Nothing that is asked of a finished game keeps it for longer than a month after its end."""
    table.in_place = True
    await table.deal(WALL)
    await keep_where(table.store, table.chat, 1, None, Shown("7", "text"))
    await table.ask("/giveup yes")
    await table.wait(20 * DAY_MS)
    await table.ask(asked, game=1)
    names = ("game:1", shown_name(1))
    assert [expiry(table, name) for name in names] == [10 * DAY_MS // 1000] * 2


async def test_how_long_a_duel_is_kept(table: Table) -> None:
    """A board of a duel is kept for a month after both have ended, even if that is late."""
    table.chat = "test:den"
    invitation = await invite(table)
    table.chat = "test:elsewhere"
    await accept(table, invitation)
    table.chat = "test:den"
    await table.ask("/giveup yes")
    await table.wait(40 * DAY_MS)
    table.chat = "test:elsewhere"
    await table.settled("/giveup yes", "bob")
    table.chat = "test:den"
    assert expiry(table, "game:1") == KEEP_FINISHED_S
    await table.wait(20 * DAY_MS)
    await table.ask("/board a1")
    assert expiry(table, "game:1") == 10 * DAY_MS // 1000


async def test_how_long_a_board_of_a_duel_is_kept_that_its_player_has_left(table: Table) -> None:
    """A finished board that nobody tells of the other one any more is not kept until that ends."""
    table.chat, table.private = "test:den", False
    invitation = await invite(table)
    table.chat = "test:elsewhere"
    await accept(table, invitation)
    table.chat = "test:den"
    await table.settled("/giveup yes")
    assert expiry(table, "game:1") is None
    await table.settled(Delete(sure=True))
    assert expiry(table, "game:1") == KEEP_FINISHED_S


async def test_how_long_an_earlier_round_is_kept(table: Table) -> None:
    """A round of a tournament is kept for a month after its end, whenever the next one begins."""
    table.private = False
    await table.ask("/tournament 2 5 5 3")
    await table.ask("c3")
    await table.ask("/giveup yes")
    await table.wait(20 * DAY_MS)
    await table.ask("/next")
    assert expiry(table, "game:1") == 10 * DAY_MS // 1000


async def test_how_long_a_deleted_chat_is_known(table: Table) -> None:
    """How many games a deleted chat has had is kept for 90 days, as is told."""
    await table.deal(WALL)
    await table.ask(Delete(sure=True))
    assert expiry(table, CHAT) == 90 * 24 * 3600


async def test_how_long_an_inline_board_is_known(table: Table) -> None:
    """A chat that is one message is kept for 90 days, its game for as long after its last move."""
    table.store.carry = None
    await table.deal(WALL)
    await keep_where(table.store, table.chat, 1, None, Shown("7", "text"))
    names, late = (CHAT, "game:1", shown_name(1)), KEEP_PASSING_S - 20 * DAY_MS // 1000
    for text, days, game in (
        ("!c2", 0, KEEP_PASSING_S),
        ("/mode flag", 20, late),
        ("!c1", 0, KEEP_PASSING_S),
        ("/newgame 5 5 3", 20, late),  # which parks it
    ):
        await table.wait(days * DAY_MS)
        asked = table.request(text)
        asked = replace(asked, chat=replace(asked.chat, passing=True, in_place=True))
        await table.service.handle(asked)
        assert [expiry(table, name) for name in names] == [KEEP_PASSING_S, game, game], text
