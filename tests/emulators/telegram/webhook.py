"""Delivery to a webhook: in order within a chat, again and again until it answers 2xx."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.clock import Clock
from tests.emulators.telegram.limits import (
    WEBHOOK_CONNECTIONS,
    WEBHOOK_LONGEST_PAUSE,
    WEBHOOK_SECONDS,
)
from tests.emulators.telegram.updates import Pending, Updates
from tests.emulators.telegram.wire import ApiError, Json, present, written

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105  the name of a header, no secret
RETRY = "webhook retry"
TIMEOUT = "webhook timeout"


@dataclass(frozen=True)
class Endpoint:
    """What setWebhook asked for."""

    url: str
    secret: str = ""
    connections: int = WEBHOOK_CONNECTIONS
    certificate: bool = False


@dataclass(frozen=True)
class Attempt:
    """One request to the endpoint and its status, or None when there was no answer."""

    update: Json
    status: int | None
    at: float


@dataclass
class Deliveries:
    """The work on one endpoint."""

    endpoint: Endpoint
    slots: asyncio.Semaphore
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    busy: set[str] = field(default_factory=set)  # queues whose first update is under way
    error: tuple[int, str] | None = None

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` until done or stopped."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def stop(self) -> None:
        """End everything under way."""
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Webhook:
    """Posts the waiting updates to the endpoint, when there is one."""

    def __init__(self, clock: Clock, changes: Changes, updates: Updates) -> None:
        """Deliver ``updates``; ``changes`` rings when there may be new ones."""
        self._clock = clock
        self._changes = changes
        self._updates = updates
        self._work: Deliveries | None = None
        self._changing = asyncio.Lock()
        self._session: aiohttp.ClientSession | None = None
        self.attempts: list[Attempt] = []
        self.carry: Callable[[str, Json], Awaitable[object]] | None = None
        """Makes the call that comes with an answer; nobody reads its result."""

    @property
    def endpoint(self) -> Endpoint | None:
        """Return where updates go, or None."""
        return self._work.endpoint if self._work else None

    async def set(self, endpoint: Endpoint | None) -> None:
        """Deliver to ``endpoint`` from now on, or to nobody."""
        # Workers that start together set it together, and only the last is delivered to.
        async with self._changing:
            await self._stop()
            if endpoint is None:
                return
            self._session = aiohttp.ClientSession()
            self._work = Deliveries(endpoint, asyncio.Semaphore(endpoint.connections))
            self._work.spawn(self._watch(self._work))

    async def close(self) -> None:
        """Stop delivering; what was not confirmed stays pending."""
        async with self._changing:
            await self._stop()

    async def _stop(self) -> None:
        work, self._work = self._work, None
        if work is not None:
            await work.stop()
        if self._session is not None:
            await self._session.close()
            self._session = None

    def info(self) -> Json:
        """Return the WebhookInfo object."""
        work = self._work
        waiting = len(self._updates.pending())
        if work is None:
            return {"url": "", "has_custom_certificate": False, "pending_update_count": waiting}
        moment, words = work.error or (None, None)
        return present(
            url=work.endpoint.url,
            has_custom_certificate=work.endpoint.certificate,
            pending_update_count=waiting,
            max_connections=work.endpoint.connections,
            ip_address="127.0.0.1",
            allowed_updates=self._updates.allowed,
            last_error_date=moment,
            last_error_message=words,
        )

    async def _watch(self, work: Deliveries) -> None:
        while True:
            change = self._changes.next()
            for update in self._updates.pending():
                if update.queue not in work.busy:
                    work.busy.add(update.queue)
                    work.spawn(self._deliver(work, update))
            await asyncio.shield(change)

    async def _deliver(self, work: Deliveries, update: Pending) -> None:
        pause = 0.0
        while (wanted := await self._attempt(work, update)) is not None:
            wait = wanted or pause
            if wait:
                await self._clock.sleep(wait, RETRY)
            pause = min(pause * 2 or 2.0, WEBHOOK_LONGEST_PAUSE)
            if self._clock.now() > update.expires:
                break
        work.busy.discard(update.queue)
        self._updates.confirm(update)

    async def _attempt(self, work: Deliveries, update: Pending) -> float | None:
        """Post once; return None when it was taken, else the seconds the endpoint asked for."""
        async with work.slots:
            status, asked = await self._post(work, update)
        self.attempts.append(Attempt(update.body, status, self._clock.now()))
        self._changes.notify()
        return None if status is not None and 200 <= status < 300 else asked

    async def _post(self, work: Deliveries, update: Pending) -> tuple[int | None, float]:
        request = asyncio.ensure_future(self._request(work, update))
        patience = asyncio.ensure_future(self._clock.sleep(WEBHOOK_SECONDS, TIMEOUT))
        try:
            await asyncio.wait({request, patience}, return_when=asyncio.FIRST_COMPLETED)
            if request.done():
                return request.result()
            self._fail(work, "Read timeout expired")
            return None, 0.0
        finally:
            request.cancel()
            patience.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.gather(request, patience, return_exceptions=True)

    async def _request(self, work: Deliveries, update: Pending) -> tuple[int | None, float]:
        assert self._session is not None
        headers = {"Content-Type": "application/json"}
        if work.endpoint.secret:
            headers[SECRET_HEADER] = work.endpoint.secret
        try:
            async with self._session.post(
                work.endpoint.url, data=written(update.body), headers=headers
            ) as answer:
                if not answer.ok:
                    words = f"Wrong response from the webhook: {answer.status} {answer.reason}"
                    self._fail(work, words)
                elif self.carry and answer.content_type == "application/json":
                    given = await answer.json() or {}
                    if method := given.pop("method", None):
                        work.spawn(self._carried(method, given))
                return answer.status, float(answer.headers.get("Retry-After", 0))
        except aiohttp.ClientConnectorError:
            self._fail(work, "Connection refused")
        except aiohttp.ClientError:
            self._fail(work, "Connection reset by peer")
        return None, 0.0

    async def _carried(self, method: str, given: Json) -> None:
        assert self.carry is not None
        with contextlib.suppress(ApiError):
            await self.carry(method, given)

    def _fail(self, work: Deliveries, words: str) -> None:
        work.error = (int(self._clock.now()), words)
