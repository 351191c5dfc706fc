"""Spans: the way of one request - decided, committed, sent - told to OpenTelemetry, if wanted.

They carry no ids, no texts and no messages of exceptions: what a span says is what a metric says.
Without an endpoint nothing is imported and nothing is done.
"""

from __future__ import annotations

import math
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from typing import TYPE_CHECKING, Final, TypeVar

from bot.app.decision import Decide, Decision, Documents
from bot.app.ports import Applied, Repeated, Store
from bot.environment import ConfigError

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

T = TypeVar("T")

_NAME: Final = "minesweeper-bot"
_END_S: Final = 3.0
"""How long a collector is waited for at the end, when the worker may have taken 24 s of the 30 s
after which orchestrators kill."""
_tracer: Tracer | None = None


def trace_to(endpoint: str | None) -> Callable[[], None]:
    """Send spans to the collector that the environment names, if it does; return what ends that.

    What ends it sends the spans that are left, for ``_END_S`` at most. Raises ConfigError where the
    extra "tracing" is not installed.
    """
    global _tracer  # noqa: PLW0603  # OpenTelemetry's own provider is global as well
    if endpoint is None:
        return lambda: None
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415  # an extra
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import (  # noqa: PLC0415  # as above
            OTELResourceDetector,
            Resource,
        )
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415  # as above
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415  # as above
    except ImportError as error:
        sentence = "OTEL_EXPORTER_OTLP_ENDPOINT needs the extra: pip install .[tracing]"
        raise ConfigError([sentence]) from error
    # A name that the environment gives counts: the library prefers one that a program gives.
    named = Resource.create({"service.name": _NAME}).merge(OTELResourceDetector().detect())
    provider = TracerProvider(resource=named, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    _tracer = provider.get_tracer(_NAME)

    def end() -> None:
        # The library itself waits for half a minute, and takes no other time.
        ending = threading.Thread(target=provider.shutdown, daemon=True)
        ending.start()
        ending.join(_END_S)

    return end


@contextmanager
def span(name: str, **attributes: str) -> Iterator[None]:
    """Have the block be a span; of an exception it says the type only."""
    if _tracer is None:
        yield
        return
    with _tracer.start_as_current_span(
        name, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as current:
        try:
            yield
        except BaseException as error:
            current.set_attribute("error.type", type(error).__qualname__)
            raise


def begin_span(name: str, **attributes: str) -> Span | None:
    """Return a span that its caller ends, within the one around it."""
    return None if _tracer is None else _tracer.start_span(name, attributes=attributes)


def end_span(begun: Span | None, **attributes: str) -> None:
    """End what ``begin_span`` returned."""
    if begun is not None:
        begun.set_attributes(attributes)
        begun.end()


class TracedStore:
    """A Store that passes on to another one; decisions are spans of the requests they are for."""

    def __init__(self, store: Store) -> None:
        """Ask ``store``."""
        self._store = store

    async def update(self, space: str, operation: str, decide: Decide[T]) -> Applied[T] | Repeated:
        """Apply ``decide`` to the documents of ``space`` in one atomic step."""
        return await self._store.update(space, operation, _within_this(decide))

    async def view(
        self, space: str, look: Callable[[Documents, int], T], since: float = math.inf
    ) -> T:
        """Return what ``look`` makes of the documents of ``space``."""
        return await self._store.view(space, look, since)

    def watch(self, space: str) -> AsyncIterator[tuple[str, ...]]:
        """Yield the operations of every commit to ``space`` from now on."""
        return self._store.watch(space)

    async def caught_up(self, is_awaited: Callable[[object], bool]) -> None:
        """Wait for the effects that this process has begun by now and that are awaited."""
        await self._store.caught_up(is_awaited)


def _within_this(decide: Decide[T]) -> Decide[T]:
    """Return ``decide`` to run within the present span: the store may do so in another's task."""
    context = copy_context()

    def decided(documents: Documents, now: int) -> Decision[T]:
        with span("decide"):
            return decide(documents, now)

    return lambda documents, now: context.run(decided, documents, now)
