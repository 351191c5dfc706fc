"""DiscordBot: the bot on Discord, put together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

import discord
from aiohttp import TraceConfig
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

from bot.app.ports import Clock, Store
from bot.app.service import Service
from bot.app.turns import TurnKeeper
from bot.config import Discord
from bot.delivery import Courier, Turns
from bot.i18n import Translator
from bot.platforms.discord.api import Answer, Api
from bot.platforms.discord.chat import DiscordChat
from bot.platforms.discord.display import DiscordDisplay, budget_of
from bot.platforms.discord.endpoint import Endpoint
from bot.platforms.discord.events import InteractionError, read_interaction
from bot.platforms.discord.gateway import GatewayClient
from bot.platforms.discord.slash import slash_commands
from bot.platforms.discord.texts import TextMessages
from bot.platforms.discord.view import View

_LOG = logging.getLogger(__name__)
_STARTS_KEPT: Final = 20
"""Identifies of a day that are left alone: at none, Discord resets the token."""
_AGAIN_S: Final = 5.0
_FINAL: Final = {
    4004: "Discord no longer accepts DISCORD_TOKEN.",
    4010: "Discord refuses the number of this shard.",
    4011: "The bot is in too many servers for one connection: it has to be sharded.",
    4012: "Discord no longer offers this version of its gateway.",
    4013: "Discord does not know an intent that the bot asks for.",
}
"""Why connecting again would not help, by close code: docs, gateway close event codes.

4014, an intent not granted, is an error of its own in the library.
"""


class DiscordRefused(Exception):  # noqa: N818  # named after what has happened
    """Raised when Discord will not let the bot work; says why in a sentence."""


class DiscordBot:
    """One worker: at the gateway, at an HTTP endpoint, or both."""

    def __init__(  # noqa: PLR0913, PLR0917  # the parts it is put together from
        self,
        settings: Discord,
        store: Store,
        keeper: TurnKeeper,
        service: Service,
        clock: Clock,
        now: Callable[[], float] = time.time,
        watcher: TraceConfig | None = None,
    ) -> None:
        """Answer with ``service``; ``now`` is Unix time, which tells how old a thing is.

        ``watcher`` sees every call that is made to Discord.
        """
        _point(settings)
        self._settings = settings
        self._clock = clock
        self._client = GatewayClient(self._take, self._take_message, http_trace=watcher)
        self._api = Api(self._client.http)
        self._translator = Translator()
        view = View(self._translator)
        display = DiscordDisplay(self._api, view, now)
        self._courier = Courier(store, Turns(keeper, clock), budget_of, display)
        self._chat = DiscordChat(service, self._courier, self._api, view, clock)
        self._texts = TextMessages(service, self._courier, self._api, view)
        self._listening = asyncio.Event()
        self.endpoint: Endpoint | None = None
        if settings.http is not None:
            self.endpoint = Endpoint(settings.http, self._chat.handle, now)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Be logged in; raises DiscordRefused for a wrong token."""
        async with self._client:
            await self._login()
            try:
                yield
            finally:
                await self.drain()
                await self._api.close()

    async def run(self, stopping: asyncio.Event) -> None:
        """Take what comes until ``stopping``; raises DiscordRefused."""
        application = self._client.application_id or 0
        await self._api.publish(application, slash_commands(self._translator))
        if self.endpoint is None:
            ways = [asyncio.create_task(self._gateway())]
        else:
            ways = [asyncio.create_task(self.endpoint.run(stopping, self._listening))]
        stop = asyncio.create_task(stopping.wait())
        done, _ = await asyncio.wait({*ways, stop}, return_when=asyncio.FIRST_COMPLETED)
        await self._client.close()
        for task in (*ways, stop):
            task.cancel()
        await asyncio.gather(*ways, stop, return_exceptions=True)
        for task in done - {stop}:
            task.result()
        await self.drain()

    async def ready(self) -> None:
        """Wait until the gateway has said who is where, or the endpoint listens."""
        if self.endpoint is None:
            await self._client.wait_until_ready()
        else:
            await self._listening.wait()

    async def redraw(self, chat: str, number: int) -> None:
        """Show a game as it is."""
        await self._chat.redraw(chat, number)

    async def drain(self) -> None:
        """Wait until everything that can be sent has been sent."""
        await self._client.drain()
        if self.endpoint is not None:
            await self.endpoint.drain()
        await self._chat.drain()
        await self._courier.drain()

    async def _take(self, data: dict[str, Any]) -> None:
        try:
            interaction = read_interaction(data)
        except InteractionError:
            _LOG.warning("an interaction in no known form was set aside")
            return

        async def respond(answer: Answer) -> str | None:
            return await self._api.respond(interaction.id, interaction.token, answer)

        await self._chat.handle(interaction, respond)

    async def _take_message(self, message: discord.Message) -> None:
        await self._texts.handle(message, self._client.user)

    async def _login(self) -> None:
        while True:
            try:
                await self._client.login(self._settings.token)
            except discord.LoginFailure as error:
                raise DiscordRefused("Discord does not know DISCORD_TOKEN.") from error
            except (discord.HTTPException, OSError) as error:
                _LOG.error("Discord cannot be reached, trying on: %s", type(error).__name__)
                await self._clock.sleep(_AGAIN_S)
            else:
                return

    async def _gateway(self) -> None:
        """Stay connected; the library resumes and connects again by itself."""
        while not self._client.is_closed():
            await self._keep_starts()
            try:
                await self._client.connect()
            except discord.PrivilegedIntentsRequired as error:
                raise DiscordRefused("Discord has not granted an intent to the bot.") from error
            except discord.ConnectionClosed as error:
                if error.code in _FINAL:
                    raise DiscordRefused(_FINAL[error.code]) from error
                _LOG.warning("the gateway has closed: %s", error.code)
            except Exception:  # noqa: BLE001  # a fault in the library ends its connection: start anew
                _LOG.exception("the connection to the gateway failed")
            await self._clock.sleep(_AGAIN_S)

    async def _keep_starts(self) -> None:
        """Raise DiscordRefused where a loop of crashes would use up the day's identifies."""
        left, seconds = await self._api.starts_left()
        if left <= _STARTS_KEPT:
            hours = seconds / 3600
            raise DiscordRefused(
                f"Only {left} logins are left; Discord gives more in {hours:.1f} h."
            )


def _point(settings: Discord) -> None:
    """Have the library call the addresses of ``settings``; it keeps them in its classes."""
    if settings.api_url is not None:
        Route.BASE = settings.api_url.rstrip("/")
    if settings.gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.gateway_url)
