"""Trouble with getUpdates: what is said, and how long to wait."""

from __future__ import annotations

import logging
from typing import Final

from telegram.error import Conflict, InvalidToken, TelegramError

from bot.app.ports import Clock
from bot.once import ONCE
from bot.platforms.telegram.api import ApiBot
from bot.platforms.telegram.faults import RetryIn, classify
from bot.platforms.telegram.intake.patience import Backoff

_FIRST: Final = 1.0
_MOST: Final = 60.0
_WEBHOOK: Final = "while webhook is active"
_REFUSALS: Final = 12
"""A webhook that is still there after so many refusals, some ten minutes, is taken away again.

The last worker behind it may have set it before it ended; one that goes on says what is wrong.
"""

_LOG = logging.getLogger(__name__)


class PollingEnded(Exception):  # noqa: N818  # named after what has happened
    """Raised when polling cannot go on; says why in words for whoever runs the bot."""


class Trouble:
    """Backs off, and says each kind of trouble once until it is over."""

    def __init__(self, bot: ApiBot, clock: Clock) -> None:
        """Begin without trouble."""
        self._bot = bot
        self._clock = clock
        self._backoff = Backoff(_FIRST, _MOST)
        self._said = ""
        self._refusals = 0

    def over(self) -> None:
        """Note a success."""
        if self._said:
            _LOG.warning("Updates come again", extra=ONCE)
        self._said = ""
        self._backoff.reset()

    async def wait(self, error: TelegramError) -> None:
        """Return when polling may be tried again; PollingEnded when it may not."""
        if isinstance(error, InvalidToken):
            raise PollingEnded("Telegram refuses the token; see TELEGRAM_TOKEN")
        if _WEBHOOK in str(error):
            self._refusals += 1
            if self._refusals % _REFUSALS == 1:
                await self._delete_webhook()
                return
        fault = classify(error)
        asked = fault.seconds if isinstance(fault, RetryIn) else 0.0
        self._say(_words(error))
        await self._clock.sleep(max(asked, self._backoff.pause()))

    async def _delete_webhook(self) -> None:
        """Take away a webhook; if it comes back, somebody may want it there."""
        _LOG.warning("A webhook was set for this bot; it is removed, updates are polled")
        try:
            await self._bot.delete_webhook()
        except TelegramError as error:
            await self.wait(error)

    def _say(self, words: str) -> None:
        if words != self._said:
            _LOG.error(words, extra=ONCE)
        self._said = words


def _words(error: TelegramError) -> str:
    if not isinstance(error, Conflict):
        return f"Updates cannot be polled, trying on: {error}"
    if _WEBHOOK in str(error):
        return "A webhook is set for this bot again and again: somebody else runs it with one"
    return "Somebody else polls with this bot's token; only one may: stop the other, or this one"
