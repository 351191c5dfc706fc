"""kill -9 of the bot and of its server, in turns, in the middle of moves.

``python -m tests.soak.kills --kills 200`` prints what became of the acknowledged moves, and exits
with 1 if one was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bot.store.embedded import EmbeddedServer
from tests.bot.store.users import process_of
from tests.soak.play import Outcome, judge, set_table

_NO_END = 1_000_000
_PATIENCE_S = 120.0
_LONGEST_DELAY_S = 0.05
_POLL_S = 0.002
_MOVES_BETWEEN = 3


class Killing:
    """One player, played by a process that is started again whenever it was killed."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Play in ``folder``."""
        self.journal = folder / "journal"
        self._data = folder
        self._random = random.Random(seed)
        self._player = self._start()

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "tests.soak.play", str(self._data), str(self.journal)]
        command += ["0", str(_NO_END)]
        return subprocess.Popen(command)  # noqa: S603  # our own command line

    def kill_bot(self) -> None:
        """Kill the player in the middle of its moves, and start it again."""
        self._wait_for_moves()
        self._player.kill()
        self._player.wait()
        self._player = self._start()

    def kill_server(self) -> None:
        """Kill the server in the middle of moves; the player starts it again."""
        self._wait_for_moves()
        while (process := process_of(EmbeddedServer(self._data / "valkey"))) is None:
            time.sleep(_POLL_S)
        os.kill(process, signal.SIGKILL)

    def end(self) -> None:
        """Kill the player for good, after a few moves more."""
        self._wait_for_moves()
        self._player.kill()
        self._player.wait()

    def _wait_for_moves(self) -> None:
        """Wait until some moves more were acknowledged, and then for a moment at random."""
        enough = self._size() + _MOVES_BETWEEN * len("0 surely 0000000000.0000000\n")
        until(lambda: self._size() > enough)
        time.sleep(self._random.uniform(0, _LONGEST_DELAY_S))

    def _size(self) -> int:
        return self.journal.stat().st_size if self.journal.exists() else 0


def until(condition: Callable[[], bool]) -> None:
    """Wait for other processes to get somewhere; TimeoutError if they do not."""
    deadline = time.monotonic() + _PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError("the player does not play")
        time.sleep(_POLL_S)


def run(folder: Path, kills: int, seed: int) -> Outcome:
    """Kill ``kills`` times and return what became of the moves."""
    asyncio.run(set_table(folder))
    killing = Killing(folder, seed)
    try:
        for number in range(kills):
            (killing.kill_server if number % 2 else killing.kill_bot)()
    finally:
        killing.end()
    return asyncio.run(judge(folder, [killing.journal]))


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(Path(folder), arguments.kills, arguments.seed)
    took = time.monotonic() - began
    print(f"{arguments.kills} kills in {took:.0f} s: {outcome}")  # its output
    return 0 if outcome.good else 1


if __name__ == "__main__":
    sys.exit(main())
