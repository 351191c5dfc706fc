"""What it takes to refuse an impossible board: processor time, and memory allocated.

Run ``python -m tests.benchmarks.refusal``. The whole bot but its platform is timed, from the words
to the sentence in the player's language, with the store in memory: nothing is waited for, so what
else the machine does meanwhile does not count. Exits with 1 if the median of the times is over a
millisecond for any of the wishes (case 27).
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tracemalloc
from time import thread_time
from typing import Final

import numpy as np

from tests.bot.app.conftest import TRANSLATOR, Table

MOST_US: Final = 1000.0
PLAYERS: Final = 1000
WISHES: Final = (
    "/newgame 100000 100000 1",
    "/newgame 100000x100000 1",
    "/newgame 30 30 1000000000",
    f"/newgame {'9' * 5000} {'9' * 5000} 1",
    "/newgame 0 10 10",
    "/newgame -10 10 10",
)


async def refused(table: Table, wish: str, player: str) -> str:
    """Return the sentence that the ``wish`` of ``player`` is refused with."""
    reply = await table.service.carry_out(table.request(wish, player))
    assert reply.screen is None
    return " ".join(TRANSLATOR.say(text, "en") for text in reply.texts)


async def measure(times: int) -> bool:
    """Refuse each wish ``times`` times and print a table; return whether all are quick enough."""
    table = Table()
    quick = True
    print("| wish | refused with | p50, us | p99 | max | allocated at most, kB |")
    print("| --- | --- | --: | --: | --: | --: |")
    for wish in WISHES:
        sentence = await refused(table, wish, "ann")
        taken = np.empty(times)
        for i in range(times):
            player = f"player {i % PLAYERS}"  # each may ask for so many games
            began = thread_time()
            await refused(table, wish, player)
            taken[i] = 1e6 * (thread_time() - began)
        gc.collect()
        tracemalloc.start()
        await refused(table, wish, "bob")
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        p50, p99 = np.percentile(taken, (50, 99))
        quick = quick and p50 <= MOST_US
        short = wish if len(wish) <= len(WISHES[2]) else f"{wish[:18]}... ({len(wish)} characters)"
        figures = f"{p50:.0f} | {p99:.0f} | {taken.max():.0f} | {most / 1e3:.1f}"
        print(f"| `{short}` | {sentence} | {figures} |")
    await table.store.close()
    table.advisor.close()
    return quick


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000, help="of each wish")
    sys.exit(0 if asyncio.run(measure(parser.parse_args().times)) else 1)
