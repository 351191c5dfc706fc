"""How many taps a second two processes with 25 tappers each get through on one document.

``python -m tests.benchmarks.store`` prints taps a second, the time a tap takes, and whether every
tap was counted once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bot.app.decision import Decision, Documents, Write
from bot.store import MailboxStore, open_store

PROCESSES, TASKS = 2, 25
_SPACE, _NAME = "chat:bench", "taps"


class Number:
    """A document that is a number, with the weight of a 30x16 game around it."""

    def encode(self, _name: str, document: object) -> bytes:
        """Return the number as bytes."""
        return str(document).encode().ljust(220)

    def decode(self, _name: str, data: bytes) -> object:
        """Return the number."""
        return int(data)


def tap(documents: Documents, _now: int) -> Decision[None]:
    """Count one more."""
    taps = documents.get(_NAME)
    return Decision(None, {_NAME: Write((taps if isinstance(taps, int) else 0) + 1)})


async def work(data: Path, name: str, taps: int) -> None:
    """Tap, and print when it began and ended and what each tap took."""
    async with open_store(None, data, Number()) as store:
        print("ready", flush=True)
        await asyncio.to_thread(sys.stdin.readline)
        began = time.time()
        took = await asyncio.gather(*(_tap(store, f"{name}:{n}", taps) for n in range(TASKS)))
        print(json.dumps([began, time.time(), [each for task in took for each in task]]))


async def _tap(store: MailboxStore, name: str, taps: int) -> list[float]:
    took = []
    for number in range(taps):
        began = time.perf_counter()
        await store.update(_SPACE, f"{name}:{number}", tap)
        took.append(time.perf_counter() - began)
    return took


async def measure(data: Path, taps: int) -> str:
    """Let the processes tap, and return the figures in a line."""
    async with open_store(None, data, Number()) as store:
        ended = await asyncio.to_thread(_run, data, taps)
        counted = await store.view(_SPACE, lambda documents, _: documents.get(_NAME))
    lasted = max(end for _, end, _ in ended) - min(begin for begin, *_ in ended)
    took = sorted(each * 1000 for *_, each_took in ended for each in each_took)
    total = PROCESSES * TASKS * taps
    return (
        f"{PROCESSES} processes x {TASKS} tasks: {total / lasted:,.0f} taps/s, "
        f"p50 {took[total // 2]:.1f} ms, p99 {took[total * 99 // 100]:.1f} ms; "
        f"{counted} of {total} counted"
    )


def _run(data: Path, taps: int) -> list[tuple[float, float, list[float]]]:
    command = [sys.executable, "-m", "tests.benchmarks.store", "--taps", str(taps)]
    workers = [
        subprocess.Popen(  # noqa: S603  # our own command line
            [*command, "--data", str(data), "--worker", str(number)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    for worker in workers:
        assert worker.stdout
        worker.stdout.readline()
    for worker in workers:
        assert worker.stdin
        worker.stdin.write("go\n")
        worker.stdin.flush()
    return [json.loads(worker.communicate()[0]) for worker in workers]


def main() -> None:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--taps", type=int, default=2000, help="of each task")
    parser.add_argument("--data", type=Path, help="used by the processes that tap")
    parser.add_argument("--worker", help="used by the processes that tap")
    arguments = parser.parse_args()
    if arguments.worker is not None:
        asyncio.run(work(arguments.data, arguments.worker, arguments.taps))
        return
    with tempfile.TemporaryDirectory() as data:
        print(asyncio.run(measure(Path(data), arguments.taps)))


if __name__ == "__main__":
    main()
