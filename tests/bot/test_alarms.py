"""Alarms: each call is made once, after its delay and no sooner, unless it is cancelled."""

from __future__ import annotations

import asyncio

from bot.alarms import Alarms

SOON = 0.001


async def test_in_order() -> None:
    """Calls are made in the order in which they were set, also one that a call sets."""
    rung: list[int] = []
    alarms, last = Alarms(SOON), asyncio.Event()
    began = asyncio.get_running_loop().time()

    def again() -> None:
        rung.append(1)
        alarms.set(last.set)

    alarms.set(again)
    alarms.set(lambda: rung.append(2))
    await last.wait()
    assert rung == [1, 2]
    assert asyncio.get_running_loop().time() - began >= 2 * SOON


async def test_cancelled() -> None:
    """What is cancelled is not called, whether it is first, last or between; the others are."""
    rung: list[int] = []
    alarms, last = Alarms(SOON), asyncio.Event()
    made = [alarms.set(lambda n=n: rung.append(n)) for n in range(4)]  # type: ignore[misc]
    for each in (made[0], made[2]):
        each.cancel()
    alarms.set(last.set)
    alarms.set(lambda: rung.append(9)).cancel()
    await last.wait()
    assert rung == [1, 3]


async def test_after_a_pause() -> None:
    """Alarms that have all rung, or been cancelled, do not keep later ones from ringing."""
    alarms = Alarms(SOON)
    for _ in range(3):
        rung = asyncio.Event()
        alarms.set(rung.set)
        alarms.set(rung.clear).cancel()
        await rung.wait()
