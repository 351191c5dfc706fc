"""Moving: a chat that gets another id keeps its games, and nothing is kept twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.app.desk import game_name
from bot.app.ports import Documents, StoreUnavailable
from bot.app.service import chat_space
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


async def test_moving_that_was_broken_off(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move that the store broke off at any step is ended when it is asked for again."""
    monkeypatch.setattr("bot.app.state._AT_ONCE", 2)
    for _ in range(5):
        await table.deal(WALL)
        await table.ask("d1 d2 d3")
    update, left = table.store.update, 0

    async def broken(*given: Any) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise StoreUnavailable("away")
        return await update(*given)

    monkeypatch.setattr(table.store, "update", broken)
    for steps in (0, 1, 2, 3, 4, 5, 0, 1, 2):
        left = steps
        with pytest.raises(StoreUnavailable):
            await table.service.move_chat("test:room", "test:hall")
    left = 99
    await table.service.move_chat("test:room", "test:hall")
    table.chat = "test:hall"
    for number in range(1, 6):
        assert (await table.ask("/board", game=number)).screen
        old = chat_space("test:room")
        assert await table.store.view(old, look_for(number)) is None


def look_for(number: int) -> Callable[[Documents, int], object]:
    """Return what looks for a game."""
    return lambda documents, _now: documents.get(game_name(number))


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
