"""Codec: what the store asks of whoever knows what documents are."""

from __future__ import annotations

from typing import Protocol


class Codec(Protocol):
    """Turns documents into bytes and back, by name; ValueError for bytes it cannot read."""

    def encode(self, name: str, document: object) -> bytes:
        """Return ``document`` as bytes."""

    def decode(self, name: str, data: bytes) -> object:
        """Return the document that ``data`` holds."""
