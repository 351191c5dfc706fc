"""The bot's process on Discord: told to stop with work in flight, and upgraded while it plays."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from bot.app.documents.codec import DocumentCodec
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import Session
from bot.app.requests import actions
from bot.app.requests.button import write_button
from bot.store import open_store
from bot.store.embedded import EmbeddedServer
from core.move import Flag
from tests.bot.store.users import process_of
from tests.deploy.valkey_server import address
from tests.deploy.valkey_server import serving as serving_valkey
from tests.e2e.telegram_process import BotProcess, until
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.people import User
from tests.emulators.discord.server import Server
from tests.emulators.discord.world import TOKEN, Options
from tests.emulators.telegram.clock import WallClock
from tests.patience import PATIENCE_S
from tests.ports import free_port
from tests.soak.telegram_workers import listens

_LIMIT_S = 25
_MOVES = 24
_IN_PROGRESS = 'minesweeper_requests_in_progress{platform="discord"} 1.0'


@asynccontextmanager
async def serving() -> AsyncIterator[Server]:
    """Run the emulator in real time."""
    options = Options(clock=WallClock(), flood=False, check=False)
    async with Server(options).running() as server:
        yield server


def settings(server: Server) -> dict[str, str]:
    """Return settings of a bot at the gateway, and not on Telegram."""
    return {
        "TELEGRAM_TOKEN": "",
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_URL": server.api_url,
        "DISCORD_GATEWAY_URL": server.gateway_url,
    }


def endpoint(server: Server, port: int) -> dict[str, str]:
    """Return settings of a bot that listens on ``port``, which the emulator posts to."""
    listen = f"127.0.0.1:{port}"
    server.world.endpoint.url = f"http://{listen}/"
    key = server.world.endpoint.verify_key
    return settings(server) | {"DISCORD_PUBLIC_KEY": key, "DISCORD_HTTP_LISTEN": listen}


async def told(bot: BotProcess, path: str, words: str) -> None:
    """Wait until the bot's process says ``words`` at ``path``; TimeoutError when it does not."""
    async with asyncio.timeout(PATIENCE_S):
        while words not in (await bot.ask(path))[1]:  # noqa: ASYNC110  # another process
            await asyncio.sleep(0.02)


@contextmanager
def stopped(process: int) -> Iterator[None]:
    """Have a process stand still while the block runs."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


@pytest.mark.parametrize("how", ["gateway", "http"])
async def test_work_in_flight(tmp_path: Path, how: str) -> None:
    """A command that waits for the store as the process is told to stop is answered first."""
    async with serving() as server:
        world, data = server.world, tmp_path / "data"
        port = free_port() if how == "http" else 0
        given = endpoint(server, port) if port else settings(server)
        channel = world.guild("Sweepers", ann := world.user("Ann")).channel("mines")
        bot = BotProcess(data, server.api_url, given)
        async with bot.running():
            await bot.ready()
            await until(lambda: listens(port) if port else bool(world.handshake.sessions.live))
            keeper = process_of(EmbeddedServer(data / "valkey"))
            assert keeper
            with stopped(keeper):
                asked = channel.slash(ann, "newgame", rows=5, cols=5, mines=3)
                await told(bot, "/metrics", _IN_PROGRESS)
                since = time.monotonic()
                bot.stop()
                await told(bot, "/readyz", "stopping")
            assert await bot.ended() == 0
            assert time.monotonic() - since < _LIMIT_S
        assert "5×5" in asked.reply.text
        assert TOKEN not in bot.logged()


async def test_shards_are_counted(tmp_path: Path) -> None:
    """The metrics of a process at the gateway say that its shard is connected."""
    async with serving() as server:
        bot = BotProcess(tmp_path / "data", server.api_url, settings(server))
        async with bot.running():
            await bot.ready()
            await told(bot, "/metrics", 'minesweeper_discord_shards{state="connected"} 1.0')
            await told(bot, "/metrics", 'minesweeper_discord_shards{state="waiting"} 0.0')


async def play(channel: Channel, ann: User, cells: range) -> None:
    """Flag ``cells``, one after the other, whoever answers."""
    for cell in cells:
        pressed = channel.last.forge(ann, write_button(actions.Press(Flag(cell), 0), 1))
        await until(lambda pressed=pressed: pressed.answered)  # type: ignore[misc]  # its default


async def test_rolling_upgrade(tmp_path: Path) -> None:
    """Every press made while workers at the gateway come and go is applied, once and in order.

    The store is Valkey as it is deployed.
    """
    (tmp_path / "valkey").mkdir()
    with serving_valkey(tmp_path / "valkey") as folder:
        async with serving() as server:
            world = server.world
            channel = world.guild("Sweepers", ann := world.user("Ann")).channel("mines")
            given = settings(server) | {"REDIS_URL": address(folder)}
            old, new = (BotProcess(tmp_path / name, server.api_url, given) for name in "ab")
            async with old.running():
                await old.ready()
                await until(lambda: len(world.handshake.sessions.live) == 1)
                await channel.slash(ann, "newgame", rows=5, cols=5, mines=3).settled()
                await play(channel, ann, range(8))
                async with new.running():
                    await until(lambda: len(world.handshake.sessions.live) == 2)
                    await play(channel, ann, range(8, 16))
                    old.stop()
                    await play(channel, ann, range(16, _MOVES))
                    assert await old.ended() == 0
                    new.stop()
                    assert await new.ended() == 0
        async with open_store(address(folder), folder, DocumentCodec()) as opened:
            session = await opened.view(
                chat_space(f"discord:{channel.id}"), lambda documents, _: documents.get("game:1")
            )
    assert isinstance(session, Session)
    assert [timed.move for timed in session.game.history] == [Flag(cell) for cell in range(_MOVES)]


async def test_refused(tmp_path: Path) -> None:
    """A process that Discord refuses says so in its last line, and not that it was told to stop."""
    async with serving() as server:
        given = settings(server) | {"LOG_LEVEL": "info"}
        bot = BotProcess(tmp_path / "data", "", given)
        async with bot.running():
            await bot.ready()
            await until(lambda: bool(server.world.handshake.sessions.live))
            server.world.gateway.close(4014)
            assert await bot.ended() == 1
    assert "Traceback" not in bot.logged()
    assert bot.logged().splitlines()[-1].startswith("Discord")
    assert "told to stop" not in bot.logged()
