"""A thousand hints at once: whether the event loop goes on, and whether each is answered in time.

``python -m tests.benchmarks.burst --hints 1000`` asks the solver's pool for counsel on as many
hard boards in one moment, and prints when the answers came, how many of them had to say "later",
how long the event loop was held up meanwhile, and how long it took until everybody had counsel who
asked again, as they were told to. Exits with 1 if the loop was held up for 50 ms or an answer late.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from dataclasses import dataclass, field
from typing import Final

from bot.advisor import SolverPool
from bot.collector import leave_what_is_there
from core.board import Board
from core.game import Game, Played, drawn_before
from core.grid import Grid
from core.move import Flag, Open
from core.solver import analyse
from tests.benchmarks.million import played

_TICK_S: Final = 0.001
_HELD_UP_S: Final = 0.05
_DEADLINE_S: Final = 1.0
"""A hint is answered within a second, the way to the player included."""
_AGAIN_S: Final = (2.0, 3.0)
"""When somebody asks again who was told to: two seconds, and what it takes to notice and press."""
_ADVERSARIAL: Final = 0.05
"""The share of lattices of open cells, whose frontier is as wide as a board's can be."""
_SIDES: Final = (16, 24, 30, 50)
_GAMES: Final = 60
_LEVELS: Final = ("medium", "expert", "expert", "hard")
_FAR_S: Final = 600.0


def guesses(count: int, rng: random.Random) -> list[Board]:
    """Return boards of games on which nothing is certain, told apart by their flags."""
    games: list[Game] = []
    while len(games) < min(count, _GAMES):
        game = played(rng.choice(_LEVELS), 0.0, rng)
        while game.outcome is None and (safe := analyse(game.board).safe):
            for cell in safe:
                made = game.play(Open(cell), drawn_before)
                game = made.game if isinstance(made, Played) else game
        if game.outcome is None:
            games.append(game)
    return [_flagged(games[n % len(games)], 1 + n // len(games), rng) for n in range(count)]


def _flagged(game: Game, flags: int, rng: random.Random) -> Board:
    """Return the board with some more flags, on mines."""
    assert game.minefield
    mines = [c for c, mine in enumerate(game.minefield.mines) if mine and not game.flagged[c]]
    for cell in rng.sample(mines, min(flags, len(mines))):
        made = game.play(Flag(cell), drawn_before)
        assert isinstance(made, Played)
        game = made.game
    return game.board


def lattice(side: int, rng: random.Random) -> Board:
    """Return a board with every other cell of every other row open."""
    grid = Grid(side, side)
    mines = set(rng.sample(grid.cells(), len(grid) // 5))
    marks = [
        str(sum(near in mines for near in grid.neighbours(cell)))
        if cell not in mines and not any(part % 2 for part in grid.row_col(cell))
        else "#"
        for cell in grid.cells()
    ]
    rows = ("".join(marks[row * side : row * side + side]) for row in range(side))
    return Board.parse(f"{side}x{side}/{len(mines)}\n" + "\n".join(rows))


@dataclass
class Loop:
    """How long the event loop was held up, and the CPU it used between two looks, in seconds."""

    lags: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    async def watch(self) -> None:
        """Look until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due, used = loop.time() + _TICK_S, time.thread_time()
            await asyncio.sleep(_TICK_S)
            self.lags.append(max(0.0, loop.time() - due))
            self.cpu.append(time.thread_time() - used)

    def forget(self) -> None:
        """Begin anew."""
        self.lags, self.cpu = [], []

    def __str__(self) -> str:
        """Return the figures in milliseconds."""
        lags = sorted(self.lags)
        some = ", ".join(f"p{p} {lags[len(lags) * p // 100] * 1e3:.1f}" for p in (50, 99))
        return f"{some}, max {lags[-1] * 1e3:.1f} ms ({max(self.cpu) * 1e3:.1f} ms of CPU)"


async def ask(pool: SolverPool, board: Board) -> tuple[float, bool]:
    """Return the seconds until the answer, and whether there was counsel in it."""
    began = time.monotonic()
    try:
        await pool.advise(board)
    except TimeoutError:
        return time.monotonic() - began, False
    return time.monotonic() - began, True


async def burst(pool: SolverPool, boards: list[Board]) -> list[tuple[float, bool]]:
    """Ask for counsel on all ``boards``, one after the other as they would come in."""
    asking = []
    for board in boards:
        asking.append(asyncio.create_task(ask(pool, board)))
        await asyncio.sleep(0)
    return await asyncio.gather(*asking)


async def insist(pool: SolverPool, board: Board, rng: random.Random) -> float:
    """Ask again, as after each answer that says "later"; return the seconds until the counsel."""
    began = time.monotonic()
    await asyncio.sleep(rng.uniform(*_AGAIN_S))
    while not (await ask(pool, board))[1]:
        assert time.monotonic() - began < _FAR_S
        await asyncio.sleep(rng.uniform(*_AGAIN_S))
    return time.monotonic() - began


async def measure(boards: list[Board], rng: random.Random) -> bool:
    """Ask for counsel on ``boards`` at once, and print what came of it."""
    pool = SolverPool(0.1)
    await pool.warm()
    await pool.advise(boards.pop())
    leave_what_is_there()
    loop = Loop()
    watching = asyncio.create_task(loop.watch())
    await asyncio.sleep(1)
    idle = str(loop)
    loop.forget()
    answers = await burst(pool, boards)
    busy, held_up = str(loop), max(loop.lags)
    loop.forget()
    print(f"the loop was late: before {idle}; in the burst {busy}", flush=True)
    times = sorted(took for took, _ in answers)
    given = sum(good for _, good in answers)
    print(
        f"{len(boards)} answers: p50 {times[len(times) // 2]:.2f} s, the last {times[-1]:.2f} s; "
        f"{given} with counsel, {len(boards) - given} said later",
        flush=True,
    )
    late = [board for board, (_, good) in zip(boards, answers, strict=True) if not good]
    if late:
        again = sorted(await asyncio.gather(*(insist(pool, board, rng) for board in late)))
        first, last = _AGAIN_S
        print(
            f"the {len(late)} asked again after {first:.0f} to {last:.0f} s: counsel after p50 "
            f"{again[len(again) // 2]:.1f} s, the last {again[-1]:.1f} s; the loop was late {loop}"
        )
    watching.cancel()
    pool.close()
    return max(held_up, *loop.lags, 0.0) < _HELD_UP_S and times[-1] < _DEADLINE_S


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hints", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    wide = int(given.hints * _ADVERSARIAL)
    boards = [lattice(rng.choice(_SIDES), rng) for _ in range(wide)]
    boards += guesses(given.hints - wide + 1, rng)
    rng.shuffle(boards)
    return 0 if asyncio.run(measure(boards, rng)) else 1


if __name__ == "__main__":
    sys.exit(main())
