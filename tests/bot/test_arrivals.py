"""Platforms that connect their bots at different times, or never."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot import worker
from bot.advisor import SolverPool
from bot.app.decision import Decision
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.effects import Redraw
from bot.config import Config
from bot.observability.health import Health
from bot.observability.metrics import Metrics
from bot.platforms import PlatformRefused
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend
from tests.patience import PATIENCE_S

CONFIG = Config.read({"REDIS_URL": "memory://", "TELEGRAM_TOKEN": "1:a"})


class Platform:
    """A bot whose platform is reachable once the test says so, and which notes what happens."""

    def __init__(self, *, there: bool = False) -> None:
        """Make the platform reachable at once if it is ``there``, else later."""
        self.intake = "a stand-in"
        self.asked, self.there, self.tried = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.runs, self.told, self.drawn = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.noted: list[str] = []
        self.refusal: Exception | None = None
        self.lasts = asyncio.Event()
        self.lasts.set()
        if there:
            self.there.set()

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Connect as soon as the platform is reachable, unless it refuses."""
        try:
            self.asked.set()
            await self.there.wait()
            self.tried.set()
            if self.refusal is not None:
                raise self.refusal
            self.noted.append("in")
            yield
        finally:
            for _ in range(1 if self.refusal else 10):  # a connection takes time to close
                await asyncio.sleep(0)
            self.noted.append("out")

    async def redraw(self, _chat: str, _number: int) -> None:
        """Note that a board was to be shown."""
        self.drawn.set()

    async def day_over(self, chat: str, day: int) -> None:
        """Send nothing."""

    async def ready(self) -> None:
        """Wait until it is run."""
        await self.runs.wait()

    async def run(self, stopping: asyncio.Event) -> None:
        """Run until told to stop."""
        self.runs.set()
        await stopping.wait()
        self.told.set()
        await self.lasts.wait()
        self.noted.append("ran")


class Rig:
    """A worker that plays on stand-ins for platforms."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        config: Config = CONFIG,
        together_s: float = 0.0,
        **bots: Platform,
    ) -> None:
        """Have the worker play on ``bots``, all of which are waited for ``together_s`` seconds."""
        monkeypatch.setattr(worker, "_bots", lambda *_: bots)
        monkeypatch.setattr(worker, "_TOGETHER_S", together_s)
        self.health = Health(Metrics())
        self.store = MailboxStore(MemoryBackend(lambda: 0), DocumentCodec())
        pool = SolverPool(0.1)
        self.play = asyncio.create_task(worker._play(config, self.store, pool, self.health))
        self.play.add_done_callback(lambda _: pool.close())
        self.wrong: list[dict[str, Any]] = []
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: self.wrong.append(context))

    def stop(self) -> None:
        """Tell it to stop."""
        self.health.stopping.set()

    async def ended(self) -> None:
        """Wait for the worker's end; it may leave no task and no error behind."""
        try:
            await self.play
        finally:
            await asyncio.sleep(0)
            gc.collect()
            assert not self.wrong
            assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_platform_that_comes_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker plays where it can, joins a platform reached later, and shows boards due there."""
    here, away = Platform(there=True), Platform()
    rig = Rig(monkeypatch, here=here, away=away)
    async with asyncio.timeout(PATIENCE_S):
        await here.runs.wait()
        assert rig.health.connected
        show = Redraw("away:1", 1)
        await rig.store.update("chat:{away:1}", "1", lambda *_: Decision(None, {}, (show,)))
        await rig.store.settled()
        assert not away.drawn.is_set()
        away.there.set()
        await away.runs.wait()
        await rig.store.sweep(0)
        await away.drawn.wait()
        rig.stop()
        await rig.ended()
    assert here.noted == away.noted == ["in", "ran", "out"]


async def test_platforms_that_come_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of platforms that are there in time none is played on before the others."""
    here, soon = Platform(there=True), Platform()
    rig = Rig(monkeypatch, together_s=PATIENCE_S, here=here, soon=soon)
    async with asyncio.timeout(PATIENCE_S):
        await here.tried.wait()
        for _ in range(20):
            await asyncio.sleep(0)
        assert not here.runs.is_set()
        soon.there.set()
        await here.runs.wait()
        await soon.runs.wait()
        rig.stop()
        await rig.ended()


async def test_refused_while_another_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A platform that refuses its bot at once ends the worker, whoever else is waited for."""
    here, away = Platform(there=True), Platform()
    here.refusal = PlatformRefused("no")
    rig = Rig(monkeypatch, together_s=2 * PATIENCE_S, here=here, away=away)
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(PlatformRefused):
            await rig.ended()


@pytest.mark.parametrize("alone", [True, False])
async def test_left_behind(monkeypatch: pytest.MonkeyPatch, *, alone: bool) -> None:
    """A worker with its own server carries out at once what it left behind when it ended last.

    Where there may be others, one of them may be about to do that.
    """
    own, here = Config.read({"TELEGRAM_TOKEN": "1:a"}), Platform()
    rig = Rig(monkeypatch, config=own if alone else CONFIG, here=here)
    show, swept = Redraw("here:1", 1), asyncio.Event()
    sweep = rig.store.sweep

    async def noted(age_ms: int) -> None:
        await sweep(age_ms)
        swept.set()

    monkeypatch.setattr(rig.store, "sweep", noted)
    async with asyncio.timeout(PATIENCE_S):
        await rig.store.update("chat:{here:1}", "1", lambda *_: Decision(None, {}, (show,)))
        here.there.set()
        await swept.wait()
        await rig.store.settled()
        assert here.drawn.is_set() is alone
        rig.stop()
        await rig.ended()


@pytest.mark.parametrize("both", [True, False])
async def test_a_platform_that_never_comes(monkeypatch: pytest.MonkeyPatch, *, both: bool) -> None:
    """A worker that ends no longer waits for a platform that is out of reach."""
    here, away = Platform(there=not both), Platform()
    rig = Rig(monkeypatch, here=here, away=away)
    async with asyncio.timeout(PATIENCE_S):
        if both:
            await away.asked.wait()
            assert not rig.health.connected
            rig.play.cancel()
            with pytest.raises(asyncio.CancelledError):
                await rig.ended()
        else:
            await here.runs.wait()
            rig.stop()
            await rig.ended()
    assert here.noted == (["out"] if both else ["in", "ran", "out"])
    assert away.noted == ["out"]


@pytest.mark.parametrize("late", [True, False])
async def test_refused(monkeypatch: pytest.MonkeyPatch, *, late: bool) -> None:
    """A platform that refuses its bot ends the worker, once the others have finished their work."""
    here, away = Platform(there=True), Platform(there=not late)
    away.refusal = PlatformRefused("no")
    rig = Rig(monkeypatch, here=here, away=away)
    async with asyncio.timeout(PATIENCE_S):
        if late:
            await here.runs.wait()
            away.there.set()
        with pytest.raises(PlatformRefused):
            await rig.ended()
    assert here.noted == (["in", "ran", "out"] if late else ["in", "out"])


@pytest.mark.parametrize("refused", [True, False])
async def test_while_it_ends(monkeypatch: pytest.MonkeyPatch, *, refused: bool) -> None:
    """A platform that is reached or refuses while the worker ends is closed without being run."""
    here, away = Platform(there=True), Platform()
    away.refusal = PlatformRefused("no") if refused else None
    here.lasts.clear()
    rig = Rig(monkeypatch, here=here, away=away)
    async with asyncio.timeout(PATIENCE_S):
        await here.runs.wait()
        rig.stop()
        await here.told.wait()
        away.there.set()
        await away.tried.wait()
        here.lasts.set()
        await rig.ended()
    assert here.noted == ["in", "ran", "out"]
    assert away.noted == (["out"] if refused else ["in", "out"])


class Whole:
    """A worker as a whole, which leaves by an exception, not by ending the process."""

    class Left(Exception):  # noqa: N818  # named after what has happened
        """Raised when the worker leaves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, bot: Platform) -> None:
        """Have it play on ``bot``, once ``loaded``."""
        self.loaded = asyncio.Event()
        monkeypatch.setattr(worker, "_bots", lambda *_: {"here": bot})
        monkeypatch.setattr(worker, "leave_what_is_there", self.loaded.set)
        monkeypatch.setattr(worker, "leave", self._leave)
        self.work = asyncio.create_task(worker.work(CONFIG, lambda: None))

    def _leave(self, code: int) -> None:
        raise Whole.Left(code)


async def test_the_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the solver is loaded, the collector leaves alone what the worker has started with."""
    bot = Platform(there=True)
    whole = Whole(monkeypatch, bot)
    async with asyncio.timeout(PATIENCE_S):
        await bot.runs.wait()
        await whole.loaded.wait()
        signal.raise_signal(signal.SIGTERM)
        assert await whole.work == 0


async def test_told_to_stop_before_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that no platform knows yet leaves at once: a look-up of an address may hang."""
    bot = Platform()
    whole = Whole(monkeypatch, bot)
    async with asyncio.timeout(PATIENCE_S):
        await bot.asked.wait()
        await whole.loaded.wait()
        signal.raise_signal(signal.SIGTERM)
        with pytest.raises(Whole.Left, match=r"^0$"):
            await whole.work
    assert bot.noted == ["out"]
