"""A worker's bots, run together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot import worker
from bot.observability.health import Health
from bot.observability.metrics import Metrics
from bot.platforms import PlatformRefused
from bot.worker import run_all


class Idle:
    """A bot that does nothing, and takes a moment to end."""

    is_ended = False

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Connect to no platform."""
        yield

    async def redraw(self, chat: str, number: int) -> None:
        """Show nothing."""

    async def day_over(self, chat: str, day: int) -> None:
        """Send nothing."""

    async def run(self, stopping: asyncio.Event) -> None:
        """Wait to be told to stop, then take a moment to end."""
        await stopping.wait()
        for _ in range(3):
            await asyncio.sleep(0)
        self.is_ended = True


class Refused(Idle):
    """A bot whose platform refuses it."""

    async def run(self, stopping: asyncio.Event) -> None:
        """Refuse the bot before it is told to stop."""
        assert not stopping.is_set()
        raise PlatformRefused("no")


@pytest.mark.parametrize("first", [True, False])
async def test_one_is_refused(*, first: bool) -> None:
    """If a platform refuses its bot, the others finish their work before the error is raised."""
    idle, refused, stopping = Idle(), Refused(), asyncio.Event()
    with pytest.raises(PlatformRefused):
        await run_all([refused, idle] if first else [idle, refused], stopping)
    assert idle.is_ended
    assert stopping.is_set()


async def test_told_to_stop() -> None:
    """All bots end when told to stop."""
    bots, stopping = [Idle(), Idle()], asyncio.Event()
    stopping.set()
    await run_all(bots, stopping)
    assert all(each.is_ended for each in bots)


async def test_what_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that leaves with work undone sends the spans that are left first."""
    done: list[object] = []
    monkeypatch.setattr(worker, "_STOP_S", 0.0)
    monkeypatch.setattr(worker, "leave", done.append)
    health = Health(Metrics())
    health.connected = True
    async with worker._ending_in_time(health, lambda: done.append("spans")):
        health.stopping.set()
        while 0 not in done:  # noqa: ASYNC110  # what the worker calls sets no event
            await asyncio.sleep(0)
    assert done == ["spans", 0]
