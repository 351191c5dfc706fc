"""TLS between the bot and its store, with certificates of a CA made for the test.

The embedded server's program is built without TLS, so what ends it is a proxy before a real server:
what is tested is the bot's half, the library's real handshake with what REDIS_URL says.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
import trustme

from bot.app.ports import Applied, StoreUnavailable
from bot.store.embedded import EmbeddedServer
from bot.store.keys import Keys
from bot.store.mailbox import MailboxStore
from bot.store.opening import link_to
from bot.store.redis_backend import RedisBackend
from tests.bot.store.conftest import Backends, TextCodec, append
from tests.bot.store.nodes import Cluster
from tests.serving import serving

HOST = "127.0.0.1"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]
Connect = Callable[[], Awaitable[Streams]]


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    """Return who vouches for the server and its clients."""
    return trustme.CA()


@pytest.fixture
def trusted(authority: trustme.CA, tmp_path: Path) -> Path:
    """Return the file that says whom to trust."""
    path = tmp_path / "ca.pem"
    authority.cert_pem.write_to_path(path)
    return path


def context(authority: trustme.CA, name: str, *, mutual: bool = False) -> ssl.SSLContext:
    """Return what a server called ``name`` shows, and asks for if it is ``mutual``."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(made)
    if mutual:
        authority.configure_trust(made)
        made.verify_mode = ssl.CERT_REQUIRED
    return made


@asynccontextmanager
async def ending_tls(shown: ssl.SSLContext, connect: Connect) -> AsyncIterator[int]:
    """End TLS on a port, and hand on what comes to the server that ``connect`` reaches."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, to_there = await connect()
        pumps = [asyncio.create_task(pump(reader, to_there))]
        pumps.append(asyncio.create_task(pump(there, writer)))
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in pumps:
                each.cancel()
            writer.close()
            to_there.close()

    async with serving(
        partial(asyncio.start_server, host=HOST, port=0, ssl=shown), serve
    ) as server:
        yield server.sockets[0].getsockname()[1]


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Hand on what comes."""
    while data := await reader.read(1 << 16):
        writer.write(data)


@asynccontextmanager
async def store_at(address: str, keys: Keys) -> AsyncIterator[MailboxStore]:
    """Return a store at ``address``."""
    store = MailboxStore(RedisBackend(link_to(address), keys, patience=0.1), TextCodec())
    yield store
    await store.close()


def to(server: EmbeddedServer) -> Connect:
    """Return what connects to ``server``."""
    return lambda: asyncio.open_unix_connection(server.socket)


async def test_over_tls(
    server: EmbeddedServer, on_redis: Backends, authority: trustme.CA, trusted: Path
) -> None:
    """The store works over TLS with a server whose certificate the given CA has issued."""
    async with (
        ending_tls(context(authority, HOST), to(server)) as port,
        store_at(f"rediss://{HOST}:{port}?ssl_ca_certs={trusted}", on_redis.keys) as store,
    ):
        assert await store.update("room", "1", append("a")) == Applied("a")


@pytest.mark.parametrize("name", ["elsewhere.example", HOST])
async def test_not_to_be_trusted(
    name: str, server: EmbeddedServer, on_redis: Backends, authority: trustme.CA, trusted: Path
) -> None:
    """A certificate for another name, or from an unknown CA, ends the connection."""
    issuer = trustme.CA() if name == HOST else authority
    async with (
        ending_tls(context(issuer, name), to(server)) as port,
        store_at(f"rediss://{HOST}:{port}?ssl_ca_certs={trusted}", on_redis.keys) as store,
    ):
        with pytest.raises(StoreUnavailable, match=r"(?i)certificate verify failed"):
            await store.update("room", "1", append("a"))
    assert not await on_redis.client.keys(f"{on_redis.keys.prefix}*")


async def test_certificate_of_the_bot(
    server: EmbeddedServer, on_redis: Backends, authority: trustme.CA, tmp_path: Path, trusted: Path
) -> None:
    """A server that requires a client certificate accepts the bot's, and no bot without one."""
    mine, key = tmp_path / "bot.pem", tmp_path / "bot.key"
    issued = authority.issue_cert("bot.example")
    issued.cert_chain_pems[0].write_to_path(mine)
    issued.private_key_pem.write_to_path(key)
    async with ending_tls(context(authority, HOST, mutual=True), to(server)) as port:
        address = f"rediss://{HOST}:{port}?ssl_ca_certs={trusted}"
        async with store_at(address, on_redis.keys) as stranger:
            with pytest.raises(StoreUnavailable):
                await stranger.update("room", "1", append("a"))
        known = f"{address}&ssl_certfile={mine}&ssl_keyfile={key}"
        async with store_at(known, on_redis.keys) as store:
            assert await store.update("room", "1", append("a")) == Applied("a")


async def test_no_way_without_tls(
    server: EmbeddedServer, on_redis: Backends, authority: trustme.CA
) -> None:
    """An address without TLS does not reach a server that has it."""
    async with (
        ending_tls(context(authority, HOST), to(server)) as port,
        store_at(f"redis://{HOST}:{port}", on_redis.keys) as store,
    ):
        with pytest.raises(StoreUnavailable):
            await store.update("room", "1", append("a"))


async def test_cluster_over_tls(authority: trustme.CA, trusted: Path, tmp_path: Path) -> None:
    """TLS in a cluster's address also applies to the nodes that the cluster names."""
    alone = Cluster(tmp_path / "cluster", primaries=1, replicas=0)
    node = alone.nodes[0]
    try:
        async with ending_tls(
            context(authority, HOST), lambda: asyncio.open_connection(HOST, node.port)
        ) as port:
            node.client.config_set("cluster-announce-client-port", port)
            address = f"rediss+cluster://{HOST}:{port}?ssl_ca_certs={trusted}"
            async with store_at(address, Keys()) as store:
                assert await store.update("room", "1", append("a")) == Applied("a")
            async with store_at(address.partition("?")[0], Keys()) as stranger:
                with pytest.raises(StoreUnavailable):
                    await stranger.update("room", "2", append("a"))
    finally:
        alone.close()
