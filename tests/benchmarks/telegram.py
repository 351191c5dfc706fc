"""What a press costs: our whole bot beside python-telegram-bot's defaults, in one run.

``python -m tests.benchmarks.telegram`` has people press the buttons of complete 8x8 boards on the
emulator, and prints for each bot, by polling and by webhook, the CPU of its process for a press,
how many presses a second it got through, and the time from a press to the edit at full load and
at half of that. Bots are processes of their own; the emulator and the people are this one.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.app.documents import DocumentCodec
from bot.store import open_store
from bot.store.embedded import EmbeddedServer
from tests.benchmarks.telegram_players import AnyButton, Player, RealMoves, WatchedChat, begin, play
from tests.bot.store.users import process_of
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.server import Server
from tests.emulators.telegram.world import Options, World

BOTS: Final = ("library", "ours")
INTAKES: Final = ("polling", "webhook")
_READY_S: Final = 300.0
"""The first start of a fresh copy compiles the solver, which takes a minute."""
_REST_S: Final = 0.3
"""For what is still done after the last edit: it belongs to the presses."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figures:
    """What one run has shown; times in ms."""

    cpu: float
    """Of the bot's process for a press at full load."""
    half_cpu: float
    server_cpu: float
    """Of the server that keeps the games."""
    ceiling: float
    """Presses a second at full load."""
    full: tuple[float, float]
    """p50 and p99 from press to edit at full load."""
    half: tuple[float, float]


def cpu_of(process: int) -> float:
    """Return the CPU seconds that ``process`` has used, user and system."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


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


def _two(took: list[float]) -> tuple[float, float]:
    return took[len(took) // 2] * 1e3, took[len(took) * 99 // 100] * 1e3


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
            return await _measured(players, presses, process, keeper)


async def _measured(players: list[Player], presses: int, process: int, keeper: int) -> Figures:
    total = len(players) * presses
    await begin(players)
    await play(players, presses)  # until everything is warm
    await begin(players)
    # The emulator keeps all that was ever said; looking through it would stop everybody here for a
    # tenth of a second again and again, which is not the bots' time.
    gc.collect()
    gc.disable()
    await asyncio.sleep(_REST_S)
    used, kept, began = cpu_of(process), cpu_of(keeper), time.perf_counter()
    full = await play(players, presses)
    ceiling = total / (time.perf_counter() - began)
    await asyncio.sleep(_REST_S)
    used, kept = cpu_of(process) - used, cpu_of(keeper) - kept
    await begin(players)
    await asyncio.sleep(_REST_S)
    half_used = cpu_of(process)
    half = await play(players, presses, ceiling / 2)
    await asyncio.sleep(_REST_S)
    half_used = cpu_of(process) - half_used
    each = 1e3 / total
    return Figures(used * each, half_used * each, kept * each, ceiling, _two(full), _two(half))


def told(bot: str, intake: str, runs: list[Figures]) -> str:
    """Return the medians of ``runs`` in a line, with the spread of what matters."""
    cpu, half_cpu, server, ceiling = (
        statistics.median(each)
        for each in zip(*((r.cpu, r.half_cpu, r.server_cpu, r.ceiling) for r in runs), strict=True)
    )
    cpus, tails = [run.cpu for run in runs], [run.half[1] for run in runs]
    full, half = _middle([run.full for run in runs]), _middle([run.half for run in runs])
    return (
        f"{intake:8}{bot:8} CPU {cpu:.2f} ms a press ({min(cpus):.2f} to {max(cpus):.2f}), "
        f"{half_cpu:.2f} at half load, server {server:.2f}; {1e3 / cpu:,.0f} presses/s a core, "
        f"{ceiling:,.0f}/s reached; press to edit p50 {full[0]:.1f} p99 {full[1]:.1f} ms at full "
        f"load, p50 {half[0]:.1f} p99 {half[1]:.1f} ms ({min(tails):.1f} to {max(tails):.1f}) at "
        f"half of it"
    )


def _middle(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    first, second = zip(*pairs, strict=True)
    return statistics.median(first), statistics.median(second)


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
