"""The store in a process that has run out of some resource (case 43)."""

from __future__ import annotations

import os
import resource
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bot.app.ports import Applied, StoreUnavailable
from bot.store.keys import Keys
from bot.store.mailbox import MailboxStore
from bot.store.opening import link_to
from bot.store.redis_backend import RedisBackend
from tests.bot.store.conftest import Backends, TextCodec, append


@contextmanager
def no_more_descriptors() -> Iterator[None]:
    """Let the process open nothing more."""
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    free = os.open(os.devnull, os.O_RDONLY)
    os.close(free)
    resource.setrlimit(resource.RLIMIT_NOFILE, (free, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)


async def test_no_descriptors(on_redis: Backends) -> None:
    """Case 43: without a free descriptor the store is away, and back as soon as there is one."""
    store = MailboxStore(on_redis.make(patience=0.1), TextCodec())
    with no_more_descriptors(), pytest.raises(StoreUnavailable, match="Too many open files"):
        await store.update("room", "1", append("a"))
    assert await store.update("room", "1", append("a")) == Applied("a")


async def test_no_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 43: while names cannot be resolved the store is away, on a server and on a cluster."""

    def away(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_AGAIN, "Temporary failure in name resolution")

    monkeypatch.setattr(socket, "getaddrinfo", away)
    for address in ("redis://store.example:6379", "redis+cluster://one.example,two.example"):
        backend = RedisBackend(link_to(address), Keys(), patience=0.1)
        store = MailboxStore(backend, TextCodec())
        with pytest.raises(StoreUnavailable, match="Temporary failure in name resolution"):
            await store.update("room", "1", append("a"))
        await store.close()
