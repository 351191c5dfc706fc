"""Service: whatever happens, a player is answered in a sentence."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.app import deciding
from bot.app.actions import Greet
from bot.app.counsel import Counsel
from bot.app.ports import StoreUnavailable
from core.board import Board
from tests.bot.app.conftest import Table


async def test_store_away(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that does not answer is said to be away."""

    async def away(*_: Any) -> None:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(table.backend, "commit", away)
    assert (await table.say("/newgame"))[0].startswith("The game store does not answer.")


async def test_damaged_game(table: Table) -> None:
    """A damaged game is said to be so once, and set aside; the chat plays on."""
    await table.deal("2x3/1 ##M ###")
    key = ("chat:test:room", "game:1")
    stored, expires = table.backend.documents[key]
    table.backend.documents[key] = type(stored)(b"other", b"garbage"), expires
    assert (await table.say("!c1"))[0].startswith("This game was found damaged")
    assert key in table.backend.quarantined
    assert (await table.say("!c1"))[0].startswith("There is no game here now")
    assert (await table.say("/newgame"))[0].startswith("New game")


async def test_fault_of_ours(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A fault is logged, and its player gets a sentence, not a traceback."""

    def fault(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(deciding._HANDLERS, Greet, fault)
    with caplog.at_level(logging.ERROR):
        assert (await table.say("/start"))[0].startswith("Something went wrong here")
    assert "ZeroDivisionError" in caplog.text


async def test_board_that_changes_under_a_hint(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint is given on the board as it is when it is told, or not at all."""
    await table.deal("2x3/1 ##M ###")
    advise = table.advisor.advise
    toggles = ["!c1", "?c1"] * 5

    async def interrupted(board: Board) -> Counsel:
        if toggles:
            await table.say(toggles.pop(0), "bob")
        return await advise(board)

    monkeypatch.setattr(table.advisor, "advise", interrupted)
    assert (await table.say("/hint"))[0].startswith("This position takes longer")
    del toggles[1:]
    assert any("Step 1 of 4" in said for said in await table.say("/hint"))


async def test_late_counsel(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint that takes too long is answered by the deadline, in the chat's language."""

    async def late(_board: Board) -> Counsel:
        raise TimeoutError

    await table.deal("2x3/1 ##M ###")
    monkeypatch.setattr(table.advisor, "advise", late)
    assert (await table.say("/hint"))[0].startswith("This position takes longer")
    await table.say("/language ru")
    assert (await table.say("/hint"))[0].startswith("Над этой позицией надо думать")
