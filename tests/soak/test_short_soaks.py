"""The soaks for a few seconds; the long ones are commands of their own."""

from __future__ import annotations

from pathlib import Path

from tests.soak import kills, together


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
