"""Drawing aside: elsewhere than on the event loop, a few at a time."""

from __future__ import annotations

import asyncio
import threading

from bot.render.picture import draw_aside


async def test_two_at_a_time() -> None:
    """However many pictures are asked for at once, two are being drawn."""
    may_draw = threading.Event()
    drawers = set[str]()

    def drawing() -> bytes:
        drawers.add(threading.current_thread().name)
        may_draw.wait()
        return b"drawn"

    asked = [asyncio.ensure_future(draw_aside(drawing)) for _ in range(9)]
    await asyncio.sleep(0)  # all are handed over
    begun = {each.name for each in threading.enumerate() if each.name.startswith("drawing")}
    may_draw.set()
    assert await asyncio.gather(*asked) == [b"drawn"] * 9
    assert begun == {"drawing_0", "drawing_1"}
    assert drawers <= begun
