"""Shares: every opened cell and every mine is somebody's."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from core.game import Game, Outcome
from core.rules import Rules
from core.shares import shares
from tests.strategies import games


@given(games())
def test_shares(game: Game) -> None:
    """Together they make up what is open."""
    found = shares(game)
    assert sum(each.cells for each in found.values()) == sum(game.opened)
    assert sum(each.mines for each in found.values()) == sum(game.exploded)
    drifting = replace(game, rules=replace(game.rules, drifting=True))
    assert shares(drifting) == {}


def test_nothing() -> None:
    """A game that was never begun is nobody's."""
    assert shares(replace(Game.new(Rules(3, 3, 1)), outcome=Outcome.GIVEN_UP)) == {}
