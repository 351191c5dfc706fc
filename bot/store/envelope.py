"""Envelope: the form byte and the CRC32 around every document, so that damage is noticed.

A server loads garbage in the middle of an append-only file without complaint; only this tells.
"""

from __future__ import annotations

import struct
from typing import Final
from zlib import crc32

_FORM: Final = b"\1"
_CRC: Final = struct.Struct(">I")


class EnvelopeError(ValueError):
    """Raised for bytes that are not what was put into an envelope."""


class NewerEnvelopeError(ValueError):
    """Raised for an envelope that is whole and of a form this version does not know."""


def seal(data: bytes) -> bytes:
    """Return ``data`` in an envelope."""
    body = _FORM + data
    return body + _CRC.pack(crc32(body))


def unseal(blob: bytes) -> bytes:
    """Return what is in an envelope; EnvelopeError when damaged, or NewerEnvelopeError.

    Every form ends with the CRC32 of all before it, so that damage is told from a newer version.
    """
    body, crc = blob[: -_CRC.size], blob[-_CRC.size :]
    if not body or _CRC.pack(crc32(body)) != crc:
        raise EnvelopeError("damaged")
    if not body.startswith(_FORM):
        raise NewerEnvelopeError(f"unknown form {body[:1]!r}")
    return body[len(_FORM) :]
