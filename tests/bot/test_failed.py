"""Work that goes on by itself and ends without a result."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest

from bot.failed import note_failure


@pytest.mark.parametrize("cancelled", [True, False])
async def test_nothing_is_said(*, cancelled: bool) -> None:
    """Of work that is cancelled, or fails with nobody asking, asyncio has nothing to complain."""
    said: list[dict[str, Any]] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, context: said.append(context))
    work = loop.create_future()
    work.add_done_callback(note_failure)
    if cancelled:
        work.cancel()
    else:
        work.set_exception(ValueError("no"))
    await asyncio.sleep(0)
    del work
    gc.collect()
    assert not said
