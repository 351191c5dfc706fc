"""Waits that end, whether the work that is waited for has ended or not."""

from __future__ import annotations

import asyncio

from bot.delivery.waits import cancelled, ended, within


class Clock:
    """A clock on which time passes at once, or not at all."""

    def __init__(self, *, stands: bool) -> None:
        """Note what is broken off."""
        self._stands = stands
        self.broken_off = 0

    async def sleep(self, _seconds: float) -> None:
        """Go on at once, or when cancelled."""
        if self._stands:
            try:
                await asyncio.Event().wait()
            finally:
                self.broken_off += 1


async def test_cancelled() -> None:
    """What is cancelled is waited for, and what each ended with is returned, an error as well."""

    async def lasting(end: Exception | str) -> str:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if isinstance(end, Exception):
                raise end from None
            return end
        return ""

    error = ValueError()
    tasks = [asyncio.create_task(lasting(end)) for end in ("done", error)]
    await asyncio.sleep(0)
    assert await cancelled(iter(tasks)) == ["done", error]


async def test_in_time() -> None:
    """Work that ends in time is not waited for any longer, and its timeout is cancelled."""
    clock = Clock(stands=True)
    work = asyncio.ensure_future(asyncio.sleep(0))
    assert await within(clock, 1, work)
    assert await ended(clock, 1, asyncio.sleep(0))
    await asyncio.sleep(0)
    assert clock.broken_off == 2


async def test_late() -> None:
    """Work that takes longer goes on, or is cancelled if nobody else waits for it."""
    clock, hanging = Clock(stands=False), Clock(stands=True)
    work = asyncio.ensure_future(hanging.sleep(1))
    assert not await within(clock, 1, work)
    assert not await ended(clock, 1, hanging.sleep(1))
    await asyncio.sleep(0)
    assert hanging.broken_off == 1
    assert not work.done()
    work.cancel()
