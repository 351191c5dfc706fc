"""A proxy in front of a server that loses commits, or the replies to them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum
from functools import partial
from pathlib import Path
from typing import Self

from tests.serving import serving


class Trouble(Enum):
    """What happens to a commit."""

    CUT_BEFORE = "the connection ends before the server gets it"
    CUT_AFTER = "the connection ends before the client gets the reply"


class Proxy:
    """Passes all it gets to the server at ``target``, with the troubles planned for commits."""

    def __init__(self, target: Path, path: Path) -> None:
        """Lead to there from ``path``."""
        self.path = path
        self.plan: deque[Trouble] = deque()
        """What happens to the next commits; after these all is well."""
        self._target = target

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Self]:
        """Listen while the block runs."""
        async with serving(partial(asyncio.start_unix_server, path=self.path), self._serve):
            yield self

    async def _serve(self, client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        server, to_server = await asyncio.open_unix_connection(self._target)
        replies = asyncio.create_task(_pump(server, to_client))
        try:
            while request := await client.read(1 << 16):
                is_commit = b"EVALSHA" in request
                trouble = self.plan.popleft() if is_commit and self.plan else None
                if trouble is Trouble.CUT_BEFORE:
                    return
                if trouble is Trouble.CUT_AFTER:
                    replies.cancel()
                    await asyncio.wait([replies])
                to_server.write(request)
                if trouble is Trouble.CUT_AFTER:
                    await server.read(1)
                    return
        finally:
            replies.cancel()
            to_client.close()
            to_server.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(1 << 16):
        writer.write(data)
