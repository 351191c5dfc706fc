"""The bot's start on Telegram: it waits for a server that is away, and ends where it is refused."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.service import Service
from bot.config import Telegram
from bot.platforms import PlatformRefused
from bot.platforms.telegram import TelegramBot
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.turns_memory import MemoryTurns
from tests.bot.platforms.bot_clock import Hurry
from tests.bot.platforms.telegram.playing import deployment
from tests.bot.platforms.telegram.telegram_rig import answering
from tests.emulators.faults import Fault
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.server import TOKEN, Server
from tests.emulators.telegram.wire import ApiError


@asynccontextmanager
async def beginning(
    server: Server, folder: Path, token: str, proxy: str | None = None
) -> AsyncIterator[tuple[TelegramBot, Hurry]]:
    """Return a bot that has not called Telegram yet, and the clock that it waits by."""
    store, solver, clock = MailboxStore(MemoryBackend(), DocumentCodec()), SolverPool(0.1), Hurry()
    settings = Telegram(token, server.api_url, proxy=proxy)
    service = Service(store, solver, clock=clock)
    yield TelegramBot(settings, folder, store, MemoryTurns(lambda: 0), service, clock), clock
    await store.close()
    solver.close()


async def test_telegram_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """While Telegram does not answer, the bot asks again after a pause each time, until it does."""
    async with serving() as server, beginning(server, tmp_path, TOKEN) as (bot, clock):
        away = ApiError(502, "Bad Gateway")
        server.world.faults.add(Fault("getMe", away, times=2))
        async with bot.connected():
            assert clock.pauses[:2] == [5.0, 5.0]
            assert len(server.world.calls("getMe")) == 3
    assert caplog.text.count("Telegram cannot be reached, trying on: Bad Gateway") == 2


async def test_a_foreign_token(tmp_path: Path) -> None:
    """An unknown token ends the start with a sentence that does not quote it.

    No connection is left open, which asyncio would complain of.
    """
    foreign = "123456789:AAforeignforeign"
    async with serving() as server, beginning(server, tmp_path, foreign) as (bot, clock):
        with pytest.raises(PlatformRefused, match="does not know TELEGRAM_TOKEN") as refused:
            async with bot.connected():
                pass
        del bot
        gc.collect()  # warnings are errors
    assert foreign not in str(refused.value)
    assert not clock.pauses


async def test_the_proxy_of_the_settings(tmp_path: Path) -> None:
    """The bot calls Telegram through the proxy of its settings."""
    ways: list[str] = []

    async def proxy(request: web.Request) -> web.Response:
        ways.append(str(request.url))
        return web.json_response({"ok": False, "error_code": 401, "description": "x"}, status=401)

    async with (
        answering(proxy) as url,
        serving() as server,
        beginning(server, tmp_path, TOKEN, url) as (bot, _),
    ):
        with pytest.raises(PlatformRefused, match="TELEGRAM_TOKEN"):
            async with bot.connected():
                pass
    assert ways == [f"{server.api_url}/bot{TOKEN}/getMe"]


async def test_a_token_taken_back(tmp_path: Path) -> None:
    """If Telegram refuses the token while the bot runs, it ends with a sentence that says so."""
    async with serving() as server, deployment(server, tmp_path).worker(polls=False) as play:
        server.world.faults.add(Fault("getUpdates", ApiError(401, "Unauthorized")))
        with pytest.raises(PlatformRefused, match="TELEGRAM_TOKEN"):
            await play.bot.run(asyncio.Event())
