"""Drift: mines move unless something holds them, and the board stays true."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from itertools import count, product
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core import codec
from core.drift import drift
from core.game import Game, Outcome, Played
from core.generate import uniform
from core.minefield import Minefield
from core.move import Flag, Open
from core.rules import FirstOpen, Rules
from core.score import score_game
from tests.strategies import seeded


def begun(seed: int, rules: Rules) -> Game:
    """Return a game after its first open, perhaps with a flag."""
    rng = seeded(seed)
    played = Game.new(rules).play(
        Open(rng.randrange(len(rules.grid))), lambda r, f: uniform(r, f, rng)
    )
    assert isinstance(played, Played)
    flagged = played.game.play(
        Flag(rng.randrange(len(rules.grid))), lambda r, f: uniform(r, f, rng)
    )
    return flagged.game if isinstance(flagged, Played) else played.game


@given(st.integers(), st.integers(2, 9), st.integers(2, 9), st.data())
def test_drift(seed: int, rows: int, cols: int, data: st.DataObject) -> None:
    """Drifting keeps the number of mines, and moves none under an open cell, from or to a flag."""
    mines = data.draw(st.integers(1, rows * cols - 1))
    game = begun(seed, Rules(rows, cols, mines, drifting=True, lives=2))
    rng = seeded(seed)
    after = game
    for _ in range(20):
        after = drift(after, rng)
    assert game.minefield
    assert after.minefield
    before, now = game.minefield.mines, after.minefield.mines
    assert sum(now) == mines
    held = [c for c in game.rules.grid.cells() if game.opened[c] or game.flagged[c]]
    assert all(before[cell] == now[cell] for cell in held)
    assert (after.opened, after.flagged, after.history) == (
        game.opened,
        game.flagged,
        game.history,
    )
    assert codec.decode(codec.encode(after)) == after


def test_a_step() -> None:
    """A free mine steps to a cell beside it, and numbers are updated."""
    rules = Rules(1 + 1, 5, 1, drifting=True)
    game = begun(3, replace(rules, drifting=False))
    assert drift(game, seeded(0)) is game
    field = Minefield(rules.grid, bytes([0, 0, 0, 0, 1, 0, 0, 0, 0, 0]))
    played = Game.new(rules).play(Open(0), lambda *_: field)
    assert isinstance(played, Played)
    rng, seen = seeded(1), set()
    for _ in range(60):
        moved = drift(played.game, rng)
        assert moved.minefield
        seen.add(moved.minefield.mines.index(1))
        assert moved.board.numbers[3] == (
            1 if moved.minefield.mines[4] or moved.minefield.mines[9] else 0
        )
    assert seen == {4, 9}


class Picks(Random):
    """Chooses what stands at the places that are given."""

    def __init__(self, *places: int) -> None:
        """Take ``places``, one for each choice."""
        super().__init__(0)
        self._places = list(places)

    def choice(self, seq: Sequence[int]) -> int:  # type: ignore[override]  # of cells alone
        """Return what stands at the next place."""
        return seq[self._places.pop(0)]


def test_a_step_is_as_likely_as_the_one_back() -> None:
    """A step is as likely as its reverse, even at edges, so layouts stay equally likely."""
    game = Game.new(Rules(3, 4, 1, drifting=True))
    grid = game.rules.grid
    ways = Counter[tuple[int, int]]()
    for start, place in product(grid.cells(), range(8)):
        after = drift(replace(game, minefield=Minefield.of(grid, [start])), Picks(0, place))
        assert after.minefield
        ways[start, after.minefield.mines.index(1)] += 1
    assert all(ways[start, end] == ways[end, start] for start, end in ways)
    assert all(ways[cell, cell] == 8 - len(grid.neighbours(cell)) for cell in grid.cells())


def test_a_mine_that_went_off_stays() -> None:
    """After a mine exploded, with lives left, the others drift but it does not."""
    rules = Rules(3, 3, 2, FirstOpen.SAFE, lives=2, drifting=True)
    game = Game.new(rules)
    for move in (Open(1), Open(4)):
        played = game.play(move, lambda *_: Minefield.of(rules.grid, [4, 8]))
        assert isinstance(played, Played)
        game = played.game
    rng, seen = seeded(1), set[bytes]()
    for _ in range(200):
        game = drift(game, rng)
        assert game.minefield
        assert game.minefield.mines[4]
        seen.add(game.minefield.mines)
    assert len(seen) > 3


def test_the_most_mines_drift_at_once() -> None:
    """Loose mines are looked for once, not at each of the 900 steps of 9,000 mines."""
    game, calls = begun(1, Rules(100, 100, 9000, drifting=True)), count()
    sys.setprofile(lambda *_: next(calls))
    try:
        assert drift(game, seeded(1)) != game
    finally:
        sys.setprofile(None)
    assert next(calls) < 10 * 9000


def test_nothing_drifts() -> None:
    """Mines do not drift before the first open, after the end, or if all are held."""
    rules = Rules(2, 2, 1, drifting=True)
    assert drift(Game.new(rules), seeded(0)) == Game.new(rules)
    field = Minefield(rules.grid, bytes([0, 0, 0, 1]))
    game = Game.new(rules)
    for move in (Open(0), Flag(3)):
        played = game.play(move, lambda *_: field)
        assert isinstance(played, Played)
        game = played.game
    assert drift(game, seeded(0)) == game
    over = replace(game, outcome=Outcome.GIVEN_UP)
    assert drift(over, seeded(0)) is over
    assert score_game(over) is None
