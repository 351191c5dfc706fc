"""Palette pictures as PNG files: pixels and colours, nothing else."""

from __future__ import annotations

import struct
import zlib
from typing import Final, cast

import numpy as np
from PIL import Image

from bot.render.picture.palette import Palette, Pixels
from bot.render.picture.theme import Rgb

_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_EIGHT_BITS, _BY_PALETTE, _UP = 8, 3, 2
_FAST, _SMALL = 3, 6
"""Levels of compression: the first takes half the time and leaves a quarter more."""
MOST_BYTES: Final = 99_999
"""Bytes of a file at most: Telegram spaces out the sending of larger ones."""
_AROUND: Final = 1_000
"""Bytes that a file has besides its pixels, at most."""
_LEFT: Final = 0.7
"""The share of the fast level's bytes that the small one leaves, at least (seen: 0.71 to 0.76)."""


def png(pixels: Pixels, palette: bytes) -> bytes:
    """Return a PNG file (W3C PNG 3rd edition); the same pixels and colours give the same bytes.

    ``palette`` has three bytes a colour.

    Every line is stored as its difference from the line above, which suits tiles: the whole is
    both smaller and faster to compress than as it is.
    """
    height, width = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, _EIGHT_BITS, _BY_PALETTE, 0, 0, 0)
    lines = np.empty((height, width + 1), dtype=np.uint8)
    lines[:, 0], lines[0, 1:] = _UP, pixels[0]
    np.subtract(pixels[1:], pixels[:-1], out=lines[1:, 1:])
    data = _compressed(lines.tobytes())
    chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", data), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(name, body) for name, body in chunks)


def image(pixels: Pixels, palette: bytes) -> Image.Image:
    """Return ``pixels`` as a picture of Pillow's, with ``palette``."""
    height, width = pixels.shape
    picture = Image.frombytes("P", (width, height), pixels.tobytes())
    picture.putpalette(palette)
    return picture


def png_of(picture: Image.Image) -> bytes:
    """Return a PNG file of a picture in RGB; of many colours the most common are kept.

    Pillow's own way to a palette takes twice as long and changes more pixels.
    """
    found = cast("list[tuple[int, Rgb]]", picture.getcolors(picture.width * picture.height))
    palette, indices = Palette(), np.zeros(1 << 24, dtype=np.uint8)
    # The indices are by colour; memory is taken for those in use alone.
    for _, (red, green, blue) in sorted(found, reverse=True):
        indices[red | green << 8 | blue << 16] = palette.index((red, green, blue))
    colours = np.frombuffer(picture.tobytes("raw", "RGBX"), "<u4") & 0xFFFFFF
    return png(indices[colours].reshape(picture.height, picture.width), palette.bytes())


def _compressed(data: bytes) -> bytes:
    fast, room = zlib.compress(data, _FAST), MOST_BYTES - _AROUND
    is_hopeless = len(fast) * _LEFT > room
    return fast if len(fast) <= room or is_hopeless else zlib.compress(data, _SMALL)


def _chunk(name: bytes, body: bytes) -> bytes:
    check = zlib.crc32(name + body)
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", check)
