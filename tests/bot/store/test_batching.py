"""Commands that are sent at the same time."""

from __future__ import annotations

import asyncio
import gc
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as ConnectionLostError
from redis.exceptions import ReadOnlyError, RedisError, ResponseError

from bot.config import Wait
from bot.store import pipelined
from bot.store.batching import BatchingRedis
from bot.store.opening import connect
from tests.bot.store.conftest import Backends
from tests.bot.store.scripted import ScriptedNode
from tests.patience import PATIENCE_S


async def _asked(client: BatchingRedis, *command: object) -> object:
    return (await client.call("", command))[0]


async def test_share_a_connection(on_redis: Backends) -> None:
    """Commands sent at once share one connection, and each gets its own answer."""
    client, key = on_redis.client, uuid4().hex
    asked = [_asked(client, "INCR", key) for _ in range(20)]
    ids = [_asked(client, "CLIENT", "ID") for _ in range(20)]
    answers = await asyncio.gather(*asked, *ids)
    assert answers[:20] == list(range(1, 21))
    assert len(set(answers[20:])) == 1


async def test_one_error(on_redis: Backends) -> None:
    """A command that the server refuses is an error for its own sender only."""
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
    """Of commands sent together all answers are returned, the errors in their places."""
    client, key = on_redis.client, uuid4().hex
    together = [(key, ("SET", key, "x")), (key, ("INCR", key)), (key, ("SET", key, "y"))]
    put, refused, again = await client.spread(together)
    assert (put, again) == (True, True)
    assert isinstance(refused, ResponseError)
    assert await client.spread([(key, ("GET", key)), (key, ("STRLEN", key))]) == [b"y", 1]


async def test_an_error_does_not_hold_its_command(on_redis: Backends) -> None:
    """An error does not contain the refused command, even when replicas are waited for."""
    client, key = on_redis.client, uuid4().hex
    await client.call(key, ("SET", key, "x"), Wait(0, 1))
    with pytest.raises(ResponseError) as refused:
        await client.call(key, ("INCR", key), Wait(0, 1))
    assert key not in str(refused.value)


@pytest.mark.parametrize("cancels", [False, True])
async def test_no_answer_is_left(
    on_redis: Backends, caplog: pytest.LogCaptureFixture, *, cancels: bool
) -> None:
    """After an error or a cancellation no answer of commands sent together stays unretrieved."""
    gc.collect()
    caplog.clear()  # of what earlier tests have left
    client, key = connect(on_redis.url), uuid4().hex
    together = asyncio.create_task(client.spread([(key, ("BLPOP", key, 0))] * 2))
    await asyncio.sleep(0)
    if cancels:
        together.cancel()
    await client.aclose()
    await asyncio.wait([together])
    errors = [] if together.cancelled() else together.result()
    assert all(isinstance(each, RedisError) for each in errors)
    assert len(errors) == (0 if cancels else 2)
    del together
    gc.collect()
    assert "never retrieved" not in caplog.text


async def test_no_server(on_redis: Backends, tmp_path: Path) -> None:
    """Without a server every sender gets an error; nothing of theirs is sent to a later one."""
    client, key = connect(f"unix://{tmp_path}/nobody"), uuid4().hex
    for _ in range(2):
        asked = [_asked(client, "SET", key, value) for value in "ab"]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(each) for each in answers] == [ConnectionLostError] * 2
    (tmp_path / "nobody").symlink_to(on_redis.url.removeprefix("unix://"))
    assert await _asked(client, "GET", key) is None
    await client.aclose()


def _noting(client: BatchingRedis) -> tuple[list[AbstractConnection], list[bytes]]:
    """Return the connections that ``client`` makes from now on, and what is sent on them."""
    make, made, sent = client._shared._make, list[AbstractConnection](), list[bytes]()

    def make_and_note() -> AbstractConnection:
        connection = make()
        send = connection.send_packed_command

        async def note(piece: Any, check_health: bool = True) -> None:  # noqa: FBT001, FBT002  # the library's
            sent.append(piece)
            await send(piece, check_health)

        connection.send_packed_command = note  # type: ignore[assignment,method-assign]
        made.append(connection)
        return connection

    client._shared._make = make_and_note
    return made, sent


async def test_sent_as_one_piece(on_redis: Backends) -> None:
    """Who asks a turn of the loop later is sent with those before; nothing else is sent, ever."""
    client = connect(on_redis.url)
    _, sent = _noting(client)
    await _asked(client, "PING")
    sent.clear()

    async def late() -> object:
        await asyncio.sleep(0)
        return await _asked(client, "ECHO", "b")

    assert [*await asyncio.gather(_asked(client, "ECHO", "a"), late())] == [b"a", b"b"]
    for _ in range(9):
        await asyncio.sleep(0)
    assert len(sent) == 1
    await client.aclose()


async def test_only_its_owner_reads(on_redis: Backends) -> None:
    """No check of its health and no limit of the library's gets between a connection's answers."""
    client = connect(f"{on_redis.url}?health_check_interval=1")
    made, _ = _noting(client)
    await _asked(client, "PING")
    made[0].next_health_check = -1.0
    made[0].socket_timeout = 0.01  # as the library sets it while a server is maintained
    assert await _asked(client, "ECHO", "a") == b"a"
    assert await _asked(client, "BLPOP", uuid4().hex, 0.2) is None
    assert len(made) == 1
    await client.aclose()


async def test_lost_connection(on_redis: Backends) -> None:
    """A sender waiting on a connection that is lost gets an error; the next uses a new one."""
    client, key = on_redis.client, uuid4().hex
    lost = await _asked(client, "CLIENT", "ID")
    waiting = asyncio.ensure_future(_asked(client, "BLPOP", key, 0))
    assert await on_redis.client.client_kill_filter(_id=str(lost)) == 1
    with pytest.raises(RedisError):
        await waiting
    assert await _asked(client, "CLIENT", "ID") != lost


@pytest.mark.parametrize("turns", range(12))
async def test_lost_as_it_is_closed(on_redis: Backends, turns: int) -> None:
    """A client can be closed in any turn of the event loop after its connection was lost."""
    client = connect(on_redis.url)
    mine = await _asked(client, "CLIENT", "ID")
    assert await on_redis.client.client_kill_filter(_id=str(mine)) == 1
    for _ in range(turns):
        await asyncio.sleep(0)
    closing = asyncio.create_task(client.aclose())
    ended, _ = await asyncio.wait([closing], timeout=PATIENCE_S)
    assert ended


async def test_many_watches(on_redis: Backends) -> None:
    """Subscriptions have connections of their own, and take none away from commands."""
    client = connect(on_redis.url)
    async with AsyncExitStack() as listening:
        for _ in range(client.connection_pool.max_connections + 1):
            await listening.enter_async_context(client.subscription("channel"))
        assert await client.call("", ("PING",), Wait(0, 1)) == (True, True)
    await client.aclose()


async def test_late_answer(on_redis: Backends, monkeypatch: pytest.MonkeyPatch) -> None:
    """A late answer is an error for its sender, and does not hold up the next command."""
    monkeypatch.setattr(pipelined, "_LOOKS", 10_000)
    url, key = on_redis.url, uuid4().hex
    client = connect(url, patience=0.1)
    made, _ = _noting(client)
    with pytest.raises(RedisError):
        await _asked(client, "BLPOP", key, 0)
    assert [each.is_connected for each in made] == [False]
    client._shared._patience = PATIENCE_S  # a command held up would wait forever
    assert await _asked(client, "SET", key, "x") is True
    await client.aclose()


async def test_late_while_more_is_asked(on_redis: Backends) -> None:
    """A server's silence is noticed even while more and more is asked."""
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


async def test_a_replica_is_left() -> None:
    """A server that says it is a replica is hung up on, and what is asked next goes anew.

    It gives the answers that it owes before that.
    """
    node = ScriptedNode()
    async with node.running():
        client = connect(f"redis://127.0.0.1:{node.port}?protocol=2")
        made, _ = _noting(client)
        node.first.append(b"-READONLY You can't write against a read only replica.\r\n")
        written, read, last = (
            asyncio.ensure_future(_asked(client, *command))
            for command in (("SET", "key", "x"), ("GET", "key"), ("GET", "other"))
        )
        with pytest.raises(ReadOnlyError):
            await written
        later = asyncio.ensure_future(_asked(client, "SET", "key", "x"))
        assert await read == await last == b"OK"
        assert await later is True
        assert [each.is_connected for each in made] == [False, True]
        await client.aclose()


async def test_closed(on_redis: Backends) -> None:
    """Senders still waiting when the client is closed get an error at once; no connection stays."""
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


async def _is_connected(on_redis: Backends, name: bytes) -> bool:
    return b" name=%b " % name in await on_redis.client.execute_command("CLIENT", "LIST")


async def test_no_connection_stays(on_redis: Backends) -> None:
    """However far a connection has come when its client is closed, it is closed as well."""
    for turns in range(1, 25):
        name = uuid4().hex
        client = connect(f"{on_redis.url}?client_name={name}&protocol={2 + turns % 2}")
        asked = asyncio.ensure_future(_asked(client, "BLPOP", name, 0))
        for _ in range(turns):
            await asyncio.sleep(0)
        await client.aclose()
        await asyncio.wait([asked])
        async with asyncio.timeout(PATIENCE_S):
            while await _is_connected(on_redis, name.encode()):  # noqa: ASYNC110  # the server's
                await asyncio.sleep(0)


async def test_connected_when_asked(tmp_path: Path) -> None:
    """Once a connection was lost a new one is made when something is asked, and not before."""
    connections = list[asyncio.StreamWriter]()

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connections.append(writer)
        writer.close()

    async with await asyncio.start_unix_server(hang_up, tmp_path / "socket"):
        client = connect(f"unix://{tmp_path}/socket")
        for number in (1, 2):
            with pytest.raises(ConnectionLostError):
                await client.call("", ("PING",))
            for _ in range(50):
                await asyncio.sleep(0)
            assert len(connections) == number
        await client.aclose()


async def test_nothing_is_late(on_redis: Backends, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection is not given up while it owes no answer, nor while one may still come."""
    monkeypatch.setattr(pipelined, "_LOOKS", 2000)
    client = connect(on_redis.url, patience=PATIENCE_S)
    mine = await _asked(client, "CLIENT", "ID")
    for waiting in (on_redis.client, client):
        assert await _asked(waiting, "BLPOP", uuid4().hex, 0.2) is None
    assert await _asked(client, "CLIENT", "ID") == mine
    await client.aclose()


async def test_asked_once_closed(on_redis: Backends) -> None:
    """A command sent after the client was closed is still answered, and waits for nothing."""
    client = connect(on_redis.url)
    await client.call("", ("PING",))
    await client.aclose()
    async with asyncio.timeout(PATIENCE_S):
        assert await client.call("", ("ECHO", "late")) == (b"late", True)
    await client.aclose()


async def test_cancelled(on_redis: Backends) -> None:
    """A sender that is cancelled takes nothing from the others."""
    client, key = on_redis.client, uuid4().hex
    given_up = asyncio.ensure_future(_asked(client, "INCR", key))
    other = asyncio.ensure_future(_asked(client, "INCR", key))
    await asyncio.sleep(0)
    given_up.cancel()
    assert await other == 2
    with pytest.raises(asyncio.CancelledError):
        await given_up
