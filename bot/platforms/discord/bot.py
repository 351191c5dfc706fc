"""DiscordBot: the bot on Discord, put together."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
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
from bot.delivery import Courier, Digests, Turns, cancelled, ended
from bot.i18n import own_translator
from bot.platforms.discord.api import Answer, Api
from bot.platforms.discord.chat import DiscordChat
from bot.platforms.discord.client import Client, said_in
from bot.platforms.discord.closed import ClosedChannels
from bot.platforms.discord.display import DiscordDisplay, budget_of, delete
from bot.platforms.discord.emoji import EmojiSets
from bot.platforms.discord.endpoint import Endpoint
from bot.platforms.discord.events import InteractionError, read_interaction
from bot.platforms.discord.gateway import INTENTS, GatewayClient
from bot.platforms.discord.intake import Intake
from bot.platforms.discord.messages import Messages
from bot.platforms.discord.outage import is_passing, log_in, patiently, stay_known
from bot.platforms.discord.shards import Shards, ShardState
from bot.platforms.discord.slash import slash_commands
from bot.platforms.discord.text_reading import asked_by
from bot.platforms.discord.texts import TextMessages
from bot.platforms.discord.view import View
from bot.platforms.discord.writing import PINNED, Written

_LOG = logging.getLogger(__name__)
_DRAIN_S: Final = 5.0
"""How long the end waits for boards: what stands before Discord may shut it out for an hour."""


class DiscordBot:
    """One worker, at the gateway or at an HTTP endpoint."""

    def __init__(  # noqa: PLR0913, PLR0917  # the parts it is put together from
        self,
        settings: Discord,
        store: Store,
        keeper: TurnKeeper,
        service: Service,
        clock: Clock,
        now: Callable[[], float] = time.time,
        watcher: TraceConfig | None = None,
        refused: Callable[[], object] = lambda: None,
    ) -> None:
        """Answer with ``service``; ``now`` is Unix time, which tells how old a thing is.

        ``watcher`` sees every call that is made to Discord; ``refused`` is called for each request
        that is refused because too many are in work.
        """
        point(settings)
        self._settings = settings
        self.intake = settings.describe()
        self._clock = clock
        watched: dict[str, Any] = {} if watcher is None else {"http_trace": watcher}
        self._client = Client(intents=INTENTS, **watched)
        emoji = EmojiSets()
        self._api = Api(self._client.http, clock, emoji)
        self._translator = own_translator()
        view = View(self._translator, emoji, by_http=settings.http is not None)
        display = DiscordDisplay(self._api, view, now)
        turns = Turns(keeper, clock)
        self._courier = Courier(store, turns, budget_of, display)
        self._chat = DiscordChat(service, self._courier, self._api, view, clock, now)
        closed = ClosedChannels(self._courier, self._api, view, service.readers, now)
        display.closed = closed.tell
        messages = Messages(self._courier, self._api, view, self._chat.sequels, closed)
        self._texts = TextMessages(service, self._courier, messages, self._chat.sequels, closed)
        self._digests = Digests(store, self._courier, messages.announce)
        self._shards = Shards(settings.token, self._api, self._shard, clock, turns, settings.shards)
        self._intake = Intake(refused)
        self._listening = asyncio.Event()
        self.endpoint: Endpoint | None = None
        if settings.http is not None:
            self.endpoint = Endpoint(settings.http, self._intake, self._chat.handle, clock, now)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Be logged in; raises PlatformRefused for a wrong token."""
        async with self._client:
            await log_in(self._client, self._settings.token, self._clock)
            if self.endpoint is None and self._client.has_endpoint:
                _LOG.warning("Discord sends interactions to an endpoint, not to the gateway")
            try:
                yield
            finally:
                await self._drain_in_time()
                await self._api.close()

    async def run(self, stopping: asyncio.Event) -> None:
        """Take what comes until ``stopping``; raises PlatformRefused."""
        running = asyncio.create_task(self._run(stopping))
        stop = asyncio.create_task(stopping.wait())
        await asyncio.wait({running, stop}, return_when=asyncio.FIRST_COMPLETED)
        stop.cancel()
        if not self._listening.is_set():  # an endpoint ends by itself, when all is answered
            running.cancel()
        await asyncio.gather(running, stop, return_exceptions=True)
        if not running.cancelled():
            running.result()
        await self._drain_in_time()

    async def _run(self, stopping: asyncio.Event) -> None:
        await patiently(self._publish, self._clock)
        await patiently(self._read_emoji, self._clock)
        if self.endpoint is None:
            await self._shards.run()
        else:
            await self._serve(self.endpoint, stopping)

    async def _serve(self, endpoint: Endpoint, stopping: asyncio.Event) -> None:
        """Serve ``endpoint``; PlatformRefused once Discord knows the token no more.

        Nothing else shows that: interactions come and are answered without a token. At a gateway
        the connection is closed.
        """
        known = asyncio.create_task(stay_known(self._api.me, self._clock))
        known.add_done_callback(lambda _: stopping.set())
        try:
            await endpoint.run(stopping, self._listening)
        finally:
            [refused] = await cancelled([known])
        if isinstance(refused, Exception):
            raise refused

    async def _publish(self) -> None:
        """Register the slash commands; where Discord refuses them, the old ones stay."""
        application = self._client.application_id or 0
        try:
            await self._api.publish(application, slash_commands(self._translator))
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            _LOG.error("the slash commands were refused: %s", error.text)

    async def _read_emoji(self) -> None:
        """Read the application's own emoji; if Discord refuses, everybody's are used for boards."""
        try:
            await self._api.read_emoji(self._client.application_id or 0)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            _LOG.error("the application's emoji are not known: %s", error.text)

    async def ready(self) -> None:
        """Wait until every shard has begun a session, or the endpoint listens."""
        if self.endpoint is None:
            await self._shards.ready()
        else:
            await self._listening.wait()

    def count_shards(self, state: ShardState) -> int:
        """Return how many of the process's shards are in ``state``."""
        return self._shards.count(state)

    async def day_over(self, chat: str, day: int) -> None:
        """Send a chat the table of a day; raises NotYet before its time."""
        await self._digests.send(chat, day)

    def redraw(self, chat: str, number: int, *, unasked: bool = False) -> Awaitable[None]:
        """Show a game as it is."""
        return self._chat.redraw(chat, number, unasked=unasked)

    async def drain(self) -> None:
        """Wait until everything that can be sent has been sent."""
        await self._intake.drain()
        await self._chat.drain()

    async def _drain_in_time(self) -> None:
        """Send what can be sent soon; the boards that cannot are left to another worker."""
        if not await ended(self._clock, _DRAIN_S, self.drain()):
            _LOG.warning(
                "stopped before all boards were sent to Discord; another worker sends them"
            )

    def _shard(self, shard: int, count: int) -> GatewayClient:
        return GatewayClient(
            self._intake,
            self._take,
            self._take_message,
            self._clock,
            shard_id=shard,
            shard_count=count,
        )

    async def _take(self, data: dict[str, Any]) -> None:
        try:
            interaction = read_interaction(data)
        except InteractionError:
            _LOG.warning("an interaction in no known form was set aside")
            return

        async def respond(answer: Answer) -> str | None:
            return await self._api.respond(interaction.id, interaction.token, answer)

        await self._chat.handle(interaction, respond)

    def _take_message(self, message: Written, guild: discord.Guild | None) -> None:
        """Begin what a message asks for; most ask for nothing, and begin nothing."""
        me = "" if self._client.user is None else str(self._client.user.id)
        if message.type != PINNED:
            request = asked_by(message, me, guild)
            if request is not None:
                self._intake.begin(partial(self._texts.handle, message.id, request))
        elif message.author.id == me:
            # Discord tells of each pin in a line. Boards are sent anew: these would bury them.
            self._intake.begin(partial(delete, self._api, message.channel_id, message.id))


def point(settings: Discord) -> None:
    """Have the library call the addresses of ``settings``; it keeps them in its classes."""
    discord.VoiceClient.warn_dave = False  # that nobody can speak is no news
    discord.http.json_or_text = said_in
    if settings.api_url is not None:
        Route.BASE = settings.api_url.rstrip("/")
    if settings.gateway_url is not None:
        DiscordWebSocket.DEFAULT_GATEWAY = URL(settings.gateway_url)
