"""Boards to take positions from."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from core.board import Board
from tests.strategies import random_game, random_rules, seeded

DATA = Path(__file__).parents[4] / "shared" / "data"
POSITIONS, ENDGAMES = DATA / "positions.jsonl.gz", DATA / "endgames.jsonl.gz"
"""Published ones, which are not part of the project."""


def published(file: Path) -> Iterator[tuple[Board, dict[str, Any]]]:
    """Yield the boards of ``file``, each with all that is published of it."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            data: dict[str, Any] = json.loads(line)
            head = f"{data['height']}x{data['width']}/{data['mines']}"
            yield Board.parse("\n".join([head, *data["rows"]])), data


def running_boards(count: int, most: int) -> Iterator[Board]:
    """Yield boards of running games, at most ``most`` rows and columns."""
    for seed in range(count):
        rng = seeded(seed)
        game = random_game(rng, random_rules(rng, most=most), rng.randint(1, 20))
        if not game.outcome:
            yield game.board
