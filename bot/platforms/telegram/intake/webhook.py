"""Webhook: Telegram posts updates; 2xx is said only after the handler has returned.

After anything but 2xx Telegram sends the update again, at once and then after growing pauses, and
keeps back what follows in the same chat. Meanwhile it holds a connection, of which there are few.
So a handler that takes longer than ``ANSWER_SECONDS`` is answered 503, to free the connection for
other chats. It is not cancelled: it may be about to commit. If the update comes back while it is
still in work here, the new request waits for the same work; if it comes to another worker, or
later, the store knows the operation, and the repetition changes nothing.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from aiohttp import web
from telegram.error import InvalidToken, NetworkError, TelegramError

from bot import config
from bot.app.ports import Clock
from bot.delivery import ended, within
from bot.listening import Strangers, listen
from bot.platforms.telegram.api import ApiBot
from bot.platforms.telegram.faults import RetryIn, Unavailable, classify
from bot.platforms.telegram.intake.incoming import Handle, Incoming, Slip
from bot.platforms.telegram.intake.kind import Kind
from bot.platforms.telegram.intake.lanes import Lanes
from bot.platforms.telegram.intake.patience import Backoff
from bot.platforms.telegram.intake.reading import LARGEST_UPDATE, Reader, SetAside

ANSWER_SECONDS: Final = 10.0
"""For the handler; far below the minute that Telegram waits, far above what a commit takes."""
DRAIN_SECONDS: Final = 12.0
"""How long the end waits for requests in flight."""
IN_WORK: Final = 1000
"""Updates in work at most; others are answered 503, which leaves them with Telegram."""
_CONNECTIONS: Final = 40
"""How many Telegram may open at once."""
_HANG_UP_SECONDS: Final = 1.0
"""Time for the last answers to be written."""
_LOOK_SECONDS: Final = 300.0
"""Between looks whether the webhook is still set."""
_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"
_STRANGERS: Final = (
    "Requests to the webhook are refused (%d since the start): they are not Telegram's, or it was "
    "set with another TELEGRAM_WEBHOOK_SECRET"
)

_LOG = logging.getLogger(__name__)


class WebhookRefused(Exception):  # noqa: N818  # named after what has happened
    """Raised when Telegram does not take the webhook; says why in Telegram's words."""


class Webhook:
    """Takes updates from Telegram's requests."""

    def __init__(
        self,
        bot: ApiBot,
        handle: Handle,
        clock: Clock,
        settings: config.Webhook,
        refused: Callable[[], object] = lambda: None,
    ) -> None:
        """Give each update to ``handle``; call ``refused`` for each that finds too many in work."""
        self._refused = refused
        self._reader = Reader(bot)
        self._lanes = Lanes(handle)
        self.port = 0
        self._bot = bot
        self._clock = clock
        self._settings = settings
        self._secret = settings.secret.encode()
        self._closing = False
        self._slips: dict[int, Slip] = {}
        """By update in work, what is shared by all the requests that bring it: one whose
        connection has broken is answered like any other, and nobody learns of that."""
        self._strangers = Strangers(_LOG, _STRANGERS)

    async def run(self, stopping: asyncio.Event, ready: asyncio.Event | None = None) -> None:
        """Serve until ``stopping``; set ``ready`` when Telegram knows the address.

        Raises WebhookRefused, and CannotListenError when the port is taken. The webhook stays set:
        other workers serve it, and Telegram keeps what comes until one does.
        """
        app = web.Application(client_max_size=LARGEST_UPDATE)
        app.router.add_post(urlsplit(self._settings.url).path or "/", self._answer)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_HANG_UP_SECONDS)
        await runner.setup()
        try:
            at = (self._settings.host, self._settings.port)
            site = await listen("TELEGRAM_WEBHOOK_LISTEN", runner, *at)
            self.port = runner.addresses[0][1]
            await _unless(stopping, self._set())
            if ready is not None:
                ready.set()
            await _unless(stopping, self._stay_set())
            await self._drain(site)
        finally:
            await self._lanes.cancel()
            await runner.cleanup()

    async def _drain(self, site: web.TCPSite) -> None:
        self._closing = True  # for connections that are open already
        await site.stop()
        if not await ended(self._clock, DRAIN_SECONDS, self._lanes.idle()):
            _LOG.warning("%d updates are not done; they come again", len(self._lanes))

    async def _set(self) -> None:
        backoff = Backoff(1.0, 60.0)
        while True:
            try:
                await self._bot.set_webhook(
                    self._settings.url,
                    max_connections=_CONNECTIONS,
                    allowed_updates=list(Kind),
                    secret_token=self._settings.secret,
                )
            except TelegramError as error:
                await self._clock.sleep(_pause(error, backoff))
            else:
                return

    async def _stay_set(self) -> None:
        """Set the webhook again wherever it was taken away.

        Whoever polls with this token takes it away, and then nothing comes any more, as after the
        token was taken back: nothing but Telegram itself tells of either.
        """
        while True:
            await self._clock.sleep(_LOOK_SECONDS)
            if not await self._is_set():
                _LOG.error("The webhook was taken away, by hand or by who polls with this token")
                await self._set()

    async def _is_set(self) -> bool:
        """Tell whether Telegram has some webhook, or does not say; WebhookRefused as of the token.

        What does not say so in so many words, as the page of a proxy, changes nothing.
        """
        try:
            info = await self._bot.call("getWebhookInfo", {})
        except InvalidToken as error:
            if isinstance(error.__cause__, NetworkError):  # no answer of Telegram's
                return True
            raise WebhookRefused("Telegram refuses the token; see TELEGRAM_TOKEN") from error
        except TelegramError:
            return True  # it is away: what comes of other calls says so
        return not isinstance(info, dict) or info.get("url") != ""

    async def _answer(self, request: web.Request) -> web.Response:
        given = request.headers.get(_HEADER, "").encode(errors="surrogateescape")
        if not hmac.compare_digest(given, self._secret):
            self._strangers.note()
            return web.Response(status=401)
        if self._closing or self._is_full():
            return web.Response(status=503)
        read = self._reader.read(await request.read())
        if isinstance(read, SetAside):
            return web.Response()
        # The toast of a press costs no call of its own (Bot API, making requests when getting
        # updates).
        slip = self._slips.setdefault(read.update_id, Slip())
        is_done = await self._handled(replace(read, slip=slip))
        self._slips.pop(read.update_id, None)
        if not is_done:
            slip.gone = True
            return web.Response(status=503)
        if slip.call is None:
            return web.Response()
        return web.Response(body=msgspec.json.encode(slip.call), content_type="application/json")

    def _is_full(self) -> bool:
        """Tell whether too many updates are in work for one more; if so, count it as refused."""
        is_full = len(self._lanes) >= IN_WORK
        if is_full:
            self._refused()
        return is_full

    async def _handled(self, incoming: Incoming) -> bool:
        """Return whether the update is done; the work goes on if it takes too long."""
        work = self._lanes.start(incoming)
        if not await within(self._clock, ANSWER_SECONDS, work):
            _LOG.warning("Update %d takes long; Telegram is to ask again", incoming.update_id)
            return False
        return not work.cancelled() and work.exception() is None


async def _unless(stopping: asyncio.Event, work: Coroutine[Any, Any, None]) -> None:
    """Wait for ``work`` or ``stopping``, whichever is first; raise what ``work`` raises."""
    task, stop = asyncio.ensure_future(work), asyncio.ensure_future(stopping.wait())
    try:
        await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
    finally:
        task.cancel()
        stop.cancel()


def _pause(error: TelegramError, backoff: Backoff) -> float:
    """Return the seconds until the webhook can be set; WebhookRefused if it cannot."""
    match classify(error):
        case RetryIn(seconds=seconds):
            return seconds
        case Unavailable() if not isinstance(error, InvalidToken):
            _LOG.error("The webhook cannot be set, trying on: %s", error)
            return backoff.pause()
    raise WebhookRefused(f"Telegram refuses the webhook: {error}") from error
