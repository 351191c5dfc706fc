"""Boards to take positions from."""

from __future__ import annotations

from collections.abc import Iterator

from core.board import Board
from tests.strategies import random_game, random_rules, seeded


def running_boards(count: int, most: int) -> Iterator[Board]:
    """Yield boards of running games, at most ``most`` rows and columns."""
    for seed in range(count):
        rng = seeded(seed)
        game = random_game(rng, random_rules(rng, most=most), rng.randint(1, 20))
        if not game.outcome:
            yield game.board
