"""TelegramBot: the bot on Telegram, put together."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from aiohttp import TraceConfig
from telegram.error import InvalidToken, TelegramError

from bot.app.ports import Clock, Store
from bot.app.service import Service
from bot.app.turns import Budget, TurnKeeper
from bot.config import Telegram
from bot.delivery import Courier, Digests, Turns, ended
from bot.i18n import own_translator
from bot.platforms import PlatformRefused
from bot.platforms.telegram import intake
from bot.platforms.telegram.albums import Albums
from bot.platforms.telegram.api import make_bot
from bot.platforms.telegram.chat import TelegramChat
from bot.platforms.telegram.display import TelegramDisplay, budgets
from bot.platforms.telegram.profile import publish_profile
from bot.platforms.telegram.view import View

_LOG = logging.getLogger(__name__)
_CONNECT_AGAIN_S: Final = 5.0
_DRAIN_S: Final = 5.0
"""How long the end waits for answers: a chat may be closed to the bot for minutes (429)."""


class TelegramBot:
    """One worker; any number of them may serve a webhook."""

    def __init__(  # noqa: PLR0913, PLR0917  # the parts it is put together from
        self,
        settings: Telegram,
        folder: Path,
        store: Store,
        keeper: TurnKeeper,
        service: Service,
        clock: Clock,
        hooks: Sequence[TraceConfig] = (),
        budget: Callable[[str], Budget] | None = None,
        refused: Callable[[], object] = lambda: None,
    ) -> None:
        """Answer with ``service``; what waits between runs is kept in ``folder``.

        ``hooks`` are told of every call to Telegram. ``budget`` is what may be sent to a chat:
        Telegram's own, unless a benchmark wants to know what the bot itself can do. ``refused`` is
        called for each update that is left with Telegram because too many are in work.
        """
        self._refused = refused
        self._settings = settings
        self.intake = settings.describe()
        self._taking = asyncio.Event()
        self._folder = folder
        self._clock = clock
        self._store = store
        self._bot = make_bot(settings.token, settings.api_url, hooks, settings.proxy)
        self._translator = own_translator()
        view = View(self._translator)
        self._display = TelegramDisplay(self._bot, view, clock, alone=settings.webhook is None)
        budget = budget or budgets(settings.per_second)
        self._courier = Courier(store, Turns(keeper, clock), budget, self._display)
        self._courier.moved = service.move_chat
        albums = Albums(store)
        self._chat = TelegramChat(service, self._courier, self._display, self._bot, view, albums)
        self._digests = Digests(store, self._courier, self._chat.announce)

    @asynccontextmanager
    async def connected(self) -> AsyncIterator[None]:
        """Be known to Telegram; raises PlatformRefused for a wrong token."""
        try:
            await self._connect()
            publishing = publish_profile(self._bot, self._translator, self._store)
            task = asyncio.create_task(publishing)
            try:
                yield
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                await self._drain_in_time()
        finally:
            await self._bot.shutdown()  # closes what is open, also where connecting has failed

    async def drain(self) -> None:
        """Wait until everything that can be sent has been sent."""
        await self._chat.drain()

    async def day_over(self, chat: str, day: int) -> None:
        """Send a chat the table of a day; raises NotYet before its time."""
        await self._digests.send(chat, day)

    async def redraw(self, chat: str, number: int, *, unasked: bool = False) -> None:
        """Show a game as it is."""
        del unasked  # nothing but the courier shows boards
        await self._courier.redraw(chat, number)

    async def run(self, stopping: asyncio.Event) -> None:
        """Take updates until ``stopping``; raises PlatformRefused."""
        try:
            await self._intake().run(stopping, self._taking)
        except (intake.PollingEnded, intake.WebhookRefused) as error:
            raise PlatformRefused(str(error)) from error
        await self._drain_in_time()

    async def ready(self) -> None:
        """Wait until updates are polled, or Telegram knows where to post them."""
        await self._taking.wait()

    async def _drain_in_time(self) -> None:
        """Send what can be sent soon; the boards that cannot are left to another worker."""
        if not await ended(self._clock, _DRAIN_S, self.drain()):
            _LOG.warning(
                "stopped before all boards were sent to Telegram; another worker sends them"
            )

    def _intake(self) -> intake.Polling | intake.Webhook:
        webhook = self._settings.webhook
        if webhook is not None:
            return intake.Webhook(self._bot, self._chat.handle, self._clock, webhook, self._refused)
        shelf = intake.Shelf(self._folder / str(self._bot.id))
        return intake.Polling(self._bot, self._chat.handle, self._clock, shelf)

    async def _connect(self) -> None:
        while True:
            try:
                await self._bot.initialize()
            except InvalidToken as error:
                raise PlatformRefused("Telegram does not know TELEGRAM_TOKEN.") from error
            except TelegramError as error:
                _LOG.error("Telegram cannot be reached, trying on: %s", error.message)
                await self._clock.sleep(_CONNECT_AGAIN_S)
            else:
                return
