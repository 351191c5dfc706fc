"""Reasons of all certain cells of many boards, checked by a search that knows nothing of ours.

``python -m tests.soak.reasons --boards 100 --seed 1`` draws so many boards of each of ``--kinds``,
has all certain cells explained, and prints how many have no minimal reason. One cell of each reason
is checked: its clues decide it, and without one of them, ``--clues`` drawn ones or all, they do
not. It exits with 1 where that is wrong. A large striped board takes about a minute, others two
seconds.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Final

from core.board import Board
from core.grid import Cell, Grid
from core.solver import analyse
from core.solver.explain import explain_all
from core.solver.reason import Conclusion, Reason
from tests.core.solver.brute import show
from tests.core.solver.explain_oracle import played

KINDS: Final = ("scattered", "half", "played", "striped")
"""Which safe cells of a board are open: scattered ones, those of its first rows, what a player
opened who sometimes hit a mine, every second row."""

MOST_STATES: Final = 20_000
"""What a search may keep; a question that takes more is not answered."""

Needs = frozenset[tuple[frozenset[Cell], int]]
"""Numbers: the closed cells around each, and how many of them are mines."""


class TooWideError(Exception):
    """Raised where a question takes too many states."""


@dataclass(slots=True)
class Outcome:
    """What was found: sums over all boards, and what is wrong in words."""

    boards: int = 0
    cells: int = 0
    without: int = 0
    reasons: int = 0
    counting: int = 0
    most_clues: int = 0
    answers: int = 0
    unanswered: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether nothing is wrong."""
        return not self.wrong


def drawn(kind: str, rng: Random, rows: tuple[int, int], mines: tuple[float, float]) -> Board:
    """Return a board of one of KINDS, with as many rows and mines as given."""
    grid = Grid(rng.randint(*rows), rng.randint(*rows))
    mined = int(len(grid) * rng.uniform(*mines))
    if kind == "played":
        return played(grid, mined, rng.randint(1, len(grid) // 4), rng)
    layout = set(rng.sample(grid.cells(), mined))
    safe = [cell for cell in grid.cells() if cell not in layout]
    if kind == "striped":
        return show(grid, layout, [cell for cell in safe if grid.row_col(cell)[0] % 2 == 0])
    if kind == "scattered":
        rng.shuffle(safe)
    return show(grid, layout, safe[: int(len(safe) * rng.uniform(0.2, 0.97))])


def decides(
    board: Board, clues: tuple[Cell, ...], cell: Cell, *, is_mine: bool, counting: bool
) -> bool:
    """Tell whether ``clues`` (and the number of mines) leave ``cell`` no other choice.

    As ``explain_oracle.decides``, for boards of any size. TooWideError if it takes too much.
    """
    needs, around = [], {cell}
    for clue in clues:
        near = frozenset(board.closed_around(clue))
        around |= near
        known = sum(board.exploded[n] for n in board.grid.neighbours(clue))
        known += cell in near and not is_mine
        needs.append((near - {cell}, board.numbers[clue] - known))
    sums = 1
    for part in _parts(needs):
        sums = _plus(sums, _sums(part))
    if not counting:
        return not sums
    left = board.mines - sum(board.exploded) - (not is_mine)
    beyond = len(board.closed()) - len(around)
    return not any(sums >> rest & 1 for rest in range(max(0, left - beyond), left + 1))


def _parts(needs: list[tuple[frozenset[Cell], int]]) -> list[Needs]:
    """Return ``needs`` by which of them are connected."""
    parts: list[tuple[set[Cell], set[tuple[frozenset[Cell], int]]]] = []
    for need in needs:
        joined = [part for part in parts if part[0] & need[0]]
        parts = [part for part in parts if not part[0] & need[0]]
        cells = set(need[0]).union(*(part[0] for part in joined))
        parts.append((cells, {need}.union(*(part[1] for part in joined))))
    return [frozenset(part) for _, part in parts]


def _plus(one: int, other: int) -> int:
    """Return the sums of two sets of numbers; bit i of a set is whether i is in it."""
    sums = 0
    while one:
        low = one & -one
        sums |= other * low
        one ^= low
    return sums


@lru_cache(maxsize=4096)
def _sums(part: Needs) -> int:
    """Return with which numbers of mines a layout meets ``part``, as a set of bits.

    Cells beside the same numbers are placed at once. A state is what the numbers met so far and
    not done with still need.
    """
    needs = list(part)
    groups = Counter(
        frozenset(i for i, (near, _) in enumerate(needs) if cell in near)
        for cell in frozenset().union(*(near for near, _ in needs))
    )
    room = [len(near) for near, _ in needs]
    if any(need and not near for near, need in needs):
        return 0
    states: dict[tuple[int, ...], int] = {(): 1}
    waiting = Counter(i for group in groups for i in group)
    touched: list[int] = []
    while groups:
        # Next is what leaves the fewest numbers that are begun and not done with.
        group = min(
            groups, key=lambda group: sum((i not in touched) - (waiting[i] == 1) for i in group)
        )
        size = groups.pop(group)
        waiting.subtract(group)
        fresh = [i for i in sorted(group) if i not in touched]
        touched += fresh
        for i in group:
            room[i] -= size
        ends = [at for at, i in enumerate(touched) if not room[i]]
        after: dict[tuple[int, ...], int] = {}
        for state, sums in states.items():
            whole = state + tuple(needs[i][1] for i in fresh)
            for mines in range(size + 1):
                left = tuple(
                    n - mines if i in group else n for i, n in zip(touched, whole, strict=True)
                )
                if all(0 <= n <= room[i] for i, n in zip(touched, left, strict=True)):
                    kept = tuple(n for at, n in enumerate(left) if at not in ends)
                    after[kept] = after.get(kept, 0) | sums << mines
        touched = [i for i in touched if room[i]]
        states = after
        if len(states) > MOST_STATES:
            raise TooWideError
    return states.get((), 0)


def check(board: Board, reason: Reason, clues: int, rng: Random, outcome: Outcome) -> None:
    """Check a cell of ``reason``: it is decided, and not without any of ``clues`` drawn clues."""
    cell, is_mine = rng.choice(reason.cells), reason.conclusion is Conclusion.MINE

    def ask(clues: tuple[Cell, ...], *, counting: bool, decided: bool, what: str) -> None:
        try:
            is_wrong = decides(board, clues, cell, is_mine=is_mine, counting=counting) != decided
        except TooWideError:
            outcome.unanswered += 1
            return
        outcome.answers += 1
        if is_wrong:
            outcome.wrong.append(f"{what}: cell {cell} of {board!r}, {reason}")

    ask(reason.clues, counting=reason.counting, decided=True, what="not decided")
    if not reason.minimal:
        return
    if reason.counting:
        ask(reason.clues, counting=False, decided=False, what="decided without counting")
    for clue in rng.sample(reason.clues, min(clues, len(reason.clues))):
        fewer = tuple(each for each in reason.clues if each != clue)
        ask(fewer, counting=reason.counting, decided=False, what=f"decided without {clue}")


def run(  # noqa: PLR0913, PLR0917  # what the command line has
    kind: str,
    boards: int,
    seed: int,
    rows: tuple[int, int],
    mines: tuple[float, float],
    clues: int,
) -> Outcome:
    """Explain and check all certain cells of ``boards`` of a kind."""
    outcome = Outcome()
    for number in range(boards):
        rng = Random(f"{seed} {number}")
        board = drawn(kind, rng, rows, mines)
        analysis = analyse(board)
        outcome.boards += 1
        for cells, is_mine in ((analysis.safe, False), (analysis.mines, True)):
            outcome.cells += len(cells)
            vague = set(cells)
            for reason in explain_all(board, cells, is_mine=is_mine):
                outcome.reasons += 1
                outcome.counting += reason.counting
                outcome.most_clues = max(outcome.most_clues, len(reason.clues))
                if reason.minimal:
                    vague -= set(reason.cells)
                check(board, reason, clues, rng, outcome)
            outcome.without += len(vague)
    return outcome


def main() -> int:
    """Run what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=100, help="of each kind")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--rows", type=int, nargs=2, default=(9, 100), help="and columns, from to")
    parser.add_argument("--mines", type=float, nargs=2, default=(0.12, 0.3), help="share, from to")
    parser.add_argument("--clues", type=int, default=8, help="of a reason, to be left out")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    is_good = True
    for kind in given.kinds:
        outcome = run(
            kind, given.boards, given.seed, tuple(given.rows), tuple(given.mines), given.clues
        )
        print(kind, outcome, flush=True)
        is_good = is_good and outcome.good
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
