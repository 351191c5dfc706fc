"""Moving: a chat that gets another id keeps its games, and nothing is kept twice."""

from __future__ import annotations

from bot.app.whereabouts import whereabouts
from tests.bot.app.conftest import Table

WALL = "3x4/3 ##M# ##M# ##M#"


async def test_games_follow(table: Table) -> None:
    """Games, settings and names are found under the new id, also by who still asks at the old."""
    await table.ask("/language ru")
    await table.deal(WALL)
    await table.deal(WALL)
    await table.ask("d1 d2 d3")
    await table.service.move_chat("test:room", "test:hall")
    await table.service.move_chat("test:room", "test:hall")
    table.chat = "test:hall"
    assert (await table.ask("/games")).language == "ru"
    assert (await table.ask("/board", game=1)).screen
    assert (await table.ask("/board", game=2)).screen
    await table.ask("d1", game=1)
    table.chat = "test:room"
    old = (await table.ask("/board", game=1)).screen
    assert old
    assert old.revision == 2


async def test_games_already_there(table: Table) -> None:
    """A chat that has games of its own under the new id keeps those."""
    await table.deal(WALL)
    table.chat = "test:hall"
    await table.deal("2x3/1 ##M ###")
    await table.service.move_chat("test:room", "test:hall")
    assert await table.board() == ["01#", "01#"]


async def test_nothing_to_move(table: Table) -> None:
    """A chat that was never played in moves without a trace."""
    await table.service.move_chat("test:room", "test:hall")
    assert (await table.ask("/board")).screen is None


async def test_whereabouts(table: Table) -> None:
    """Where a chat is by now is found from any of the ids that it has had."""
    await table.deal(WALL)
    for old, new in (("test:room", "test:hall"), ("test:hall", "test:palace")):
        await table.service.move_chat(old, new)
    for chat in ("test:room", "test:hall", "test:palace"):
        assert await whereabouts(table.store, chat) == "test:palace"
    assert await whereabouts(table.store, "test:nowhere") == "test:nowhere"
