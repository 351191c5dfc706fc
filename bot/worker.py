"""A worker: the bot on its platforms, put together, until it is told to stop."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final, Protocol

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.errands.results import Results
from bot.app.service import Service
from bot.clock import LoopClock
from bot.collector import leave_what_is_there
from bot.config import Config
from bot.delivery import cancelled, carrier
from bot.ending import at_signals, leave
from bot.listening import CannotListenError
from bot.loading import loading
from bot.observability.calls import count_calls, discord_method, telegram_method
from bot.observability.health import Health
from bot.observability.measured import (
    MeasuredAdvisor,
    MeasuredBackend,
    MeasuredService,
    measured_carry,
)
from bot.observability.metrics import Metrics
from bot.platforms import Bot, PlatformRefused
from bot.store import Backend, MailboxStore, carrying_out, open_store

_LOG: Final = logging.getLogger(__name__)
_TOGETHER_S: Final = 2.0
"""How long platforms are waited for; those that are there by then play on without the others."""
_STOP_S: Final = 24.0
"""Orchestrators kill after 30 s; nothing is lost by leaving earlier with work undone."""


async def work(config: Config, end_spans: Callable[[], None]) -> int:
    """Run the bot on its platforms until it is told to stop; return the exit code.

    ``end_spans`` sends the spans that are left then.
    """
    health = Health(Metrics())

    def stop() -> None:
        _LOG.info("told to stop")
        health.stopping.set()

    at_signals(("SIGTERM", "SIGINT", "SIGHUP"), stop)
    pool = SolverPool(config.hint_ms / 1000)
    _LOG.info(config.describe())

    def measured(backend: Backend) -> Backend:
        return MeasuredBackend(backend, health.metrics)

    codec = DocumentCodec()
    code = 0
    try:
        async with (
            _ending_in_time(health, end_spans),
            open_store(config.redis_url, config.data_dir, codec, measured, config.wait) as store,
            health.serving(store, config.health, LoopClock()),
        ):
            pool.warm().add_done_callback(lambda _: leave_what_is_there())
            await _play(config, store, pool, health)
        _LOG.info("stopped")
    except asyncio.CancelledError:
        _LOG.info("stopped before it played")
        leave(0)
    except (PlatformRefused, CannotListenError) as error:
        print(error, file=sys.stderr)
        code = 1
    finally:
        is_idle = pool.close()
        end_spans()
    if not is_idle:
        leave(code)
    return code


async def _play(config: Config, store: MailboxStore, pool: SolverPool, health: Health) -> None:
    """Play on the platforms until it is time to stop, on each from when it knows the bot."""
    metrics = health.metrics
    advisor = MeasuredAdvisor(pool, metrics)
    bots = _bots(config, store, MeasuredService(store, advisor, metrics), metrics)
    known: dict[str, Bot] = {}
    carry = measured_carry(carrier(Results(store, advisor), known, store), metrics)
    async with AsyncExitStack() as connections, _arriving(bots, known, connections) as arriving:
        coming = [each.arrival for each in arriving]
        await asyncio.wait(coming, timeout=_TOGETHER_S, return_when=asyncio.FIRST_EXCEPTION)
        there, _ = await asyncio.wait(coming, return_when=asyncio.FIRST_COMPLETED)
        for arrival in there:
            arrival.result()
        async with carrying_out(store, carry, alone=config.redis_url is None):
            health.connected = True
            telling = [asyncio.create_task(_tell(each, config.store)) for each in bots.values()]
            try:
                await run_all(arriving, health.stopping)
            finally:
                await cancelled(telling)


async def _tell(bot: Bot, store: str) -> None:
    """Log once that ``bot`` takes what comes, and what ``store`` its games are kept by."""
    await bot.ready()
    _LOG.info("plays on %s; games are kept by %s", bot.intake, store)


@dataclass(frozen=True)
class _Arriving:
    """A bot that its platform may not know yet, for instance because that is out of reach."""

    bot: Bot
    arrival: asyncio.Task[None]

    async def run(self, stopping: asyncio.Event) -> None:
        """Run it from when it is known until ``stopping``; raises PlatformRefused."""
        stop = asyncio.create_task(stopping.wait())
        await asyncio.wait({self.arrival, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if self.arrival.done():
            self.arrival.result()
            await self.bot.run(stopping)


@asynccontextmanager
async def _arriving(
    bots: Mapping[str, Bot], known: dict[str, Bot], connections: AsyncExitStack
) -> AsyncIterator[list[_Arriving]]:
    """Have ``bots`` connect while the block runs; each is put into ``known`` once it has."""

    async def arrive(name: str, bot: Bot) -> None:
        await connections.enter_async_context(bot.connected())
        known[name] = bot

    arriving = [
        _Arriving(bot, asyncio.create_task(arrive(name, bot))) for name, bot in bots.items()
    ]
    try:
        yield arriving
    finally:
        for each in arriving:
            each.arrival.cancel()
        await asyncio.gather(*(each.arrival for each in arriving), return_exceptions=True)


def _bots(
    config: Config, store: MailboxStore, service: Service, metrics: Metrics
) -> dict[str, Bot]:
    """Return a bot for each platform that has a token, by what the ids of its chats begin with.

    The library of a platform without one is not loaded: each takes a sixth of a second.
    """
    bots: dict[str, Bot] = {}
    keeper, clock = store.turn_keeper(), LoopClock()
    if config.telegram is not None:
        with loading():
            from bot.platforms.telegram import TelegramBot  # noqa: PLC0415  # see above

        folder = config.data_dir / "telegram"
        watchers = [count_calls(metrics, "telegram", telegram_method)]
        bots["telegram"] = TelegramBot(
            config.telegram,
            folder,
            store,
            keeper,
            service,
            clock,
            watchers,
            refused=metrics.requests_refused.labels("telegram").inc,
        )
    if config.discord is not None:
        with loading():
            from bot.platforms.discord import DiscordBot, ShardState  # noqa: PLC0415  # see above

        watcher = count_calls(metrics, "discord", discord_method)
        refused = metrics.requests_refused.labels("discord").inc
        bot = DiscordBot(
            config.discord, store, keeper, service, clock, watcher=watcher, refused=refused
        )
        if bot.endpoint is None:
            for state in ShardState:
                shards = metrics.discord_shards.labels(state)
                shards.set_function(partial(bot.count_shards, state))
        bots["discord"] = bot
    return bots


class _Runs(Protocol):
    async def run(self, stopping: asyncio.Event) -> None:
        """Run until ``stopping``; raises PlatformRefused."""


async def run_all(bots: Sequence[_Runs], stopping: asyncio.Event) -> None:
    """Run ``bots`` until told to stop; when one of them cannot go on, stop the others as well.

    What it raises is raised once they have ended: they need the store for what is in work.
    """
    tasks = [asyncio.create_task(bot.run(stopping)) for bot in bots]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    stopping.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    for task in tasks:
        task.result()


@asynccontextmanager
async def _ending_in_time(health: Health, end_spans: Callable[[], None]) -> AsyncIterator[None]:
    """Have the block end in time once the bot is told to stop.

    It is cancelled at once if no platform is connected yet. If it goes on for longer than
    ``_STOP_S``, the process ends without it, after ``end_spans``.
    """
    worker = asyncio.current_task()

    async def end() -> None:
        await health.stopping.wait()
        if not health.connected and worker is not None:
            worker.cancel()
        await asyncio.sleep(_STOP_S)
        _LOG.warning("what is left to do takes too long, and is left to others")
        end_spans()
        leave(0)

    ending = asyncio.create_task(end())
    try:
        yield
    finally:
        ending.cancel()
