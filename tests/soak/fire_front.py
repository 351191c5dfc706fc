"""A balancer before the workers: it spreads deliveries, doubles some and changes their order."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Any, Final

import aiohttp
from aiohttp import web

_LARGEST: Final = 2**20
_LATER_S: Final = (0.2, 4.0)
_PATIENCE: Final = aiohttp.ClientTimeout(total=30)
_DROPPED: Final = frozenset({"host", "content-length", "transfer-encoding", "connection"})


class Fate(StrEnum):
    """What happens to a delivery besides being made."""

    DOUBLED = "doubled at once"
    REPEATED = "repeated later"
    HELD = "held back and overtaken"
    UNANSWERED = "answers lost"


class Front:
    """Gives each request to the next worker that takes it."""

    def __init__(self, ports: list[int], seed: int, share: float) -> None:
        """Spread over ``ports``; each fate befalls ``share`` of the requests."""
        self.port = 0
        self.fates: Counter[str] = Counter()
        self.share = share
        self._number = len(ports)
        self._ports = itertools.cycle(ports)
        self._random = random.Random(seed)
        self._later: set[asyncio.Task[Any]] = set()
        self._session: aiohttp.ClientSession | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen on a free port while the block runs."""
        app = web.Application(client_max_size=_LARGEST)
        app.router.add_post("/{path:.*}", self._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        self.port = int(runner.addresses[0][1])
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector, timeout=_PATIENCE) as self._session:
            try:
                yield
            finally:
                await runner.cleanup()
                for task in self._later:
                    task.cancel()
                await asyncio.gather(*self._later, return_exceptions=True)

    async def _answer(self, request: web.Request) -> web.Response:
        body = await request.read()
        headers = {k: v for k, v in request.headers.items() if k.lower() not in _DROPPED}
        fate = next((each for each in Fate if self._random.random() < self.share), None)
        if fate is not None:
            self.fates[fate.value] += 1
        if fate is Fate.HELD:
            self._begin(self._post_later(request.path, headers, body))
            return _timed_out()
        if fate is Fate.DOUBLED:
            self._begin(self._post(request.path, headers, body))
        answer = await self._post(request.path, headers, body)
        if fate is Fate.REPEATED:
            self._begin(self._post_later(request.path, headers, body))
        return _timed_out() if fate is Fate.UNANSWERED else answer

    def _begin(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    async def _post_later(self, path: str, headers: dict[str, str], body: bytes) -> None:
        await asyncio.sleep(self._random.uniform(*_LATER_S))
        await self._post(path, headers, body)

    async def _post(self, path: str, headers: dict[str, str], body: bytes) -> web.Response:
        assert self._session
        for port in itertools.islice(self._ports, self._number):
            url = f"http://127.0.0.1:{port}{path}"
            try:
                async with self._session.post(url, data=body, headers=headers) as got:
                    kind = {"Content-Type": got.headers.get("Content-Type", "text/plain")}
                    return web.Response(status=got.status, body=await got.read(), headers=kind)
            except aiohttp.ClientConnectorError:
                continue  # it was killed: the next one takes it
            except (aiohttp.ClientError, TimeoutError):
                break  # what it did before it was killed is not known: the sender tries again
        return web.Response(status=502)


def _timed_out() -> web.Response:
    return web.Response(status=504)
