"""Closed channels: who writes to the bot where it may not write is told so in a direct message.

Discord tells the bot of mentions wherever it may look. Without this they would seem to be ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple

from bot.app.errands.readers import Readers
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.bounded import BoundedDict
from bot.delivery import Courier
from bot.i18n import Text
from bot.platforms.discord.api import Api
from bot.platforms.discord.display import fault_of
from bot.platforms.discord.ids import made_at, snowflake_of
from bot.platforms.discord.outage import OUTAGE
from bot.platforms.discord.view import View

_ANSWERED_S: Final = 60.0
"""After so long a refusal is of something else than the answer to a message."""
_AGAIN_S: Final = 24 * 3600.0
"""How long a player is not told again of the same channel."""
_UNANSWERED: Final = 1_000
"""Channels whose messages are remembered for as long as their answers may take."""
_REMEMBERED: Final = 10_000
"""Players and channels remembered, far more than are told in a day."""


class _Asked(NamedTuple):
    """What somebody has asked for in a message, and in which language they are answered."""

    message: str
    request: Request
    language: str


class ClosedChannels:
    """Knows who has just written in which channel, and which of them were told."""

    def __init__(
        self, courier: Courier, api: Api, view: View, readers: Readers, now: Callable[[], float]
    ) -> None:
        """Tell them with ``api`` what ``view`` makes, by ``courier``; ``now`` is Unix time.

        ``readers`` knows in which language.
        """
        self._courier = courier
        self._api = api
        self._view = view
        self._readers = readers
        self._now = now
        self._asked: BoundedDict[str, list[_Asked]] = BoundedDict(_UNANSWERED)
        """What was asked lately, by channel."""
        self._told: BoundedDict[tuple[str, str], float] = BoundedDict(_REMEMBERED)
        """When a player was told of a channel last."""

    def note(self, message: str, request: Request, language: str) -> None:
        """Note that ``request`` is made in ``message``, and answered in ``language``."""
        if not request.chat.private:
            chat = request.chat.id
            self._asked[chat] = [*self._lately(chat), _Asked(message, request, language)]

    def tell(self, chat: str) -> None:
        """Tell all who have just written in ``chat`` that the bot may not write there."""
        asked = self._lately(chat)
        self._asked.pop(chat, None)
        for each in asked:
            told = chat, each.request.player.id
            if self._now() - self._told.get(told, -_AGAIN_S) >= _AGAIN_S:
                self._told[told] = self._now()
                self._courier.run(each.request.player.id, partial(self._tell, each))

    def _lately(self, chat: str) -> list[_Asked]:
        """Return what was asked in ``chat`` so lately that its answers may still be refused."""
        begin = self._now() - _ANSWERED_S
        return [each for each in self._asked.get(chat, ()) if made_at(each.message) >= begin]

    async def _tell(self, asked: _Asked) -> None:
        said = Reply((Text("alone.may_not_write"),), language=asked.language)
        payload = self._view.message(self._readers.told_now(asked.request, said), ephemeral=False)
        try:
            channel = await self._api.direct(snowflake_of(asked.request.player.id))
            await self._api.create(channel, payload, f"c{asked.message}")
        except OUTAGE as error:
            raise fault_of(error) from error
