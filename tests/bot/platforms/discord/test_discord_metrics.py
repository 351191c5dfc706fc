"""Calls to Discord are seen by whoever counts them, whichever way they go."""

from __future__ import annotations

import asyncio

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.service import Service
from bot.config import Discord
from bot.platforms.discord import DiscordBot
from bot.seeing.calls import count_calls, discord_method
from bot.seeing.metrics import Metrics
from bot.store import MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.turns_memory import MemoryTurns
from tests.bot.platforms.discord.playing_discord import Hand
from tests.emulators.discord.pointing import pointed
from tests.emulators.discord.rig import emulated
from tests.emulators.discord.world import Options


async def test_calls_are_counted() -> None:
    """Answers, which the library does not send, are counted beside the calls that it makes."""
    metrics = Metrics()
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
                Hand(rig.clock),
                rig.clock.now,
                watcher=watcher,
            )
            stopping = asyncio.Event()
            async with bot.connected():
                running = asyncio.create_task(bot.run(stopping))
                await bot.ready()
                ann = rig.world.user("Ann")
                await rig.world.dm(ann).slash(ann, "help").settled()
                stopping.set()
                await running
    await store.close()
    solver.close()
    seen = {
        (sample.labels["method"], sample.labels["status"])
        for family in metrics.registry.collect()
        for sample in family.samples
        if sample.name == "minesweeper_platform_requests_total"
    }
    assert {("users/@me", "200"), ("applications/commands", "200")} <= seen
    assert ("interactions/callback", "200") in seen
