"""Drawing aside: in threads of its own, so that nothing else waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

_THREADS: Final = ThreadPoolExecutor(2, thread_name_prefix="drawing")
"""Two, however many processors there are: drawing holds the interpreter's lock most of the time,
and a replay takes up to 70 MB."""


async def draw_aside(drawing: Callable[[], bytes]) -> bytes:
    """Return what ``drawing`` returns, or raise what it raises, once a thread has run it."""
    return await asyncio.get_running_loop().run_in_executor(_THREADS, drawing)
