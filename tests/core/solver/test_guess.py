"""Reasons for guesses: everything said of a guess is true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from math import inf

import pytest
from hypothesis import given, settings

from core.board import Board
from core.game import Game
from core.grid import Cell
from core.minefield import Minefield
from core.solver import Advice, Candidate, advise, analyse
from core.solver.guess import fifty_fifty, guess_reason
from core.solver.policy import POLICIES
from core.solver.reason import GuessKind
from tests.core.solver.test_narrow import WIDE as LESS_SAFE
from tests.strategies import random_game, random_rules, running_games, seeded


def layouts(board: Board) -> list[Minefield]:
    """Return every layout that fits ``board``."""
    grid = board.grid
    exploded = [cell for cell in grid.cells() if board.exploded[cell]]
    all_of_them = (
        Minefield.of(grid, [*exploded, *mines])
        for mines in combinations(board.closed(), board.mines - len(exploded))
    )
    return [
        layout
        for layout in all_of_them
        if all(layout.numbers[c] == board.number(c) for c in grid.cells() if board.opened[c])
    ]


def swapped(layout: Minefield, one: Cell, other: Cell) -> Minefield:
    """Return ``layout`` with what is on two cells exchanged."""
    mines = bytearray(layout.mines)
    mines[one], mines[other] = mines[other], mines[one]
    return Minefield(layout.grid, bytes(mines))


@pytest.mark.parametrize(
    ("rows", "cell", "partner"),
    [
        ("2x2/1 1# 1#", 1, 3),
        ("2x3/1 01# 01#", 2, 5),
        ("2x4/2 02## 02##", 2, None),  # both are mines, or there is more to know
        ("3x2/1 1# 1# 0#", 1, None),
        ("4x4/5 ###2 ###2 2321 0000", 0, 1),  # behind a wall of mines: no number touches them
        ("1x3/1 ###", 0, None),
    ],
)
def test_textbook(rows: str, cell: Cell, partner: Cell | None) -> None:
    """Two cells at the end of a wall are a 50/50; cells that others distinguish are not."""
    assert fifty_fifty(analyse(Board.parse(rows)), cell) == partner


def test_no_number_tells_a_fifty_fifty_apart() -> None:
    """Swapping the cells of a 50/50 changes no number that could be opened elsewhere."""
    found = 0
    for seed in range(700):
        rng = seeded(seed)
        game = random_game(rng, random_rules(rng, most=4), rng.randint(1, 6))
        if game.outcome is None and game.started_at is not None:
            found += sum(proved(game.board))
    assert found >= 40


def proved(board: Board) -> Iterator[bool]:
    """Yield once for each 50/50 of ``board``, after trying it on every layout."""
    analysis = analyse(board)
    for cell in board.closed():
        partner = fifty_fifty(analysis, cell)
        if partner is None:
            continue
        for layout in layouts(board):
            assert layout.mines[cell] != layout.mines[partner]
            other = swapped(layout, cell, partner)
            assert seen(layout, {cell, partner}) == seen(other, {cell, partner})
        yield True


def seen(layout: Minefield, but: set[Cell]) -> list[int]:
    """Return the numbers of ``layout`` that can be opened, ``but`` for some cells."""
    cells = (c for c in layout.grid.cells() if c not in but and not layout.mines[c])
    return [layout.numbers[cell] for cell in cells]


@given(running_games(most=4))
@settings(max_examples=100)
def test_reasons_fit_the_chances(game: Game) -> None:
    """A guess called safest is so, a less safe one is told as such, and none is certain."""
    advice = advise(game.board, 0.05)
    if advice.analysis.safe:
        assert guess_reason(advice) is None
    else:
        fitting_kind(advice)


@pytest.mark.parametrize("policy", ["default", "no-narrow"])
def test_a_guess_that_is_not_the_safest(policy: str) -> None:
    """A less safe guess is told as the one that wins most."""
    assert fitting_kind(advise(LESS_SAFE, inf, POLICIES[policy])) is GuessKind.WIN


def fitting_kind(advice: Advice) -> GuessKind:
    """Return the kind of guess of an advice, which fits its chances."""
    reason, board = guess_reason(advice), advice.analysis.board
    assert reason is not None
    assert abs(1 - reason.chosen.safe - advice.analysis.probabilities[reason.chosen.cell]) < 1e-9
    safest = 1 - min(advice.analysis.probabilities[cell] for cell in board.closed())
    if reason.kind in {GuessKind.SAFEST, GuessKind.PROGRESS}:
        assert reason.chosen.safe > safest - 1e-9
    if reason.kind is GuessKind.WIN:
        assert reason.chosen.safe < safest
        assert reason.others[0].safe > safest - 1e-9
    return reason.kind


@pytest.mark.parametrize("looked_into", [1, 4])
def test_a_fifty_fifty_is_told_with_its_partner(looked_into: int) -> None:
    """Of two 50/50s a guess is told with its own partner, whether that was looked into or not."""
    advice = advise(Board.parse("2x5/2 #101# #101#"), inf)
    reason = guess_reason(replace(advice, candidates=advice.candidates[:looked_into]))
    assert reason is not None
    assert reason.kind is GuessKind.FIFTY_FIFTY
    (other,) = reason.others
    assert other.cell == fifty_fifty(advice.analysis, reason.chosen.cell)
    assert (other.safe, other.win, other.exact) == (0.5, 0.25, True)


STUCK = advise(Board.parse("4x4/3 #### 1### #### ####"), inf)
"""An advice to guess on a board without a 50/50."""


def told(*found: tuple[float, float | None]) -> Advice:
    """Return an advice of candidates ``found``, safe and of progress so much, the best first."""
    candidates = tuple(
        Candidate(cell, safe, 0.1, progress=progress) for cell, (safe, progress) in enumerate(found)
    )
    return replace(STUCK, best=candidates[0], candidates=candidates)


@pytest.mark.parametrize(
    ("advice", "kind"),
    [
        (told((0.8, 0.1), (0.7, 0.5)), GuessKind.SAFEST),
        (told((0.8, 0.6), (0.7, 0.5)), GuessKind.SAFEST),
        (told((0.8, 0.1)), GuessKind.SAFEST),
        (told((0.8, 0.5), (0.8, 0.4), (0.7, 0.6)), GuessKind.PROGRESS),
        (told((0.8, 0.5), (0.8, 0.4), (0.8, 0.6)), GuessKind.SAFEST),
        (told((0.8, 0.5), (0.8, 0.5)), GuessKind.SAFEST),
        (told((0.8, 0.5), (0.8, None)), GuessKind.PROGRESS),
        (told((0.8, None), (0.8, None)), GuessKind.SAFEST),
        (told((0.7, 0.1), (0.8, 0.5)), GuessKind.WIN),
        # Chances that differ by rounding are equal.
        (told((0.7, 0.5), (0.7 + 1e-12, 0.4)), GuessKind.PROGRESS),
        (told((0.7, 0.5), (0.7 + 1e-12, 0.4), (0.7, 0.6)), GuessKind.SAFEST),
        (told((0.8, 0.5 + 1e-12), (0.8, 0.5)), GuessKind.SAFEST),
    ],
)
def test_what_speaks_for_a_guess(advice: Advice, kind: GuessKind) -> None:
    """A guess is told as safest, as safe but more progress, or as better though less safe."""
    reason = guess_reason(advice)
    assert reason is not None
    assert reason.kind is kind


def test_what_a_guess_is_compared_with() -> None:
    """A cell safer than the guess is compared first, then the best others."""
    for safer, order in ((0.8, [2, 1, 3]), (0.7 + 1e-12, [1, 2, 3])):
        reason = guess_reason(told((0.7, 0.5), (0.6, 0.4), (safer, 0.3), (0.5, 0.2), (0.4, 0.1)))
        assert reason is not None
        assert [other.cell for other in reason.others] == order
