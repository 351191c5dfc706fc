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


def where(values: bytes, layer: bytes) -> bytes:
    """Return ``values`` (any byte a cell) with zeros wherever ``layer`` is not set."""
    # A byte of 1 times 255 is a byte of ones.
    return (int.from_bytes(values) & int.from_bytes(layer) * 255).to_bytes(len(values))
