"""Work that is done in order."""

from __future__ import annotations

import asyncio

from bot.in_order import InOrder


async def test_lanes() -> None:
    """Each lane admits one at a time, in order, even if one fails; an empty lane is dropped."""
    order, told = InOrder(), list[str]()
    first = asyncio.Event()

    async def work(lane: str, name: str) -> None:
        async with order.lane(lane):
            if name == "a1":
                await first.wait()
                raise ValueError(name)
            told.append(name)

    names = ("a1", "b1", "a2", "a3", "b2")
    tasks = [asyncio.create_task(work(name[0], name)) for name in names]
    await asyncio.wait([tasks[1], tasks[4]])
    assert told == ["b1", "b2"]
    assert len(order._lanes) == 1
    first.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert told == ["b1", "b2", "a2", "a3"]
    assert not order._lanes


async def test_a_newcomer() -> None:
    """Who comes to a lane that some have left and others are in waits for those."""
    order, told, may_end = InOrder(), list[int](), [asyncio.Event() for _ in range(3)]

    async def work(number: int) -> None:
        async with order.lane("a"):
            told.append(number)
            await may_end[number].wait()

    first, second = (asyncio.create_task(work(number)) for number in (0, 1))
    await asyncio.sleep(0)
    may_end[0].set()
    await first
    third = asyncio.create_task(work(2))
    await asyncio.sleep(0)
    assert told == [0, 1]
    for each in may_end:
        each.set()
    await asyncio.gather(second, third)
    assert told == [0, 1, 2]


async def test_cancelled_waiter() -> None:
    """A waiter that is cancelled holds up nobody behind it."""
    order, told = InOrder(), list[int]()
    first = asyncio.Event()

    async def work(number: int) -> None:
        async with order.lane("a"):
            await first.wait()
            told.append(number)

    tasks = [asyncio.create_task(work(number)) for number in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    first.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert told == [0, 2]
    assert not order._lanes
