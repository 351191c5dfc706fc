"""Commands that are asked for at the same time."""

from __future__ import annotations

import asyncio
from pathlib import Path
from uuid import uuid4

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as ConnectionLostError
from redis.exceptions import ResponseError

from bot.store.opening import connect
from tests.bot.store.conftest import Backends


async def test_share_a_connection(on_redis: Backends) -> None:
    """Commands asked for at once go by one connection, each with its own answer."""
    key = uuid4().hex
    asked = [on_redis.client.incr(key) for _ in range(20)]
    ids = [on_redis.client.client_id() for _ in range(20)]
    answers = await asyncio.gather(*asked, *ids)
    assert answers[:20] == list(range(1, 21))
    assert len(set(answers[20:])) == 1


async def test_one_error(on_redis: Backends) -> None:
    """A command that the server refuses is its own sender's error."""
    client: Redis = on_redis.client
    key = uuid4().hex
    put, refused, got = await asyncio.gather(
        client.set(key, "x"), client.incr(key), client.get(key), return_exceptions=True
    )
    assert put is True
    assert isinstance(refused, ResponseError)
    assert got == b"x"


async def test_one_command_alone(on_redis: Backends) -> None:
    """A command that is alone is answered, or raises, as ever."""
    key = uuid4().hex
    assert await on_redis.client.set(key, "x") is True
    with pytest.raises(ResponseError):
        await on_redis.client.incr(key)


async def test_lost_connection(tmp_path: Path) -> None:
    """Where there is no server, everybody who asked is told."""
    client = connect(f"unix://{tmp_path}/nobody")
    answers = await asyncio.gather(client.get("a"), client.get("b"), return_exceptions=True)
    assert [type(each) for each in answers] == [ConnectionLostError] * 2
    await client.aclose()


async def test_cancelled(on_redis: Backends) -> None:
    """Who does not wait any more takes nothing from the others."""
    client, key = on_redis.client, uuid4().hex
    given_up = asyncio.ensure_future(client.incr(key))
    other = asyncio.ensure_future(client.incr(key))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await other == 2
    with pytest.raises(asyncio.CancelledError):
        await given_up
