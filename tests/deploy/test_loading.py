"""A server that is started again and still reads its files (case 39)."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.app.ports import Applied
from bot.store.keys import Keys
from bot.store.mailbox import MailboxStore
from bot.store.opening import connect
from bot.store.redis_backend import RedisBackend
from tests.bot.store.conftest import TextCodec, append
from tests.deploy.valkey_server import address, administrator, serving

_KEYS = 2000
_SLOWLY = ("--key-load-delay", "500", "--loading-process-events-interval-bytes", "1024")
"""A second for all keys; commands are answered in between, with LOADING."""


async def test_loading(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Case 39: while the server is loading a move waits, and is applied once it has loaded."""
    with serving(tmp_path), administrator(tmp_path) as admin:
        pipe = admin.pipeline(transaction=False)
        for number in range(_KEYS):
            pipe.set(f"ms:filler:{number}", number)
        pipe.execute()
    again = serving(tmp_path, *_SLOWLY)
    backend = RedisBackend(connect(address(tmp_path)), Keys(), patience=30)
    store = MailboxStore(backend, TextCodec())
    with caplog.at_level("INFO", "bot.store.insisting"):
        starting = asyncio.create_task(asyncio.to_thread(again.__enter__))
        assert await store.update("room", "1", append("a")) == Applied("a")
        await starting
    assert "loading" in caplog.text.lower()
    await store.close()
    await asyncio.to_thread(again.__exit__, None, None, None)
