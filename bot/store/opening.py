"""Opening a store: which server keeps the games."""

from __future__ import annotations

import asyncio
import codecs
import re
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote, urlsplit

from redis.asyncio import BlockingConnectionPool
from redis.asyncio.cluster import ClusterNode, RedisCluster
from redis.asyncio.connection import (
    URL_QUERY_ARGUMENT_PARSERS,
    AbstractConnection,
    SSLConnection,
    parse_url,
)
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.driver_info import DriverInfo
from redis.exceptions import RedisClusterException, RedisError

import bot.store.writelines  # noqa: F401  # in force once it is loaded
from bot.app.ports import StoreUnavailable, StoreUnfit
from bot.config import CLUSTER, Wait
from bot.environment import nodes_of, scheme_of
from bot.store.backend import Backend
from bot.store.batching import BatchingRedis
from bot.store.cancelling import uninterrupted
from bot.store.cluster import ClusterLink
from bot.store.codec import Codec
from bot.store.keys import Keys
from bot.store.link import Link
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.redis_backend import OwnServer, RedisBackend

_CONNECT_S, _ANSWER_S = 5.0, 5.0
"""Generous: a worker that has just started and loads its solver may not look for a second."""
_CONNECTIONS: Final = 50
"""At once: one for each commit that replicas are to confirm; more of them wait for a free one."""
_CLUSTER_CONNECT_S, _CLUSTER_ANSWER_S = 0.5, 1.0
"""Short: the other nodes soon notice one that hangs, and one of its replicas takes over."""
_CLUSTER_CONNECTIONS: Final = 500
"""At once to each node."""
_PORT: Final = 6379
_OPTIONS: Final = {
    *URL_QUERY_ARGUMENT_PARSERS,
    *("host", "port", "path", "connection_class", "username", "password", "client_name"),
    *("encoding", "encoding_errors", "decode_responses"),
}
"""What an address may say, beside TLS: most other options of the library are objects, no texts."""
_MAY_BE_0: Final = {"db", "health_check_interval"}
_REFUSED: Final = (LookupError, ValueError, TypeError, RedisError, OSError)
"""What the library raises for values that it cannot use; OSError for files of TLS."""
_DRIVER: Final = DriverInfo()
"""What servers are told of the library: left to itself that looks for its files at each connection.
"""
_CLIENT_NAME: Final = re.compile("[!-~]*")
"""By the documentation of CLIENT SETNAME."""


@asynccontextmanager
async def open_store(
    redis_url: str | None,
    data_dir: Path,
    codec: Codec,
    measured: Callable[[Backend], Backend] = lambda backend: backend,
    wait: Wait | None = None,
) -> AsyncIterator[MailboxStore]:
    """Open the store at ``redis_url``, or else the embedded one whose files are in ``data_dir``.

    It uses its backend through what ``measured`` makes of that, and its commits ``wait`` for
    replicas. StoreUnavailable when it cannot be reached, StoreUnfit if it is not as it must be.
    """
    async with _backend(redis_url, data_dir, wait) as backend:
        store = MailboxStore(measured(backend), codec)
        try:
            yield store
        finally:
            await store.close()


@asynccontextmanager
async def _backend(
    redis_url: str | None, data_dir: Path, wait: Wait | None
) -> AsyncIterator[Backend]:
    if redis_url is None:
        async with _embedded(data_dir / "valkey") as backend:
            yield backend
    elif scheme_of(redis_url) == "memory":
        yield MemoryBackend()
    else:
        async with _on_server(redis_url, wait) as backend:
            yield backend


@asynccontextmanager
async def _embedded(folder: Path) -> AsyncIterator[Backend]:
    try:
        from bot.store.embedded import EmbeddedServer  # noqa: PLC0415  # not on Windows
    except ImportError as error:
        raise StoreUnavailable("The bot's own server needs Unix; set REDIS_URL.") from error
    server = EmbeddedServer(folder)
    with ThreadPoolExecutor(1) as thread:  # one: nobody lets go of it before it was started
        do = partial(asyncio.get_running_loop().run_in_executor, thread)
        try:
            await do(server.attach)
            async with _on_server(f"unix://{quote(str(server.socket))}", own=server) as backend:
                yield backend
        finally:
            # The thread goes on even if the task is cancelled, and nobody else would stop the
            # server. That is no task: the end of a loop cancels those, as at the second Ctrl-C.
            server.give_up()
            await uninterrupted(do(server.detach))


@asynccontextmanager
async def _on_server(
    url: str, wait: Wait | None = None, own: OwnServer | None = None
) -> AsyncIterator[Backend]:
    backend = RedisBackend(link_to(url, wait), Keys(), wait=wait, own=own)
    try:
        await backend.try_out()
        yield backend
    finally:
        await backend.close()


async def check_address(url: str | None) -> None:
    """Raise StoreUnfit if ``url``, or an option in it, is none; nothing is connected to."""
    if url is not None and scheme_of(url) != "memory":
        await link_to(url).aclose()


def link_to(url: str, wait: Wait | None = None) -> Link:
    """Return the way to the server or cluster at ``url``; StoreUnfit if that is no address.

    A cluster's answers may take as much longer as commits ``wait`` for replicas.
    """
    if scheme_of(url) in CLUSTER:
        return ClusterLink(connect_cluster(url, wait.ms / 1000 if wait else 0.0))
    return connect(url)


def connect(url: str, patience: float = _ANSWER_S) -> BatchingRedis:
    """Return a client of the server at ``url``; StoreUnfit if that is no address.

    An answer may take ``patience`` seconds.
    """
    try:
        options: dict[str, Any] = {
            # The backend itself tries again, with the same token, so the library must not.
            "retry": Retry(NoBackoff(), 0),
            "socket_connect_timeout": _CONNECT_S,
            "socket_timeout": _ANSWER_S,
            "max_connections": _CONNECTIONS,
            "timeout": _ANSWER_S,
            "driver_info": _DRIVER,
            **_options_of(url),
            "decode_responses": False,  # an address may say otherwise, but documents are bytes
        }
        pool = BlockingConnectionPool(**options)
        _check_options(pool.connection_class(**pool.connection_kwargs))
    except _REFUSED:
        # Without the library's words: they may quote what stands where the port should, a password.
        raise StoreUnfit(
            "REDIS_URL is no address of a server, or has unknown options or values."
        ) from None
    client = BatchingRedis(connection_pool=pool, patience=patience)
    client.auto_close_connection_pool = True
    return client


def connect_cluster(url: str, waiting: float) -> RedisCluster:
    """Return a client of the cluster at ``url``; StoreUnfit if that is no address.

    Answers may take ``waiting`` seconds longer than they would otherwise.
    """
    first, others = nodes_of(url)
    try:
        address = first.replace("+cluster", "", 1)
        options: dict[str, Any] = {**_cluster_options(waiting), **_options_of(address)}
        options["ssl"] = options.pop("connection_class", None) is SSLConnection
        options["decode_responses"] = False
        options["address_remap"] = partial(_address, at=options.get("host", ""))
        cluster = RedisCluster(startup_nodes=[_node(each) for each in others], **options)
        for node in cluster.startup_nodes:
            _check_options(node.connection_class(**node.connection_kwargs))
    except (*_REFUSED, RedisClusterException):
        raise StoreUnfit(
            "REDIS_URL is no address of a cluster, or has unknown options or values."
        ) from None
    return cluster


def _options_of(url: str) -> dict[str, Any]:
    """Return what ``url`` says; ValueError for what would fail only at the first connection."""
    options: dict[str, Any] = {**parse_url(url)}
    for name, value in options.items():
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if (
            (name not in _OPTIONS and not name.startswith("ssl_"))
            or (is_number and not (value > 0 or (value == 0 and name in _MAY_BE_0)))
            or (name == "client_name" and not _CLIENT_NAME.fullmatch(value))
        ):
            raise ValueError(name)
    return options


def _check_options(connection: AbstractConnection) -> None:
    """Raise what the first ``connection`` would raise for its options, which is made only later."""
    codecs.lookup(connection.encoder.encoding)
    if isinstance(connection, SSLConnection):
        connection.ssl_context.get()


def _address(named: tuple[str | None, int], *, at: str) -> tuple[str, int]:
    """Return host and port of a node as the cluster has ``named`` it.

    A cluster behind one address names ports alone (``cluster-preferred-endpoint-type``
    ``unknown-endpoint``); by its specification they are at the host that was asked.
    """
    host, port = named
    return host or at, port


def _cluster_options(waiting: float) -> dict[str, Any]:
    return {
        "socket_connect_timeout": _CLUSTER_CONNECT_S,
        "socket_timeout": _CLUSTER_ANSWER_S + waiting,
        "max_connections": _CLUSTER_CONNECTIONS,
        "driver_info": _DRIVER,
        # While one shard is away the others go on.
        "require_full_coverage": False,
    }


def _node(address: str) -> ClusterNode:
    parts = urlsplit(f"//{address}")
    if not parts.hostname:
        raise ValueError("no address of a node")
    return ClusterNode(parts.hostname, parts.port or _PORT)
