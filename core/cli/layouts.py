"""Layouts to play: drawn from a seed, or read from a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from string import hexdigits
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from core.grid import Cell, Grid
from core.rules import FirstOpen, Rules, RulesError

CHUNK: Final = 250
"""Layouts drawn and played at a time; part of what a seed means, so it never changes."""

HEX: Final = frozenset(hexdigits)
RULES: Final = MappingProxyType(
    {"s": FirstOpen.SAFE, "z": FirstOpen.OPENING, **{rule.value: rule for rule in FirstOpen}}
)
"""What the rule of a file of layouts may be called, in small letters."""

SHOWN: Final = 40
"""How much of a wrong line its error shows: a layout may have thousands of digits."""

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


def read_layouts(path: Path, games: int | None = None) -> tuple[Series, Iterator[Layouts]]:
    """Return the series of the file ``path`` and its layouts in chunks, the first ``games`` of it.

    The header is ``WIDTH HEIGHT MINES START_X START_Y RULE COUNT``; then each layout is a line of
    hexadecimal digits, cell 0 the highest bit. All lines are checked, and read once, before this
    returns: a kernel trusts what it is given, and a pipe is not read twice. ValueError names the
    line that is wrong.
    """
    # Some editors begin a file with a mark of UTF-8. What is no UTF-8 becomes a sign that is no
    # digit, and is found with its line.
    with path.open(encoding="utf-8-sig", errors="replace") as file:
        series = _series(path, file.readline().split())
        packed, number = bytearray(), 1
        for number, line in enumerate(file, 2):
            try:
                packed += _packed(line.strip(), number, series)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: {error}") from None
    if number <= series.games:
        raise ValueError(
            f"{path}, line {number}: the file ends after {number - 1} of {series.games} layouts"
        )
    if not series.games:
        raise ValueError(f"{path}, line 1: no layouts")
    rows = np.frombuffer(packed, np.uint8).reshape(series.games, -1)
    if games is not None:
        series = replace(series, games=min(games, series.games))
    return series, _chunks(rows[: series.games], len(series.rules.grid))


def _series(path: Path, words: list[str]) -> Series:
    header = " ".join(words)[:SHOWN]
    try:
        *numbers, rule, count = words
        width, height, mines, x, y, games = (_number(word) for word in (*numbers, count))
        rules = Rules(height, width, mines, RULES[rule.lower()])
        return Series(rules, Grid(height, width).cell(y, x), games)
    except RulesError as error:
        raise ValueError(f"{path}, line 1: bad header {header!r}: {error}") from None
    except (ValueError, LookupError):
        raise ValueError(
            f"{path}, line 1: bad header {header!r}: it is not "
            "WIDTH HEIGHT MINES START_X START_Y RULE COUNT, the start a cell, RULE S or Z"
        ) from None


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal()):  # int() takes signs and underscores too
        raise ValueError(word)
    return int(word)


def _packed(line: str, number: int, series: Series) -> bytes:
    """Return the layout of a line, eight cells a byte; nothing for an empty one at the end."""
    if number > 1 + series.games:
        if line:
            raise ValueError(f"there are more layouts than {series.games}")
        return b""
    shown, cells, mines = line[:SHOWN], len(series.rules.grid), series.rules.mines
    # Not left to bytes.fromhex, which passes over spaces: a short layout would come of them.
    if not line or not HEX.issuperset(line):
        raise ValueError(f"a layout is a line of hexadecimal digits: {shown!r}")
    if len(line) != -(-cells // 4):
        raise ValueError(f"a layout of {cells} cells has {-(-cells // 4)} digits: {shown!r}")
    digits = bytes.fromhex(line + "0" * (len(line) % 2))
    bits = np.unpackbits(np.frombuffer(digits, np.uint8))
    # The last digit may have bits beyond the last cell: none of them is a mine.
    if not bits[:cells].sum() == bits.sum() == mines:
        raise ValueError(f"a layout of {cells} cells has {mines} mines: {shown!r}")
    if bits[series.start]:
        raise ValueError(f"the first cell is a mine: {shown!r}")
    if bits[list(series.rules.kept_free(series.start))].any():
        raise ValueError(f"under Z no mine is beside the first cell: {shown!r}")
    return digits


def _chunks(packed: npt.NDArray[np.uint8], cells: int) -> Iterator[Layouts]:
    for first in range(0, len(packed), CHUNK):
        bits = np.unpackbits(packed[first : first + CHUNK], axis=1, count=cells)
        yield bits.astype(np.int8, order="C")
