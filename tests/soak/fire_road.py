"""The way between workers and their store: a proxy that cuts, delays and truncates connections."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

from tests.serving import serving

_CHUNK: Final = 1 << 16


class Road:
    """Passes data on; each of its faults strikes what is on its way at that moment."""

    def __init__(self, target: Path, path: Path) -> None:
        """Lead from the Unix socket ``path`` to the one of the server, ``target``."""
        self.path = path
        self._target = target
        self._writers: set[asyncio.StreamWriter] = set()
        self._closed_until = 0.0
        self._to_truncate = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listen while the block runs."""
        async with serving(partial(asyncio.start_unix_server, path=self.path), self._serve):
            yield

    def cut(self) -> None:
        """Break every connection, both ways, without a word."""
        for writer in self._writers:
            writer.transport.abort()

    def delay(self, seconds: float) -> None:
        """Hold back everything for ``seconds``."""
        self._closed_until = asyncio.get_running_loop().time() + seconds

    def truncate(self, number: int) -> None:
        """Break connections in the middle of the next ``number`` pieces, either way."""
        self._to_truncate += number

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(self._target)
        except OSError:  # the server was killed, which is what all this is for
            writer.transport.abort()
            return
        both = {writer, far_writer}
        self._writers |= both
        try:
            await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))
        finally:
            self._writers -= both
            for each in both:
                each.transport.abort()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            while data := await reader.read(_CHUNK):
                await asyncio.sleep(max(0.0, self._closed_until - loop.time()))
                if self._to_truncate and len(data) > 1:
                    self._to_truncate -= 1
                    writer.write(data[: len(data) // 2])
                    await writer.drain()
                    break
                writer.write(data)
                await writer.drain()
        writer.close()
        if writer in self._writers:
            # Half a connection is of no use to anybody here.
            with suppress(OSError):
                await writer.wait_closed()
