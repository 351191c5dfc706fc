"""Service: whatever happens, a player gets a sentence as the answer."""

from __future__ import annotations

import logging
import threading
from typing import Any, get_args

import pytest

from bot import advisor
from bot.advisor import SolverPool
from bot.app import deciding
from bot.app.counsel import Counsel
from bot.app.ports import StoreUnavailable
from bot.app.requests.actions import Action, Greet
from bot.app.service import Service
from core.board import Board
from tests.bot.app.conftest import Table


async def test_store_away(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that does not answer is told to the player as being away, in their own language."""
    await table.ask("/language ru", "bob")

    async def away(*_: Any) -> None:
        raise StoreUnavailable("gone")

    monkeypatch.setattr(table.backend, "commit", away)
    assert (await table.say("/newgame"))[0].startswith("The game store does not answer.")
    assert (await table.ask("/newgame", "bob")).language == "ru"


async def test_failures_are_for_one(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A request that failed is answered privately, not to the whole group."""
    table.private = False
    await table.deal("2x3/1 ##M ###")

    def failing(error: Exception) -> Any:
        async def fail(*_: Any) -> None:
            raise error

        return fail

    with monkeypatch.context() as patch:
        patch.setattr(table.advisor, "advise", failing(TimeoutError()))
        assert (await table.ask("/hint")).private
    for error in (StoreUnavailable("gone"), ZeroDivisionError()):
        with monkeypatch.context() as patch, caplog.at_level(logging.CRITICAL):
            patch.setattr(table.service, "_decided", failing(error))
            assert (await table.ask("!c1")).private


async def test_refusals_are_for_one(table: Table) -> None:
    """A refusal is told only to the asker; what is done for all is told to all."""
    table.private = False
    await table.ask("/newgame 5 5 12")
    await table.ask("/save mine")
    await table.ask("/newgame 5 5 12", "bob")
    await table.ask("c3", "bob")
    for text in (
        "/newgame 5 5 200",
        "/duel 5 5 200",
        "/tournament 2 5 5 200",
        "/load nothing",
        "/save mine",
        "/stats bob",
        "/settings boards many",
        "/undo",
    ):
        refused = await table.ask(text)
        assert refused.private, text
        assert refused.screen is None or text == "/undo"
    await table.ask("/settings boards 1")
    for text in ("/newgame", "/duel easy", "/tournament 2 easy"):
        assert (await table.ask(text)).private, text
    for text in ("/load mine", "/save mine", "/games"):
        assert not (await table.ask(text)).private, text


async def test_damaged_game(table: Table) -> None:
    """A damaged game is reported once and set aside; the chat can play on."""
    await table.deal("2x3/1 ##M ###")
    key = ("chat:test:room", "game:1")
    stored, expires = table.backend.documents[key]
    table.backend.documents[key] = type(stored)(b"other", b"garbage"), expires
    assert (await table.say("!c1"))[0].startswith("This game was found damaged")
    assert key in table.backend.quarantined
    assert (await table.say("!c1"))[0].startswith("There is no game here now")
    assert (await table.say("/newgame"))[0].startswith("New game")


def test_every_action_is_decided(table: Table) -> None:
    """Every action has a handler; without one it could only fail."""
    beside = table.service._beside_the_chat
    assert set(get_args(Action)) == deciding._HANDLERS.keys() | beside.keys()


async def test_fault_of_ours(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """An internal error is logged, and the player gets a sentence, not a traceback."""

    def fault(*_: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(deciding._HANDLERS, Greet, fault)
    with caplog.at_level(logging.ERROR):
        assert await table.say("/start") == [
            "Something went wrong here, and nothing was changed. It has been noted."
        ]
    assert "ZeroDivisionError" in caplog.text


async def test_board_that_changes_under_a_hint(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hint is about the board as it is when told; if it changes too often, so it is said."""
    await table.deal("3x4/2 ###M ###M ####")
    advise = table.advisor.advise
    toggles = ["!d1", "!d2", "?d1"]

    async def interrupted(board: Board) -> Counsel:
        if toggles:
            await table.say(toggles.pop(0), "bob")
        return await advise(board)

    monkeypatch.setattr(table.advisor, "advise", interrupted)
    assert any("Step 1 of 4" in said for said in await table.say("/hint"))
    toggles = ["!d3", "!d1", "?d2", "?d3", "!d2"]  # no board comes twice
    assert await table.say("/hint") == ["The board has changed since. Here it is as it is now."]


async def test_solver_that_is_being_prepared(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """While kernels are compiled, a hint names that as the reason to wait."""
    compiled = threading.Event()
    monkeypatch.setattr(advisor, "_warm", compiled.wait)
    pool = SolverPool(0.1, deadline=0)
    table.service = Service(table.store, pool)
    await table.deal("2x3/1 ##M ###")
    said = await table.say("/hint")
    compiled.set()
    pool.close()
    assert said[0] == (
        "The solver is still being prepared, which takes one to four minutes. Ask again then."
    )


async def test_late_counsel(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hint that takes too long is answered so by the deadline, in the chat's language."""

    async def late(_board: Board) -> Counsel:
        raise TimeoutError

    await table.deal("2x3/1 ##M ###")
    monkeypatch.setattr(table.advisor, "advise", late)
    assert (await table.say("/hint"))[0].startswith("This position takes longer")
    await table.say("/language ru")
    assert (await table.say("/hint"))[0].startswith("Над этой позицией надо думать")
