"""What a worker's memory does while people come, play for a while and leave.

``python -m tests.soak.memory --minutes 60`` lets ever new people play with one worker of the whole
bot on Telegram, looks at its memory every few seconds, and prints how it grew: while its caches
filled, and after that; with ``--people 300`` the same ones come again and again. The caches that
are to hold the newest ten thousand hold fewer here, so that they are full soon, and the worker
collects its garbage before each look. Exits with 1 if what is held still grows then by more than a
tenth of the worker in a day.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot import advisor, reviews
from bot.app.documents.codec import DocumentCodec
from bot.app.errands import readers as reader
from bot.delivery import said
from bot.i18n import translator
from bot.platforms.telegram import display
from bot.store import MailboxStore, box, open_store
from tests.benchmarks.measuring import cpu_of
from tests.benchmarks.telegram_bots import Setup, run_ours
from tests.benchmarks.telegram_players import Player, RealMoves, WatchedChat
from tests.emulators.telegram.clock import WallClock
from tests.emulators.telegram.server import Server
from tests.emulators.telegram.world import Options, World
from tests.memory import resident
from tests.ports import free_port
from tests.soak.held import held
from tests.soak.trend import Trend

_READY_S: Final = 300.0
_LOOK_S: Final = 5.0
_PRESSES: Final = 4
_ENDING, _ASKING = 0.3, 0.1
"""The shares of people who give their game up, and who ask for a hint."""
_CACHES: Final = (
    (box, "MOST_SPACES"),
    (reader, "_REMEMBERED"),
    (said, "_REMEMBERED"),
    (display, "_REMEMBERED"),
    (translator, "_REMEMBERED"),
)
_FEW: Final = ((advisor, "_REMEMBERED"), (reviews, "_REMEMBERED"))
"""Caches of what few people ask for: they are to be full as soon as the others."""
_FEWER: Final = 20
_FULL: Final = 3
"""After so many times as many people as a cache holds, all caches are surely full."""
_DAY_H: Final = 24
_TOLERATED: Final = 0.1


@dataclass(frozen=True)
class Look:
    """The worker at a moment."""

    at: float
    """Hours since the beginning."""
    visits: int
    resident: float
    """MiB."""
    held: float
    """MiB that the worker has allocated and not given back."""


def shrink(caches: int) -> None:
    """Have all caches that are made from now on hold ``caches``, or a twentieth of that."""
    for module, name in _CACHES:
        setattr(module, name, caches)
    for module, name in _FEW:
        setattr(module, name, max(caches // _FEWER, 1))
    translator.own_translator.cache_clear()  # it was made as modules that ask for it were loaded


def serve(setup: Setup, caches: int) -> None:
    """Be the worker; at SIGUSR1 write the bytes that it holds to standard output."""
    shrink(caches)

    def count(*_: Any) -> None:
        # It empties Python's free lists, too, which take hours to fill: 2,000 tuples of each size.
        gc.collect()
        # Not the collector's objects: to list them breaks tuples that threads are just making.
        print(held(), flush=True)

    signal.signal(signal.SIGUSR1, count)
    asyncio.run(run_ours(setup))


@asynccontextmanager
async def worker(server: Server, data: Path, caches: int) -> AsyncIterator[subprocess.Popen[str]]:
    """Run a worker behind a webhook."""
    command = [sys.executable, "-m", "tests.soak.memory", "--api", server.api_url]
    command += ["--data", str(data), "--port", str(free_port())]
    command += ["--caches", str(caches)]
    process = subprocess.Popen(  # noqa: ASYNC220, S603  # our own command line
        command, stdout=subprocess.PIPE, text=True
    )
    try:
        await server.world.changes.until(lambda: server.world.webhook.endpoint, _READY_S)
        yield process
    finally:
        process.kill()
        process.communicate()


class Visits:
    """People who come one after the other."""

    def __init__(self, world: World, store: MailboxStore, seed: int, people: int = 0) -> None:
        """Let ``people`` play in ``world`` by turns, again and again; 0: ever new ones."""
        self.number = 0
        self.failed = 0
        """How many of them had no answer in a minute."""
        self._world = world
        self._store = store
        self._random = random.Random(seed)
        self._known: deque[WatchedChat] = deque()
        self._people = people

    async def go_on(self, rate: float, seconds: float) -> None:
        """Let ``rate`` people a second come for so long, and wait for the last ones."""
        end = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            due = time.monotonic()
            while due < end:
                group.create_task(self._visit())
                due += self._random.expovariate(rate)
                await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def _visit(self) -> None:
        chat = self._next()
        player = Player(chat, RealMoves(self._store))
        try:
            await player.begin()
            await player.play(_PRESSES)
            if self._random.random() < _ASKING:
                await _said(chat, "/hint")
            if self._random.random() < _ENDING:
                await _said(chat, "/giveup")
        except Exception:  # noqa: BLE001  # who gave up before a late answer may meet another board
            self.failed += 1
        self.number += 1
        # The emulator remembers everything, but it is the worker's memory that is measured.
        if self._people:
            self._known.append(chat)
        else:
            del self._world.chats[chat.id], self._world.users[chat.user.id]
        self._world.requests.clear()
        self._world.webhook.attempts.clear()
        self._world.updates.posted.clear()

    def _next(self) -> WatchedChat:
        """Return the chat of the next person: the one who left first, or somebody new."""
        if self._known and len(self._world.users) > self._people:
            return self._known.popleft()
        return WatchedChat(self._world, self._world.user("Ann"))


async def _said(chat: WatchedChat, text: str) -> None:
    """Say ``text``, and wait for the board: it is below what was said, so it is sent anew."""
    chat.expect("sent")
    chat.send(text)
    await chat.next_shown()


async def look(process: subprocess.Popen[str], began: float, visits: int) -> Look:
    """Return the worker's memory at this moment."""
    assert process.stdout
    os.kill(process.pid, signal.SIGUSR1)
    kept = int(await asyncio.to_thread(process.stdout.readline)) / 2**20
    return Look((time.monotonic() - began) / 3600, visits, resident(process.pid), kept)


async def soak(data: Path, given: argparse.Namespace) -> list[Look]:
    """Let people come for some minutes; return what was seen of the worker meanwhile."""
    world = World(Options(clock=WallClock(), flood=False, check=False))
    async with (
        Server(world).running() as server,
        open_store(None, data, DocumentCodec()) as store,
        worker(server, data, given.caches) as process,
    ):
        began, visits = time.monotonic(), Visits(world, store, given.seed, given.people)
        looks = list[Look]()
        coming = asyncio.create_task(visits.go_on(given.rate, given.minutes * 60))
        while not coming.done():
            looks.append(await look(process, began, visits.number))
            await asyncio.wait([coming], timeout=_LOOK_S)
        await coming
        cpu = cpu_of(process.pid)
    print(f"{visits.number} people, {visits.failed} without an answer; {cpu:.0f} s of CPU")
    return looks


def told(looks: list[Look], caches: int) -> bool:
    """Print what ``looks`` show, caches being full after ``caches`` visits; True if all is well.

    Looks from the first minute, when the worker still loads what it needs, are left out.
    """
    looks = [each for each in looks if each.at > 1 / 60]
    filling = [each for each in looks if each.visits < caches]
    full = [each for each in looks if each.visits >= caches]
    newest = full[len(full) // 2 :]
    parts = {"while caches fill": filling, "with caches full": full, "second half of that": newest}
    for name, some in parts.items():
        if len(some) > 3:
            print(f"{name}: {_growth(some)}")
    if len(full) <= 3:
        print("the caches were not full before the end")
        return False
    trend = Trend.of([(each.at, each.held) for each in newest])
    return (trend.slope - 2 * trend.error) * _DAY_H < _TOLERATED * full[-1].resident


def _growth(looks: list[Look]) -> str:
    first, last = looks[0], looks[-1]
    by_time = Trend.of([(each.at, each.resident) for each in looks])
    by_visit = Trend.of([(each.visits, each.resident * 2**20) for each in looks])
    kept = Trend.of([(each.visits, each.held * 2**20) for each in looks])
    return (
        f"{(last.at - first.at) * 60:.0f} min, {last.visits - first.visits:,} visits: resident "
        f"{first.resident:.1f} -> {last.resident:.1f} MiB, {by_time} MiB/h; held "
        f"{first.held:.1f} -> {last.held:.1f} MiB; a visit {by_visit} bytes resident, {kept} held"
    )


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--rate", type=float, default=10, help="people a second")
    parser.add_argument("--people", type=int, default=0, help="who come again; 0: new ones")
    parser.add_argument("--caches", type=int, default=500, help="what the caches hold")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--api", help="used by the worker")
    parser.add_argument("--data", type=Path, help="used by the worker")
    parser.add_argument("--port", type=int, help="used by the worker")
    given = parser.parse_args()
    if given.api:
        serve(Setup(given.api, given.data, given.port), given.caches)
        return 0
    with tempfile.TemporaryDirectory() as folder:
        looks = asyncio.run(soak(Path(folder), given))
    return 0 if told(looks, _FULL * given.caches) else 1


if __name__ == "__main__":
    sys.exit(main())
