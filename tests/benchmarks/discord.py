"""What a press costs: our whole bot beside discord.py's persistent view, in one run.

``python -m tests.benchmarks.discord`` has people press the buttons of complete 5x5 boards on the
emulator, each in a channel of their own, and prints for the view and for our bot at the gateway
and at its HTTP endpoint what the CPU of its process was for a press, how many presses a second it
got through, and the time from a press to the edit at full load and at half of that. Bots are
processes of their own, all alive at once and pressed by turns, so that what the machine does
meanwhile is the same for each, and new for each run; the emulator and the people are this one.
Of the CPU at full load it prints as well what each takes of the view's in the same turn, with its
standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from bot.app.documents.codec import DocumentCodec
from bot.store import open_store
from bot.store.embedded import EmbeddedServer
from tests.benchmarks.discord_bots import BOTS, SIDE, VIEW
from tests.benchmarks.discord_players import (
    MINES,
    AnyButton,
    Plan,
    Player,
    RealMoves,
    WatchedChannel,
)
from tests.benchmarks.measuring import Figures, measured, share, told
from tests.bot.store.users import process_of
from tests.emulators.discord.server import Server
from tests.emulators.discord.world import Options, World
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


@dataclass(frozen=True)
class Alive:
    """A bot that is running on a platform of its own."""

    world: World
    plan: Callable[[], Plan]
    """How a player presses."""
    command: dict[str, int]
    """Options of what starts a game."""
    process: int
    keeper: int
    """The process that keeps the games."""

    def players(self, number: int) -> list[Player]:
        """Return new people, each in a channel of their own: a person may start so many games."""
        users = [self.world.user(f"Ann {one}") for one in range(number)]
        guild = self.world.guild("Field", *users)
        channels = [WatchedChannel(guild, f"field-{user.id}", user) for user in users]
        return [Player(channel, self.plan(), self.command) for channel in channels]


@asynccontextmanager
async def alive(bot: str) -> AsyncIterator[Alive]:
    """Run a bot."""
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        options = Options(clock=WallClock(), flood=False, check=False)
        async with (
            Server(options).running() as server,
            open_store(None, data, DocumentCodec()) as store,
            started(bot, server, data) as process,
        ):
            keeper = process_of(EmbeddedServer(data / "valkey"))
            assert keeper
            if bot == VIEW:
                yield Alive(server.world, AnyButton, {}, process, keeper)
            else:
                size = {"rows": SIDE, "cols": SIDE, "mines": MINES}
                yield Alive(server.world, partial(RealMoves, store), size, process, keeper)


async def compared(
    bots: Sequence[str], runs: int, chats: int, presses: int
) -> dict[str, list[Figures]]:
    """Measure ``bots`` by turns, ``runs`` times each, in processes that are new for each run.

    One process takes some percent more than the next for the same work, as its hashes and what lies
    where in memory differ: runs of one process would agree more than they should.
    """
    found: dict[str, list[Figures]] = {bot: [] for bot in bots}
    for run in range(runs):
        async with AsyncExitStack() as stack:
            running = {bot: await stack.enter_async_context(alive(bot)) for bot in bots}
            # Each is first and last as often as it can be.
            for bot in (*bots[run % len(bots) :], *bots[: run % len(bots)]):
                one = running[bot]
                players = one.players(chats)
                found[bot].append(await measured(players, presses, one.process, one.keeper))
    return found


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="of each bot, in turns")
    parser.add_argument("--chats", type=int, default=64)
    parser.add_argument("--presses", type=int, default=40, help="of each chat and load")
    parser.add_argument("--bots", nargs="+", choices=BOTS, default=BOTS)
    given = parser.parse_args()
    found = asyncio.run(compared(given.bots, given.runs, given.chats, given.presses))
    for bot, runs in found.items():
        print(told("", bot, runs).strip(), flush=True)
    if view := found.pop(VIEW, None):
        for bot, runs in found.items():
            print(f"{bot:8}{share(runs, view)} of the view's CPU", flush=True)


if __name__ == "__main__":
    main()
