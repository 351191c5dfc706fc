"""How long a player waits for the review of a finished 30x16 game, its first words and its pages.

Run ``python -m tests.benchmarks.coach``; it takes about half a minute and prints a table. The whole
bot but its platform is timed: the store in memory, the solver in threads, pictures drawn.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from random import Random
from time import perf_counter

import numpy as np

from bot.app.requests.request import Request
from bot.app.screens.screen import Reply
from bot.render.picture import prepare
from core.rules import Rules
from tests.benchmarks.review import long_game
from tests.bot.app.conftest import TRANSLATOR, Table

GAMES = 60
EXPERT = Rules(16, 30, 99)


async def main() -> None:
    """Measure and print."""
    ArgumentParser(description=__doc__).parse_args()
    table, rng = Table(), Random(1)
    await table.advisor.warm()
    times: dict[str, list[float]] = {"first words": [], "whole review": [], "a move's page": []}
    for _ in range(GAMES):
        await table.put(long_game(EXPERT, rng))
        started = perf_counter()
        asked = table.request("/review")
        reply = await table.service.carry_out(asked)
        times["first words"].append(perf_counter() - started)
        await finished(table, asked, reply)
        times["whole review"].append(perf_counter() - started)
        started = perf_counter()
        asked = table.request("/review 40")
        await finished(table, asked, await table.service.carry_out(asked))
        times["a move's page"].append(perf_counter() - started)
    await table.store.close()
    table.advisor.close()
    print("| 30x16, ms | p50 | p95 | max |\n| --- | --: | --: | --: |")
    for name, taken in times.items():
        p50, p95, most = 1000 * np.percentile(taken, (50, 95, 100))
        print(f"| {name} | {p50:.0f} | {p95:.0f} | {most:.0f} |")


async def finished(table: Table, asked: Request, reply: Reply) -> None:
    """Wait for all that follows on ``reply``, and draw its picture."""
    while reply.unfinished:
        reply = await table.service.more(asked, reply)
    if reply.picture:
        prepare(reply.picture, lambda text: TRANSLATOR.say(text, "en"))()


if __name__ == "__main__":
    asyncio.run(main())
