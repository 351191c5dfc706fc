"""Layers: a byte a cell, 0 or 1; worked on as whole integers, many times faster than by byte."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from core.grid import Cell

_FLIPPED: Final = bytes.maketrans(b"\0\1", b"\1\0")


def with_cells(layer: bytes, cells: Collection[Cell]) -> bytes:
    """Return ``layer`` with ``cells`` set; itself where there are none, which most moves keep."""
    if not cells:
        return layer
    changed = bytearray(layer)
    for cell in cells:
        changed[cell] = 1
    return bytes(changed)


def without_cells(layer: bytes, cells: Iterable[Cell]) -> bytes:
    """Return ``layer`` with ``cells`` not set."""
    changed = bytearray(layer)
    for cell in cells:
        changed[cell] = 0
    return bytes(changed)


def without(layer: bytes, other: bytes) -> bytes:
    """Return what is set in ``layer`` and not in ``other``."""
    return (int.from_bytes(layer) & ~int.from_bytes(other)).to_bytes(len(layer))


def either(layer: bytes, other: bytes) -> bytes:
    """Return what is set in ``layer`` or in ``other``."""
    return (int.from_bytes(layer) | int.from_bytes(other)).to_bytes(len(layer))


def inverse(layer: bytes) -> bytes:
    """Return what is not set in ``layer``."""
    return layer.translate(_FLIPPED)


def around(layer: bytes, cols: int) -> bytes:
    """Return for each cell of a grid how many of its up to eight neighbours are set.

    Of a ``layer`` of larger numbers, up to 31, their sum.
    """
    rows = [layer[first : first + cols] for first in range(0, len(layer), cols)]
    # A gap between the rows, so that the end of one is not counted as beside the start of the next.
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
