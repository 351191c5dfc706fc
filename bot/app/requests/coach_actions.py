"""Actions of the coach: reviews, the solver at work, statistics, the trainer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from core.grid import Cell


@dataclass(frozen=True, slots=True)
class ShowStats:
    """Show the player's own statistics, or those of another if they allow it.

    That is who has the id ``player`` and is called ``name``, or who of this chat is called so.
    """

    level: str = ""
    """The level to be shown in full; by default the one that was played most."""
    name: str = ""
    player: str = ""
    for_all: bool = False
    """Whether everybody reads the answer, where it could be for one alone: then only what is public
    is shown."""


@dataclass(frozen=True, slots=True)
class SetPublic:
    """Choose whether others may see the player's statistics, which are shown as ``ShowStats`` does.

    ``level`` and ``for_all`` as there.
    """

    on: bool
    level: str = ""
    for_all: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """Look back on a finished game as a whole, or on its move ``move``, counted from 1.

    ``game`` is its number; None: the game that the request is about, or the last finished one.
    """

    game: int | None = None
    move: int = 0
    where: str = ""
    """The cell that the board is shown around where not all of it fits; "": that of the move."""


class Solving(StrEnum):
    """What the solver is to do: SHOW offers it, ON is its next step on the way to the end."""

    SHOW = "show"
    STEP = "step"
    ALL = "all"
    ON = "on"
    STOP = "stop"
    FRESH = "fresh"


@dataclass(frozen=True, slots=True)
class Solve:
    """Let the solver play; ``revision``: how many moves have led to its next step, if ON."""

    how: Solving = Solving.SHOW
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Replay:
    """Show a finished game from its first move to its last.

    ``game`` is as for a review; ``where`` names the cell that the last board is shown around.
    """

    game: int | None = None
    where: str = ""


@dataclass(frozen=True, slots=True)
class Train:
    """Set the next exercise; or take the ``answer`` to the last one, "?" asks for the progress."""

    answer: str = ""
    exercise: tuple[int, int] | None = None
    """The exercise that is answered, by the index of its drill and its seed; None: the last one."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer an exercise, by the index of its drill and its seed, with ``cell``."""

    drill: int
    seed: int
    cell: Cell


CoachAction: TypeAlias = ShowStats | SetPublic | Review | Solve | Replay | Train | Answer
