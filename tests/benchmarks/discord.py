"""What a press costs: our whole bot beside discord.py's persistent view, in one run.

``python -m tests.benchmarks.discord`` has people press the buttons of complete 5x5 boards on the
emulator, each in a channel of their own, and prints for the view and for our bot at the gateway
and at its HTTP endpoint what the CPU of its process was for a press, how many presses a second it
got through, and the time from a press to the edit at full load and at half of that. Bots are
processes of their own; the emulator and the people are this one.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.app.documents.codec import DocumentCodec
from bot.store import open_store
from bot.store.embedded import EmbeddedServer
from tests.benchmarks.discord_bots import BOTS, SIDE
from tests.benchmarks.discord_players import (
    MINES,
    AnyButton,
    Player,
    RealMoves,
    WatchedChannel,
)
from tests.benchmarks.measuring import Figures, measured, told
from tests.bot.store.users import process_of
from tests.emulators.discord.server import Server
from tests.emulators.discord.world import Options
from tests.emulators.telegram.clock import WallClock
from tests.ports import free_port
from tests.soak.telegram_workers import listens, until

_READY_S: Final = 300.0
"""The first start of a fresh copy compiles the solver, which takes a minute."""


@asynccontextmanager
async def started(bot: str, server: Server, data: Path) -> AsyncIterator[int]:
    """Run a bot; give its process."""
    world = server.world
    command = [sys.executable, "-m", "tests.benchmarks.discord_bots", bot, "--data", str(data)]
    command += ["--api", server.api_url, "--gateway", server.gateway_url]
    port = free_port() if bot == "http" else 0
    command += ["--port", str(port), "--key", world.endpoint.verify_key]
    process = subprocess.Popen(command)  # noqa: ASYNC220, S603  # our own command line

    def is_ready() -> bool:
        is_there = listens(port) if port else bool(world.handshake.sessions.live)
        return is_there and bool(world.interactions.commands.visible(None))

    try:
        await until(is_ready, _READY_S, "the bot does not start")
        world.endpoint.url = f"http://127.0.0.1:{port}/" if port else None
        yield process.pid
    finally:
        process.kill()
        process.wait()


async def run(bot: str, chats: int, presses: int) -> Figures:
    """Measure one bot."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        options = Options(clock=WallClock(), flood=False, check=False)
        async with (
            Server(options).running() as server,
            open_store(None, data, DocumentCodec()) as store,
        ):
            users = [server.world.user(f"Ann {number}") for number in range(chats)]
            guild = server.world.guild("Field", *users)
            channels = [WatchedChannel(guild, f"field-{user.id}", user) for user in users]
            keeper = process_of(EmbeddedServer(data / "valkey"))
            assert keeper
            if bot == "library":
                players = [Player(channel, AnyButton(), {}) for channel in channels]
            else:
                size = {"rows": SIDE, "cols": SIDE, "mines": MINES}
                players = [Player(channel, RealMoves(store), size) for channel in channels]
            async with started(bot, server, data) as process:
                return await measured(players, presses, process, keeper)


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="of each bot, in turns")
    parser.add_argument("--chats", type=int, default=64)
    parser.add_argument("--presses", type=int, default=40, help="of each chat and load")
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=BOTS)
    given = parser.parse_args()
    found: dict[str, list[Figures]] = {bot: [] for bot in given.bots}
    for _ in range(given.runs):
        for bot, runs in found.items():
            runs.append(asyncio.run(run(bot, given.chats, given.presses)))
    for bot, runs in found.items():
        print(told("", bot, runs).strip(), flush=True)


if __name__ == "__main__":
    main()
