"""What is logged at DEBUG: what was done, how it ended, how long it took, and nothing private."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from itertools import count
from types import SimpleNamespace

import pytest
from aiohttp import ClientSession, web

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.effects import Redraw
from bot.app.errands.results import Results
from bot.app.ports import Carry, NotYet, StoreUnavailable
from bot.app.requests.actions import NewGame, Resign
from bot.app.requests.commands import read
from bot.observability import calls
from bot.observability.calls import count_calls, telegram_method
from bot.observability.measured import MeasuredAdvisor, MeasuredService, measured_carry
from bot.observability.metrics import Metrics
from bot.store import MailboxStore, carrying_out
from bot.store.memory import MemoryBackend
from core.board import Board
from tests.bot.observability.test_metrics import Solver, Troubled, asked, in_quarters
from tests.bot.platforms.telegram.telegram_rig import answering


@pytest.fixture(autouse=True)
def _at_debug(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "bot")


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the lines at DEBUG, without how long things took."""
    lines = [each.getMessage() for each in caplog.records if each.levelno == logging.DEBUG]
    assert all(re.search(r" in \d+ ms$", line) for line in lines)
    return [line.rpartition(" in ")[0] for line in lines]


async def test_a_game(caplog: pytest.LogCaptureFixture) -> None:
    """Each request has a line, by its operation, and each effect; nothing tells who it was."""
    metrics, store = Metrics(), MailboxStore(MemoryBackend(), DocumentCodec())
    pool = SolverPool(0.1, waits_for_kernels=True)
    service = MeasuredService(store, pool, metrics)
    begun, opened, given_up = asked(NewGame()), asked(read("c3")), asked(Resign(sure=True))
    saved, loaded = asked(read("/save rosebud")), asked(read("/load rosebud"))
    async with carrying_out(store, measured_carry(Results(store, pool), metrics)):
        for request in (begun, opened, saved, loaded, given_up):
            await service.handle(request)
        await store.settled()
    await store.close()
    pool.close()
    lines = told(caplog)
    assert f"operation {begun.operation}, new_game: answered" in lines
    assert f"operation {saved.operation}, save: answered" in lines
    assert f"operation {given_up.operation}, resign: answered" in lines
    assert "effect, finished: carried out" in lines
    for private in ("rosebud", "Ann", "telegram:7"):
        assert private not in "\n".join(lines)


async def test_a_request_that_is_not_carried_out(caplog: pytest.LogCaptureFixture) -> None:
    """A request that comes to nothing has its line too."""
    service = MeasuredService(
        Troubled(StoreUnavailable()),  # type: ignore[arg-type]  # enough
        SolverPool(0.1),
        Metrics(),
    )
    with suppress(StoreUnavailable):
        await service.carry_out(request := asked(NewGame()))
    assert told(caplog) == [f"operation {request.operation}, new_game: unavailable"]


async def test_effects_that_wait(caplog: pytest.LogCaptureFixture) -> None:
    """Of an effect that cannot be carried out yet it is said why."""

    async def carry(_space: str, _effect: object) -> None:
        raise NotYet

    told_of: Carry = measured_carry(carry, Metrics())
    with pytest.raises(NotYet):
        await told_of("chat:telegram:7", Redraw("telegram:7", 1))
    assert told(caplog) == ["effect, redraw: NotYet"]


async def test_the_solver(caplog: pytest.LogCaptureFixture) -> None:
    """What the solver was asked has a line; not on which board."""
    with pytest.raises(TimeoutError):
        await MeasuredAdvisor(Solver(TimeoutError()), Metrics()).advise(Board.parse("1x2/1 ##"))
    assert told(caplog) == ["solver, advise: late"]


async def test_how_long(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line says in ms how long it took: of a request, an effect and a question."""
    in_quarters(monkeypatch)

    async def carry(_space: str, _effect: object) -> None:
        pass

    service = MeasuredService(
        Troubled(StoreUnavailable()),  # type: ignore[arg-type]  # enough
        SolverPool(0.1),
        Metrics(),
    )
    with suppress(StoreUnavailable):
        await service.carry_out(asked(NewGame()))
    await measured_carry(carry, Metrics())("chat:telegram:7", Redraw("telegram:7", 1))
    await MeasuredAdvisor(Solver(None), Metrics()).is_certain_mine(Board.parse("1x2/1 ##"), 0)
    assert [line.rpartition(" in ")[2] for line in caplog.messages] == ["250 ms"] * 3


async def test_calls(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call to a platform has a line, without its token, that says in ms how long it took."""
    monkeypatch.setattr(calls, "time", SimpleNamespace(perf_counter=count(0, 0.25).__next__))

    async def answer(_request: web.Request) -> web.Response:
        return web.Response(status=429)

    hooks = count_calls(Metrics(), "telegram", telegram_method)
    async with answering(answer) as url, ClientSession(trace_configs=[hooks]) as session:
        (await session.post(f"{url}/bot1:secret/sendMessage")).close()
    assert told(caplog) == ["telegram, sendMessage: 429"]
    assert caplog.messages[-1].endswith(" in 250 ms")
