"""The soaks for a few seconds; the long ones are commands of their own."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest

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


@pytest.mark.parametrize("platform", anything.PLATFORMS)
def test_anything(platform: str, tmp_path: Path) -> None:
    """People who do anything at all meet no error, and are answered."""
    outcome = asyncio.run(anything.run(platform, tmp_path, steps=200, seed=2))
    assert outcome.good, outcome
    assert outcome.done["press"] > 50
