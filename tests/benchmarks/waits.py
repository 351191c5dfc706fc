"""How long a player waits for everything that is worked out, by level.

Run ``python -m tests.benchmarks.waits``; it takes some minutes and prints a table, what takes over
300 ms marked. The whole bot but its platform is timed, from the request to the answer with its
picture drawn: the store in memory, the solver in threads with the budget that it has by default.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from time import perf_counter, process_time
from typing import Final

import numpy as np

from bot.app.decision import Decision, Write
from bot.app.decisions.knowledge import OfMonth
from bot.app.documents.quota import QUOTA
from bot.app.documents.spaces import player_space
from bot.app.documents.state import Session, Settings
from bot.app.documents.table import KEPT_ENTRIES, TOP_NAMES, TimeEntry
from bot.app.documents.table import Table as TimeTable
from bot.app.errands.tops import top_space
from bot.app.requests.day import month_of
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.app.screens.screen import screen_of
from bot.render.picture import draw_picture, load_picture_theme, prepare
from core.game import Game, Played
from core.rules import LEVELS, Level
from tests.benchmarks.review import long_game
from tests.bot.app.conftest import TRANSLATOR, Table

LONG_MS: Final = 300.0
_FRESH_DAY_MS: Final = 24 * 3600 * 1000


class Stopwatch:
    """What each thing has taken, in ms."""

    def __init__(self, table: Table) -> None:
        """Time what is asked for at ``table``."""
        self.table = table
        self.taken: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        self.used: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        """What it has taken of all cores together, which others' work does not make longer."""

    async def ask(self, what: str, level: str, text: str, *, more: bool = True) -> None:
        """Ask for ``text`` and wait for all that follows on it, its picture drawn."""
        request = self.table.request(text)
        async with self.timing(what, level):
            reply = await self.table.service.carry_out(request)
            if more:
                await self.follow(request, reply)
            elif reply.screen is not None and not reply.screen.text_only:
                _draw(reply)

    @asynccontextmanager
    async def timing(self, what: str, level: str) -> AsyncIterator[None]:
        """Time a block."""
        started, used = perf_counter(), process_time()
        yield
        self.taken[what, level].append(1000 * (perf_counter() - started))
        self.used[what, level].append(1000 * (process_time() - used))

    async def follow(self, request: Request, reply: Reply) -> None:
        """Wait for all that follows on ``reply``, and draw its picture."""
        while reply.unfinished:
            reply = await self.table.service.more(request, reply)
        _draw(reply)


def _draw(reply: Reply) -> None:
    if reply.picture:
        prepare(reply.picture, lambda text: TRANSLATOR.say(text, "en"))()
    elif reply.screen is not None and len(reply.screen.board.opened) > _BUTTONS:
        draw_picture(reply.screen, load_picture_theme(reply.screen.theme))


_BUTTONS: Final = 88
"""Cells that are buttons on Telegram; larger boards are pictures."""


def midgame(game: Game, rng: Random) -> Game:
    """Return a finished game as it was after a random move but the last."""
    minefield = game.minefield
    if minefield is None:
        raise TypeError("a finished game has a layout")
    again = Game.new(game.rules)
    for timed in game.history[: rng.randint(1, max(len(game.history) - 1, 1))]:
        played = again.play(timed.move, lambda *_: minefield, at=timed.at, by=timed.by)
        if isinstance(played, Played):
            again = played.game
    return again


async def running(watch: Stopwatch, level: Level, rng: Random, games: int) -> None:
    """Time what is asked of a running game, at random moments of it."""
    for number in range(games):
        watch.table.chat = f"test:{level.name}:{number}"
        game = midgame(long_game(level.rules(rng), rng), rng)
        await watch.table.put(game)
        for step in range(1, 5):
            await watch.ask(f"hint, step {step}", level.name, "/hint", more=False)
        await watch.table.put(midgame(long_game(level.rules(rng), rng), rng))
        await watch.ask("/solve, a step", level.name, "/solve step", more=False)
        screen = screen_of(Session(1, "a", game), 0, Settings())
        async with watch.timing("picture of a board", level.name):
            draw_picture(screen, load_picture_theme("classic"))


async def finished(watch: Stopwatch, level: Level, rng: Random, games: int) -> None:
    """Time what is asked of a finished game."""
    for number in range(games):
        watch.table.chat = f"test:{level.name}:{number}:over"
        await watch.table.put(long_game(level.rules(rng), rng))
        request = watch.table.request("/review")
        async with watch.timing("review, whole", level.name):
            async with watch.timing("review, first words", level.name):
                reply = await watch.table.service.carry_out(request)
            await watch.follow(request, reply)
        await watch.ask("review, a move's page", level.name, "/review 4")
        await watch.ask("replay as a film", level.name, "/review replay")
        await watch.ask("proof", level.name, "/proof")
        await watch.ask("card of a result", level.name, "/card")


async def made(watch: Stopwatch, level: Level, rng: Random, games: int) -> None:
    """Time boards that logic solves, made at the first open."""
    for _ in range(games):
        await free(watch.table)
        watch.table.chat = "test:no-guess"
        await watch.table.ask(f"/newgame {level.name} noguess")
        size = level.rules(rng)
        cell = size.grid.name(rng.randrange(size.rows * size.cols))
        await watch.ask("first open without guessing", level.name, f"{cell}", more=False)
        await watch.table.ask("/giveup")


async def days(watch: Stopwatch, count: int) -> None:
    """Time the boards of as many days, made by whoever asks first."""
    watch.table.chat = "test:days"
    for _ in range(count):
        await watch.table.wait(_FRESH_DAY_MS)
        for level in ("easy", "medium", "expert"):
            await free(watch.table)
            await watch.ask("board of the day, made", level, f"/daily {level}", more=False)
            await watch.table.ask("/giveup")


async def free(table: Table) -> None:
    """Reset the player's quota of new games: no real player is as quick as this."""
    table.backend.documents.pop((player_space("test:ann"), QUOTA), None)
    await table.wait(60_000)


async def crowd(table: Table) -> None:
    """Fill the month's tables of everybody."""
    entries = tuple(TimeEntry(1000 * at, f"p{at}", f"Player {at}") for at in range(KEPT_ENTRIES))
    full = {name: Write(TimeTable(entries)) for name in TOP_NAMES}
    space = top_space(OfMonth(month_of(table.time.now), None))
    await table.store.update(space, "crowd", lambda *_: Decision(None, full))


async def pages(watch: Stopwatch, count: int) -> None:
    """Time what is read from what is kept: of a player with many games, of full tables."""
    watch.table.chat = "test:hard:0"
    await crowd(watch.table)
    for _ in range(count):
        for text in ("/stats", "/top", "/top skill", "/daily", "/export", "/train"):
            await watch.ask(text, "", text)


async def main(games: int) -> None:
    """Measure and print."""
    table, rng = Table(), Random(1)
    watch = Stopwatch(table)
    await table.advisor.warm()
    for level in LEVELS.values():
        await running(watch, level, rng, games)
        await finished(watch, level, rng, max(games // 3, 1))
        await made(watch, level, rng, games)
    await days(watch, max(games // 3, 1))
    await pages(watch, games)
    await table.store.settled()
    await table.store.close()
    table.advisor.close()
    print("| what | level | times | p50, ms | p95 | max | CPU, ms | |")
    print("| --- | --- | --: | --: | --: | --: | --: | --- |")
    for thing, taken in sorted(watch.taken.items(), key=lambda each: each[0][0]):
        p50, p95, most = np.percentile(taken, (50, 95, 100))
        mark = "**over 300**" if p95 > LONG_MS else "now and then" if most > LONG_MS else ""
        used = np.median(watch.used[thing])
        figures = f"{len(taken)} | {p50:.1f} | {p95:.1f} | {most:.0f} | {used:.1f}"
        print(f"| {thing[0]} | {thing[1]} | {figures} | {mark} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=60, help="games of each level")
    asyncio.run(main(parser.parse_args().games))
