"""Layers: a byte a cell, 0 or 1; worked on as whole integers, many times faster than by byte."""

from __future__ import annotations

from collections.abc import Iterable

from core.grid import Cell


def with_cells(layer: bytes, cells: Iterable[Cell]) -> bytes:
    """Return ``layer`` with ``cells`` set."""
    changed = bytearray(layer)
    for cell in cells:
        changed[cell] = 1
    return bytes(changed)


def without(layer: bytes, other: bytes) -> bytes:
    """Return what is set in ``layer`` and not in ``other``."""
    return (int.from_bytes(layer) & ~int.from_bytes(other)).to_bytes(len(layer))


def either(layer: bytes, other: bytes) -> bytes:
    """Return what is set in ``layer`` or in ``other``."""
    return (int.from_bytes(layer) | int.from_bytes(other)).to_bytes(len(layer))


def both(ones: bytes, sixteens: bytes) -> bytes:
    """Return two layers as one of values: 1 where the first is set, and 16 for the second."""
    return (int.from_bytes(ones) + 16 * int.from_bytes(sixteens)).to_bytes(len(ones))


def around(values: bytes, cols: int) -> bytes:
    """Return the sum of the up to eight cells that touch it, for each cell of a grid.

    No value may be more than 28, for the sum of nine has to be a byte.
    """
    rows = [values[first : first + cols] for first in range(0, len(values), cols)]
    # A gap parts the rows, so that no cell is counted beside the next row's.
    gapped = b"\0".join(rows)
    bits, row = 8 * len(gapped), 8 * (cols + 1)
    cells = int.from_bytes(gapped)
    three = cells + (cells << 8) + (cells >> 8)
    counted = three + (three << row) + (three >> row) - cells
    counts = bytearray((counted & ((1 << bits) - 1)).to_bytes(len(gapped)))
    del counts[cols :: cols + 1]
    return bytes(counts)


def where(values: bytes, layer: bytes) -> bytes:
    """Return ``values`` (any byte a cell) with zeros wherever ``layer`` is not set."""
    # A byte of 1 times 255 is a byte of ones.
    return (int.from_bytes(values) & int.from_bytes(layer) * 255).to_bytes(len(values))
