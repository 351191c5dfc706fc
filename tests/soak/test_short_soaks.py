"""The soaks for a few seconds; the long ones are commands of their own."""

from __future__ import annotations

import asyncio
import math
from pathlib import Path
from random import Random

import pytest

from core.review import Fortune
from core.rules import LEVELS
from tests.soak import anything, fortune, kills, together


def test_kills(tmp_path: Path) -> None:
    """Kill -9 of the bot and its server, in turns, loses and doubles no acknowledged move."""
    outcome = kills.run(tmp_path, kills=6, seed=2)
    assert outcome.good, outcome
    assert outcome.moves > 6 * 3


def test_together(tmp_path: Path) -> None:
    """Moves of two processes on one board are applied once each, in an order that replays."""
    outcome = together.run(tmp_path, moves=100)
    assert outcome.good, outcome
    assert outcome.moves == 200


def test_fortune() -> None:
    """Survived guesses and wins of 400 games are what the chances expect, but for luck."""
    outcome = fortune.run(LEVELS["beginner"].rules(Random(1)), games=400, seed=1)
    assert outcome.good, outcome
    assert outcome.guesses > 20
    assert outcome.noise < 1


def test_fortune_of_games_without_guesses() -> None:
    """Games that are all won without a guess, or all lost, are as expected to no error at all."""
    for won in (True, False):
        outcome = fortune.agreement(3 * [Fortune(0, 0, 0.0, won, float(won))])
        assert outcome.good, outcome
        assert outcome.noise == 0
    lucky = fortune.agreement(
        [Fortune(1, 1, 0.5, won=True, expected_win=0.5 + at) for at in (0, 1)]
    )
    assert lucky.noise == math.inf


@pytest.mark.parametrize("platform", anything.PLATFORMS)
def test_anything(platform: str, tmp_path: Path) -> None:
    """People who do anything at all meet no error, and are answered."""
    outcome = asyncio.run(anything.run(platform, tmp_path, steps=200, seed=2))
    assert outcome.good, outcome
    assert outcome.done["press"] > 50
