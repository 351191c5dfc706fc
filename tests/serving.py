"""Serving: a server of a test's own, whose connections end with it."""

from __future__ import annotations

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

Accept = Callable[[StreamReader, StreamWriter], None]
Serve = Callable[[StreamReader, StreamWriter], Coroutine[Any, Any, None]]


@asynccontextmanager
async def serving(
    listen: Callable[[Accept], Awaitable[asyncio.Server]], serve: Serve
) -> AsyncIterator[asyncio.Server]:
    """Have ``serve`` serve each connection that comes where ``listen`` listens, for the block."""
    tasks: set[asyncio.Task[None]] = set()

    def accept(reader: StreamReader, writer: StreamWriter) -> None:
        task = asyncio.create_task(serve(reader, writer))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    server = await listen(accept)
    try:
        yield server
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
