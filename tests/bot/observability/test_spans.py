"""Spans: one request's way, told to OpenTelemetry; off unless an endpoint is set."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator

import aiohttp
import pytest
from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from bot.advisor import SolverPool
from bot.app.decision import Decision, Documents, Write
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.effects import Redraw
from bot.app.documents.state import ChatState
from bot.app.ports import Applied, StoreUnavailable
from bot.app.requests.actions import Action, NewGame, Resign, Typed
from bot.app.requests.request import Chat, Player, Request
from bot.app.requests.wish import Wish
from bot.environment import ConfigError
from bot.observability import spans, trace_to
from bot.observability.calls import count_calls, telegram_method
from bot.observability.measured import MeasuredBackend, MeasuredService
from bot.observability.metrics import Metrics
from bot.store import MailboxStore, carrying_out
from bot.store.memory import MemoryBackend
from tests.bot.platforms.telegram.telegram_rig import answering
from tests.bot.platforms.troubled import TroubledBackend
from tests.patience import PATIENCE_S

SECRET = "7123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0"  # noqa: S105  # of a form only


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """Keep the spans in memory."""
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(spans, "_tracer", provider.get_tracer("test"))
    yield exporter
    provider.shutdown()


def way(finished: tuple[ReadableSpan, ...], name: str) -> list[str]:
    """Return the names of the span ``name`` that ended last and of those around it, inside out."""
    by_id = {each.context.span_id: each for each in finished if each.context}
    found: ReadableSpan | None = [each for each in finished if each.name == name][-1]
    names = []
    while found is not None:
        names.append(found.name)
        found = by_id.get(found.parent.span_id) if found.parent else None
    return names


def asked(operation: str, action: Action | None = None) -> Request:
    """Return a request for a game, or for something else."""
    action = action or NewGame(Wish(size=(5, 5, 3)))
    return Request(operation, Chat("telegram:7"), Player("telegram:7", "Philomena"), action)


async def hello(_request: web.Request) -> web.Response:
    """Answer."""
    return web.Response()


async def test_a_move(kept: InMemorySpanExporter) -> None:
    """A request is decided and committed within its span, and what follows is sent."""
    metrics = Metrics()
    store = MailboxStore(MeasuredBackend(MemoryBackend(), metrics), DocumentCodec())
    pool = SolverPool(0.1)
    service = MeasuredService(store, pool, metrics)
    hooks = count_calls(metrics, "telegram", telegram_method)
    async with (
        answering(hello) as url,
        aiohttp.ClientSession(trace_configs=[hooks]) as session,
    ):

        async def carry(_space: str, _effect: object) -> None:
            await (await session.get(f"{url}/bot{SECRET}/sendMessage")).read()

        async with carrying_out(store, carry):
            await service.carry_out(asked("1"))
            await service.carry_out(asked("2", Typed("c3")))
            await service.carry_out(asked("3", Resign()))
            await store.settled()
    await store.close()
    pool.close()
    finished = kept.get_finished_spans()
    assert way(finished, "decide") == ["decide", "request"]
    assert way(finished, "store.commit") == ["store.commit", "request"]
    assert way(finished, "send")[-1] == "request"
    asking = [dict(each.attributes or {}) for each in finished if each.name == "request"]
    assert asking[0] == {"platform": "telegram", "action": "new_game"}
    (sent,) = [dict(each.attributes or {}) for each in finished if each.name == "send"]
    assert sent == {"platform": "telegram", "method": "sendMessage", "status": "200"}
    told = "".join(each.to_json() for each in finished)
    for secret in (SECRET, "Philomena", "telegram:7"):
        assert secret not in told


async def test_in_the_task_of_another(kept: InMemorySpanExporter) -> None:
    """Requests that are folded into one step have each its own decision."""
    store = MailboxStore(MemoryBackend(), DocumentCodec())
    pool = SolverPool(0.1)
    service = MeasuredService(store, pool, Metrics())
    await service.carry_out(asked("1"))
    kept.clear()
    await asyncio.gather(*(service.carry_out(asked(text, Typed(text))) for text in ("a1", "e5")))
    await store.close()
    pool.close()
    finished = kept.get_finished_spans()
    requests = {each.context.span_id for each in finished if each.name == "request" if each.context}
    decided = {each.parent.span_id for each in finished if each.name == "decide" if each.parent}
    assert len(requests) == 2
    assert decided == requests


async def test_trouble(kept: InMemorySpanExporter) -> None:
    """Of what went wrong a span says the type, and none of the words."""
    backend = TroubledBackend()
    backend.away = True
    metrics, pool = Metrics(), SolverPool(0.1)
    store = MailboxStore(MeasuredBackend(backend, metrics), DocumentCodec())
    with pytest.raises(StoreUnavailable):
        await MeasuredService(store, pool, metrics).carry_out(asked("1"))
    pool.close()
    failed = [each for each in kept.get_finished_spans() if each.name == "request"]
    assert dict(failed[0].attributes or {})["error.type"] == "StoreUnavailable"
    assert not failed[0].events
    assert failed[0].status.description is None


@pytest.mark.parametrize("named", [{}, {"OTEL_SERVICE_NAME": "mines-of-telegram"}])
async def test_sent_to_a_collector(monkeypatch: pytest.MonkeyPatch, named: dict[str, str]) -> None:
    """With an endpoint spans are sent there by OTLP, and not before; the bot's name may be set."""
    monkeypatch.setattr(spans, "_tracer", None)
    trace_to(None)()
    assert spans._tracer is None
    assert spans.begin_span("send") is None
    came: list[tuple[str, bytes]] = []

    async def collect(request: web.Request) -> web.Response:
        came.append((request.path, await request.read()))
        return web.Response()

    async with answering(collect) as url:
        for name, value in ({"OTEL_EXPORTER_OTLP_ENDPOINT": url} | named).items():
            monkeypatch.setenv(name, value)
        end = trace_to(url)
        with spans.span("request", platform="telegram"):
            pass
        await asyncio.to_thread(end)
    ((path, body),) = came
    assert path == "/v1/traces"
    (sent,) = ExportTraceServiceRequest.FromString(body).resource_spans
    told = {each.key: each.value.string_value for each in sent.resource.attributes}
    assert told["service.name"] == named.get("OTEL_SERVICE_NAME", "minesweeper-bot")
    (span,) = sent.scope_spans[0].spans
    assert span.name == "request"
    assert [(each.key, each.value.string_value) for each in span.attributes] == [
        ("platform", "telegram")
    ]


async def test_a_collector_that_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end does not wait until the call to a collector that does not answer is given up."""
    monkeypatch.setattr(spans, "_tracer", None)
    monkeypatch.setattr(spans, "_END_S", 0.0)
    asked, may_answer, given_up = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def hang(_request: web.Request) -> web.Response:
        asked.set()
        try:
            await may_answer.wait()
        except asyncio.CancelledError:
            given_up.set()
            raise
        return web.Response()

    async with answering(hang) as url:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", url)
        end = trace_to(url)
        with spans.span("request"):
            pass
        await asyncio.to_thread(end)
        assert [t.daemon for t in threading.enumerate() if "shutdown" in t.name] == [True]
        await asyncio.wait_for(asked.wait(), PATIENCE_S)
        assert not given_up.is_set()
        may_answer.set()


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """An endpoint without the libraries is a setting that cannot be used, said in a sentence."""
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(ConfigError, match="needs the extra"):
        trace_to("http://127.0.0.1:1")


async def test_a_store_all_the_same() -> None:
    """Without spans the store does what it does: looks, watches, waits for what follows."""
    store, may_end = MailboxStore(MemoryBackend(), DocumentCodec()), asyncio.Event()
    traced = spans.TracedStore(store)
    first = asyncio.ensure_future(anext(traced.watch("room")))
    await asyncio.sleep(0)

    async def carry(_space: str, _effect: object) -> None:
        await may_end.wait()

    def decide(_documents: Documents, _now: int) -> Decision[str]:
        return Decision("said", {"chat": Write(ChatState())}, (Redraw("room", 1),))

    async with asyncio.timeout(PATIENCE_S), carrying_out(store, carry):
        assert await traced.update("room", "1", decide) == Applied("said")
        assert await first == ("1",)
        assert await traced.view("room", lambda documents, _: documents.get("chat")) == ChatState()
        await traced.caught_up(lambda effect: not isinstance(effect, Redraw))
        caught_up = asyncio.ensure_future(traced.caught_up(lambda _: True))
        await asyncio.sleep(0)
        assert not caught_up.done()
        may_end.set()
        await caught_up
    await store.close()
