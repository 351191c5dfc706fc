"""Anybody: what people who do anything at all type, and what a soak needs of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random
from typing import Final, Protocol, TypeAlias

GAMES: Final = (
    "", "8 8 10", "easy", "medium", "hard", "expert", "5 5 3", "2 2 1", "30 24 99", "40 18 120",
    "10 10 10 noguess", "easy casual", "easy lives 3", "easy blindfold", "easy drifting", "simple",
    "4 4 5 noguess", "6 6 12", "99999 1 1",
)  # fmt: skip
LEAPS_S: Final = (30.0, 700.0, 4_000.0, 90_000.0)
NEWEST: Final = 8
"""How many of the newest messages people press and answer."""


class Anybody(Protocol):
    """People on a platform who do anything at all."""

    async def act(self) -> str:
        """Do something; return what kind of thing it was."""

    async def settle(self) -> None:
        """Wait until all that follows has been shown."""

    def refused(self) -> Iterable[str]:
        """Return what the platform refused for a fault of the bot's, call by call."""

    def unanswered(self) -> int:
        """Return how many presses or interactions have no answer."""


Gathering: TypeAlias = Callable[[Path, int], AbstractAsyncContextManager[Anybody]]
"""Runs the bot, its files in a folder, and people who do what they draw from a seed."""


def any_cell(draw: Random) -> str:
    """Return a cell as it is typed, with a mark or without, not always on the board."""
    mark = draw.choice(("", "!", "?", "@"))
    return f"{mark}{draw.choice('abcdefghij')}{draw.randint(1, 12)}"
