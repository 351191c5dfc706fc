"""The bot's client: which server it calls, through which proxy, and that it hides its token."""

from __future__ import annotations

import asyncio
import logging
import weakref
from contextlib import suppress

import msgspec
import pytest
from aiohttp import web
from telegram import InputFile
from telegram.error import InvalidToken, TelegramError, TimedOut

from bot.config import OFFICIAL_API
from bot.platforms.telegram import api, requests
from bot.platforms.telegram.api import make_bot
from tests.bot.platforms.telegram.telegram_rig import OurRig, answering
from tests.emulators.helpers import greeted
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.server import TOKEN
from tests.garbage import uncollected
from tests.ports import free_port

FOREIGN = "123456789:AAforeignforeign"


async def test_official_server_by_default() -> None:
    """Without an address in the settings, the bot calls Telegram's own server."""
    bot = make_bot(TOKEN)
    assert bot.base_url == f"{OFFICIAL_API}/bot{TOKEN}"
    assert bot.base_file_url == f"{OFFICIAL_API}/file/bot{TOKEN}"


async def test_a_server_of_ones_own(rig: OurRig) -> None:
    """The bot introduces itself to the server at the address given."""
    assert rig.bot.username == rig.world.bot.username


async def test_the_token_is_not_said(caplog: pytest.LogCaptureFixture) -> None:
    """The token is neither in the bot's repr, nor in the error that refuses it, nor in any log."""
    caplog.set_level(logging.DEBUG)
    async with serving() as server:
        bot = make_bot(FOREIGN, server.api_url + "/")
        with pytest.raises(InvalidToken, match="does not know") as caught:
            await bot.initialize()
        await bot.shutdown()
    assert caught.value.__context__ is None
    assert FOREIGN not in f"{bot!r} {caught.value!r} {caplog.text}"


async def test_polling_hands_out_what_came(rig: OurRig) -> None:
    """A poll returns updates as bytes, from the offset on, up to the limit and of given kinds."""
    chat = greeted(rig)
    chat.send("two")
    [first] = msgspec.json.decode(await rig.bot.poll(0, 1, 0, ["message"]))["result"]
    assert first["message"]["text"] == "/start"
    later = await rig.bot.poll(0, 100, first["update_id"] + 1, ["message"])
    assert [one["message"]["text"] for one in msgspec.json.decode(later)["result"]] == ["two"]
    assert rig.world.updates.allowed == ["message"]


async def test_a_poll_waits_longer_than_other_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """A poll is still waited for when another call, begun after it, is given up."""
    monkeypatch.setattr(requests, "_READ", 0.05)
    monkeypatch.setattr(api, "_POLL_SLACK", 0.01)
    come, answer = asyncio.Event(), asyncio.Event()

    async def slow(request: web.Request) -> web.Response:
        if request.path.endswith("getUpdates"):
            come.set()
        await answer.wait()
        return web.json_response({"ok": True, "result": []})

    async with answering(slow) as url:
        bot = make_bot(TOKEN, url)
        async with bot.request, bot._request[0]:
            poll = asyncio.create_task(bot.poll(50, 1, 0, ["message"]))
            await come.wait()
            with pytest.raises(TimedOut):
                await bot.call("getMe", {})
            answer.set()
            assert msgspec.json.decode(await poll)["result"] == []


@pytest.mark.parametrize("answered", [True, False])
async def test_nothing_is_left_of_a_failed_call(rig: OurRig, *, answered: bool) -> None:
    """What was to be sent does not stay in memory where it was refused, or nobody answered."""

    class Picture(InputFile):
        """One that can be watched."""

    picture = Picture(b"png")
    left = weakref.ref(picture)
    bot = make_bot(TOKEN, rig.server.api_url if answered else f"http://127.0.0.1:{free_port()}")
    with uncollected():
        async with bot.request:
            with suppress(TelegramError):
                await bot.call("sendPhoto", {"chat_id": 1, "photo": picture})
        del picture
        assert left() is None


async def test_calls_go_through_the_proxy() -> None:
    """Calls and polls go through the proxy, with its password and the server's whole address."""
    seen: list[tuple[str, str | None]] = []

    async def proxy(request: web.Request) -> web.Response:
        seen.append((str(request.url), request.headers.get("Proxy-Authorization")))
        return web.json_response({"ok": True, "result": True})

    async with answering(proxy) as url:
        proxied = url.replace("//", "//me:word@")
        bot = make_bot(TOKEN, "http://telegram.invalid", proxy=proxied)
        async with bot.request, bot._request[0]:
            await bot.request.post(f"{bot.base_url}/getMe")
            await bot.poll(0, 1, 0, ["message"])
    assert seen == [
        (f"http://telegram.invalid/bot{TOKEN}/{method}", "Basic bWU6d29yZA==")
        for method in ("getMe", "getUpdates")
    ]
