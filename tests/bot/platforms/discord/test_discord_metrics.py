"""Calls to Discord are counted, whether the library makes them or the bot itself."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.service import Service
from bot.config import Discord
from bot.observability.calls import count_calls, discord_method
from bot.observability.metrics import Metrics
from bot.platforms.discord import DiscordBot, intake
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.turns_memory import MemoryTurns
from tests.bot.platforms.bot_clock import BotClock
from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.rig import Rig, emulated
from tests.emulators.discord.world import Options


@asynccontextmanager
async def counted(metrics: Metrics) -> AsyncIterator[Rig]:
    """Run a bot that counts into ``metrics``."""
    watcher = count_calls(metrics, "discord", discord_method)
    store = MailboxStore(MemoryBackend(), DocumentCodec())
    solver = SolverPool(0.02)
    async with emulated(Options(flood=False, check=False)) as rig:
        with pointed(rig.server.api_url, rig.server.gateway_url):
            bot = DiscordBot(
                Discord(rig.world.token, rig.server.api_url, rig.server.gateway_url, None),
                store,
                MemoryTurns(lambda: 0),
                Service(store, solver),
                BotClock(rig.clock),
                rig.clock.now,
                watcher=watcher,
                refused=metrics.requests_refused.labels("discord").inc,
            )
            stopping = asyncio.Event()
            async with bot.connected():
                running = asyncio.create_task(bot.run(stopping))
                await bot.ready()
                yield rig
                stopping.set()
                await running
    await store.close()
    solver.close()


async def test_calls_are_counted() -> None:
    """Answers, which the bot sends itself, are counted beside the library's calls."""
    metrics = Metrics()
    async with counted(metrics) as rig:
        ann = rig.world.user("Ann")
        await rig.world.dm(ann).slash(ann, "help").settled()
    seen = {
        (sample.labels["method"], sample.labels["status"])
        for family in metrics.registry.collect()
        for sample in family.samples
        if sample.name == "minesweeper_platform_requests_total"
    }
    assert {("users/@me", "200"), ("applications/commands", "200")} <= seen
    assert ("interactions/callback", "200") in seen


async def test_refusals_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests that are refused under load are counted, pressed or written; talk is not."""
    monkeypatch.setattr(intake, "IN_WORK", 0)
    metrics = Metrics()
    async with counted(metrics) as rig:
        ann = rig.world.user("Ann")
        rig.world.guild("Sweepers", ann).channel("mines").say(ann, "a nice day")
        rig.world.dm(ann).say(ann, "/help")
        rig.world.dm(ann).slash(ann, "help")
        async with rig.clock.passing() as loop:
            await loop.until(lambda: total(metrics) == 2.0)
    assert total(metrics) == 2.0


def total(metrics: Metrics) -> float:
    """Return how many requests were refused."""
    labels = {"platform": "discord"}
    return metrics.registry.get_sample_value("minesweeper_requests_refused_total", labels) or 0.0
