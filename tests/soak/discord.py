"""kill -9 of workers of the whole bot on Discord, under load from many channels.

``python -m tests.soak.discord --kills 100`` kills that many workers at the gateway, and that many
of two with HTTP endpoints behind a balancer; it prints what became of the moves and boards, and
exits with 1 if one was lost, doubled or shown wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from bot.app.documents.codec import DocumentCodec
from bot.store import MailboxStore, open_store
from tests.emulators.discord.server import Server
from tests.emulators.discord.world import Options, World
from tests.emulators.telegram.clock import WallClock
from tests.ports import free_port
from tests.soak.discord_check import Verdict, judge
from tests.soak.discord_people import Person
from tests.soak.logged import complaints
from tests.soak.telegram_workers import Balancer, Nursery, Workers, listens, until

INTAKES: Final = ("gateway", "http")
_WORKERS: Final = 2
_BETWEEN: Final = 10
"""Interactions answered between two kills."""
_LONGEST_DELAY_S: Final = 0.3
_PATIENCE_S: Final = 120.0
_SETTLED_S: Final = 120.0
"""Time for the last boards: what a killed worker left behind is swept within about 40 s."""
_LOOK_S: Final = 0.5


class Soak:
    """The emulator, the people, and the workers that are killed."""

    def __init__(self, world: World, people: list[Person], store: MailboxStore) -> None:
        """Let ``people`` play in ``world``."""
        self.world = world
        self.people = people
        self.settled_s = 0.0
        self._store = store

    async def run(self, workers: Workers, kills: int, seed: int) -> Verdict:
        """Kill ``kills`` times while people play; return what became of it all."""
        stopping = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            for person in self.people:
                group.create_task(person.play(stopping))
            chance = random.Random(seed)
            for number in range(kills):
                await self._some_moves(chance)
                await workers.kill(number)
            await self._some_moves(chance)
            stopping.set()
        return await self._settled()

    async def _some_moves(self, chance: random.Random) -> None:
        """Wait until some interactions more are answered, then for a moment at random."""
        enough = self.did["answered"] + _BETWEEN
        await until(lambda: self.did["answered"] >= enough, _PATIENCE_S, "nothing is answered")
        await asyncio.sleep(chance.uniform(0, _LONGEST_DELAY_S))

    async def _settled(self) -> Verdict:
        """Return the verdict as soon as all boards are right, or as it is after _SETTLED_S."""
        began = time.monotonic()
        while True:
            verdict = await judge(self.people, self._store)
            self.settled_s = time.monotonic() - began
            if not verdict.wrong or self.settled_s > _SETTLED_S:
                return verdict
            await asyncio.sleep(_LOOK_S)

    @property
    def did(self) -> Counter[str]:
        """What became of the interactions."""
        return sum((person.did for person in self.people), Counter[str]())


@asynccontextmanager
async def table(
    intake: str, data: Path, seed: int, chats: int
) -> AsyncIterator[tuple[Soak, Workers]]:
    """Put everything together; its files are in ``data``."""
    nursery = Nursery(data / "log")
    async with AsyncExitStack() as stack:
        stack.callback(nursery.close)
        options = Options(clock=WallClock(), flood=False, check=False)
        server = await stack.enter_async_context(Server(options).running())
        store = await stack.enter_async_context(open_store(None, data, DocumentCodec()))
        world = server.world
        users = [world.user(f"Ann {number}") for number in range(chats)]
        guild = world.guild("Field", *users)
        people = [
            Person(guild.channel(f"field-{n}"), user, store, seed * chats + n)
            for n, user in enumerate(users)
        ]
        ports = [free_port() for _ in range(_WORKERS)] if intake == "http" else []
        workers = Workers(nursery, _environments(server, data, ports))
        stack.push_async_callback(workers.end)
        await workers.start()
        await until(lambda: _is_ready(world, ports), _PATIENCE_S, "the bot does not start")
        if ports:
            balancer = Balancer(ports)
            await stack.enter_async_context(balancer.running())
            world.endpoint.url = f"http://127.0.0.1:{balancer.port}/"
        yield Soak(world, people, store), workers


def _environments(server: Server, data: Path, ports: list[int]) -> list[dict[str, str]]:
    base = {
        "DISCORD_TOKEN": server.world.token,
        "DISCORD_API_URL": server.api_url,
        "DISCORD_GATEWAY_URL": server.gateway_url,
        "DATA_DIR": str(data),
        "LOG_LEVEL": "WARNING",
    }
    key = server.world.endpoint.verify_key
    listening = [
        base | {"DISCORD_PUBLIC_KEY": key, "DISCORD_HTTP_LISTEN": f"127.0.0.1:{port}"}
        for port in ports
    ]
    return listening or [base]


def _is_ready(world: World, ports: list[int]) -> bool:
    is_there = all(map(listens, ports)) if ports else bool(world.handshake.sessions.live)
    return is_there and bool(world.interactions.commands.visible(None))


async def run(intake: str, kills: int, seed: int, chats: int) -> bool:
    """Kill and judge; print the figures, and return whether all is well."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        async with table(intake, data, seed, chats) as (soak, workers):
            verdict = await soak.run(workers, kills, seed)
        logged = complaints(data / "log")
    print(
        f"{intake}: {kills} kills in {time.monotonic() - began:.0f} s; interactions: "
        f"{dict(soak.did)}; all done and shown after {soak.settled_s:.1f} s\n"
        f"{verdict.moves} answered moves, {verdict.lost} lost, {verdict.doubled} doubled; "
        f"{verdict.unlike} games unlike their replay, {len(verdict.wrong)} boards wrong, "
        f"{verdict.twice} shown twice; logged: {dict(logged.most_common(5)) or 'nothing'}",
        *verdict.wrong[:5],
        sep="\n",
        flush=True,
    )
    return verdict.good


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="by each intake")
    parser.add_argument("--intakes", nargs="+", choices=INTAKES, default=INTAKES)
    parser.add_argument("--chats", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    results = [
        asyncio.run(run(intake, given.kills, given.seed, given.chats)) for intake in given.intakes
    ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
