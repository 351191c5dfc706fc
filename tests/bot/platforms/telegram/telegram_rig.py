"""Our bot as a client of the emulator, and the app's clock on the emulator's time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from aiohttp import web

from bot.platforms.telegram.api import ApiBot, make_bot
from tests.emulators.telegram.rig import Rig, serving
from tests.emulators.telegram.server import TOKEN


@dataclass
class OurRig(Rig):
    """A running emulator and our bot."""

    bot: ApiBot


@asynccontextmanager
async def our_rig() -> AsyncIterator[OurRig]:
    """Run an emulator with our bot as its client."""
    async with serving() as server, make_bot(TOKEN, server.api_url) as bot:
        yield OurRig(server.world, server, bot)


@asynccontextmanager
async def answering(
    answer: Callable[[web.Request], Awaitable[web.StreamResponse]],
) -> AsyncIterator[str]:
    """Run a server that answers as told; give its address."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
