"""What a press costs with one, two and four workers of our whole bot on one store.

``python -m tests.benchmarks.workers`` has people press the buttons of real games, on Telegram
through a webhook and on Discord through the HTTP endpoint, each spread over the workers, and at
Discord's gateway, of which each worker has a shard; it prints presses a second, and the CPU of all
workers and of the store's server for a press. Where workers share too few cores presses a second do
not grow with them: the CPU of a press tells what they could do on cores of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from bot.app.documents.codec import DocumentCodec
from bot.store import open_store
from bot.store.embedded import EmbeddedServer
from core import generate, solver
from tests.benchmarks import discord_players, pressing, telegram_players
from tests.benchmarks.discord_bots import SIDE
from tests.benchmarks.measuring import be_calm, cpu_of
from tests.benchmarks.telegram_bots import PATH, SECRET
from tests.bot.store.users import process_of
from tests.emulators.discord.server import Server as DiscordServer
from tests.emulators.discord.world import Options as DiscordOptions
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.server import Server as TelegramServer
from tests.emulators.telegram.webhook import Endpoint
from tests.emulators.telegram.world import Options, World
from tests.ports import free_port
from tests.soak.telegram_workers import Balancer, listens, until

INTAKES: Final = ("webhook", "http", "gateway")
_READY_S: Final = 300.0
_REST_S: Final = 0.3
"""Time for what is still done after the last edit: it belongs to the presses."""


@dataclass(frozen=True)
class Table:
    """People who can play, the workers they play with, and the store's server."""

    begin: Callable[[], Awaitable[None]]
    play: Callable[[int], Awaitable[object]]
    workers: list[int]
    keeper: int


@dataclass(frozen=True)
class Figures:
    """What one run has shown: presses a second, and CPU in ms a press."""

    rate: float
    cpu: float
    server_cpu: float


@contextmanager
def spawned(module: str, arguments: list[str], own: list[list[str]]) -> Iterator[list[int]]:
    """Run a bot with ``arguments`` and each of ``own``; give their processes."""
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *arguments]
    bots = [
        subprocess.Popen([*command, *each])  # noqa: S603  # our own command line
        for each in own
    ]
    try:
        yield [each.pid for each in bots]
    finally:
        for each in bots:
            each.kill()
            each.wait()


@asynccontextmanager
async def on_telegram(workers: int, chats: int, data: Path) -> AsyncIterator[Table]:
    """Have people on Telegram, and so many workers behind a webhook."""
    world = World(Options(clock=WallClock(), flood=False, check=False))
    ports = [free_port() for _ in range(workers)]
    balancer = Balancer(ports)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(TelegramServer(world).running())
        store = await stack.enter_async_context(open_store(None, data, DocumentCodec()))
        await stack.enter_async_context(balancer.running())
        arguments = ["ours", "--api", server.api_url, "--data", str(data)]
        own = [["--port", str(port)] for port in ports]
        processes = stack.enter_context(spawned("telegram_bots", arguments, own))
        await until(lambda: all(map(listens, ports)), _READY_S, "a worker does not start")
        await world.changes.until(lambda: len(world.calls("setWebhook")) == workers, _READY_S)
        await world.webhook.set(Endpoint(f"http://127.0.0.1:{balancer.port}{PATH}", SECRET))
        players = [
            telegram_players.Player(
                telegram_players.WatchedChat(world, world.user(f"Ann {number}")),
                telegram_players.RealMoves(store),
            )
            for number in range(chats)
        ]
        play = partial(pressing.play, players)
        yield Table(partial(pressing.begin, players), play, processes, _keeper(data))


@asynccontextmanager
async def on_discord(
    workers: int, chats: int, data: Path, *, is_http: bool
) -> AsyncIterator[Table]:
    """Have people on Discord, and so many workers."""
    ports = [free_port() for _ in range(workers)] if is_http else []
    balancer = Balancer(ports)
    async with AsyncExitStack() as stack:
        shards = 1 if is_http else workers
        options = DiscordOptions(clock=WallClock(), flood=False, check=False, shards=shards)
        server = await stack.enter_async_context(DiscordServer(options).running())
        world = server.world
        store = await stack.enter_async_context(open_store(None, data, DocumentCodec()))
        users = [world.user(f"Ann {number}") for number in range(chats)]
        guilds = [world.guild(f"Field {shard}", *users, shard=shard) for shard in range(shards)]
        channels = [
            discord_players.WatchedChannel(guilds[number % shards], f"field-{user.id}", user)
            for number, user in enumerate(users)
        ]
        await stack.enter_async_context(balancer.running())
        arguments = ["http" if is_http else "gateway", "--data", str(data)]
        arguments += ["--api", server.api_url, "--gateway", server.gateway_url]
        arguments += ["--key", world.endpoint.verify_key]
        own = [["--shards", f"{shard}/{shards}"] for shard in range(shards)]
        if is_http:
            own = [["--port", str(port)] for port in ports]
        processes = stack.enter_context(spawned("discord_bots", arguments, own))

        def is_ready() -> bool:
            connected = len(world.handshake.sessions.live) == shards
            is_there = all(map(listens, ports)) if is_http else connected
            return is_there and bool(world.interactions.commands.visible(None))

        await until(is_ready, _READY_S, "a worker does not start")
        world.endpoint.url = f"http://127.0.0.1:{balancer.port}/" if is_http else None
        size = {"rows": SIDE, "cols": SIDE, "mines": discord_players.MINES}
        players = [
            discord_players.Player(channel, discord_players.RealMoves(store), size)
            for channel in channels
        ]
        play = partial(pressing.play, players)
        yield Table(partial(pressing.begin, players), play, processes, _keeper(data))


def _keeper(data: Path) -> int:
    keeper = process_of(EmbeddedServer(data / "valkey"))
    assert keeper
    return keeper


async def run(intake: str, workers: int, chats: int, presses: int) -> Figures:
    """Measure so many workers."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        if intake == "webhook":
            table = on_telegram(workers, chats, data)
        else:
            table = on_discord(workers, chats, data, is_http=intake == "http")
        async with table as playing:
            return await _measured(playing, presses, chats * presses)


async def _measured(table: Table, presses: int, total: int) -> Figures:
    await table.begin()
    await table.play(presses)  # until everything is warm
    await table.begin()
    # The emulators keep all that was ever said; looking through it would stop everybody here.
    be_calm()
    await asyncio.sleep(_REST_S)
    used, kept, began = sum(map(cpu_of, table.workers)), cpu_of(table.keeper), time.perf_counter()
    await table.play(presses)
    rate = total / (time.perf_counter() - began)
    await asyncio.sleep(_REST_S)
    used, kept = sum(map(cpu_of, table.workers)) - used, cpu_of(table.keeper) - kept
    return Figures(rate, used * 1e3 / total, kept * 1e3 / total)


def load_kernels() -> None:
    """Compile the solver's kernels where that has not been done: the workers would do it each."""
    solver.warm()
    generate.warm()


def told(intake: str, workers: int, runs: list[Figures]) -> str:
    """Return the medians of ``runs`` in a line."""
    rate, cpu, server = (
        statistics.median(each)
        for each in zip(*((run.rate, run.cpu, run.server_cpu) for run in runs), strict=True)
    )
    cpus = [run.cpu for run in runs]
    return (
        f"{intake:8} {workers} workers: {rate:,.0f} presses/s reached; CPU {cpu:.2f} ms a press "
        f"({min(cpus):.2f} to {max(cpus):.2f}), {1e3 / cpu:,.0f} presses/s a core; "
        f"server {server:.2f} ms"
    )


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--chats", type=int, default=64)
    parser.add_argument("--presses", type=int, default=20, help="of each chat")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--intakes", nargs="+", choices=INTAKES, default=INTAKES)
    given = parser.parse_args()
    load_kernels()
    for intake in given.intakes:
        for workers in given.workers:
            runs = [
                asyncio.run(run(intake, workers, given.chats, given.presses))
                for _ in range(given.runs)
            ]
            print(told(intake, workers, runs), flush=True)


if __name__ == "__main__":
    main()
