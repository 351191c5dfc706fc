"""An event loop on which time passes by itself where there is nothing to do but wait for it."""

from __future__ import annotations

import asyncio
import math
import selectors
from asyncio import Future, Timeout, TimerHandle
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar, TypeVarTuple

from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from tests.emulators.telegram.clock import VirtualClock

T = TypeVar("T")
Given = TypeVarTuple("Given")

_LOOK_S: Final = 0.001
"""Real seconds in which what was sent on loopback arrives: it mostly is there at once."""
_PAUSE_S: Final = 4.0
"""A timer of the loop for at most so many seconds is a pause in what goes on, such as a library's
before it calls again, and passes as the clock's time does. Longer ones are limits of calls, of
connections and of patience, and go by the real time in which there is nothing to do but wait."""
MOST_S: Final = 86_400.0
MOST_STEPS: Final = 10_000
"""How much time passes by itself in a test at most, and in how many steps: one that waits on waits
for what never comes. The bot's tests let ten minutes pass at most, or take 821 steps."""


class PassingLoop(asyncio.SelectorEventLoop):
    """A loop that moves a clock to its next sleeper once no task can go on and nothing is at work.

    What is at work are threads, and other processes where it is said (``working``).
    """

    def __init__(self) -> None:
        """Begin with a clock that stands still."""
        self._skipped = 0.0
        self._stands_at: float | None = None
        self._pauses: list[TimerHandle] = []
        self._working = 0
        self._clocks: list[VirtualClock] = []
        self._watched: dict[Future[None], Callable[[], object]] = {}
        self._waits: list[_Wait] = []
        self.renew()
        super().__init__(_Selector(self))

    @classmethod
    def running(cls) -> Self:
        """Return the running loop."""
        loop = asyncio.get_running_loop()
        assert isinstance(loop, cls), "time passes by itself on this loop alone"
        return loop

    def time(self) -> float:
        """Return seconds, which go on in real time, or while a clock passes as that does.

        They stand still then while tasks go on: how long that takes is up to the machine, and would
        make pauses end before what the clock has earlier, and limits be reached. Each look for what
        is there counts as long as it should take, so that patience ends.
        """
        return super().time() + self._skipped if self._stands_at is None else self._stands_at

    @property
    def stands_still(self) -> bool:
        """Whether time is what passes by itself alone: a clock passes, and nothing is at work."""
        return bool(self._clocks) and not self._working

    def renew(self) -> None:
        """Let as much time pass by itself as in a new test."""
        self._passed_s, self._steps = 0.0, 0

    @contextmanager
    def going_on(self) -> Iterator[None]:
        """Let time go on for real while the block runs."""
        self._go_on()
        try:
            yield
        finally:
            if self._clocks:
                self._stand_still()

    def _go_on(self) -> None:
        if self._stands_at is not None:
            self._skipped, self._stands_at = self._stands_at - super().time(), None

    def _stand_still(self) -> None:
        self._stands_at = self.time()

    def skip(self, seconds: float) -> None:
        """Let so many seconds be over."""
        if self._stands_at is not None:
            self._stands_at += seconds

    def call_at(
        self,
        when: float,
        callback: Callable[[*Given], object],
        *args: *Given,
        context: Context | None = None,
    ) -> TimerHandle:
        """Call ``callback`` at ``when``, which is skipped to if it is only a pause away."""
        timer = super().call_at(when, callback, *args, context=context)
        if when - self.time() <= _PAUSE_S:
            self._pauses.append(timer)
        return timer

    def run_in_executor(
        self, executor: Executor | None, func: Callable[[*Given], T], *args: *Given
    ) -> Future[T]:
        """Run ``func`` in a thread; the clock stands still until its result is there."""
        result = super().run_in_executor(executor, func, *args)
        self._working += 1
        result.add_done_callback(self._has_worked)
        return result

    def _has_worked(self, _result: Future[T]) -> None:
        self._working -= 1

    @contextmanager
    def working(self) -> Iterator[None]:
        """Let the clock stand still while the block waits for another process."""
        self._working += 1
        try:
            yield
        finally:
            self._working -= 1

    @contextmanager
    def passing(self, clock: VirtualClock) -> Iterator[None]:
        """Let the time of ``clock`` pass while the block runs."""
        self._stand_still()
        self._clocks.append(clock)
        try:
            yield
        finally:
            self._clocks.remove(clock)
            if not self._clocks:
                self._go_on()

    @asynccontextmanager
    async def patience(self) -> AsyncIterator[None]:
        """Bound what the block waits for: TimeoutError when patience ends, in real time.

        AssertionError says where it waits, once more time has passed by itself than tests need.
        """
        limit = asyncio.timeout(PATIENCE_S)
        wait = _Wait(limit)
        self._waits.append(wait)
        try:
            async with limit:
                yield
        except TimeoutError as error:
            if wait.in_vain:
                raise AssertionError(wait.in_vain) from error
            raise
        finally:
            self._waits.remove(wait)

    async def until(self, condition: Callable[[], object]) -> None:
        """Return as soon as ``condition`` is true; it is looked at whenever tasks have gone on."""
        reached = self.create_future()
        self._watched[reached] = condition
        try:
            await reached
        finally:
            del self._watched[reached]

    def look(self) -> bool:
        """Wake those whose condition is true; tell whether there were any."""
        true = [each for each, condition in self._watched.items() if condition()]
        for reached in true:
            if not reached.done():
                reached.set_result(None)
        return bool(true)

    def pass_time(self) -> bool:
        """Move the clocks to what is due next; tell whether anything can go on."""
        now = self.time()
        pauses = [each for each in self._pauses if not each.cancelled()]
        self._pauses = [each for each in pauses if each.when() > now]
        pause_s = min((each.when() - now for each in self._pauses), default=math.inf)
        gap_s = min(pause_s, *(clock.gap for clock in self._clocks))
        if gap_s == math.inf:
            return False
        self._passed_s, self._steps = self._passed_s + gap_s, self._steps + 1
        if self._passed_s > MOST_S or self._steps > MOST_STEPS:
            passed = f"{self._passed_s:.0f} s passed by themselves, in {self._steps} steps"
            self.renew()
            for wait in self._waits:
                wait.end(passed)
            return True
        if self._pauses:
            self.skip(gap_s)
        for clock in set(self._clocks):
            clock.advance(gap_s)
        return True


class _Wait:
    """What a task waits for while time passes."""

    def __init__(self, limit: Timeout) -> None:
        self._task = asyncio.current_task()
        self._limit = limit
        self.in_vain = ""
        """How long nothing has come, and where it is waited for; empty as long as something may."""

    def end(self, passed: str) -> None:
        """End it after ``passed``, unless that was done before."""
        if not self._limit.expired():
            self.in_vain = f"{passed}, and this did not end: {self._place()}"
            self._limit.reschedule(-math.inf)

    def _place(self) -> str:
        """Return the functions that await each other, each with its line."""
        waiting: Any = self._task and self._task.get_coro()
        places = []
        while frame := getattr(waiting, "cr_frame", None):
            places.append(f"{frame.f_code.co_qualname}:{frame.f_lineno}")
            waiting = waiting.cr_await
        return " > ".join(places)


class _Selector(selectors.DefaultSelector):
    """Tells a loop when it is about to wait."""

    def __init__(self, loop: PassingLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Return what is ready, at the latest once time has been made to pass."""
        if self._loop.look():
            timeout = 0
        if self._loop.stands_still:
            look_s = _LOOK_S if timeout is None else min(timeout, _LOOK_S)
            ready = super().select(look_s)
            if not ready:
                self._loop.skip(look_s)
            if ready or look_s == timeout or self._loop.pass_time():
                return ready
        with self._loop.going_on():
            return super().select(timeout)
