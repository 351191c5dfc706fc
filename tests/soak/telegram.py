"""kill -9 of workers of the whole bot on Telegram, under load from 50 chats.

``python -m tests.soak.telegram --kills 300`` kills that many workers by polling, and that many of
three behind a webhook; it prints what became of the moves and boards, and exits with 1 if one was
lost, doubled or shown wrong.
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
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.server import Server
from tests.emulators.telegram.world import Options, World
from tests.ports import free_port
from tests.soak.logged import complaints
from tests.soak.telegram_check import Verdict, judge
from tests.soak.telegram_people import Acknowledgements, Person
from tests.soak.telegram_workers import (
    Balancer,
    Nursery,
    Workers,
    polling_worker,
    until,
    webhook_worker,
)

INTAKES: Final = ("polling", "webhook")
CHATS: Final = 50
_WORKERS: Final = 3
_BETWEEN: Final = 5
"""Updates confirmed between two kills."""
_LONGEST_DELAY_S: Final = 0.3
_PATIENCE_S: Final = 120.0
_SETTLED_S: Final = 120.0
"""Time for the last boards: what a killed worker left behind is swept within about 40 s."""
_LOOK_S: Final = 0.5


class Soak:
    """The emulator, the people, and the workers that are killed."""

    def __init__(self, world: World, store: MailboxStore, workers: Workers, seed: int) -> None:
        """Let people play in ``world``."""
        self.world = world
        self.known = Acknowledgements(world)
        self.people = [
            Person(world, store, self.known, f"Ann {n}", seed * CHATS + n) for n in range(CHATS)
        ]
        self.settled_s = 0.0
        self.kills = 0
        self._store = store
        self._workers = workers
        self._random = random.Random(seed)

    async def run(self, kills: int) -> Verdict:
        """Kill ``kills`` times while people play; return what became of it all."""
        stopping = asyncio.Event()
        tasks = [asyncio.create_task(person.play(stopping)) for person in self.people]
        tasks.append(asyncio.create_task(self._kill(kills, stopping)))
        watching = asyncio.create_task(self.known.watch())
        try:
            await asyncio.gather(*tasks)  # one that fails ends them all
        finally:
            for task in (*tasks, watching):
                task.cancel()
            await asyncio.gather(*tasks, watching, return_exceptions=True)
        return await self._settled()

    async def _kill(self, kills: int, stopping: asyncio.Event) -> None:
        for number in range(kills):
            await self._some_moves()
            await self._workers.kill(number)
            self.kills += 1
        await self._some_moves()
        stopping.set()

    async def _some_moves(self) -> None:
        """Wait until some updates more are confirmed, and then for a moment at random."""
        enough = self.known.number + _BETWEEN
        await until(lambda: self.known.number >= enough, _PATIENCE_S, "nothing is confirmed")
        await asyncio.sleep(self._random.uniform(0, _LONGEST_DELAY_S))

    async def _settled(self) -> Verdict:
        """Return the verdict as soon as it is good, or as it is after _SETTLED_S."""
        began = time.monotonic()
        while True:
            verdict = await judge(self.people, self._store)
            self.settled_s = time.monotonic() - began
            if verdict.good or self.settled_s > _SETTLED_S:
                return verdict
            await asyncio.sleep(_LOOK_S)

    @property
    def told(self) -> str:
        """Return what was done, in words."""
        did = sum((person.did for person in self.people), Counter[str]())
        refused = Counter(call.error.code for call in self.world.requests if call.error)
        return (
            f"{self.known.number} updates confirmed ({did['pressed']} presses, {did['typed']} typed"
            f" moves, {did['mode']} changes of mode, {sum(p.games for p in self.people)} games), "
            f"longest wait {self.known.longest_s:.1f} s; all done and shown after "
            f"{self.settled_s:.1f} s; calls refused: {dict(refused) or 'none'}"
        )


@asynccontextmanager
async def table(intake: str, data: Path, seed: int) -> AsyncIterator[Soak]:
    """Put everything together; its files are in ``data``."""
    world = World(Options(clock=WallClock(), check=False))
    nursery = Nursery(data / "log")
    async with AsyncExitStack() as stack:
        stack.callback(nursery.close)
        server = await stack.enter_async_context(Server(world).running())
        store = await stack.enter_async_context(open_store(None, data, DocumentCodec()))
        if intake == "polling":
            environments = [polling_worker(server.api_url, data)]
        else:
            ports = [free_port() for _ in range(_WORKERS)]
            balancer = Balancer(ports)
            await stack.enter_async_context(balancer.running())
            environments = [
                webhook_worker(server.api_url, data, balancer.port, port) for port in ports
            ]
        workers = Workers(nursery, environments)
        stack.push_async_callback(workers.end)
        await workers.start()
        yield Soak(world, store, workers, seed)


async def run(intake: str, kills: int, seed: int) -> bool:
    """Kill and judge; print the figures, and return whether all is well."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        async with table(intake, data, seed) as soak:
            verdict = await soak.run(kills)
        logged = complaints(data / "log")
    took = time.monotonic() - began
    print(
        f"{intake}: {kills} kills in {took:.0f} s; {soak.told}\n"
        f"{verdict.moves} acknowledged moves, {verdict.lost} lost, {verdict.doubled} doubled, "
        f"{verdict.strange} strange; {verdict.unlike} games unlike their replay, "
        f"{len(verdict.wrong)} boards wrong, {verdict.twice} shown twice; "
        f"logged: {dict(logged.most_common(5)) or 'nothing'}",
        *verdict.wrong,
        sep="\n",
        flush=True,
    )
    return verdict.good


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=300, help="by each intake")
    parser.add_argument("--intakes", nargs="+", choices=INTAKES, default=INTAKES)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    results = [asyncio.run(run(intake, given.kills, given.seed)) for intake in given.intakes]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
