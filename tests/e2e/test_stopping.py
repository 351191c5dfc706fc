"""A process that is told to stop is not ready, drains, ends within 25 s and loses nothing."""

from __future__ import annotations

import signal
import socket
import time
from pathlib import Path

import pytest
from aiohttp import web

from bot.app.decision import EFFECT
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.effects import Redraw
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import Session
from bot.store import MailboxStore
from bot.store.envelope import unseal
from bot.store.opening import _backend
from core.move import Open
from tests.bot.platforms.telegram.telegram_rig import answering
from tests.e2e.telegram_process import BotProcess, until
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.rig import serving
from tests.emulators.telegram.server import TOKEN
from tests.emulators.telegram.world import Options
from tests.outbox import outbox
from tests.ports import free_port

_LIMIT_S = 25


def webhook() -> dict[str, str]:
    """Return settings of a webhook on loopback."""
    port = free_port()
    return {
        "TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{port}/hook",
        "TELEGRAM_WEBHOOK_LISTEN": f"127.0.0.1:{port}",
        "TELEGRAM_WEBHOOK_SECRET": "a-secret-of-the-webhook",
    }


@pytest.mark.parametrize("how", ["polling", "webhook"])
async def test_work_in_flight(tmp_path: Path, how: str) -> None:
    """A board that is being sent while the process is told to stop arrives; then it ends."""
    settings = webhook() if how == "webhook" else {}
    async with serving(Options(clock=WallClock(), check=False)) as server:
        ann = server.world.user("Ann")
        chat = server.world.private(ann)
        bot = BotProcess(tmp_path / "data", server.api_url, settings)
        async with bot.running(), server.world.faults.holding("sendMessage") as gate:
            await bot.ready()
            chat.say(ann, "/newgame 5 5 3")
            await until(lambda: gate.held > 0)
            bot.stop()
            await bot.ready(503)
            assert (await bot.ask("/livez"))[0] == 200
            assert (await bot.ask("/readyz"))[1] == "stopping"
            _, metrics = await bot.ask("/metrics")
            gate.open()
            assert await bot.ended() == 0
        assert "5×5" in chat.last.text
        assert 'minesweeper_requests_total{action="new_game"' in metrics
        for secret in (TOKEN.partition(":")[2], "a-secret-of-the-webhook"):
            assert secret not in bot.logged()
            assert secret not in metrics


async def test_a_chat_that_may_not_be_written_to(tmp_path: Path) -> None:
    """A board that has to wait does not delay the end: its move and its redrawing are kept."""
    async with serving(Options(clock=WallClock(), check=False)) as server:
        ann = server.world.user("Ann")
        chat = server.world.private(ann)
        bot = BotProcess(tmp_path / "data", server.api_url)
        async with bot.running():
            await bot.ready()
            chat.say(ann, "/newgame 5 5 12")
            await until(lambda: bool(chat.shown))
            server.world.flood_next("sendMessage", 60)
            chat.say(ann, "3 3")
            await until(lambda: len(server.world.calls("sendMessage")) > 1)
            told = time.monotonic()
            bot.stop()
            assert await bot.ended() == 0
            assert time.monotonic() - told < _LIMIT_S
            assert "stopped before all boards were sent to Telegram" in bot.logged()
    async with _backend(None, tmp_path / "data", None) as backend:
        store = MailboxStore(backend, DocumentCodec())
        session = await store.view(
            chat_space(f"telegram:{ann.id}"), lambda documents, _: documents.get("game:1")
        )
        assert isinstance(session, Session)
        assert [timed.move for timed in session.game.history] == [Open(12)]
        (left,) = await outbox(backend)
        assert DocumentCodec().decode(EFFECT, unseal(left.blob)) == Redraw(f"telegram:{ann.id}", 1)


async def test_spans_that_are_left(tmp_path: Path) -> None:
    """A process that ends sends the spans that it has not sent yet."""
    came: list[bytes] = []

    async def collect(request: web.Request) -> web.Response:
        came.append(await request.read())
        return web.Response()

    async with (
        serving(Options(clock=WallClock(), check=False)) as server,
        answering(collect) as url,
    ):
        ann = server.world.user("Ann")
        chat = server.world.private(ann)
        later = {"OTEL_EXPORTER_OTLP_ENDPOINT": url, "OTEL_BSP_SCHEDULE_DELAY": "3600000"}
        bot = BotProcess(tmp_path / "data", server.api_url, later)
        async with bot.running():
            await bot.ready()
            chat.say(ann, "/newgame 5 5 3")
            await until(lambda: bool(chat.shown))
            assert not came
            bot.stop()
            assert await bot.ended() == 0
    assert b"request" in b"".join(came)


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    """A process that cannot listen where it should says so in a sentence, and ends."""
    settings = webhook()
    port = int(settings["TELEGRAM_WEBHOOK_LISTEN"].rpartition(":")[2])
    async with serving(Options(clock=WallClock(), check=False)) as server:
        bot = BotProcess(tmp_path / "data", server.api_url, settings)
        with socket.create_server(("127.0.0.1", port)):
            async with bot.running():
                assert await bot.ended() == 1
    last = bot.logged().splitlines()[-1]
    assert last.startswith(
        f"cannot listen at 127.0.0.1:{port}, which TELEGRAM_WEBHOOK_LISTEN names: "
    )
    assert "Traceback" not in bot.logged()


async def test_kernels_are_not_waited_for(tmp_path: Path) -> None:
    """A process that is refused ends at once, though its kernels are being compiled."""
    settings = webhook() | {"NUMBA_CACHE_DIR": str(tmp_path / "kernels")}
    port = int(settings["TELEGRAM_WEBHOOK_LISTEN"].rpartition(":")[2])
    async with serving(Options(clock=WallClock(), check=False)) as server:
        bot = BotProcess(tmp_path / "data", server.api_url, settings)
        with socket.create_server(("127.0.0.1", port)):
            async with bot.running():
                await until(lambda: "cannot listen at" in bot.logged())
                told = time.monotonic()
                assert await bot.ended() == 1
                assert time.monotonic() - told < _LIMIT_S


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
async def test_before_it_has_begun(tmp_path: Path, name: str) -> None:
    """A process that cannot reach Telegram ends when it is told to, and leaves no server.

    On the way it says how it is set up and that it was told.
    """
    bot = BotProcess(tmp_path / "data", f"http://127.0.0.1:{free_port()}")
    async with bot.running():
        await bot.ready(503)
        assert (await bot.ask("/readyz"))[1] == "starting"
        told = time.monotonic()
        bot.stop(signal.Signals[name])
        assert await bot.ended() == 0
        assert time.monotonic() - told < _LIMIT_S
    assert "The bot plays on Telegram by long polling." in bot.logged()
    assert "told to stop" in bot.logged()
    assert "stopped before it played" in bot.logged().splitlines()[-1]
    assert not (tmp_path / "data" / "valkey" / "valkey.sock").exists()
