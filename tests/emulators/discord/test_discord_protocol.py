"""The gateway's protocol on the Discord emulator, without the library: versions, wrong messages."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest

from tests.emulators.discord.compression import STREAMS
from tests.emulators.discord.rig import Rig, client


@asynccontextmanager
async def raw(rig: Rig, query: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Open a websocket of its own to the gateway."""
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(rig.server.gateway_url + query) as socket,
    ):
        yield socket


async def test_a_client_without_compression(rig: Rig) -> None:
    """Without ``compress`` messages are text."""
    async with raw(rig, "?v=10&encoding=json") as socket:
        assert (await socket.receive()).json()["op"] == 10


@pytest.mark.parametrize("query", ["?v=5&encoding=json", "?v=10&encoding=etf", "?v=10"])
async def test_versions(rig: Rig, query: str) -> None:
    """Another version or encoding is closed with 4012."""
    async with raw(rig, query) as socket:
        assert (await socket.receive()).data == 4012


IDENTIFY = {"token": "TOKEN", "intents": 513, "properties": {}}


@pytest.mark.parametrize(
    ("messages", "code"),
    [
        (["{"], 4002),
        (["[]"], 4002),
        ([{"op": 3, "d": {"x": "x" * 5000}}], 4002),
        ([{"op": 99}], 4001),
        ([{"op": 3}], 4003),
        ([{"op": 2, "d": IDENTIFY | {"token": "wrong"}}], 4004),
        ([{"op": 2, "d": IDENTIFY}, {"op": 2, "d": IDENTIFY}], 4005),
        ([{"op": 6, "d": {"token": "TOKEN", "session_id": "SESSION", "seq": 99}}], 4007),
        ([{"op": 2, "d": IDENTIFY}] + [{"op": 3}] * 120, 4008),
        ([{"op": 2, "d": IDENTIFY | {"shard": [2, 2]}}], 4010),
        ([{"op": 2, "d": IDENTIFY | {"intents": 1 << 40}}], 4013),
    ],
)
async def test_wrong_messages(rig: Rig, messages: list[Any], code: int) -> None:
    """A message that no client may send closes the connection with its own code."""
    async with client(rig):
        [session] = rig.world.handshake.sessions.live
        async with raw(rig, "?v=10&encoding=json") as socket:
            for message in messages:
                text = message if isinstance(message, str) else json.dumps(message)
                text = text.replace("TOKEN", rig.world.token).replace("SESSION", session.id)
                await socket.send_str(text)
            async for message in socket:
                assert message.type is aiohttp.WSMsgType.TEXT
            assert socket.close_code == code


async def test_a_session_nobody_knows(rig: Rig) -> None:
    """A resume of an unknown session is answered with op 9; binary messages are refused."""
    async with raw(rig, "?v=10&encoding=json") as socket:
        resume = {"op": 6, "d": {"token": rig.world.token, "session_id": "x", "seq": 1}}
        await socket.receive()
        await socket.send_str(json.dumps(resume))
        assert (await socket.receive()).json() == {"op": 9, "d": False, "s": None, "t": None}
        await socket.send_bytes(b"x")
        assert (await socket.receive()).data == 4002


@pytest.mark.parametrize(("code", "left"), [(1000, 0), (1001, 0), (4000, 1)])
async def test_how_a_client_leaves(rig: Rig, code: int, left: int) -> None:
    """A session whose client closes by 1000 or 1001 cannot be resumed; any other can.

    The library means to say 1000 and, for a race between its two readers, says 4000.
    """
    async with raw(rig, "?v=10&encoding=json") as socket:
        about = IDENTIFY | {"token": rig.world.token}
        await socket.send_str(json.dumps({"op": 2, "d": about}))
        await rig.world.changes.until(lambda: rig.world.handshake.sessions.live)
        await socket.close(code=code)
    await rig.world.changes.until(lambda: not rig.world.gateway.connections)
    assert len(rig.world.handshake.sessions.by_id) == left


@pytest.mark.skipif(sys.version_info < (3, 14), reason="zstd came into the library with 3.14")
def test_the_newer_compression() -> None:
    """Each message of a zstd stream can be read at once."""
    module: Any = importlib.import_module("compression.zstd")
    stream, reader = STREAMS["zstd-stream"](), module.ZstdDecompressor()
    assert [reader.decompress(stream(text)) for text in ("one", "two")] == [b"one", b"two"]
