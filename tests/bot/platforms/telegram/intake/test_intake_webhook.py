"""The webhook against the emulator: 2xx only for what is done, and who may post."""

from __future__ import annotations

import asyncio
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot import config
from bot.app.ports import StoreUnavailable
from bot.clock import LoopClock
from bot.delivery import within
from bot.platforms.telegram.api import make_bot
from bot.platforms.telegram.intake import Shelf, Webhook, WebhookRefused
from bot.platforms.telegram.intake import webhook as webhook_module
from bot.platforms.telegram.intake.reading import LARGEST_UPDATE, Reason
from tests.bot.platforms.bot_clock import BotClock
from tests.bot.platforms.telegram.intake.conftest import SetAsides
from tests.bot.platforms.telegram.intake.hands import Hands, polling, reach
from tests.bot.platforms.telegram.intake.updates_made import press, raw, said
from tests.bot.platforms.telegram.telegram_rig import OurRig, answering, our_rig
from tests.emulators.telegram.clock import VirtualClock
from tests.emulators.telegram.webhook import RETRY, SECRET_HEADER
from tests.emulators.telegram.wire import ApiError, bad_request, too_many_requests
from tests.patience import PATIENCE_S

ME = {"id": 1, "is_bot": True, "first_name": "x", "username": "x_bot"}
SECRET = "s3cret-_"  # noqa: S105  # of a test
HEADERS = {SECRET_HEADER: SECRET}
SETTINGS = config.Webhook("http://127.0.0.1:1/hook", "127.0.0.1", 0, SECRET)
"""Telegram is told an address where nobody listens, until a test tells it the real one."""


@dataclass
class Hook:
    """A running webhook and what it is run with."""

    rig: OurRig
    hands: Hands
    webhook: Webhook
    task: asyncio.Task[None]
    stopping: asyncio.Event

    @property
    def url(self) -> str:
        """Return where it listens."""
        return f"http://127.0.0.1:{self.webhook.port}/hook"

    @property
    def clock(self) -> VirtualClock:
        """Return the world's clock."""
        return self.rig.clock

    def send(self, text: str) -> None:
        """Have Ann write ``text``."""
        world = self.rig.world
        world.private(world.user("Ann")).send(text)

    async def subscribe(self) -> None:
        """Let Telegram post to it."""
        await self.rig.bot.set_webhook(self.url, secret_token=SECRET)

    async def post(self, body: bytes, secret: str | None = SECRET, path: str = "/hook") -> int:
        """Post ``body`` and return the status."""
        headers = {} if secret is None else {SECRET_HEADER: secret}
        url = f"http://127.0.0.1:{self.webhook.port}{path}"
        async with (
            aiohttp.ClientSession() as session,
            session.post(url, data=BytesIO(body), headers=headers) as answer,
        ):
            return answer.status

    @property
    def statuses(self) -> list[int | None]:
        """Return the statuses that Telegram was answered with."""
        return [attempt.status for attempt in self.rig.world.webhook.attempts]


@asynccontextmanager
async def hooked(
    settings: config.Webhook = SETTINGS, refused: Callable[[], object] = lambda: None
) -> AsyncIterator[Hook]:
    """Run a webhook beside an emulator."""
    async with our_rig() as rig:
        hands, stopping, ready = Hands(), asyncio.Event(), asyncio.Event()
        webhook = Webhook(rig.bot, hands, BotClock(rig.clock), settings, refused)
        task = asyncio.create_task(webhook.run(stopping, ready))
        try:
            await reach(rig, lambda: ready.is_set() or task.done())
            yield Hook(rig, hands, webhook, task, stopping)
        finally:
            hands.free(*hands.held)
            stopping.set()
            await reach(rig, task.done)


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    """Return a webhook beside an emulator."""
    async with hooked() as hook:
        yield hook


async def test_updates_arrive_and_are_confirmed(hook: Hook) -> None:
    """A handled update is answered 200 and does not come again."""
    await hook.subscribe()
    hook.send("hello")
    await hook.rig.world.drained()
    assert (hook.hands.done, hook.statuses) == (["hello"], [200])


async def test_a_call_goes_back(hook: Hook) -> None:
    """Telegram carries out the call that a handler puts into the response."""
    await hook.subscribe()
    ann = hook.rig.world.user("Ann")
    hook.hands.call = {"method": "sendMessage", "chat_id": ann.id, "text": "well"}
    chat = hook.rig.world.private(ann)
    chat.send("hello")
    await reach(hook.rig, lambda: [each.text for each in chat.shown] == ["well"])
    await hook.rig.world.drained()
    assert hook.rig.world.calls("sendMessage")[-1].carried
    assert hook.statuses == [200]


async def test_the_webhook_is_set_as_wanted() -> None:
    """Telegram is told address, secret, kinds and connections at the start."""
    url = "https://mines.example/hook"
    async with hooked(replace(SETTINGS, url=url)) as hook:
        endpoint = hook.rig.world.webhook.endpoint
        assert endpoint is not None
        assert (endpoint.url, endpoint.secret, endpoint.connections) == (url, SECRET, 40)
        wanted = ["message", "callback_query", "inline_query"]
        assert hook.rig.world.updates.allowed == sorted(wanted)
        await hook.rig.world.webhook.close()


async def test_setting_is_tried_until_it_works(
    rig: OurRig, caplog: pytest.LogCaptureFixture
) -> None:
    """Trouble and floods while setting the webhook are waited out."""
    rig.world.fail_next("setWebhook", ApiError(502, "Bad Gateway"), times=2)
    rig.world.fail_next("setWebhook", too_many_requests(30))
    settings = replace(SETTINGS, url="https://mines.example/hook")
    clock, stopping, ready = BotClock(rig.clock), asyncio.Event(), asyncio.Event()
    webhook = Webhook(rig.bot, Hands(), clock, settings)
    task = asyncio.create_task(webhook.run(stopping, ready))
    await reach(rig, ready.is_set)
    pauses = clock.asked[:3]
    assert pauses[-1] == 30
    assert min(pauses) > 0, "Telegram is not asked again and again without a pause"
    assert caplog.text.count("The webhook cannot be set") == 2
    stopping.set()
    await task
    await rig.world.webhook.close()


async def test_stopping_while_it_cannot_be_set(rig: OurRig) -> None:
    """A worker told to stop does not wait for Telegram to take its webhook."""
    rig.world.fail_next("setWebhook", ApiError(502, "Bad Gateway"), times=99)
    settings = replace(SETTINGS, url="https://mines.example/hook")
    stopping = asyncio.Event()
    webhook = Webhook(rig.bot, Hands(), BotClock(rig.clock), settings)
    task = asyncio.create_task(webhook.run(stopping))
    await rig.world.changes.until(lambda: rig.world.calls("setWebhook"))
    stopping.set()
    await task


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (bad_request("bad webhook: no TLS"), "Bad webhook: no tls"),
        (ApiError(401, "Unauthorized"), "Unauthorized"),
    ],
)
async def test_a_refused_webhook_ends_it(
    error: ApiError,
    words: str,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """A webhook that Telegram refuses for good ends the worker with its words, not the secret."""
    caplog.set_level(0)
    async with our_rig() as rig:
        rig.world.fail_next("setWebhook", error)
        settings = replace(SETTINGS, url="https://mines.example/hook")
        webhook = Webhook(rig.bot, Hands(), BotClock(rig.clock), settings)
        with pytest.raises(WebhookRefused, match=words) as caught:
            await webhook.run(asyncio.Event())
        assert rig.world.calls("setWebhook")[-1]["secret_token"] == SECRET
    told = "".join(traceback.format_exception(caught.value))
    assert SECRET not in f"{told} {caplog.text} {''.join(capfd.readouterr())}"


async def test_a_webhook_that_was_taken_away(hook: Hook, caplog: pytest.LogCaptureFixture) -> None:
    """A webhook that somebody took away, who polled with the token, is set again; that is told."""
    async with asyncio.timeout(PATIENCE_S):
        world = hook.rig.world
        await hook.rig.bot.delete_webhook()
        world.fail_next("getWebhookInfo", ApiError(502, "Bad Gateway"))  # is passed over
        for looks in (1, 2, 3):
            assert await hook.clock.skip("bot") > 60
            await world.changes.until(lambda: len(world.calls("getWebhookInfo")) == looks)  # noqa: B023
        assert world.webhook.endpoint
        assert len(world.calls("setWebhook")) == 2
        assert caplog.text.count("The webhook was taken away") == 1


async def test_stopping_while_telegram_does_not_say_whether_it_is_set(hook: Hook) -> None:
    """A worker that is to stop does not wait for Telegram to say whether the webhook is set."""
    async with hook.rig.world.faults.holding("getWebhookInfo") as gate:
        await hook.clock.skip("bot")
        await reach(hook.rig, lambda: gate.held)
        hook.stopping.set()
        async with asyncio.timeout(PATIENCE_S):
            await hook.task


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (404, "default backend - 404"),
        (200, '{"ok": true, "result": true}'),
        (200, '{"ok": true, "result": {}}'),
    ],
)
async def test_what_does_not_say_whether_it_is_set(
    status: int, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of a proxy, or an answer of odd form, neither ends a worker nor sets it again."""
    monkeypatch.setattr(webhook_module, "_LOOK_SECONDS", 0.0)
    called, stopping = Counter[str](), asyncio.Event()

    async def answer(request: web.Request) -> web.Response:
        method = request.path.rpartition("/")[2]
        called[method] += 1
        if method == "getWebhookInfo":
            if called[method] == 3:
                stopping.set()
            return web.Response(status=status, text=said, content_type="application/json")
        return web.json_response({"ok": True, "result": ME if method == "getMe" else True})

    async with answering(answer) as url, make_bot("1:x", url) as bot:
        async with asyncio.timeout(PATIENCE_S):
            await Webhook(bot, Hands(), LoopClock(), SETTINGS).run(stopping)
    assert called["setWebhook"] == 1


async def test_from_the_webhook_to_polling(hook: Hook, tmp_path: Path) -> None:
    """A worker that polls gets updates though the last one behind the webhook has set it again.

    That one has looked just between the other's begin and its own end.
    """
    async with polling(hook.rig, (hands := Hands()), Shelf(tmp_path / "u")):
        world = hook.rig.world
        await reach(hook.rig, lambda: world.poller.waiting)
        await hook.clock.skip("bot", 301)
        await reach(hook.rig, lambda: len(world.calls("setWebhook")) == 2)
        hook.stopping.set()
        await reach(hook.rig, hook.task.done)
        world.private(world.user("Ann")).send("hello")

        async def be_patient() -> None:
            while True:
                await hook.clock.skip("bot", within=61)

        waiting = asyncio.create_task(be_patient())
        async with asyncio.timeout(PATIENCE_S):
            await world.changes.until(lambda: len(world.calls("deleteWebhook")) == 2)
        waiting.cancel()
        await reach(hook.rig, lambda: hands.done)
        assert hands.done == ["hello"]


async def test_a_token_taken_back(hook: Hook) -> None:
    """A worker whose token Telegram refuses ends, as one that polls does: nothing would come."""
    async with asyncio.timeout(PATIENCE_S):
        hook.rig.world.fail_next("getWebhookInfo", ApiError(401, "Unauthorized"))
        await hook.clock.skip("bot")
        with pytest.raises(WebhookRefused, match="TELEGRAM_TOKEN"):
            await hook.task


@pytest.mark.parametrize("secret", [None, "", "wrong", SECRET + "x", "s3cret-\udcff", "ü"])
async def test_a_stranger_is_refused(
    secret: str | None, caplog: pytest.LogCaptureFixture, set_asides: SetAsides
) -> None:
    """A request without the secret is refused unread, and the secret is not logged (case 6)."""
    caplog.set_level(0)
    async with hooked() as hook:
        assert await hook.post(raw(said()), secret) == 401
        assert hook.hands.begun == []
        assert not set_asides()
    assert SECRET not in caplog.text


async def test_strangers_are_told_of_at_times(
    hook: Hook, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Requests without the secret are logged once in a while, however many come."""
    for secret in ("wrong", None, "wrong"):
        assert await hook.post(raw(said()), secret) == 401
    assert [each.levelname for each in caplog.records] == ["WARNING"]
    assert "TELEGRAM_WEBHOOK_SECRET" in caplog.text
    monkeypatch.setattr("bot.listening.STRANGERS_SECONDS", 0.0)
    assert await hook.post(raw(said()), "wrong") == 401
    assert "4 since the start" in caplog.records[-1].message
    assert len(caplog.records) == 2
    assert await hook.post(raw(said())) == 200
    assert len(caplog.records) == 2


async def test_other_ways_in_are_closed(hook: Hook) -> None:
    """Another path is not found, and another method not allowed."""
    assert await hook.post(raw(said()), path="/other") == 404
    async with aiohttp.ClientSession() as session, session.get(hook.url) as answer:
        assert answer.status == 405


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (b"not json", 200, Reason.NOT_JSON),
        (b"[" * 100_000, 200, Reason.TOO_DEEP),
        (b'{"update_id":[]}', 200, Reason.WRONG_TYPES),
        (b'{"update_id":1,"unheard_of":1}', 200, Reason.OTHER_KIND),
        (b"", 200, Reason.NOT_JSON),
        (b" " * (LARGEST_UPDATE + 1), 413, None),
    ],
)
async def test_what_cannot_be_read(
    hook: Hook, set_asides: SetAsides, body: bytes, status: int, reason: Reason | None
) -> None:
    """Rubbish is logged and acknowledged, or refused as too large; the next is handled (case 5)."""
    assert await hook.post(body) == status
    assert list(set_asides()) == ([reason] if reason else [])
    assert await hook.post(raw(said(text="good"))) == 200
    assert hook.hands.done == ["good"]


async def test_the_store_is_away(hook: Hook) -> None:
    """Without the store the answer is 503 and Telegram asks again (case 7)."""
    await hook.subscribe()
    hook.hands.failures["a"] = [StoreUnavailable(), StoreUnavailable()]
    hook.send("a")
    await hook.clock.skip(RETRY)
    await hook.rig.world.drained()
    assert hook.statuses == [503, 503, 200]
    assert hook.hands.done == ["a"]


async def test_a_poisoned_update_is_acknowledged(
    hook: Hook, caplog: pytest.LogCaptureFixture
) -> None:
    """An update that the handler fails on is logged and acknowledged: it would fail again."""
    hook.hands.failures["a"] = [ZeroDivisionError()]
    assert await hook.post(raw(said(text="a"))) == 200
    assert caplog.text.count("(message) failed") == 1


async def test_the_same_update_twice_at_once(hook: Hook) -> None:
    """Two deliveries of one update share one handling, and both are answered (case 1)."""
    hook.hands.hold("a")
    posts = [asyncio.create_task(hook.post(raw(said(text="a")))) for _ in range(2)]
    await reach(hook.rig, lambda: hook.hands.begun)
    hook.hands.free("a")
    assert [await post for post in posts] == [200, 200]
    assert hook.hands.begun == ["a"]


async def test_the_call_goes_to_who_asks_again(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the connection that an update came on breaks, its repetition is answered with the call."""
    hook.hands.hold("a")
    hook.hands.call = {"method": "answerCallbackQuery", "callback_query_id": "43"}
    asked = Counter[str]()

    def counted(*given: Any) -> Coroutine[Any, Any, bool]:
        asked["a"] += 1
        return within(*given)

    monkeypatch.setattr(webhook_module, "within", counted)
    broken = asyncio.create_task(hook.post(raw(said(text="a"))))
    await reach(hook.rig, lambda: hook.hands.begun)
    broken.cancel()
    async with aiohttp.ClientSession(headers=HEADERS) as session:
        again = asyncio.ensure_future(session.post(hook.url, data=raw(said(text="a"))))
        await reach(hook.rig, lambda: asked["a"] == 2)
        hook.hands.free("a")
        assert await (await again).json() == hook.hands.call
    assert hook.hands.begun == ["a"]


async def test_a_few_seconds_are_waited_for(hook: Hook) -> None:
    """An update that takes five seconds is answered 200 when it is done: Telegram asks once."""
    await hook.subscribe()
    hook.hands.hold("a")
    hook.send("a")
    await reach(hook.rig, lambda: hook.hands.begun)
    async with hook.clock.passing():
        await hook.clock.sleep(5, "test")
    hook.hands.free("a")
    await hook.rig.world.drained()
    assert (hook.hands.done, hook.statuses) == (["a"], [200])


async def test_slow_work_is_let_go_on(hook: Hook) -> None:
    """A slow update is answered 503 and goes on; its repetition waits for the same work.

    The answer comes long before the minute that Telegram waits, for few connections are open.
    """
    await hook.subscribe()
    hook.hands.hold("a")
    began = hook.clock.now()
    hook.send("a")
    await reach(hook.rig, lambda: len(hook.statuses) == 2)
    assert (hook.statuses, hook.hands.begun) == ([503, 503], ["a"])
    assert hook.rig.world.webhook.attempts[0].at - began < 20
    hook.hands.free("a")
    await reach(hook.rig, lambda: 200 in hook.statuses)
    assert hook.hands.done[0] == "a"


async def test_a_slow_chat_delays_nobody(hook: Hook) -> None:
    """Another chat is served while one is held; within the chat the order holds."""
    hook.hands.hold("a1")
    first = asyncio.create_task(hook.post(raw(said(1, "a1"))))
    await reach(hook.rig, lambda: hook.hands.begun)
    second = asyncio.create_task(hook.post(raw(press(2, data="a2"))))
    assert await hook.post(raw(said(3, "b1", chat=2002))) == 200
    assert hook.hands.done == ["b1"]
    hook.hands.free("a1")
    assert [await first, await second] == [200, 200]
    assert hook.hands.done == ["b1", "a1", "a2"]


async def test_only_so_much_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With enough in work a further update is answered 503, and counted as refused."""
    monkeypatch.setattr(webhook_module, "IN_WORK", 1)
    refused: list[str] = []
    async with hooked(refused=lambda: refused.append("b")) as hook:
        hook.hands.hold("a")
        held = asyncio.create_task(hook.post(raw(said(1, "a"))))
        await reach(hook.rig, lambda: hook.hands.begun)
        assert not refused
        assert await hook.post(raw(said(2, "b", chat=2002))) == 503
        assert refused == ["b"]
        hook.hands.free("a")
        assert await held == 200


async def test_stopping_finishes_what_is_in_flight(hook: Hook) -> None:
    """Told to stop, the worker answers what it has begun and takes nothing new."""
    async with aiohttp.ClientSession(headers=HEADERS) as session:
        async with session.post(hook.url, data=raw(said(1, "a"))) as answer:
            assert answer.status == 200
        hook.hands.hold("b")
        held = asyncio.create_task(hook.post(raw(said(2, "b"))))
        await reach(hook.rig, lambda: "b" in hook.hands.begun)
        hook.stopping.set()
        await asyncio.sleep(0)
        async with session.post(hook.url, data=raw(said(3, "c"))) as answer:
            assert answer.status == 503
        with pytest.raises(aiohttp.ClientConnectorError):
            await hook.post(raw(said(3, "c")))
        hook.hands.free("b")
        assert await held == 200
        await hook.task
        assert hook.hands.done == ["a", "b"]


async def test_stopping_has_an_end(hook: Hook, caplog: pytest.LogCaptureFixture) -> None:
    """Work that does not end is given up unacknowledged, and logged."""
    hook.hands.hold("a")
    held = asyncio.create_task(hook.post(raw(said(1, "a"))))
    await reach(hook.rig, lambda: hook.hands.begun)
    hook.stopping.set()
    await reach(hook.rig, hook.task.done)
    assert await held == 503
    assert "1 updates are not done; they come again" in caplog.text


async def test_nothing_is_lost_when_killed(hook: Hook) -> None:
    """A worker that dies has acknowledged nothing; the next one gets the update (case 3)."""
    hook.hands.hold("a")
    await hook.subscribe()
    hook.send("a")
    await reach(hook.rig, lambda: hook.hands.begun)
    hook.task.cancel()
    await asyncio.gather(hook.task, return_exceptions=True)
    hook.hands.free("a")
    await asyncio.sleep(0)
    assert not hook.hands.done, "its work has ended with it"
    assert hook.rig.world.updates.pending()
    hands, stopping = Hands(), asyncio.Event()
    settings = replace(SETTINGS, url=hook.url, port=hook.webhook.port)
    webhook = Webhook(hook.rig.bot, hands, BotClock(hook.clock), settings)
    task = asyncio.create_task(webhook.run(stopping))
    await reach(hook.rig, lambda: not hook.rig.world.updates.pending())
    assert hands.done == ["a"]
    stopping.set()
    await reach(hook.rig, task.done)
