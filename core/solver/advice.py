"""Advice: the best move on a board, and what speaks for it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from core.board import Board
from core.grid import Cell
from core.solver.analysis import Analysis, analyse
from core.solver.geometry import view_of
from core.solver.kernels.closure import close_all
from core.solver.kernels.compiled import UNKNOWN
from core.solver.kernels.component import OK, forget
from core.solver.kernels.endgame import Ending
from core.solver.kernels.ending import UNTOLD, VISITS_PER_LAYOUT, find_ending, find_narrowly
from core.solver.kernels.guess import Policy, candidates, score
from core.solver.kernels.mapping import Solved, spent
from core.solver.kernels.position import Position, Tools, read_position
from core.solver.kernels.pseudo import NO_LIMIT, find_pseudo
from core.solver.kernels.value import win_chance, win_chance_by
from core.solver.policy import DEFAULT, LONGEST_MS
from core.solver.pseudo import fifty_of
from core.solver.workspace import narrow_work, tools_of

NODES_PER_SECOND: Final = 100_000
"""Nodes of the endgame search that surely fit in a second (measured: 280,000 on a busy core)."""

VISITS_PER_SECOND: Final = 5_000_000
"""Visits to layouts of a narrow search that surely fit in a second (measured: 30 million)."""

STEPS_PER_SECOND: Final = 250_000_000
"""Steps of solving components that surely fit in a second (measured: 450 million to a billion)."""

BUDGET: Final = 0.5
"""Seconds for advice by default: only an endgame of many layouts that is hard to search takes more
than a tenth of a second."""

COSTLY: Final = 16_000_000
"""If solving a board takes more steps than this, none of its cells is looked into: each would be
solved with up to nine numbers on it. Boards that are met in games take a hundredth of that."""

GIVEN_UP: Final = 2
"""Alternatives of an endgame whose search may give up before the others are left to estimates."""

LISTED: Final = 8
"""Candidates listed where nothing but their probability is known."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A cell that may be opened next.

    ``safe``: the chance that it is no mine. ``win``: the chance to win the game if it is opened,
    exact if ``win_exact``; else an estimate, and if it is not the best, from the best one's chance
    by their scores in the look-ahead, never more than the best one's. ``progress``: the chance that
    it is safe and a certain cell follows. ``dead``: it would show the same number whatever the
    layout. Both are None where not each number on it was looked into.
    """

    cell: Cell
    safe: float
    win: float
    win_exact: bool = False
    progress: float | None = None
    dead: bool | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """The best move and its alternatives.

    ``candidates`` are sorted best first; ``best`` is the first of them, None when every closed
    cell is a mine. ``win``: the chance to win the game, exact if ``win_exact``; about a point too
    low on average if a narrow search looked at all layouts; else an estimate, right to some 2
    points on average over a kind of board (docs/solver.md).
    ``fifty``: where the best is a pseudo 50/50, the cells of the 50/50 that a mine on it would
    make.
    """

    analysis: Analysis
    best: Candidate | None
    candidates: tuple[Candidate, ...]
    win: float
    win_exact: bool
    fifty: tuple[Cell, ...] = ()


class _Looked(NamedTuple):
    """A cell that was looked into, with the ``score`` by which it is compared with others.

    ``safe``, ``progress`` and ``dead`` as of a Candidate.
    """

    cell: Cell
    score: float
    safe: float
    progress: float | None
    dead: bool | None

    def told(self, win: float, *, exact: bool) -> Candidate:
        """Return the candidate, with the chance to ``win`` by it."""
        return Candidate(self.cell, self.safe, win, exact, self.progress, self.dead)


@dataclass(frozen=True, slots=True)
class _Search:
    """A ``board`` and its position, each kind of search being given so many seconds' ``budget``.

    No clock is read: a budget is a number of steps, so that advice is the same wherever it is
    given.
    """

    board: Board
    position: Position
    tools: Tools
    policy: Policy
    budget: float

    def endgame(self) -> tuple[Cell, float] | None:
        """Return the best cell and the chance to win, if the game can be searched to its end."""
        nodes = self._within(NODES_PER_SECOND, self.policy.nodes)
        return self._found(self._ending(self.position, nodes))

    def alternatives(self, others: Sequence[_Looked]) -> dict[Cell, float]:
        """Return the exact chances to win with ``others`` in an endgame, as far as they are found.

        Each is the share of all layouts that the best play wins once the cell is known to be safe:
        opening it costs nothing then. The safest, which players are told of anyway, goes first.
        """
        found, given_up = dict[Cell, float](), 0
        safest = max(others, key=lambda other: other.safe, default=None)
        ever = self.policy.nodes * len(others)
        nodes = min(self._within(NODES_PER_SECOND, ever) // max(len(others), 1), self.policy.nodes)
        for other in sorted(others, key=lambda other: other is not safest):
            if given_up == GIVEN_UP:
                break
            if ending := self._found(self._ending(position_of(self.board, [other.cell])[0], nodes)):
                found[other.cell] = ending[1]
            else:
                given_up += 1
        return found

    def _ending(self, position: Position, nodes: int) -> Ending:
        most, geometry = self.policy.layouts, self.tools.geometry
        return find_ending(position, self.board.mines, most, nodes, geometry)

    def guess(self) -> tuple[Cell | None, float | None]:
        """Return the cell to guess where the end is too far to be searched, and the chance to win.

        The cell is None where the scores are to choose it, the chance where no search tells it.
        """
        pseudo = self.pseudo()
        cell, win = self.nearly(drawn=pseudo is None) or (None, None)
        return (cell if pseudo is None else pseudo), win  # an estimate of the chance is worse

    def pseudo(self) -> Cell | None:
        """Return the pseudo 50/50 to be guessed at once, if there is one."""
        steps = self._within(STEPS_PER_SECOND, NO_LIMIT)
        cell = find_pseudo(self.position, self.board.mines, self.policy, self.tools, steps)
        return None if cell < 0 else cell

    def fifty(self, best: _Looked) -> tuple[Cell, ...]:
        """Return the 50/50 that a mine on ``best`` would make; empty if that cell is dead."""
        most, geometry = self.policy.pseudo, self.tools.geometry
        return () if best.dead else fifty_of(self.position, best.cell, most, geometry)

    def nearly(self, *, drawn: bool) -> tuple[Cell, float | None] | None:
        """Return the best cell by a narrow search, and the chance to win by its play.

        Where there are too many layouts, some of them are looked at, but only if ``drawn``. The
        chance is None where not all were.
        """
        most = self.policy.narrow
        late = self.policy.late if drawn else 0.0
        visits = VISITS_PER_LAYOUT * most
        visits = min(visits, self._within(VISITS_PER_SECOND, visits))
        found = find_narrowly(self.position, self.board.mines, most, late, visits, self.tools)
        return (found.cell, None) if found.wins == UNTOLD else self._found(found)

    def _within(self, per_second: int, ever: int) -> int:
        """Return how many steps of a search fit the budget; ``ever`` without a limit."""
        if self.budget == math.inf:
            return ever
        seconds = min(self.budget, LONGEST_MS / 1000)  # kernels count in 64 bits
        return max(int(seconds * per_second), 1)

    def _found(self, ending: Ending) -> tuple[Cell, float] | None:
        if ending.cell < 0:
            return None
        return ending.cell, ending.wins / round(math.exp(self.position.solved.log_total))

    def candidates(self) -> Iterator[_Looked]:
        """Look into the candidates, safest first, as far as the budget goes; one at least."""
        work = self.tools.work
        end = spent(work) + self.budget * STEPS_PER_SECOND
        cells = np.empty(self.position.unknown, np.int32)
        count = candidates(self.position, self.policy, self.tools, cells)
        for cell in cells[:count].tolist():
            yield self.look(cell)
            if spent(work) >= end:
                return

    def look(self, cell: Cell) -> _Looked:
        """Look into one cell."""
        found = score(self.position, cell, self.board.mines, self.policy, self.tools, 0.0)
        told = (found.progress, bool(found.dead)) if found.whole else (None, None)
        return _Looked(cell, found.win, found.safe, *told)


def advise(board: Board, budget: float = BUDGET, policy: Policy = DEFAULT, room: int = 1) -> Advice:
    """Advise on ``board``; InconsistentBoard when no layout fits it. ``room`` as for ``analyse``.

    Searches are given as many steps as fit about ``budget`` seconds; with ``math.inf`` the policy's
    bounds are the only ones. The same budget gives the same advice wherever and whenever it is
    asked for.
    """
    work = narrow_work()
    forget(work)  # or what is spent would depend on what was solved before
    before = spent(work)
    analysis = analyse(board, room)
    if len(analysis.safe) == board.safe_left:
        return _all_certain(analysis, 1.0, exact=True)
    if board.safe_left == 1:
        return _listed(analysis, 1.0, exact=analysis.exact)
    position, tools = position_of(board)
    costly = spent(work) - before > COSTLY
    if costly or position.solved.status != OK:
        return _safest(analysis, position, tools)
    search = _Search(board, position, tools, policy, budget)
    return _certain(analysis, search) if analysis.safe else _guess(analysis, search)


def position_of(board: Board, safe: Iterable[Cell] = ()) -> tuple[Position, Tools]:
    """Return ``board`` solved, ``safe`` being known to be no mines, and what kernels need."""
    size, tools = len(board.grid), tools_of(board.grid)
    view = view_of(board, safe)
    close_all(view, tools.geometry.near, np.empty(size, np.int32), np.zeros(size, np.int8))
    return read_position(view, board.mines, tools), tools


def _safest(analysis: Analysis, position: Position, tools: Tools) -> Advice:
    """Advise by probability alone, where the frontier of ``position`` is too wide for more."""
    if position.solved.status != OK:
        position = _with_map(position, analysis)
    win = win_chance(position, tools.geometry)
    if analysis.safe:
        return _all_certain(analysis, win, exact=False)
    safest = 1.0 - float(np.nanmin(analysis.probabilities))
    return _listed(analysis, min(win / safest, 1.0), exact=False)


def _all_certain(analysis: Analysis, win: float, *, exact: bool) -> Advice:
    """Advise to open a certain cell, if there is one: all of them win what the board wins."""
    found = tuple(Candidate(cell, 1.0, win, exact) for cell in analysis.safe)
    return Advice(analysis, next(iter(found), None), found, win, win_exact=exact)


def _listed(analysis: Analysis, then: float, *, exact: bool) -> Advice:
    """Advise by probability alone, where ``then`` is the chance to win once a guess was safe."""
    chances = analysis.probabilities
    safe = {int(cell): 1.0 - float(chances[cell]) for cell in np.argsort(chances)[:LISTED]}
    found = tuple(
        Candidate(cell, chance, chance * then, exact) for cell, chance in safe.items() if chance > 0
    )
    return Advice(analysis, found[0], found, found[0].win, win_exact=exact)


def _with_map(position: Position, analysis: Analysis) -> Position:
    """Return a ``position`` that was too wide to be solved, with the map that was found since."""
    group, chance = position.frontier.group, analysis.probabilities
    unknown = position.marks == UNKNOWN
    grouped, rest = unknown & (group >= 0), chance[unknown & (group < 0)]
    group_mine = position.group_mine.copy()
    group_mine[group[grouped]] = chance[grouped]
    rest_mine = float(rest[0]) if rest.size else 0.0
    solved = Solved(OK, analysis.log_layouts, rest_mine, rest.size)
    return position._replace(group_mine=group_mine, solved=solved)


def _certain(analysis: Analysis, search: _Search) -> Advice:
    found = search.endgame()
    win = found[1] if found else win_chance(search.position, search.tools.geometry)
    return _all_certain(analysis, win, exact=found is not None)


def _guess(analysis: Analysis, search: _Search) -> Advice:
    ending = search.endgame()
    cell, win = ending or search.guess()
    looked = sorted(search.candidates(), key=lambda each: -each.score)
    cell = looked[0].cell if cell is None else int(cell)  # uncompiled, it is an integer of NumPy's
    if win is None:
        win = win_chance_by(search.position, cell, search.board.mines, search.tools)
    best = next((each for each in looked if each.cell == cell), None) or search.look(cell)
    others = [each for each in looked if each is not best]
    exact = search.alternatives(others) if ending else {}
    told = [best.told(win, exact=ending is not None)]
    for other in others:
        then = exact.get(other.cell, _by_score(other, best, win))
        told.append(other.told(then, exact=other.cell in exact))
    found = tuple(sorted(told, key=_rank))
    advised = next(each for each in (best, *others) if each.cell == found[0].cell)
    return Advice(analysis, found[0], found, win, ending is not None, search.fifty(advised))


def _rank(told: Candidate) -> tuple[float, bool, float]:
    """Sort cells that surely win as much by their safety, dead ones, which tell nothing, last."""
    return (-told.win, bool(told.dead), -told.safe) if told.win_exact else (-told.win, True, 0.0)


def _by_score(other: _Looked, best: _Looked, win: float) -> float:
    """Estimate the chance to win with another cell than the ``best``, by their scores.

    If the other's score is higher, a search found the best: the other counts as worth the same.
    """
    return min(win * min(other.score / best.score, 1.0), other.safe)
