"""Transport compression of the gateway: one stream for the life of a connection."""

from __future__ import annotations

import importlib
import zlib
from typing import Any, Protocol


class Stream(Protocol):
    """Turns messages into what goes over the wire."""

    def __call__(self, text: str) -> bytes:
        """Return a message, compressed so that it can be read at once."""
        ...


class ZlibStream:
    """``zlib-stream``: each message ends with a sync flush."""

    def __init__(self) -> None:
        """Begin a stream."""
        self._stream = zlib.compressobj()

    def __call__(self, text: str) -> bytes:
        """Return a message, compressed."""
        return self._stream.compress(text.encode()) + self._stream.flush(zlib.Z_SYNC_FLUSH)


class ZstdStream:
    """``zstd-stream``, which the library asks for from Python 3.14 on: each message is a block."""

    def __init__(self) -> None:
        """Begin a stream; raise ImportError before Python 3.14."""
        module: Any = importlib.import_module("compression.zstd")
        self._stream = module.ZstdCompressor()

    def __call__(self, text: str) -> bytes:
        """Return a message, compressed."""
        return bytes(self._stream.compress(text.encode(), self._stream.FLUSH_BLOCK))


STREAMS: dict[str, type[ZlibStream | ZstdStream]] = {
    "zlib-stream": ZlibStream,
    "zstd-stream": ZstdStream,
}
