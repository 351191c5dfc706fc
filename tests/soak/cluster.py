"""A cluster under load while its servers die, hang, lose their replicas and give slots away.

``python -m tests.soak.cluster --faults kill,hang,cut,move --rounds 3`` prints what became of the
moves, and exits with 1 if one was doubled, or one that was confirmed was lost. ``--wait off`` waits
for no replica; ``--client library`` leaves everything to redis-py as it is by default.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Final

from bot.config import Wait
from bot.store.cluster import ClusterLink
from bot.store.keys import Keys
from bot.store.mailbox import MailboxStore
from bot.store.opening import connect_cluster
from bot.store.redis_backend import RedisBackend
from tests.bot.store.conftest import TextCodec, append, look
from tests.bot.store.nodes import Cluster
from tests.bot.store.wire import Wire
from tests.soak.cluster_faults import FAULTS, Faults, carry_out
from tests.soak.plain_link import PlainLink

SPACES: Final = 64
WORKERS: Final = 2
_IN_A_DOCUMENT: Final = 100
_CALM_S: Final = 2.0
_WAIT: Final = Wait(1, 500)
KEYS: Final = Keys("soak")


@dataclass
class Journal:
    """What the player of a space was told."""

    confirmed: list[int] = field(default_factory=list)
    unconfirmed: list[int] = field(default_factory=list)
    errors: int = 0
    """Moves that had to be sent again by the player."""
    took: list[float] = field(default_factory=list)
    """Seconds from a move to its acknowledgement, repetitions included."""


@dataclass(frozen=True)
class Outcome:
    """What became of the moves."""

    faults: int
    seconds: float
    moves: int
    lost: int
    unconfirmed: int
    unconfirmed_lost: int
    doubled: int
    errors: int
    longest: float
    p50: float
    p99: float

    @property
    def good(self) -> bool:
        """Whether no confirmed move was lost and none was doubled."""
        return not (self.lost or self.doubled)

    def __str__(self) -> str:
        """Return the figures in a line."""
        return (
            f"{self.faults} faults in {self.seconds:.0f} s: {self.moves} acknowledged moves, "
            f"{self.lost} lost, {self.doubled} doubled; {self.unconfirmed} said to be unconfirmed, "
            f"of which {self.unconfirmed_lost} lost; {self.errors} errors told to players; "
            f"p50 {self.p50 * 1000:.0f} ms, p99 {self.p99 * 1000:.0f} ms, longest "
            f"{self.longest:.2f} s"
        )


async def play(store: MailboxStore, space: str, journal: Journal, ending: asyncio.Event) -> None:
    """Make moves in ``space`` one after the other; one that fails is sent again."""
    number = 0
    while not ending.is_set():
        began = time.monotonic()
        name = f"log:{number // _IN_A_DOCUMENT}"
        told = None
        while told is None:
            try:
                told = await store.update(space, f"op {number}", append(f"{number} ", name))
            except Exception:  # noqa: BLE001  # as a platform would
                journal.errors += 1
                await asyncio.sleep(0.1)
        (journal.confirmed if told.confirmed else journal.unconfirmed).append(number)
        journal.took.append(time.monotonic() - began)
        number += 1


async def history(store: MailboxStore, space: str, moves: int) -> list[int]:
    """Return the moves that ``space`` has."""
    names = [f"log:{number}" for number in range(moves // _IN_A_DOCUMENT + 2)]
    texts = [await store.view(space, look(name)) for name in names]
    return [int(each) for text in texts if isinstance(text, str) for each in text.split()]


@asynccontextmanager
async def troubled_cluster(folder: Path, seed: int) -> AsyncIterator[tuple[Cluster, Faults]]:
    """Return a cluster of three primaries with two replicas each, and its faults."""
    async with AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(Wire().open()) for _ in range(9)]
        cluster = await asyncio.to_thread(Cluster, folder, 3, 2, 2000, wires)
        stack.callback(cluster.close)
        yield cluster, Faults(cluster, wires, KEYS, seed)


async def run(folder: Path, arguments: Arguments) -> Outcome:
    """Play under faults, and return what became of the moves."""
    async with troubled_cluster(folder, arguments.seed) as (cluster, faults):
        stores = [_store(cluster, arguments) for _ in range(WORKERS)]
        journals = {f"room {number}": Journal() for number in range(SPACES)}
        ending = asyncio.Event()
        players = [
            asyncio.create_task(play(stores[n % WORKERS], space, journal, ending))
            for n, (space, journal) in enumerate(journals.items())
        ]
        began = time.monotonic()
        for name in arguments.faults * arguments.rounds:
            await asyncio.sleep(_CALM_S)
            took = await carry_out(FAULTS[name], faults)
            print(f"{name}: all well again after {took:.1f} s", file=sys.stderr)
        await asyncio.sleep(_CALM_S)
        ending.set()
        await asyncio.gather(*players)
        seconds = time.monotonic() - began
        judge = MailboxStore(_backend(_own(cluster), None, 60.0), TextCodec())
        made = {space: await history(judge, space, len(j.took)) for space, j in journals.items()}
        for store in (*stores, judge):
            await store.close()
    return outcome(len(arguments.faults) * arguments.rounds, seconds, journals, made)


@dataclass(frozen=True)
class Arguments:
    """What the command line says."""

    faults: tuple[str, ...]
    rounds: int
    wait: Wait | None
    library: bool
    seed: int


def _store(cluster: Cluster, arguments: Arguments) -> MailboxStore:
    if not arguments.library:
        return MailboxStore(_backend(_own(cluster), arguments.wait, 8.0), TextCodec())
    link = PlainLink([node.port for node in cluster.nodes[:3]])
    return MailboxStore(_backend(link, None, 0.0), TextCodec())


def _own(cluster: Cluster) -> ClusterLink:
    return ClusterLink(connect_cluster(cluster.url, _WAIT.ms / 1000))


def _backend(link: ClusterLink, wait: Wait | None, patience: float) -> RedisBackend:
    return RedisBackend(link, KEYS, patience, wait=wait)


def outcome(
    faults: int, seconds: float, journals: dict[str, Journal], made: dict[str, list[int]]
) -> Outcome:
    """Compare what the players were told with what was kept."""
    pairs = [(journal, made[space]) for space, journal in journals.items()]
    took = [each for journal in journals.values() for each in journal.took]
    percentiles = quantiles(took, n=100)
    return Outcome(
        faults=faults,
        seconds=seconds,
        moves=len(took),
        lost=sum(len(set(journal.confirmed) - set(kept)) for journal, kept in pairs),
        unconfirmed=sum(len(journal.unconfirmed) for journal, _ in pairs),
        unconfirmed_lost=sum(len(set(j.unconfirmed) - set(kept)) for j, kept in pairs),
        doubled=sum(len(kept) - len(set(kept)) for _, kept in pairs),
        errors=sum(journal.errors for journal, _ in pairs),
        longest=max(took),
        p50=percentiles[49],
        p99=percentiles[98],
    )


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", default="kill,hang,cut,move,move-whole")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--wait", choices=("1,500", "off"), default="1,500")
    parser.add_argument("--client", choices=("own", "library"), default="own")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    arguments = Arguments(
        faults=tuple(given.faults.split(",")),
        rounds=given.rounds,
        wait=None if given.wait == "off" else _WAIT,
        library=given.client == "library",
        seed=given.seed,
    )
    with tempfile.TemporaryDirectory() as folder:
        result = asyncio.run(run(Path(folder), arguments))
    print(result)
    return 0 if result.good else 1


if __name__ == "__main__":
    sys.exit(main())
