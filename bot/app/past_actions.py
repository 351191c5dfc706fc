"""Actions on what was played: statistics, reviews, replays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class ShowStats:
    """Show the player's own statistics, or those of ``name`` in this chat if they allow it."""

    level: str = ""
    """The level to be shown in full; by default the one that was played most."""
    name: str = ""


@dataclass(frozen=True, slots=True)
class SetPublic:
    """Choose whether others may see the player's statistics."""

    on: bool


@dataclass(frozen=True, slots=True)
class Review:
    """Look back on a finished game as a whole, or on its move ``move``, counted from 1.

    ``game`` is its number; None: the game that the request is about, or the last finished one.
    """

    game: int | None = None
    move: int = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """Show a finished game from its first move to its last; ``game`` as for a review."""

    game: int | None = None


PastAction: TypeAlias = ShowStats | SetPublic | Review | Replay
