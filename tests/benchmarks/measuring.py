"""Measuring: what presses cost the process of a bot, and how long they take."""

from __future__ import annotations

import asyncio
import gc
import math
import os
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.benchmarks.pressing import Player, begin, play

REST_S: Final = 0.3
"""Time for what is still done after the last edit: it belongs to the presses."""
_TICKS: Final = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Figures:
    """What one run has shown; times in ms."""

    cpu: float
    """CPU of the bot's process for a press at full load."""
    half_cpu: float
    server_cpu: float
    """The same of the server that keeps the games."""
    ceiling: float
    """Presses a second at full load."""
    full: tuple[float, float]
    """p50 and p99 from press to edit at full load."""
    half: tuple[float, float]
    others: float
    """The same of this process, the emulator and the people, at half load: they need a core too."""


def cpu_of(process: int) -> float:
    """Return the CPU seconds that ``process`` has used, user and system."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def be_calm() -> None:
    """Keep the collector of this process from having everybody wait.

    The emulator keeps all that was ever said; looking through it would stop it and the people for
    a tenth of a second again and again, which is not the bots' time.
    """
    gc.collect()
    gc.disable()


async def measured(players: Sequence[Player], presses: int, process: int, keeper: int) -> Figures:
    """Have ``players`` press at full load and at half of it; return what that took.

    ``process`` is the bot's, ``keeper`` that of the server that keeps the games.
    """
    total = len(players) * presses
    await begin(players)
    await play(players, presses)  # until everything is warm
    await begin(players)
    be_calm()
    await asyncio.sleep(REST_S)
    used, kept, began = cpu_of(process), cpu_of(keeper), time.perf_counter()
    full = await play(players, presses)
    ceiling = total / (time.perf_counter() - began)
    await asyncio.sleep(REST_S)
    used, kept = cpu_of(process) - used, cpu_of(keeper) - kept
    await begin(players)
    await asyncio.sleep(REST_S)
    half_used, others = cpu_of(process), time.process_time()
    half = await play(players, presses, ceiling / 2)
    await asyncio.sleep(REST_S)
    half_used, others = cpu_of(process) - half_used, time.process_time() - others
    each = 1e3 / total
    cpu, half_cpu, server_cpu, others = (n * each for n in (used, half_used, kept, others))
    return Figures(cpu, half_cpu, server_cpu, ceiling, _two(full), _two(half), others)


def _two(took: list[float]) -> tuple[float, float]:
    return took[len(took) // 2] * 1e3, took[len(took) * 99 // 100] * 1e3


def told(bot: str, intake: str, runs: list[Figures]) -> str:
    """Return the medians of ``runs`` in a line, with the spread of what matters."""
    cpu, half_cpu, server, others = (
        statistics.median(each)
        for each in zip(*((r.cpu, r.half_cpu, r.server_cpu, r.others) for r in runs), strict=True)
    )
    ceiling = statistics.median(run.ceiling for run in runs)
    cpus, tails = [run.cpu for run in runs], [run.half[1] for run in runs]
    full, half = _middle([run.full for run in runs]), _middle([run.half for run in runs])
    return (
        f"{intake:8}{bot:8} CPU {cpu:.2f} ms a press ({min(cpus):.2f} to {max(cpus):.2f}), "
        f"{half_cpu:.2f} at half load, server {server:.2f}; {1e3 / cpu:,.0f} presses/s a core, "
        f"{ceiling:,.0f}/s reached; press to edit p50 {full[0]:.1f} p99 {full[1]:.1f} ms at full "
        f"load, p50 {half[0]:.1f} p99 {half[1]:.1f} ms ({min(tails):.1f} to {max(tails):.1f}) at "
        f"half of it, where the emulator and the people took {others:.2f} ms a press"
    )


def share(runs: Sequence[Figures], of: Sequence[Figures]) -> str:
    """Return what ``runs`` take of the CPU at full load of ``of``, which were made by turns.

    In percent, the mean over the turns with its standard error, which one turn does not tell.
    """
    shares = [100 * ours.cpu / theirs.cpu for ours, theirs in zip(runs, of, strict=True)]
    error = statistics.stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else math.nan
    return f"{statistics.mean(shares):.1f} ± {error:.1f} %"


def _middle(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    first, second = zip(*pairs, strict=True)
    return statistics.median(first), statistics.median(second)
