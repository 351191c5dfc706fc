"""Calls to the platforms, counted by aiohttp's own hooks whichever code makes them."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Final

import aiohttp
from yarl import URL

from bot.observability.metrics import Metrics
from bot.observability.spans import begin_span, end_span

_LOG = logging.getLogger(__name__)


def count_calls(
    metrics: Metrics, platform: str, method_of: Callable[[URL], str]
) -> aiohttp.TraceConfig:
    """Return hooks for a session whose calls are ``platform``'s, named by ``method_of``.

    The name must be without ids and tokens: it becomes a label.
    """

    async def begin(
        _session: aiohttp.ClientSession,
        call: SimpleNamespace,
        asked: aiohttp.TraceRequestStartParams,
    ) -> None:
        call.method, call.began = method_of(asked.url), time.perf_counter()
        call.span = begin_span("send", platform=platform, method=call.method)

    def note(call: SimpleNamespace, status: str) -> None:
        seconds = time.perf_counter() - call.began
        metrics.platform_requests.labels(platform, call.method, status).inc()
        metrics.platform_seconds.labels(platform, call.method).observe(seconds)
        _LOG.debug("%s, %s: %s in %.0f ms", platform, call.method, status, seconds * 1000)
        end_span(call.span, status=status)

    async def end(
        _session: aiohttp.ClientSession,
        call: SimpleNamespace,
        got: aiohttp.TraceRequestEndParams,
    ) -> None:
        note(call, str(got.response.status))

    async def fail(
        _session: aiohttp.ClientSession,
        call: SimpleNamespace,
        _got: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        note(call, "none")

    hooks = aiohttp.TraceConfig()
    hooks.on_request_start.append(begin)
    hooks.on_request_end.append(end)
    hooks.on_request_exception.append(fail)
    return hooks


_DISCORD_WORDS: Final = frozenset(
    {
        "@me", "@original", "applications", "bot", "callback", "channels", "commands", "emojis",
        "gateway", "interactions", "messages", "oauth2", "pins", "users", "webhooks",
    }
)  # fmt: skip
"""The parts of the paths we call that are neither ids nor tokens."""


def discord_method(url: URL) -> str:
    """Return the kind of call to Discord that ``url`` is: the words of its path."""
    return "/".join(part for part in url.parts if part in _DISCORD_WORDS) or "other"


def telegram_method(url: URL) -> str:
    """Return the method of the Bot API that ``url`` calls: the part after the token."""
    return url.name
