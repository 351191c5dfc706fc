"""Two processes on one store that play one shared board at the same time.

``python -m tests.soak.together --moves 2000`` prints what became of the acknowledged moves, and
exits with 1 if one was lost or doubled.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.soak.play import PLAYERS, Outcome, judge, set_table


def run(folder: Path, moves: int) -> Outcome:
    """Have each player make ``moves`` moves, and return what became of them."""
    asyncio.run(set_table(folder))
    journals = [folder / f"journal{player}" for player in range(PLAYERS)]
    players = [
        subprocess.Popen(  # noqa: S603  # our own command line
            [sys.executable, "-m", "tests.soak.play", str(folder), str(journal), str(p), str(moves)]
        )
        for p, journal in enumerate(journals)
    ]
    for player in players:
        player.wait()
    return asyncio.run(judge(folder, journals))


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=int, default=2000, help="of each player")
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(Path(folder), arguments.moves)
    took = time.monotonic() - began
    print(f"{PLAYERS} processes, {took:.0f} s: {outcome}")  # its output
    return 0 if outcome.good and outcome.moves == PLAYERS * arguments.moves else 1


if __name__ == "__main__":
    sys.exit(main())
