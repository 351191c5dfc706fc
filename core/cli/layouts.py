"""Layouts to play: drawn from a seed, or read from a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from core.grid import Cell, Grid
from core.rules import FirstOpen, Rules

CHUNK: Final = 250
"""Layouts drawn and played at a time; part of what a seed means, so it never changes."""

Layouts = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Series:
    """A series of ``games`` under ``rules``, opened at ``start``."""

    rules: Rules
    start: Cell
    games: int


def drawn(series: Series, seed: int) -> Iterator[Layouts]:
    """Yield chunks of uniform layouts (games, cells), the same for a seed wherever it runs."""
    cells = len(series.rules.grid)
    free = sorted(series.rules.kept_free(series.start))
    for number, first in enumerate(range(0, series.games, CHUNK)):
        rng = np.random.default_rng([seed, number])
        order = rng.random((CHUNK, cells), np.float32)
        order[:, free] = 2.0
        mined = np.argpartition(order, series.rules.mines - 1, axis=1)[:, : series.rules.mines]
        layouts = np.zeros((CHUNK, cells), np.int8)
        np.put_along_axis(layouts, mined, 1, axis=1)
        yield layouts[: series.games - first]


def read_series(path: Path) -> Series:
    """Read the header ``WIDTH HEIGHT MINES START_X START_Y RULE COUNT`` of a file of layouts."""
    with path.open(encoding="ascii") as file:
        words = file.readline().split()
    try:
        width, height, mines, x, y = map(int, words[:5])
        rule, count = words[5], int(words[6])
        first = {"S": FirstOpen.SAFE, "Z": FirstOpen.OPENING}.get(rule.upper()[:1])
        rules = Rules(height, width, mines, first or FirstOpen(rule.lower()))
        return Series(rules, Grid(height, width).cell(y, x), count)
    except (ValueError, IndexError) as error:
        raise ValueError(f"{path}: bad header {' '.join(words)!r}") from error


def read_layouts(path: Path, series: Series) -> Iterator[Layouts]:
    """Yield the layouts of a file in chunks: one hex line each, cell 0 the highest bit.

    ValueError where a line is no layout. There may be fewer than the series has games.
    """
    with path.open(encoding="ascii") as file:
        lines = islice(file, 1, 1 + series.games)
        while chunk := list(islice(lines, CHUNK)):
            yield np.stack([_layout(line.strip(), series.rules) for line in chunk])


def _layout(line: str, rules: Rules) -> npt.NDArray[np.int8]:
    try:
        digits = bytes.fromhex(line + "0" * (len(line) % 2))
    except ValueError:
        raise ValueError(f"a layout is a line of hexadecimal digits: {line!r}") from None
    cells, bits = len(rules.grid), np.unpackbits(np.frombuffer(digits, np.uint8))
    # The last digit may have bits beyond the last cell: none of them is a mine.
    fits = len(line) == -(-cells // 4) and bits[:cells].sum() == bits.sum() == rules.mines
    if not fits:
        raise ValueError(f"a layout of {cells} cells has {rules.mines} mines: {line!r}")
    return bits[:cells].astype(np.int8)
