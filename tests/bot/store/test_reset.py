"""Connections that are reset while something is sent, at whatever turn of the event loop."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import AsyncIterator
from contextlib import aclosing, closing
from functools import partial

import pytest
from redis.exceptions import RedisError

from bot.config import Wait
from bot.store.opening import connect
from tests.serving import serving

_RESET = struct.pack("ii", 1, 0)
"""A lingering of no time: what closes is reset."""


@pytest.fixture(params=range(12))  # more turns than it takes until the other side asks again
async def address(request: pytest.FixtureRequest) -> AsyncIterator[str]:
    """Return the address of a server that answers once, and so many turns later is gone."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer):
            while (said := await reader.read(1 << 16)) and b"PING" not in said:
                writer.write(b"+OK\r\n" * said.count(b"CLIENT"))
            writer.write(b"+PONG\r\n:1\r\n" if b"WAIT" in said else b"+PONG\r\n")
            for _ in range(request.param):
                await asyncio.sleep(0)
            there: socket.socket = writer.get_extra_info("socket")
            there.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)

    listen = partial(asyncio.start_server, host="127.0.0.1", port=0)
    async with serving(listen, serve) as server:
        yield f"redis://127.0.0.1:{server.sockets[0].getsockname()[1]}?protocol=2"


@pytest.mark.parametrize("wait", [None, Wait(1, 10)])
async def test_what_is_asked(address: str, wait: Wait | None) -> None:
    """What is asked as the connection is lost is answered on another, or told that it was lost."""
    lost = 0
    async with aclosing(connect(address)) as client:
        for _ in range(3):
            try:
                assert await client.call("", ("PING",), wait) == (True, True)
            except (RedisError, OSError):
                lost += 1
    assert lost < 3
