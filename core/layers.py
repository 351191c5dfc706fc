"""Layers: a byte a cell, 0 or 1; worked on as whole integers, many times faster than by byte.

Packed, a layer has a bit a cell, the first cell the most significant.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from core.grid import Cell

_FLIPPED: Final = bytes.maketrans(b"\0\1", b"\1\0")
_TO_BINARY: Final = bytes.maketrans(b"\0\1", b"01")
_FROM_BINARY: Final = bytes.maketrans(b"01", b"\0\1")
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuv"


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


def packed(layer: bytes) -> bytes:
    """Return ``layer`` packed into bytes, the last one filled with zeros."""
    bits = int(layer.translate(_TO_BINARY), 2) << -len(layer) % 8
    return bits.to_bytes((len(layer) + 7) // 8)


def unpacked(data: bytes, cells: int) -> bytes:
    """Return the layer of so many ``cells`` that ``data`` is; ValueError if that is too short."""
    bits = int.from_bytes(data) >> (len(data) * 8 - cells)
    return f"{bits:0{cells}b}".encode().translate(_FROM_BINARY)


def in_digits(layer: bytes, bits: int) -> str:
    """Return ``layer`` packed into digits of so many ``bits``, up to 5, the last filled as well."""
    binary = (layer + bytes(-len(layer) % bits)).translate(_TO_BINARY).decode()
    return "".join(_DIGITS[int(binary[at : at + bits], 2)] for at in range(0, len(binary), bits))
