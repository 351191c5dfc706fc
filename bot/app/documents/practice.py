"""Training: what a player has practised of each pattern, and what comes next."""

from __future__ import annotations

from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from bot.app.decision import Documents, read_as
from core.trainer import Drill

TRAINING: Final = "training"
"""The name of the document of a player's training."""
ORDER: Final = (
    Drill.SINGLE,
    Drill.ONE_ONE,
    Drill.ONE_TWO,
    Drill.PAIR,
    Drill.ONE_TWO_ONE,
    Drill.ONE_TWO_TWO_ONE,
    Drill.REDUCTION,
    Drill.CHAIN,
    Drill.COUNTING,
    Drill.CONTRADICTION,
)
"""The drills in the order in which they are learned."""
_LATELY: Final = 5
_ENOUGH: Final = 4
"""Right answers among the last five that make a pattern known."""
_AGAIN: Final = 0.25
"""The share of exercises that come back to what is known already."""
SEEDS: Final = 1_000_000


class Practice(Struct, frozen=True, array_like=True):
    """Answers to the exercises of one drill; only the first answer to each counts."""

    tried: int = 0
    right: int = 0
    lately: tuple[bool, ...] = ()
    """Whether the last five answers were right, the newest at the end."""

    def answered(self, *, right: bool) -> Practice:
        """Return the practice after another answer."""
        lately = (*self.lately, right)[-_LATELY:]
        return Practice(self.tried + 1, self.right + right, lately)

    @property
    def is_known(self) -> bool:
        """Whether the pattern is known well enough for the next one."""
        return sum(self.lately) >= _ENOUGH


class Task(Struct, frozen=True, array_like=True):
    """An exercise: what is drilled, and the seed it is drawn with."""

    drill: Drill
    seed: int


class Training(Struct, frozen=True, array_like=True):
    """What a player has practised, and the task that waits for an answer."""

    practices: dict[Drill, Practice] = {}
    task: Task | None = None

    def practice(self, drill: Drill) -> Practice:
        """Return the practice of a drill, an empty one before its first exercise."""
        return self.practices.get(drill, Practice())

    @property
    def level(self) -> int:
        """The index in ORDER of the first pattern that is not known yet; the last one at most."""
        unknown = (at for at, drill in enumerate(ORDER) if not self.practice(drill).is_known)
        return next(unknown, len(ORDER) - 1)

    def next_task(self, rng: Random) -> Task:
        """Return a task at the player's level, now and then of something easier."""
        level = self.level
        if level and rng.random() < _AGAIN:
            level = rng.randrange(level)
        return Task(ORDER[level], rng.randrange(SEEDS))

    def answered(self, task: Task, *, right: bool) -> Training:
        """Return the training after an answer to ``task``; a second one changes nothing."""
        if task != self.task:
            return self
        practice = self.practice(task.drill).answered(right=right)
        return replace(self, practices=self.practices | {task.drill: practice}, task=None)


def read_training(documents: Documents, _now: int = 0) -> Training:
    """Return what a player has practised, among their documents."""
    return read_as(documents, TRAINING, Training) or Training()
