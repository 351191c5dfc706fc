"""People who type and press anything at all, and what goes wrong.

``python -m tests.soak.anything --platform discord --steps 5000 --seed 1`` lets four people use the
whole bot on the platform's emulator, in private chats, groups, threads and where only a player has
it, at random: commands, cells, strings that have broken programs before, presses of any button
they see, answers to any message, messages deleted, time that leaps; and what befalls a bot: rights
taken away, threads archived, the bot blocked or thrown out, calls refused. It prints what the bot
logged as an error and what the platform refused for a fault of the bot's, and exits with 1 if there
is any or something was left unanswered.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.emulators.passing_loop import PassingLoop
from tests.soak.anybody import Gathering
from tests.soak.anybody_discord import on_discord
from tests.soak.anybody_telegram import on_telegram

PLATFORMS: Final[dict[str, Gathering]] = {"telegram": on_telegram, "discord": on_discord}


class Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        """Start with none."""
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record with what was raised."""
        self.lines.append(self.format(record))


@dataclass
class Outcome:
    """What was done, and what went wrong."""

    done: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0

    @property
    def good(self) -> bool:
        """Whether nothing went wrong."""
        return not (self.errors or self.refused or self.unanswered)


def run(platform: str, folder: Path, steps: int, seed: int) -> Outcome:
    """Do anything ``steps`` times; the bot's files are in ``folder``."""
    with asyncio.Runner(loop_factory=PassingLoop) as runner:
        return runner.run(_done(platform, folder, steps, seed))


async def _done(platform: str, folder: Path, steps: int, seed: int) -> Outcome:
    outcome, errors = Outcome(), Errors()
    logging.getLogger().addHandler(errors)
    try:
        async with PLATFORMS[platform](folder, seed) as anybody:
            for _ in range(steps):
                outcome.done[await anybody.act()] += 1
                PassingLoop.running().renew()
            await anybody.settle()
            outcome.refused.update(anybody.refused())
            outcome.unanswered = anybody.unanswered()
    finally:
        logging.getLogger().removeHandler(errors)
    outcome.errors = errors.lines
    return outcome


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--platform", choices=PLATFORMS, default="telegram")
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        outcome = run(options.platform, Path(folder), options.steps, options.seed)
    print(outcome)
    return 0 if outcome.good else 1


if __name__ == "__main__":
    sys.exit(main())
