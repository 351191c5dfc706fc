"""Drift: mines move where nothing holds them, and the board stays true."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core import codec
from core.drift import drift
from core.game import Game, Outcome, Played
from core.generate import uniform
from core.minefield import Minefield
from core.move import Flag, Open
from core.rules import Rules
from core.score import score_game
from tests.strategies import seeded


def begun(seed: int, rules: Rules) -> Game:
    """Return a game after its first open and a flag or none."""
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
    """As many mines as before, none under an open cell, none moved from or to a flag."""
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
    """A mine in the open steps to one of the cells beside it, and the number follows."""
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


def test_nothing_drifts() -> None:
    """Mines stand before the first open, after the end, and where all are held."""
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
