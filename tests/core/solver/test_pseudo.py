"""Pseudo 50/50s: a mine there makes a 50/50, so guessing it at once hardly ever costs more."""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, inf

import numpy as np
import pytest

from core.board import Board
from core.cli.layouts import Series, drawn
from core.rules import FirstOpen, Rules
from core.solver import advise
from core.solver.advice import position_of
from core.solver.guess import guess_reason
from core.solver.kernels.choice import choose_guess
from core.solver.kernels.component import OK
from core.solver.kernels.endgame_search import search_endgame
from core.solver.kernels.ending import VISITS_PER_LAYOUT, find_narrowly
from core.solver.kernels.position import (
    Position,
    Tools,
    after_opening,
    mine_chance,
    read_position,
)
from core.solver.kernels.pseudo import NO_LIMIT, find_pseudo
from core.solver.kernels.table import GOING, deal, play_on
from core.solver.policy import DEFAULT, POLICIES
from core.solver.pseudo import fifty_of
from core.solver.reason import GuessKind
from core.solver.workspace import tools_of
from tests.core.solver.brute import show
from tests.core.solver.test_endgame import possible_layouts

MANY = 14
"""Closed cells beyond which listing the layouts takes too long."""

FEW = 1000
"""Layouts that are searched to the end at once."""

PLENTY = 100_000
"""Nodes that no search of these boards needs, for which room is made each time."""

UNSEARCHED = DEFAULT._replace(layouts=0, narrow=0)
"""No search, which would leave small boards no choice to make."""


LISTED = Board.parse("6x7/12\n1#4####\n2######\n##4####\n13#####\n02#####\n012###1")
"""A board with a pseudo 50/50 and 5,460 layouts: too many to be searched to the end."""

SEARCHED = Board.parse(
    "8x8/16\n01#2#4##\n01122###\n000013##\n00011222\n0112#100\n13#43321\n########\n122#####"
)
"""A board of a game that is searched to its end, whose best cell is a pseudo 50/50."""

DEARER = Board.parse("5x5/7\n001##\n001##\n0124#\n12###\n##2##")
"""A rare board of 15 layouts: after its pseudo 50/50, d1, the best play wins 4, from d5 5."""


def stuck(games: int, rows: int, cols: int, mines: int) -> Iterator[tuple[Board, Position, Tools]]:
    """Yield the boards of the blind policy's games on which one has to guess."""
    rules = Rules(rows, cols, mines, FirstOpen.SAFE)
    tools = tools_of(rules.grid)
    for layout in np.concatenate(list(drawn(Series(rules, 0, games), 5))):
        table = deal(layout, tools.geometry.near)
        status = play_on(table, 0, mines, tools)
        while status == GOING:
            position = read_position(table.marks, mines, tools)
            opened = np.flatnonzero(table.marks >= 0).tolist()
            yield show(rules.grid, set(np.flatnonzero(layout).tolist()), opened), position, tools
            cell = choose_guess(position, mines, UNSEARCHED._replace(pseudo=0), tools)
            status = play_on(table, cell, mines, tools)


def found_on(position: Position, mines: int, tools: Tools) -> int:
    """Return the pseudo 50/50 that the default guesses."""
    return find_pseudo(position, mines, DEFAULT, tools, NO_LIMIT)


def won_after(position: Position, cell: int, mines: int, tools: Tools) -> int:
    """Return how many layouts the best play wins after a guess."""
    wins = 0
    for number in range(9):
        after = after_opening(position, cell, number, mines, tools)
        if after.solved.status == OK:
            left = round(exp(after.solved.log_total))
            near = tools.geometry.near
            wins += search_endgame(after, near, left, PLENTY).wins if left > 1 else 1
    return wins


def test_a_mine_makes_a_fifty_fifty() -> None:
    """With a mine on the cell, mined and safe cells can be swapped, and no number tells."""
    shapes = set()
    for board, position, tools in stuck(400, 6, 6, 9):
        if len(list(board.closed())) > MANY:
            continue
        possible = possible_layouts(board)
        for cell in board.closed():
            fifty = set(fifty_of(position, cell, DEFAULT.pseudo, tools.geometry))
            for layout in possible if fifty else ():
                if cell in layout:
                    other = layout ^ fifty
                    assert other in possible
                    for free in set(board.grid.cells()) - layout - fifty:
                        near = set(board.grid.neighbours(free))
                        assert len(near & layout) == len(near & other)
                    shapes.add(len(fifty))
    assert shapes >= {2, 4}


def test_where_guessing_it_at_once_costs_something_the_search_knows_better() -> None:
    """An endgame is searched before pseudo 50/50s are, so the rare ones that cost do not count."""
    position, tools = position_of(DEARER)
    assert found_on(position, DEARER.mines, tools) == DEARER.grid.cell(0, 3)
    advice = advise(DEARER, inf)
    assert advice.best is not None
    assert advice.best.cell == DEARER.grid.cell(4, 3)
    assert advice.win == pytest.approx(5 / 15)


def test_guessing_it_at_once_costs_nothing_in_games() -> None:
    """In these games the best play wins no more layouts than the best after that guess."""
    met = 0
    for board, position, tools in stuck(1000, 7, 7, 12):
        count = round(exp(min(position.solved.log_total, 20.0)))
        cell = found_on(position, board.mines, tools) if 1 < count <= FEW else -1
        if cell < 0:
            continue
        best = search_endgame(position, tools.geometry.near, count, PLENTY)
        assert best.cell >= 0
        assert won_after(position, cell, board.mines, tools) == best.wins, str(board)
        met += 1
    assert met > 20


def test_it_goes_before_the_other_guesses() -> None:
    """If no search finds the end the default guesses it first, and the advice says so."""
    met = others = 0
    kinds = set()
    for board, position, tools in stuck(300, 9, 9, 18):
        cell = found_on(position, board.mines, tools)
        played = choose_guess(position, board.mines, UNSEARCHED, tools)
        before = choose_guess(position, board.mines, UNSEARCHED._replace(pseudo=0), tools)
        if cell < 0:
            assert played == before
            continue
        assert mine_chance(position, cell) <= 0.5 + 1e-9
        assert played == cell
        advice = advise(board, inf, UNSEARCHED)
        best, reason = advice.candidates[0], guess_reason(advice)
        assert (best.cell, best.dead) == (cell, False)
        assert reason is not None
        assert cell in advice.fifty
        if reason.kind is GuessKind.PSEUDO:
            assert reason.fifty == advice.fifty
            assert len(reason.others) == min(len(advice.candidates) - 1, 3)
        kinds.add(reason.kind)
        met += 1
        others += before != cell
    assert met > others > 5
    assert kinds == {GuessKind.PSEUDO, GuessKind.FIFTY_FIFTY}


def test_the_chance_told_is_that_of_all_layouts() -> None:
    """Its chance to win is that of the narrow search, if that looks at all layouts."""
    position, tools = position_of(LISTED)
    steps = DEFAULT.narrow * VISITS_PER_LAYOUT
    found = find_narrowly(position, LISTED.mines, DEFAULT.narrow, DEFAULT.late, steps, tools)
    advice = advise(LISTED, inf)
    reason = guess_reason(advice)
    assert reason is not None
    assert (reason.kind, advice.win_exact) == (GuessKind.PSEUDO, False)
    assert found.wins > 0
    assert reason.chosen.win == advice.win == found.wins / round(exp(position.solved.log_total))
    names = [LISTED.grid.name(cell) for cell in reason.fifty]
    assert (LISTED.grid.name(reason.chosen.cell), names) == ("b3", ["b1", "b2", "a3", "b3"])
    safest = max(each.safe for each in advice.candidates)
    assert reason.others[0].safe == safest > reason.chosen.safe
    assert all(other.win is not None for other in reason.others)


def test_what_a_search_of_the_end_chooses_is_told_as_what_it_is() -> None:
    """A pseudo 50/50 chosen by an endgame search is told as one, with its exact chance."""
    position, tools = position_of(SEARCHED)
    count = round(exp(position.solved.log_total))
    best = search_endgame(position, tools.geometry.near, count, PLENTY)
    advice = advise(SEARCHED)
    reason = guess_reason(advice)
    assert reason is not None
    assert (reason.kind, reason.fifty) == (GuessKind.PSEUDO, advice.fifty)
    assert (reason.chosen.cell, reason.chosen.exact) == (best.cell, True)
    assert reason.chosen.win == advice.win == best.wins / count
    # It is neither told as the safest, which it is not, nor as the one that wins most.
    assert reason.others[0].safe > reason.chosen.safe
    names = [SEARCHED.grid.name(cell) for cell in reason.fifty]
    assert names == ["a7", "b7", "d7", "e7", "g7", "h7"]
    for layout in possible_layouts(SEARCHED):
        assert best.cell not in layout or layout ^ set(reason.fifty) in possible_layouts(SEARCHED)


def test_the_last_guess_is_no_pseudo_fifty_fifty() -> None:
    """A guess whose number can tell nothing new is not told as a pseudo 50/50."""
    board = Board.parse("5x5/9 1122# 2#3## 4#43# ##22# #311#")
    position, tools = position_of(board)
    advice = advise(board)
    best, reason = advice.candidates[0], guess_reason(advice)
    assert advice.win_exact
    assert best.dead
    assert len(fifty_of(position, best.cell, DEFAULT.pseudo, tools.geometry)) == 4
    assert reason is not None
    assert (reason.kind, reason.fifty) == (GuessKind.SAFEST, ())


def test_a_dead_pair_is_no_pseudo_fifty_fifty() -> None:
    """A plain 50/50 whose numbers tell nothing can wait, and is no pseudo 50/50."""
    position, tools = position_of(Board.parse("2x3/1 01# 01#"))
    assert fifty_of(position, 2, DEFAULT.pseudo, tools.geometry) == (2, 5)
    assert fifty_of(position, 2, 1, tools.geometry) == ()
    assert found_on(position, 1, tools) == -1


def test_none_is_looked_for_without_steps() -> None:
    """Without steps, or with a policy that has none, no pseudo 50/50 is looked for."""
    met = 0
    for board, position, tools in stuck(50, 9, 9, 18):
        assert find_pseudo(position, board.mines, DEFAULT, tools, 0) == -1
        assert find_pseudo(position, board.mines, POLICIES["no-pseudo"], tools, NO_LIMIT) == -1
        met += found_on(position, board.mines, tools) >= 0
    assert met > 5
