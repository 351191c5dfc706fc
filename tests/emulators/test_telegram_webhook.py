"""Webhook delivery of the Telegram emulator."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from aiohttp import web

from tests.emulators.telegram.rig import Rig, emulated, refused
from tests.emulators.telegram.webhook import RETRY, SECRET_HEADER, TIMEOUT, Endpoint
from tests.emulators.telegram.wire import Json


@dataclass
class Hook:
    """An endpoint that answers what the test wants."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)  # then 200
    headers: dict[str, str] = field(default_factory=dict)
    bodies: list[Json] = field(default_factory=list)
    secrets: list[str | None] = field(default_factory=list)
    silent: bool = False
    broken: bool = False
    hold: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, request: web.Request) -> web.Response:
        """Note the update and answer."""
        self.bodies.append(await request.json())
        self.secrets.append(request.headers.get(SECRET_HEADER))
        if self.silent:
            await self.hold.wait()
        if self.broken and request.transport is not None:
            request.transport.abort()
        status = self.statuses.pop(0) if self.statuses else 200
        return web.Response(status=status, headers=self.headers)

    @property
    def texts(self) -> list[str]:
        """Return the texts of the messages that came."""
        return [body["message"]["text"] for body in self.bodies]


@asynccontextmanager
async def hooked(*statuses: int) -> AsyncIterator[tuple[Rig, Hook]]:
    """Run an emulator and an endpoint that answers ``statuses`` first."""
    hook = Hook(statuses=list(statuses))
    app = web.Application()
    app.router.add_post("/hook", hook.take)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    hook.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    try:
        async with emulated() as rig:
            await rig.bot.set_webhook(hook.url, secret_token="s3cret-_")  # noqa: S106  of a test
            yield rig, hook
    finally:
        hook.hold.set()
        await runner.cleanup()


async def test_update_comes_with_the_secret() -> None:
    """An update is posted once, with the secret in its header, and then confirmed."""
    async with hooked() as (rig, hook):
        rig.world.private(rig.world.user("Ann")).send("hello")
        await rig.world.drained()
        assert (hook.texts, hook.secrets) == (["hello"], ["s3cret-_"])


async def test_workers_that_set_it_together() -> None:
    """An update is posted once even if several workers set the same address at the same time."""
    async with hooked() as (rig, hook):
        webhook = rig.world.webhook
        await asyncio.gather(*(webhook.set(Endpoint(hook.url)) for _ in range(4)))
        rig.world.private(rig.world.user("Ann")).send("hello")
        await rig.world.drained()
        assert hook.texts == ["hello"]


async def test_retries_at_once_then_doubles_the_pause() -> None:
    """A refused update is sent again at once, then after 2, 4, 8 seconds, until it is taken."""
    async with hooked(500, 503, 500, 401) as (rig, hook):
        rig.world.private(rig.world.user("Ann")).send("hello")
        pauses = [await rig.clock.skip(RETRY) for _ in range(3)]
        await rig.world.drained()
        assert (pauses, len(hook.bodies)) == ([2.0, 4.0, 8.0], 5)
        assert len({str(body) for body in hook.bodies}) == 1


async def test_retry_after_is_obeyed() -> None:
    """An answer's Retry-After replaces the pause."""
    async with hooked(503) as (rig, hook):
        hook.headers["Retry-After"] = "7"
        rig.world.private(rig.world.user("Ann")).send("hello")
        assert await rig.clock.skip(RETRY) == 7
        await rig.world.drained()


async def test_order_holds_in_a_chat_and_not_beyond() -> None:
    """A refused update keeps back its own chat's later ones and nobody else's."""
    async with hooked(500, 500) as (rig, hook):
        ann, bob = (rig.world.private(rig.world.user(name)) for name in ("Ann", "Bob"))
        ann.send("a1")
        ann.send("a2")
        await rig.world.changes.until(lambda: len(rig.world.webhook.attempts) == 2)
        bob.send("b1")
        await rig.world.changes.until(lambda: len(rig.world.webhook.attempts) == 3)
        assert hook.texts == ["a1", "a1", "b1"]
        await rig.clock.skip(RETRY)
        await rig.world.drained()
        assert hook.texts[3:] == ["a1", "a2"]


async def test_silence_is_a_failure() -> None:
    """An endpoint has a minute to answer; then the update is sent again."""
    async with hooked() as (rig, hook):
        hook.silent = True
        rig.world.private(rig.world.user("Ann")).send("hello")
        await rig.world.changes.until(lambda: hook.bodies or rig.world.requests)
        assert await rig.clock.skip(TIMEOUT) == 60
        hook.silent = False
        await rig.world.drained()
        info = await rig.bot.get_webhook_info()
        assert info.last_error_message == "Read timeout expired"


async def test_nobody_there_is_a_failure(rig: Rig) -> None:
    """A refused connection is reported and tried again until the update is too old."""
    await rig.bot.set_webhook("http://127.0.0.1:1/hook", allowed_updates=["message"])
    rig.world.private(rig.world.user("Ann")).send("hello")
    assert await rig.clock.skip(RETRY) == 2
    info = await rig.bot.get_webhook_info()
    assert info.last_error_message == "Connection refused"
    assert (info.pending_update_count, list(info.allowed_updates)) == (1, ["message"])
    await rig.clock.skip(RETRY)
    rig.clock.advance(24 * 3600 + 1)
    await rig.world.drained()


async def test_a_connection_that_breaks_is_a_failure() -> None:
    """An endpoint that hangs up is reported, and the update is sent again."""
    async with hooked() as (rig, hook):
        hook.broken = True
        rig.world.private(rig.world.user("Ann")).send("hello")
        await rig.world.changes.until(lambda: len(rig.world.webhook.attempts) == 2)
        info = await rig.bot.get_webhook_info()
        assert info.last_error_message == "Connection reset by peer"
        hook.broken = False
        await rig.clock.skip(RETRY)
        await rig.world.drained()


async def test_the_same_webhook_again_changes_nothing() -> None:
    """Setting the same webhook again keeps its retries."""
    async with hooked(500, 500) as (rig, hook):
        rig.world.private(rig.world.user("Ann")).send("hello")
        await rig.world.changes.until(lambda: len(rig.world.webhook.attempts) == 2)
        await rig.bot.set_webhook(hook.url, secret_token="s3cret-_")  # noqa: S106  of a test
        assert await rig.clock.skip(RETRY) == 2
        await rig.world.drained()


async def test_removal_keeps_what_is_pending() -> None:
    """Removal stops the retries and leaves the update for polling."""
    async with hooked(500, 500) as (rig, _):
        rig.world.private(rig.world.user("Ann")).send("hello")
        await rig.world.changes.until(lambda: len(rig.world.webhook.attempts) == 2)
        await rig.bot.delete_webhook()
        assert len(await rig.bot.get_updates()) == 1
        assert (await rig.bot.get_webhook_info()).url == ""


async def test_pending_updates_are_dropped_on_request(rig: Rig) -> None:
    """A flag empties the queue when a webhook is set or removed."""
    chat = rig.world.private(rig.world.user("Ann"))
    chat.send("one")
    await rig.bot.set_webhook("http://127.0.0.1:1/hook", drop_pending_updates=True)
    assert rig.world.updates.pending() == []
    chat.send("two")
    await rig.bot.set_webhook("", drop_pending_updates=True)
    assert rig.world.updates.pending() == []


@pytest.mark.parametrize(
    ("url", "secret", "words"),
    [
        ("ftp://example.org", "", "invalid webhook URL specified"),
        ("http://127.0.0.1:1", "a" * 257, "secret token is too long"),
        ("http://127.0.0.1:1", "no spaces", "secret token contains unallowed characters"),
    ],
)
async def test_settings_are_checked(rig: Rig, url: str, secret: str, words: str) -> None:
    """A URL or secret that Telegram would not take is refused."""
    with refused(rig.world, words):
        await rig.bot.set_webhook(url, secret_token=secret)
