"""Reasons as data: why a cell is certain, why a guess is the best one. No human language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from core.grid import Cell


class Conclusion(Enum):
    """What a certain cell is."""

    SAFE = "safe"
    MINE = "mine"


class ReasonKind(Enum):
    """The ladder of deductions, simplest first."""

    ONE_NUMBER = "one_number"
    TWO_NUMBERS = "two_numbers"
    SEVERAL_NUMBERS = "several_numbers"
    CHAIN = "chain"
    CONTRADICTION = "contradiction"
    CASES = "cases"
    COUNTING = "counting"


class Pattern(Enum):
    """Names players have for numbers in a straight line along a wall of closed cells.

    The numbers are those left when the mines already known are subtracted.
    """

    ONE_ONE = "1-1"
    ONE_TWO = "1-2"
    ONE_TWO_ONE = "1-2-1"
    ONE_TWO_TWO_ONE = "1-2-2-1"


class Bound(Enum):
    """How several numbers press one: each limits the mines among the cells it shares with it."""

    MOST = "most"
    LEAST = "least"


class CountKind(Enum):
    """How the number of mines left decides a cell.

    EXACT: the step's clues share no closed cell, and their mines and the rest of the closed
    cells account for every mine left. TOO_MANY, TOO_FEW: were the cell otherwise, the step's
    clues would need more mines than are left, or leave room for too few. CASES: every way to
    place the mines left agrees.
    """

    EXACT = "exact"
    TOO_MANY = "too_many"
    TOO_FEW = "too_few"
    CASES = "cases"


@dataclass(frozen=True, slots=True)
class Count:
    """The part that the number of mines left plays in a step.

    ``left`` is the number of mines not yet known, ``bound`` how many the clues would need at
    least (TOO_MANY) or the closed cells could hold at most (TOO_FEW); 0 otherwise.
    """

    kind: CountKind
    left: int
    bound: int = 0


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction: from ``clues`` and the cells already decided follows what ``cells`` are.

    ``clues`` are open cells; ``needs`` their numbers less the exploded mines and the known
    ``mines`` around them. ``mines`` and ``safe`` are the cells decided by earlier steps that
    this one relies on. Of two clues the first has the mines that the second cannot hold. Of
    several the first is pressed by the others: ``shares`` is how many mines each of these has, at
    most or at least (``bound``), among the cells that it shares with the first; together they
    just account for the first one's number.

    A contradiction supposes the opposite of ``conclusion`` for ``cells``, draws ``supposed`` from
    that and ends at the last of its clues, which would then have more mines around it (``bound``
    MOST) or fewer (LEAST) than its number says.
    """

    kind: ReasonKind
    conclusion: Conclusion
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    needs: tuple[int, ...] = ()
    mines: tuple[Cell, ...] = ()
    safe: tuple[Cell, ...] = ()
    pattern: Pattern | None = None
    bound: Bound | None = None
    shares: tuple[int, ...] = ()
    supposed: tuple[Step, ...] = ()
    count: Count | None = None

    @property
    def relied(self) -> tuple[Cell, ...]:
        """Return the cells of earlier steps that this step relies on."""
        return self.mines + self.safe


@dataclass(frozen=True, slots=True)
class Reason:
    """Why ``cells`` are certain: true from the numbers on ``clues`` alone.

    With ``counting`` the number of mines on the board is used as well. The last of ``steps``
    decides ``cells``, and perhaps others that fewer clues decide; where no number tells ``cells``
    apart and the count is told by supposing one of them to be otherwise, it decides that one. If
    ``minimal``, no clue can be left out without losing one of the cells; otherwise the search for
    fewer clues was cut short.
    """

    kind: ReasonKind
    conclusion: Conclusion
    cells: tuple[Cell, ...]
    clues: tuple[Cell, ...]
    steps: tuple[Step, ...]
    pattern: Pattern | None = None
    counting: bool = False
    minimal: bool = True


@dataclass(frozen=True, slots=True)
class WrongFlags:
    """Flags that contradict the numbers: those on safe cells, and numbers with too many flags."""

    on_safe: tuple[Cell, ...] = ()
    overfull: tuple[Cell, ...] = ()

    def __bool__(self) -> bool:
        """Tell whether any flag is wrong."""
        return bool(self.on_safe or self.overfull)


class GuessKind(Enum):
    """What speaks for a guess.

    FIFTY_FIFTY: no number can ever tell these cells apart, so waiting gains nothing. PSEUDO: a mine
    there would make a 50/50, which has to be guessed anyway; so to guess at once hardly ever costs
    anything, and what the cell shows comes for nothing. SAFEST: no cell is as safe. PROGRESS: as
    safe as others, but it helps more with what comes next. WIN: another cell is safer, but this one
    has the best chance to win the game: for certain only if that chance is exact.
    """

    FIFTY_FIFTY = "fifty_fifty"
    PSEUDO = "pseudo"
    SAFEST = "safest"
    PROGRESS = "progress"
    WIN = "win"


@dataclass(frozen=True, slots=True)
class Option:
    """A cell to guess, its chance to be safe, and the chance to win with it.

    The latter is an estimate unless ``exact``.
    """

    cell: Cell
    safe: float
    win: float
    exact: bool = False


@dataclass(frozen=True, slots=True)
class GuessReason:
    """Why ``chosen`` is the guess to make, and the ``others`` it was compared with.

    ``others`` are sorted best first, except that the safest leads if it is safer than ``chosen``.
    For a FIFTY_FIFTY there is one: the cell that ``chosen`` cannot be told apart from. For a PSEUDO
    ``fifty`` are the cells of the 50/50 that a mine on ``chosen`` would make, itself among them.
    """

    kind: GuessKind
    chosen: Option
    others: tuple[Option, ...] = ()
    fifty: tuple[Cell, ...] = ()
