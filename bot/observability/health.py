"""Health: whether the process lives and is ready, and its metrics, over HTTP.

``/livez`` answers while the event loop runs. ``/readyz`` says 503 until the bot is connected,
while nothing of the store answers, and from the moment it was told to stop. ``/metrics`` is for
Prometheus. Nothing here is secret, but nothing is protected either: it is not for the public.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.app.decision import Documents
from bot.app.ports import Clock, Store, StoreUnavailable
from bot.environment import Listen
from bot.listening import listen
from bot.observability.metrics import Metrics
from bot.store.keys import PROBES

_PROBES: Final = tuple(f"probe {number}" for number in range(PROBES))
"""Spaces without documents: while some servers are away the chats of the others are served."""
_ANSWER_S: Final = 2.0
"""How long the store may take; the probes of Kubernetes give up after 3 s in the manifests."""
_LAG_S: Final = 0.5
"""How often it is measured how late the event loop is."""


class Health:
    """Says whether the process lives and is ready, and serves its metrics."""

    def __init__(self, metrics: Metrics, answer_s: float = _ANSWER_S) -> None:
        """Serve ``metrics``; wait ``answer_s`` seconds for the store."""
        self.metrics = metrics
        self.connected = False
        """To be set when a platform knows the bot."""
        self.stopping = asyncio.Event()
        """To be set when the bot is to stop."""
        self.port = 0
        self._store: Store | None = None
        self._answer_s = answer_s

    @asynccontextmanager
    async def serving(
        self, store: Store, address: Listen | None, clock: Clock
    ) -> AsyncIterator[None]:
        """Serve at ``address``, if anywhere, while the block runs; ready while ``store`` answers.

        CannotListenError when the address is taken.
        """
        self._store = store
        if address is None:
            yield
            return
        app = web.Application()
        app.router.add_get("/livez", self._live)
        app.router.add_get("/readyz", self._ready)
        app.router.add_get("/metrics", self._measured)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        lagging = asyncio.create_task(self._watch_lag(clock))
        try:
            await listen("HEALTH_LISTEN", runner, address.host, address.port)
            self.port = runner.addresses[0][1]
            yield
        finally:
            lagging.cancel()
            await runner.cleanup()

    async def trouble(self) -> str:
        """Return why the bot is not ready, or nothing."""
        if self.stopping.is_set():
            return "stopping"
        if not self.connected or self._store is None:
            return "starting"
        return "" if await self._answers(self._store) else "the store does not answer"

    async def _answers(self, store: Store) -> bool:
        """Tell whether the first answer of ``store``, to any of several questions, is in time.

        Each is asked only while those before have no answer, and all in the first half of the time.
        """
        apart_s = self._answer_s / (2 * len(_PROBES))

        async def answers(number: int, space: str) -> bool:
            await asyncio.sleep(number * apart_s)
            try:
                await store.view(space, _look)
            except StoreUnavailable:
                return False
            return True

        asked = [asyncio.create_task(answers(*each)) for each in enumerate(_PROBES)]
        try:
            for answered in asyncio.as_completed(asked, timeout=self._answer_s):
                if await answered:
                    return True
        except TimeoutError:
            pass
        finally:
            for each in asked:
                each.cancel()
        return False

    async def _live(self, _request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def _ready(self, _request: web.Request) -> web.Response:
        trouble = await self.trouble()
        return web.Response(text=f"{trouble or 'ready'}\n", status=503 if trouble else 200)

    async def _measured(self, _request: web.Request) -> web.Response:
        body = generate_latest(self.metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def _watch_lag(self, clock: Clock) -> None:
        while True:
            due = time.perf_counter() + _LAG_S
            await clock.sleep(_LAG_S)
            self.metrics.loop_lag_seconds.observe(max(0.0, time.perf_counter() - due))


def _look(_documents: Documents, _now: int) -> None:
    """Look at nothing: only that there is an answer counts."""
