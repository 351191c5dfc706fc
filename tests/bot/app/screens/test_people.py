"""At the end of a game that several have played its board says who has opened how much."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.documents.duel import InDuel
from bot.app.documents.seats import SOLVER
from bot.app.documents.state import Session
from bot.app.requests.actions import Delete
from bot.app.screens.people import opened_texts
from bot.render import beside_texts
from tests.bot.app.conftest import TRANSLATOR, Table
from tests.bot.app.decisions.test_tournament import finish

LAYOUT = "2x4/2 ##MM ####"


async def play(table: Table, *moves: str) -> None:
    """Let Ann begin a game in a group, and others, who are named before it, make each move."""
    table.private = False
    await table.deal(LAYOUT, lives=3)
    for move in moves:
        player, text = move.split(" ", 1)
        await table.ask(text, player)


async def said(table: Table, language: str = "en") -> list[str]:
    """Return what stands beside the board of the first game."""
    screen = await table.screen()
    return [TRANSLATOR.say(text, language) for text in beside_texts(screen)]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Opened: Ann 4, Cid 1 and Bob 1 + 1 mine"),
        ("ru", "Открыто клеток: Ann 4, Cid 1 и Bob 1 + 1 мина"),
        ("zh", "各自打开：Ann 4 格、Cid 1 格、Bob 1 格 + 1 个雷"),
        ("zh-TW", "各自打開：Ann 4 格、Cid 1 格、Bob 1 格 + 1 個雷"),
    ],
)
async def test_who_opened_what(table: Table, language: str, expected: str) -> None:
    """It names who has opened most first, of equally many who hit fewer mines; not before the end.

    Nobody is named a second time.
    """
    await play(table, "bob c1", "bob c2")
    assert await said(table) == []
    await table.ask("d2", "cid")
    assert await said(table, language) == [expected]


async def test_who_opened_a_mine_alone(table: Table) -> None:
    """Who has opened nothing but a mine is named, and what was taken back does not count."""
    await play(table, "bob c1", "ann c2", "ann d2")
    assert await said(table) == ["Opened: Ann 6 and Bob 0 + 1 mine"]
    table.chat = "test:den"
    await table.deal(LAYOUT, undo=True)
    for text in ("c2", "/undo", "/giveup yes"):
        await table.ask(text, "bob")
    assert await said(table) == ["Players: Ann and Bob"]


async def test_who_only_flagged(table: Table) -> None:
    """Who has flagged alone is named with the others, in the same line."""
    await play(table, "cid /flag c1", "bob c2", "ann d2")
    assert await said(table) == ["Opened: Ann 5, Bob 1 and Cid 0"]


async def test_alone(table: Table) -> None:
    """Nothing is told where one person alone has opened cells, be it with the solver."""
    await play(table, "bob /flag c1", "ann c2", "ann d2")
    assert await said(table) == ["Players: Ann and Bob"]
    with_solver = replace(await shared(table), players=("test:ann", SOLVER.id))
    assert opened_texts(with_solver, table.time.now) == ()


async def shared(table: Table) -> Session:
    """Return a game that Ann and Bob have won together."""
    table.chat = "test:hall"
    await play(table, "bob c2", "ann d2")
    return await table.session()


async def test_undecided(table: Table) -> None:
    """Nothing is told while a rival still plays the same layout."""
    rivals = replace(await shared(table), duel=InDuel("abcdefghjk"))
    assert opened_texts(rivals, table.time.now) == ()


async def test_in_a_tournament(table: Table) -> None:
    """A round tells its points alone."""
    table.private = False
    await table.ask("/tournament 2 easy")
    await finish(table, 1)
    assert not any(line.startswith("Opened") for line in await said(table))


async def test_drifted(table: Table) -> None:
    """Where mines drift no layout says whose opens were whose."""
    table.private = False
    await table.ask("/newgame 5 5 3 drifting")
    await table.ask("a1")
    for text in ("e5", "/giveup yes"):
        await table.ask(text, "bob")
    assert await said(table) == ["Players: Ann and Bob"]


async def test_forgotten(table: Table) -> None:
    """Whose data were deleted is named no more; how much they opened stays."""
    await play(table, "bob c2", "ann d2")
    await table.ask(Delete(sure=True), "bob")
    assert await said(table) == ["Opened: Ann 5 and ? 1"]
