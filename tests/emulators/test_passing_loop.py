"""Time that passes by itself: to whatever is due next, and never while something is at work."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable, Coroutine

import pytest

from tests.emulators import passing_loop
from tests.emulators.passing_loop import PassingLoop
from tests.emulators.telegram.clock import VirtualClock
from tests.patience import patience


def run(test: Coroutine[None, None, None], loop: type[PassingLoop] = PassingLoop) -> None:
    """Run ``test`` on such a ``loop``; what takes hours on another one ends the process."""
    with patience(), asyncio.Runner(loop_factory=loop) as runner:
        runner.run(test)


def test_what_is_due_first_comes_first() -> None:
    """Sleepers and short pauses of the loop end in the order of their times, to the second."""

    async def test() -> None:
        clock = VirtualClock(0.0)
        ended: list[tuple[str, float]] = []

        async def sleep(name: str, sleeping: Coroutine[None, None, None]) -> None:
            await sleeping
            ended.append((name, round(clock.now(), 1)))

        async with clock.passing(), asyncio.TaskGroup() as group:
            group.create_task(sleep("an hour", clock.sleep(3600, "test")))
            group.create_task(sleep("three", clock.sleep(3, "test")))
            group.create_task(sleep("a pause of two", asyncio.sleep(2)))
            group.create_task(sleep("one", clock.sleep(1, "test")))
        assert ended == [("one", 1), ("a pause of two", 2), ("three", 3), ("an hour", 3600)]

    run(test())


class StalledLoop(PassingLoop):
    """A loop on a machine that has other things to do, each time before it would wait."""

    stall_s = 0.0

    def look(self) -> bool:
        """Stall."""
        until = time.monotonic() + self.stall_s
        while time.monotonic() < until:
            pass
        return super().look()


def test_what_is_due_meanwhile_comes_first() -> None:
    """A pause that is shorter than the loop stalls is no less a pause."""

    async def test() -> None:
        clock, loop = VirtualClock(0.0), asyncio.get_running_loop()
        assert isinstance(loop, StalledLoop)
        async with clock.passing():
            sleeper = asyncio.create_task(clock.sleep(1, "test"))
            await asyncio.sleep(0)
            loop.stall_s = 0.006
            await asyncio.sleep(0.005)
            assert (round(clock.now(), 2), sleeper.done()) == (0, False)
            await sleeper

    run(test(), StalledLoop)


def test_it_does_not_matter_how_long_things_take() -> None:
    """Pauses end with the clock, and no limit is reached, however long the loop stalls."""

    async def test() -> None:
        clock, loop = VirtualClock(0.0), asyncio.get_running_loop()
        assert isinstance(loop, StalledLoop)
        async with asyncio.timeout(6), clock.passing():
            loop.stall_s = 0.3
            sleeper = asyncio.create_task(clock.sleep(0.9, "test"))
            await asyncio.sleep(1)
            assert (round(clock.now(), 1), sleeper.done()) == (1, True)
            before = loop.time()
            await clock.sleep(50, "test")
            assert loop.time() - before < 0.1

    run(test(), StalledLoop)


def test_a_limit_is_no_pause() -> None:
    """A limit that a call has in the loop's time is not reached by time that passes."""

    async def test() -> None:
        clock = VirtualClock()
        async with asyncio.timeout(60), clock.passing():
            for _ in range(100):
                await clock.sleep(50, "test")

    run(test())


def test_a_thread_at_work_stops_the_clock() -> None:
    """Time does not pass while the result of a thread is waited for."""

    async def test() -> None:
        clock, go_on = VirtualClock(0.0), threading.Event()
        async with clock.passing():
            sleeper = asyncio.create_task(clock.sleep(5, "test"))
            working = asyncio.create_task(asyncio.to_thread(go_on.wait))
            await asyncio.sleep(0.01)  # for real
            assert not sleeper.done()
            go_on.set()
            await working
            assert clock.now() == 0
            await sleeper
        assert clock.now() == 5

    run(test())


def test_another_process_at_work_stops_the_clock() -> None:
    """Time does not pass, and a pause is one for real, while a process is said to be at work."""

    async def test() -> None:
        clock = VirtualClock(0.0)
        async with clock.passing() as loop:
            sleeper = asyncio.create_task(clock.sleep(5, "test"))
            with loop.working():
                await asyncio.sleep(0.01)
                assert (clock.now(), sleeper.done()) == (0, False)
            await sleeper
        assert clock.now() == 5

    run(test())


def test_it_stands_still_outside_of_the_block() -> None:
    """Time passes in the block alone, and no further than what was awaited there."""

    async def test() -> None:
        clock = VirtualClock(0.0)
        late = asyncio.create_task(clock.sleep(9, "test"))
        async with clock.passing():
            await clock.sleep(5, "test")
        await asyncio.sleep(0.01)  # for real
        assert (clock.now(), late.done()) == (5, False)
        late.cancel()

    run(test())


def test_until() -> None:
    """A condition is seen as soon as it is true, though it is so for a moment only."""

    async def test() -> None:
        clock, true = VirtualClock(0.0), False

        async def blink() -> None:
            nonlocal true
            await clock.sleep(3, "test")
            true = True
            await asyncio.sleep(0)
            true = False

        blinking = asyncio.create_task(blink())
        async with clock.passing() as loop:
            await loop.until(lambda: true)
        assert clock.now() == 3
        await blinking

    run(test())


class Ringing(VirtualClock):
    """A clock on which something is due every so many seconds, as the bot has it."""

    def __init__(self, every_s: float) -> None:
        """Begin with a bell to come."""
        super().__init__(0.0)
        self._every_s = every_s
        self.bell = asyncio.create_task(self._ring())

    async def _ring(self) -> None:
        while True:
            await self.sleep(self._every_s, "bell")


async def once(clock: VirtualClock) -> None:
    """Wait for what never comes."""
    async with clock.passing() as loop:
        await loop.until(lambda: False)


async def again(clock: VirtualClock) -> None:
    """Wait for a minute again and again, as for what a store has."""
    while True:
        async with clock.passing():
            await clock.sleep(60, "test")


async def inside(clock: VirtualClock) -> None:
    """Wait within a block in which time passes as well."""
    async with clock.passing():
        await once(clock)


@pytest.mark.parametrize("wait", [once, again, inside])
@pytest.mark.parametrize(("every_s", "most"), [(300.0, "MOST_S"), (0.5, "MOST_STEPS")])
def test_what_never_comes(
    monkeypatch: pytest.MonkeyPatch,
    wait: Callable[[VirtualClock], Coroutine[None, None, None]],
    every_s: float,
    most: str,
) -> None:
    """Who waits in vain is told where, after more time or more steps than a test needs.

    What is to be done about it may take as much time again.
    """
    monkeypatch.setattr(passing_loop, "MOST_S", 3000.0)
    monkeypatch.setattr(passing_loop, "MOST_STEPS", 200)

    async def test() -> None:
        clock = Ringing(every_s)
        with pytest.raises(AssertionError, match=f"this did not end: .*{wait.__name__}:") as told:
            await wait(clock)
        passed, steps = map(int, re.findall(r"^(\d+) s .* (\d+) steps", str(told.value))[0])
        assert (passed > 3000, steps > 200) == (most == "MOST_S", most == "MOST_STEPS")
        assert clock.now() <= 3000
        async with clock.passing():
            await clock.sleep(50, "test")
        clock.bell.cancel()

    run(test())


def test_all_who_wait_in_vain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of several who wait in vain at once is told."""
    monkeypatch.setattr(passing_loop, "MOST_S", 3000.0)

    async def test() -> None:
        clock = Ringing(300)
        told = await asyncio.gather(once(clock), inside(clock), return_exceptions=True)
        assert all(isinstance(each, AssertionError) for each in told)
        clock.bell.cancel()

    run(test())


def test_renew(monkeypatch: pytest.MonkeyPatch) -> None:
    """A soak may go on for as long as it renews the time that passes."""
    monkeypatch.setattr(passing_loop, "MOST_S", 3000.0)

    async def test() -> None:
        clock = VirtualClock(0.0)
        for _ in range(3):
            async with clock.passing() as loop:
                await clock.sleep(2000, "test")
                loop.renew()
        assert clock.now() == 6000

    run(test())
