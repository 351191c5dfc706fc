"""Cancelling something that waits for the store."""

from __future__ import annotations

import asyncio

import pytest

from tests.bot.store.conftest import Backends
from tests.outbox import outbox

_TURNS = 40
"""More turns of the event loop than an answer takes."""


async def test_never_lost(on_redis: Backends) -> None:
    """Whenever reading from the store is cancelled, it ends then: no cancellation gets lost."""
    backend = on_redis.make()
    for turns in [*range(_TURNS)] * 3:
        looking = asyncio.create_task(outbox(backend))
        for _ in range(turns):
            await asyncio.sleep(0)
        if looking.cancel():
            with pytest.raises(asyncio.CancelledError):
                await looking
    assert await outbox(backend) == []
