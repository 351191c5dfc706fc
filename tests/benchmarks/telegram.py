"""What a press costs: our whole bot beside python-telegram-bot's defaults, in one run.

``python -m tests.benchmarks.telegram`` has people press the buttons of complete 8x8 boards on the
emulator, and prints for each bot, by polling and by webhook, the CPU of its process for a press,
how many presses a second it got through, and the time from a press to the edit at full load and
at half of that. Bots are processes of their own; the emulator and the people are this one.
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
from tests.benchmarks.measuring import Figures, measured, told
from tests.benchmarks.telegram_players import AnyButton, Player, RealMoves, WatchedChat
from tests.bot.store.users import process_of
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.server import Server
from tests.emulators.telegram.world import Options, World
from tests.ports import free_port

BOTS: Final = ("library", "ours")
INTAKES: Final = ("polling", "webhook")
_READY_S: Final = 300.0
"""The first start of a fresh copy compiles the solver, which takes a minute."""


@asynccontextmanager
async def started(bot: str, intake: str, server: Server, data: Path) -> AsyncIterator[int]:
    """Run a bot; give its process."""
    command = [sys.executable, "-m", "tests.benchmarks.telegram_bots", bot]
    command += ["--api", server.api_url, "--data", str(data)]
    command += ["--port", str(free_port())] if intake == "webhook" else []
    process = subprocess.Popen(command)  # noqa: ASYNC220, S603  # our own command line
    world = server.world
    try:
        await world.changes.until(lambda: world.poller.waiting or world.webhook.endpoint, _READY_S)
        yield process.pid
    finally:
        process.kill()
        process.wait()


async def run(bot: str, intake: str, chats: int, presses: int) -> Figures:
    """Measure one bot."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        world = World(Options(clock=WallClock(), flood=False, check=False))
        async with (
            Server(world).running() as server,
            open_store(None, data, DocumentCodec()) as store,
            started(bot, intake, server, data) as process,
        ):
            keeper = process_of(EmbeddedServer(data / "valkey"))
            assert keeper
            players = [
                Player(
                    WatchedChat(world, world.user(f"Ann {number}")),
                    RealMoves(store) if bot == "ours" else AnyButton(),
                )
                for number in range(chats)
            ]
            return await measured(players, presses, process, keeper)


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="of each bot, in turns")
    parser.add_argument("--chats", type=int, default=64)
    parser.add_argument("--presses", type=int, default=40, help="of each chat and load")
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=BOTS)
    parser.add_argument("--intakes", nargs="+", choices=INTAKES, default=INTAKES)
    given = parser.parse_args()
    for intake in given.intakes:
        found: dict[str, list[Figures]] = {bot: [] for bot in given.bots}
        for _ in range(given.runs):
            for bot, runs in found.items():
                runs.append(asyncio.run(run(bot, intake, given.chats, given.presses)))
        for bot, runs in found.items():
            print(told(bot, intake, runs), flush=True)


if __name__ == "__main__":
    main()
