"""Codec: has documents written as bytes and read again, for a store that does not know them."""

from __future__ import annotations

from typing import Protocol


class Codec(Protocol):
    """Turns documents into bytes and back, by name; ValueError for bytes it cannot read."""

    def encode(self, name: str, document: object) -> bytes:
        """Return ``document`` as bytes."""

    def decode(self, name: str, data: bytes) -> object:
        """Return the document that ``data`` holds."""
