"""Connections that end in the middle of a commit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path

import pytest

from bot.app.ports import Applied, Repeated, StoreUnavailable
from bot.store.embedded import EmbeddedServer
from bot.store.mailbox import MailboxStore
from bot.store.opening import connect
from bot.store.redis_backend import RedisBackend
from tests.bot.store.conftest import Backends, TextCodec, append, carrying, holding, look
from tests.bot.store.proxy import Proxy, Trouble


@pytest.fixture
async def proxy(server: EmbeddedServer, tmp_path: Path) -> AsyncIterator[Proxy]:
    """Return a proxy in front of the server."""
    async with Proxy(server.socket, tmp_path / "proxy").open() as proxy:
        yield proxy


@pytest.fixture
async def store(
    request: pytest.FixtureRequest, proxy: Proxy, on_redis: Backends
) -> AsyncIterator[MailboxStore]:
    """Return a store behind the proxy, patient enough for a busy machine, or as long as asked."""
    patience = getattr(request, "param", 30.0)
    backend = RedisBackend(connect(f"unix://{proxy.path}"), on_redis.keys, patience=patience)
    store = MailboxStore(backend, TextCodec())
    await store.update("room", "0", append("-"))
    yield store
    await store.close()


@pytest.mark.parametrize("plan", [p for n in (1, 2, 3) for p in product(Trouble, repeat=n)])
async def test_applied_once(plan: tuple[Trouble, ...], proxy: Proxy, store: MailboxStore) -> None:
    """However often it is lost, a commit is applied once, and is not told as a repetition."""
    carrier = carrying(store)
    proxy.plan.extend(plan)
    # Only the first reply, which is lost, tells whether the step was alone.
    alone = None if Trouble.CUT_AFTER in plan else True
    assert await store.update("room", "1", append("a", a="boom")) == Applied("-a", alone=alone)
    assert not proxy.plan
    assert await store.update("room", "1", append("a", a="boom")) == Repeated()
    assert await store.update("room", "2", append("b")) == Applied("-ab")
    await store.settled()
    assert carrier.carried == [("room", "boom")]


async def test_effects_of_others_are_left_to_them(
    proxy: Proxy, store: MailboxStore, on_redis: Backends
) -> None:
    """After a lost reply a store carries out only the effects of its own commit."""
    other, carrier = on_redis.store(), carrying(store)
    gate = holding(other)
    await other.update("elsewhere", "1", append("a", a="hiss"))
    proxy.plan.append(Trouble.CUT_AFTER)
    await store.update("room", "1", append("a", a="boom"))
    await store.settled()
    gate.set()
    await other.settled()
    assert carrier.carried == [("room", "boom")]


@pytest.mark.parametrize("store", [0.5], indirect=True)
@pytest.mark.parametrize("trouble", Trouble)
async def test_given_up(trouble: Trouble, proxy: Proxy, store: MailboxStore) -> None:
    """A commit that was given up counts once in the end, when its sender asks again."""
    proxy.plan.extend([trouble] * 1000)
    with pytest.raises(StoreUnavailable):
        await store.update("room", "1", append("a"))
    proxy.plan.clear()
    again = await store.update("room", "1", append("a"))
    assert again == (Repeated() if trouble is Trouble.CUT_AFTER else Applied("-a"))
    assert await store.view("room", look()) == "-a"
