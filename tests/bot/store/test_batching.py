"""Commands that are asked for at the same time."""

from __future__ import annotations

import asyncio
import gc
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import pytest
from redis.exceptions import ConnectionError as ConnectionLostError
from redis.exceptions import RedisError, ResponseError

from bot.config import Wait
from bot.store.batching import BatchingRedis
from bot.store.opening import connect
from tests.bot.store.conftest import Backends
from tests.patience import PATIENCE_S


async def _asked(client: BatchingRedis, *command: object) -> object:
    return (await client.call("", command))[0]


async def test_share_a_connection(on_redis: Backends) -> None:
    """Commands asked for at once go by one connection, each with its own answer."""
    client, key = on_redis.client, uuid4().hex
    asked = [_asked(client, "INCR", key) for _ in range(20)]
    ids = [_asked(client, "CLIENT", "ID") for _ in range(20)]
    answers = await asyncio.gather(*asked, *ids)
    assert answers[:20] == list(range(1, 21))
    assert len(set(answers[20:])) == 1


async def test_one_error(on_redis: Backends) -> None:
    """A command that the server refuses is its own sender's error."""
    client, key = on_redis.client, uuid4().hex
    put, refused, got = await asyncio.gather(
        _asked(client, "SET", key, "x"),
        _asked(client, "INCR", key),
        _asked(client, "GET", key),
        return_exceptions=True,
    )
    assert put is True
    assert isinstance(refused, ResponseError)
    assert got == b"x"


async def test_error_in_a_row(on_redis: Backends) -> None:
    """What is asked for together is answered whole, or its first error raised."""
    client, key = on_redis.client, uuid4().hex
    together = [(key, ("SET", key, "x")), (key, ("INCR", key)), (key, ("SET", key, "y"))]
    with pytest.raises(ResponseError):
        await client.spread(together)
    assert await client.spread([(key, ("GET", key)), (key, ("STRLEN", key))]) == [b"y", 1]


async def test_an_error_does_not_hold_its_command(on_redis: Backends) -> None:
    """Where replicas are waited for, too, what the server refuses is told without the command."""
    client, key = on_redis.client, uuid4().hex
    await client.call(key, ("SET", key, "x"), Wait(0, 1))
    with pytest.raises(ResponseError) as refused:
        await client.call(key, ("INCR", key), Wait(0, 1))
    assert key not in str(refused.value)


@pytest.mark.parametrize("cancels", [False, True])
async def test_no_answer_is_left(
    on_redis: Backends, caplog: pytest.LogCaptureFixture, *, cancels: bool
) -> None:
    """Who asked for several together and has one error, or goes away, leaves no other untold."""
    gc.collect()
    caplog.clear()  # of what earlier tests have left
    client, key = connect(on_redis.url), uuid4().hex
    together = asyncio.create_task(client.spread([(key, ("BLPOP", key, 0))] * 2))
    await asyncio.sleep(0)
    if cancels:
        together.cancel()
    await client.aclose()
    await asyncio.wait([together])
    assert together.cancelled() or isinstance(together.exception(), RedisError)
    del together
    gc.collect()
    assert "never retrieved" not in caplog.text


async def test_no_server(tmp_path: Path) -> None:
    """Where there is no server, everybody who asked is told, and so is who asks again."""
    client = connect(f"unix://{tmp_path}/nobody")
    for _ in range(2):
        asked = [_asked(client, "GET", name) for name in "ab"]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(each) for each in answers] == [ConnectionLostError] * 2
    await client.aclose()


async def test_lost_connection(on_redis: Backends) -> None:
    """Who waits on a connection that is lost is told, and who asks then has a new one."""
    client, key = on_redis.client, uuid4().hex
    lost = await _asked(client, "CLIENT", "ID")
    waiting = asyncio.ensure_future(_asked(client, "BLPOP", key, 0))
    assert await on_redis.client.client_kill_filter(_id=str(lost)) == 1
    with pytest.raises(RedisError):
        await waiting
    assert await _asked(client, "CLIENT", "ID") != lost


@pytest.mark.parametrize("turns", range(12))
async def test_lost_as_it_is_closed(on_redis: Backends, turns: int) -> None:
    """A client ends, though in any turn of the loop since its connection was lost."""
    client = connect(on_redis.url)
    mine = await _asked(client, "CLIENT", "ID")
    assert await on_redis.client.client_kill_filter(_id=str(mine)) == 1
    for _ in range(turns):
        await asyncio.sleep(0)
    closing = asyncio.create_task(client.aclose())
    ended, _ = await asyncio.wait([closing], timeout=PATIENCE_S)
    assert ended


async def test_many_watches(on_redis: Backends) -> None:
    """Whoever listens keeps a connection, which is none of those that commands are sent on."""
    client = connect(on_redis.url)
    async with AsyncExitStack() as listening:
        for _ in range(client.connection_pool.max_connections + 1):
            await listening.enter_async_context(client.subscription("channel"))
        assert await client.call("", ("PING",), Wait(0, 1)) == (True, True)
    await client.aclose()


async def test_late_answer(on_redis: Backends) -> None:
    """An answer that does not come in time is an error, and the next command is not held up."""
    url, key = on_redis.url, uuid4().hex
    client = connect(url, patience=0.1)
    with pytest.raises(RedisError):
        await _asked(client, "BLPOP", key, 0)
    client._shared._patience = PATIENCE_S  # what is held up waits without end all the same
    assert await _asked(client, "SET", key, "x") is True
    await client.aclose()


async def test_late_while_more_is_asked(on_redis: Backends) -> None:
    """That a server answers no more is noticed, however much else is asked meanwhile."""
    client = connect(on_redis.url, patience=0.1)
    late = asyncio.ensure_future(_asked(client, "BLPOP", uuid4().hex, 0))
    others = []
    async with asyncio.timeout(PATIENCE_S):
        while not late.done():
            others.append(asyncio.ensure_future(_asked(client, "PING")))
            await asyncio.sleep(0.01)
    with pytest.raises(RedisError):
        await late
    await asyncio.gather(*others, return_exceptions=True)
    await client.aclose()


async def test_closed(on_redis: Backends) -> None:
    """Who waits while the client is closed is told, at once; no connection is left."""
    client = connect(on_redis.url)
    waiting = asyncio.ensure_future(_asked(client, "BLPOP", uuid4().hex, 0))
    await asyncio.sleep(0)
    async with client.subscription("channel"):
        (listening,) = client._watching._in_use_connections
        await client.aclose()
        assert not listening.is_connected
    await asyncio.sleep(0)
    assert waiting.done()
    with pytest.raises(RedisError):
        await waiting


async def test_asked_once_closed(on_redis: Backends) -> None:
    """What is asked when the client was closed is answered yet, and not waited for in vain."""
    client = connect(on_redis.url)
    await client.call("", ("PING",))
    await client.aclose()
    async with asyncio.timeout(PATIENCE_S):
        assert await client.call("", ("ECHO", "late")) == (b"late", True)
    await client.aclose()


async def test_cancelled(on_redis: Backends) -> None:
    """Who does not wait any more takes nothing from the others."""
    client, key = on_redis.client, uuid4().hex
    given_up = asyncio.ensure_future(_asked(client, "INCR", key))
    other = asyncio.ensure_future(_asked(client, "INCR", key))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await other == 2
    with pytest.raises(asyncio.CancelledError):
        await given_up
