"""Metrics: what the measured parts count, as Prometheus would read it."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import ClientError, ClientSession, web
from prometheus_client.exposition import generate_latest
from prometheus_client.parser import text_string_to_metric_families
from yarl import URL

from bot.advisor import SolverPool
from bot.app.counsel import Counsel, Progress
from bot.app.decision import Decision
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.effects import DayOver, DuelOver, Finished, Redraw, Retracted
from bot.app.documents.state import Session
from bot.app.errands.results import Results
from bot.app.ports import Applied, Damaged, NotNow, NotOurs, NotYet, Repeated, StoreUnavailable
from bot.app.requests.actions import Action, Again, Begin, Learn, NewGame, Resign
from bot.app.requests.board_actions import Daily, PlayCode, PlayShared, Share
from bot.app.requests.request import Chat, Player, Request
from bot.observability import measured
from bot.observability.calls import count_calls, discord_method, telegram_method
from bot.observability.measured import (
    MeasuredAdvisor,
    MeasuredBackend,
    MeasuredService,
    measured_carry,
)
from bot.observability.metrics import Metrics
from bot.store import MailboxStore, carrying_out
from bot.store.backend import ABSENT, Batch, Conflict, Pending, Put, Stored, Verdict
from bot.store.memory import MemoryBackend
from core.board import Board
from core.game import Game
from core.generate import Begun, NotGenerated, Proof, Why
from core.grid import Cell
from core.review import GradedMove, Review
from core.rules import Rules
from core.trainer import Drill, Exercise, exercise
from tests.bot.alone import Alone
from tests.bot.platforms.telegram.telegram_rig import answering

EVENTS = count()
ANN = Player("telegram:7", "Ann")
SESSION = Session(1, ANN.id, Game.new(Rules(5, 5, 3)))


def counted(metrics: Metrics, name: str) -> dict[tuple[str, ...], float]:
    """Return the values above 0 of the metric minesweeper_``name``, by its labels' values.

    Those are in the order of the labels' names.
    """
    text = generate_latest(metrics.registry).decode()
    return {
        tuple(value for _, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == f"minesweeper_{name}" and sample.value
    }


PRIVATE = Chat("telegram:7", private=True)


def asked(action: Action, chat: str | Chat = "telegram:7") -> Request:
    """Return a request with an id of its own."""
    where = Chat(chat) if isinstance(chat, str) else chat
    return Request(f"event:{next(EVENTS)}", where, ANN, action)


async def test_a_game() -> None:
    """Requests, the games they begin and end, the steps of the store and effects are counted."""
    metrics = Metrics()
    store = MailboxStore(MeasuredBackend(MemoryBackend(), metrics), DocumentCodec())
    pool = SolverPool(0.1, waits_for_kernels=True)
    service = MeasuredService(store, pool, metrics)
    async with carrying_out(store, measured_carry(Results(store, pool), metrics)):
        reply = await service.carry_out(asked(NewGame()))
        assert reply.screen
        await service.handle(asked(Begin(9, 9, 10, 40), "telegram:8"))
        await service.handle(asked(PlayCode("5x3n2:4,0,u8010"), "telegram:9"))
        resign = asked(Resign(), "telegram:8")
        await service.handle(resign)
        await service.handle(resign)
        await store.settled()
        await store.sweep(0)
    await store.close()
    pool.close()
    assert counted(metrics, "requests_total") == {
        ("new_game", "answered", "telegram"): 1,
        ("begin", "answered", "telegram"): 1,
        ("play_code", "answered", "telegram"): 1,
        ("resign", "answered", "telegram"): 2,
    }
    assert counted(metrics, "request_seconds_count") == {("telegram",): 5}
    assert not counted(metrics, "requests_in_progress")
    begun = counted(metrics, "games_begun_total")
    assert sum(begun.values()) == 3
    assert all(platform == "telegram" for _, platform in begun)
    ((labels, times),) = counted(metrics, "games_finished_total").items()
    assert (labels[1:], times) == (("given_up", "telegram"), 1)
    steps = counted(metrics, "store_steps_total")
    assert steps["repeated",] == 1
    assert steps["committed",] >= 3
    effects = counted(metrics, "effects_committed_total")[()]
    assert effects == counted(metrics, "effects_settled_total")[()] >= 1
    assert not counted(metrics, "effects_left")
    calls = {call for (call,) in counted(metrics, "store_seconds_count")}
    assert calls == {"read", "snapshot", "commit", "settle", "pending"}


async def test_games_begun() -> None:
    """Every way to begin a game is counted as one, with the game that each reply shows."""
    metrics, pool = Metrics(), SolverPool(0.1, waits_for_kernels=True)
    store = MailboxStore(MemoryBackend(), DocumentCodec())
    service = MeasuredService(store, pool, metrics)
    async with carrying_out(store, Results(store, pool)):
        shared = await service.carry_out(asked(PlayCode("5x3n2:4,0,u8010"), PRIVATE))
        code = (await service.carry_out(asked(Share(), PRIVATE))).link
        assert shared.screen
        assert isinstance(code, PlayShared)
        for action in (Again(), Learn(), Daily("easy"), code):
            before = sum(counted(metrics, "games_begun_total").values())
            await service.carry_out(asked(action, PRIVATE))
            assert sum(counted(metrics, "games_begun_total").values()) == before + 1, action
    await store.close()
    pool.close()


@pytest.mark.parametrize("effect", [Finished("telegram:7", SESSION, 1), DayOver("telegram:7", 1)])
async def test_effects_are_passed_on(effect: object) -> None:
    """An effect is carried out once; a game that has ended without an outcome is counted, too."""
    metrics, carried = Metrics(), list[object]()

    async def carry(_space: str, effect: object) -> None:
        carried.append(effect)

    await measured_carry(carry, metrics)("chat:telegram:7", effect)
    assert carried == [effect]
    ended = counted(metrics, "games_finished_total")
    assert [labels[1:] for labels in ended] == [("none", "telegram")] * isinstance(effect, Finished)


@pytest.mark.parametrize("waits", [NotYet, NotOurs])
async def test_effects_left(waits: type[NotOurs]) -> None:
    """What has its time to come does not count as left, nor where only another worker can tell."""
    metrics, now = Metrics(), 0
    store = MailboxStore(MeasuredBackend(MemoryBackend(lambda: now), metrics), DocumentCodec())
    waiting = DayOver("telegram:7", 1), DuelOver("t:7", 1, 5), Redraw("t:7", 1, unasked=True)
    effects = [*waiting, Redraw("t:7", 2)]

    async def carry(_space: str, effect: object) -> None:
        assert effect in effects
        raise waits if effect in waiting else NotNow

    async with carrying_out(store, measured_carry(carry, metrics)):
        await store.update("chat:telegram:7", "op", lambda *_: Decision(None, {}, effects))
        await store.settled()
        now = 60_000
        for _ in range(3):
            await store.sweep(10_000)
            await store.settled()
            assert counted(metrics, "effects_left") == {(): 1}
        await store.update("chat:telegram:7", "2", lambda *_: Decision(None, {}, effects[3:]))
        await store.sweep(0, "chat:telegram:7")
        await store.settled()
        assert counted(metrics, "effects_left") == {(): 1}, "the new one is not left, but at work"
    await store.close()


async def test_effects_left_while_a_part_is_away() -> None:
    """Sweeps of a part of the store do not tell how much is left, nor count again what is not due.

    So no former figure stands while it is not known.
    """
    metrics, is_whole = Metrics(), False

    class Partly(MemoryBackend):
        async def pending(
            self, older_than_ms: int, space: str | None = None
        ) -> AsyncIterator[Sequence[Pending]]:
            async for each in super().pending(older_than_ms, space):
                yield each
            if not is_whole:
                raise StoreUnavailable("away")

    store = MailboxStore(MeasuredBackend(Partly(), metrics), DocumentCodec())
    effects = [DayOver("telegram:7", 1), Redraw("t:7", 2)]

    async def carry(_space: str, effect: object) -> None:
        raise NotYet if effect == effects[0] else NotNow

    store.carry = measured_carry(carry, metrics)
    await store.update("chat:telegram:7", "op", lambda *_: Decision(None, {}, effects))
    await store.settled()
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            await store.sweep(0)
        await store.settled()
        assert math.isnan(counted(metrics, "effects_left")[()])
    is_whole = True
    await store.sweep(0)
    assert counted(metrics, "effects_left") == {(): 1}
    await store.close()


@pytest.mark.parametrize("effect", [Redraw("discord:7", 1), Retracted("discord:7", SESSION, 1)])
async def test_what_others_leave(effect: object) -> None:
    """What another worker could have done at once, and has not, counts as left."""
    metrics = Metrics()
    store = MailboxStore(MeasuredBackend(MemoryBackend(), metrics), DocumentCodec())

    async def carry(_space: str, _effect: object) -> None:
        raise NotOurs

    async with carrying_out(store, measured_carry(carry, metrics)):
        await store.update("chat:discord:7", "op", lambda *_: Decision(None, {}, [effect]))
        await store.settled()
        for _ in range(2):
            await store.sweep(0)
            await store.settled()
            assert counted(metrics, "effects_left") == {(): 1}
    await store.close()


class Troubled:
    """A store that raises."""

    def __init__(self, trouble: BaseException) -> None:
        """Raise ``trouble``."""
        self.trouble = trouble

    async def update(self, *_: object) -> Applied[object] | Repeated:
        """Raise."""
        raise self.trouble

    async def view(self, *_: object) -> object:
        """Raise."""
        raise self.trouble


@pytest.mark.parametrize(
    ("trouble", "outcome"),
    [
        (StoreUnavailable(), "unavailable"),
        (Damaged(), "damaged"),
        (ValueError(), "failed"),
        (asyncio.CancelledError(), "cancelled"),
    ],
)
async def test_trouble(trouble: BaseException, outcome: str) -> None:
    """Requests that were not carried out are counted by the reason, and begin no game."""
    metrics = Metrics()
    store = Troubled(trouble)
    service = MeasuredService(store, SolverPool(0.1), metrics)  # type: ignore[arg-type]  # enough
    with suppress(StoreUnavailable, asyncio.CancelledError):
        await service.carry_out(asked(NewGame()))
    ((labels, times),) = counted(metrics, "requests_total").items()
    assert outcome in labels
    assert times == 1
    assert not counted(metrics, "games_begun_total")


class Solver:
    """An advisor that knows nothing."""

    def __init__(self, trouble: BaseException | None) -> None:
        """Raise ``trouble``, if there is any."""
        self.trouble = trouble

    async def review(self, _game: Game, _patience: float) -> Review | Progress:
        """Return that nothing is done yet."""
        return Progress(0, 1)

    async def no_guess(
        self, _rules: Rules, _first: Cell, _seed: int | None = None
    ) -> Begun | NotGenerated:
        """Return that there was no time."""
        return NotGenerated(Why.CANCELLED, 1)

    async def prove(self, _game: Game) -> Proof | None:
        """Return that there is none."""
        return None

    async def exercise(self, drill: Drill, seed: int) -> Exercise:
        """Return the exercise itself."""
        return exercise(drill, Random(seed))

    async def explain(self, move: GradedMove) -> tuple[GradedMove, Mapping[Cell, float]]:
        """Return nothing new."""
        return move, {}

    async def advise(self, _board: Board) -> Counsel:
        """Raise."""
        assert self.trouble
        raise self.trouble

    async def is_certain_mine(self, _board: Board, _cell: Cell) -> bool:
        """Say no."""
        return False


async def test_solver() -> None:
    """Questions to the solver are timed by what they were and how they ended."""
    metrics = Metrics()
    board = Board.parse("1x2/1 ##")
    for trouble in (TimeoutError(), asyncio.CancelledError(), ValueError()):
        with pytest.raises(type(trouble)):
            await MeasuredAdvisor(Solver(trouble), metrics).advise(board)
    assert not await MeasuredAdvisor(Solver(None), metrics).is_certain_mine(board, 0)
    game = Game.new(rules := Rules(5, 5, 3))
    made = await MeasuredAdvisor(Solver(None), metrics).no_guess(rules, 0)
    assert isinstance(made, NotGenerated)
    assert await MeasuredAdvisor(Solver(None), metrics).prove(game) is None
    assert await MeasuredAdvisor(Solver(None), metrics).review(game, 1.0) == Progress(0, 1)
    move: Any = object()
    assert await MeasuredAdvisor(Solver(None), metrics).explain(move) == (move, {})
    set_ = await MeasuredAdvisor(Solver(None), metrics).exercise(Drill.SINGLE, 1)
    assert set_.drill is Drill.SINGLE
    assert counted(metrics, "solver_seconds_count") == {
        ("late", "advise"): 2,
        ("failed", "advise"): 1,
        ("answered", "look"): 1,
        ("answered", "review"): 1,
        ("answered", "no_guess"): 1,
        ("answered", "prove"): 1,
        ("answered", "explain"): 1,
        ("answered", "exercise"): 1,
    }
    assert not counted(metrics, "solver_waiting")


def in_quarters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a quarter of a second pass from one look at the clock to the next."""
    times = count(0, 0.25)
    monkeypatch.setattr(measured, "time", SimpleNamespace(perf_counter=lambda: next(times)))


async def test_how_long_requests_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request is timed in seconds from its beginning to its end, also if it comes to nothing."""
    in_quarters(monkeypatch)
    metrics, pool = Metrics(), SolverPool(0.1)
    store = MailboxStore(MemoryBackend(), DocumentCodec())
    service = MeasuredService(store, pool, metrics)
    await service.carry_out(asked(NewGame()))
    await service.carry_out(asked(NewGame(), "discord:8"))
    away = Troubled(StoreUnavailable())
    in_vain = MeasuredService(away, pool, metrics)  # type: ignore[arg-type]  # enough
    with pytest.raises(StoreUnavailable):
        await in_vain.carry_out(asked(NewGame()))
    await store.close()
    pool.close()
    assert counted(metrics, "request_seconds_sum") == {("telegram",): 0.5, ("discord",): 0.25}


async def test_how_long_the_solver_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question to the solver is timed in seconds until its answer, or until it is given up."""
    in_quarters(monkeypatch)
    metrics, board = Metrics(), Board.parse("1x2/1 ##")
    for _ in range(2):
        await MeasuredAdvisor(Solver(None), metrics).is_certain_mine(board, 0)
    with pytest.raises(TimeoutError):
        await MeasuredAdvisor(Solver(TimeoutError()), metrics).advise(board)
    sums = {("answered", "look"): 0.5, ("late", "advise"): 0.25}
    assert counted(metrics, "solver_seconds_sum") == sums


async def test_how_long_the_store_takes() -> None:
    """A call of the store is timed in seconds from before it begins until after it has ended."""

    class Timed(MemoryBackend):
        lasted = 0.0

        async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
            began = time.perf_counter()
            found = await super().read(space, names)
            self.lasted += time.perf_counter() - began
            return found

    metrics, inner, began = Metrics(), Timed(), time.perf_counter()
    for _ in range(2):
        await MeasuredBackend(inner, metrics).read("s", ("d",))
    around = time.perf_counter() - began
    assert inner.lasted <= counted(metrics, "store_seconds_sum")["read",] <= around


def batch() -> Batch:
    """Return a step that writes a document."""
    name = f"event:{next(EVENTS)}"
    return Batch(name, "s", (name,), (name,), {"d": ABSENT}, {"d": Put(b"x")}, ())


async def test_conflicts() -> None:
    """A step is counted by how it ended: also another's document, turn, and no replica in time."""
    metrics = Metrics()
    memory = MemoryBackend()
    backend = MeasuredBackend(memory, metrics)
    await backend.commit(batch())
    await backend.commit(batch())
    alone = MeasuredBackend(Alone(), metrics)
    await alone.commit(batch())

    class Taken(MemoryBackend):
        is_closed = False

        async def commit(self, batch: Batch) -> Verdict:
            del batch
            return Conflict(0, {}, is_others_turn=True)

        async def close(self) -> None:
            self.is_closed = True

    taken = Taken()
    await MeasuredBackend(taken, metrics).commit(batch())
    assert counted(metrics, "store_steps_total") == {
        ("committed",): 1,
        ("conflict",): 1,
        ("unconfirmed",): 1,
        ("turn",): 1,
    }
    await MeasuredBackend(taken, metrics).close()
    assert taken.is_closed
    assert backend.in_order == memory.in_order
    assert backend.turn_keeper()
    assert backend.watch("s")
    [stored] = (await backend.snapshot("s", ("d",))).values()
    await backend.quarantine("s", "d", stored.revision)
    await backend.set_aside(Pending("1", "s", b""))
    assert memory.quarantined.keys() == {("s", "d"), ("s", "effect:1")}
    assert {("quarantine",), ("set_aside",)} <= counted(metrics, "store_seconds_count").keys()


async def test_store_away() -> None:
    """A call that the store gave up is counted."""

    class Away(MemoryBackend):
        async def settle(self, effects: Sequence[tuple[str, str]]) -> None:
            raise StoreUnavailable(effects)

    metrics = Metrics()
    with pytest.raises(StoreUnavailable):
        await MeasuredBackend(Away(), metrics).settle([("s", "1-0")])
    assert not counted(metrics, "effects_settled_total")
    assert counted(metrics, "store_failures_total") == {("settle",): 1}


async def test_calls(caplog: pytest.LogCaptureFixture) -> None:
    """Calls to a platform are counted and timed by method, and no token becomes a label."""
    caplog.set_level(logging.DEBUG, "bot.observability.calls")

    async def answer(request: web.Request) -> web.Response:
        if request.path.endswith("getMe") and request.transport:
            request.transport.abort()
        return web.Response(status=429)

    metrics, began = Metrics(), time.perf_counter()
    hooks = count_calls(metrics, "telegram", telegram_method)
    async with answering(answer) as url, ClientSession(trace_configs=[hooks]) as session:
        (await session.post(f"{url}/bot1:secret/sendMessage")).close()
        with pytest.raises(ClientError):
            await session.post(f"{url}/bot1:secret/getMe")
    lasted = time.perf_counter() - began
    calls = counted(metrics, "platform_requests_total")
    assert set(calls) == {("sendMessage", "telegram", "429"), ("getMe", "telegram", "none")}
    timed = [("getMe", "telegram"), ("sendMessage", "telegram")]
    assert sorted(counted(metrics, "platform_seconds_count")) == timed
    assert sum(counted(metrics, "platform_seconds_sum").values()) <= lasted
    told = [message.partition(" in ")[0] for message in caplog.messages]
    assert told == ["telegram, sendMessage: 429", "telegram, getMe: none"]
    assert b"secret" not in generate_latest(metrics.registry)


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/api/v10/interactions/123/secret/callback?with_response=1", "interactions/callback"),
        ("/api/v10/webhooks/123/secret/messages/@original", "webhooks/messages/@original"),
        ("/api/v10/webhooks/123/secret/messages/456", "webhooks/messages"),
        ("/api/v10/channels/123/messages/456", "channels/messages"),
        ("/api/v10/channels/123/messages/pins/456", "channels/messages/pins"),
        ("/api/v10/applications/123/commands", "applications/commands"),
        ("/api/v10/applications/123/emojis", "applications/emojis"),
        ("/secret?v=10", "other"),
    ],
)
def test_kinds_of_calls_to_discord(path: str, method: str) -> None:
    """A call to Discord is named by the words of its path, without ids and tokens."""
    assert discord_method(URL(f"http://127.0.0.1:1{path}")) == method


def test_names() -> None:
    """Every name has the bot's prefix and its unit, and says what it is."""
    for family in Metrics().registry.collect():
        assert family.name.startswith(("minesweeper_", "process_", "python_"))
        assert family.documentation
        if family.type == "histogram":
            assert family.name.endswith("_seconds")
