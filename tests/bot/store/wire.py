"""Wire: a proxy between a server and its replicas that can be cut."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Self

from tests.serving import serving


class Wire:
    """Passes data on to its port; while it is cut, data are lost and connections end."""

    def __init__(self) -> None:
        """Lead nowhere yet."""
        self.port = 0
        self.target = 0
        """The port it leads to."""
        self.is_cut = False

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        """Listen while the block runs."""
        listen = partial(asyncio.start_server, host="127.0.0.1", port=0)
        async with serving(listen, self._serve) as server:
            self.port = server.sockets[0].getsockname()[1]
            yield self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.close()
            return
        try:
            there, to_there = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            writer.close()
            return
        pumps = [self._pump(reader, to_there), self._pump(there, writer)]
        tasks = [asyncio.create_task(pump) for pump in pumps]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            writer.close()
            to_there.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass data on until the end, or until some came while the wire was cut."""
        lost = False
        try:
            while data := await reader.read(1 << 16):
                lost |= self.is_cut
                if lost and not self.is_cut:
                    return
                if not lost:
                    writer.write(data)
        except OSError:
            return
