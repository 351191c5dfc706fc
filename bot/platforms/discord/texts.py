"""Texts: moves and commands that are written instead of pressed."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.app.requests.actions import Greet, Thank
from bot.app.requests.request import Request
from bot.app.screens.below import next_below
from bot.app.service import Service
from bot.bounded import BoundedDict
from bot.delivery import Courier
from bot.in_order import InOrder
from bot.platforms.discord.asides import with_toy
from bot.platforms.discord.closed import ClosedChannels
from bot.platforms.discord.messages import Messages
from bot.platforms.discord.sequels import Sequels

_REMEMBERED: Final = 10_000
"""Messages remembered, of those that asked something: far more than are written while a connection
is down."""


class TextMessages:
    """Answers direct messages, mentions of the bot, and answers to its boards."""

    def __init__(
        self,
        service: Service,
        courier: Courier,
        messages: Messages,
        sequels: Sequels,
        closed: ClosedChannels,
    ) -> None:
        """Ask ``service``; boards are shown by ``courier``, what follows on them by ``sequels``.

        All else is sent by ``messages``. ``closed`` tells those who write where the bot may not.
        """
        self._service = service
        self._courier = courier
        self._messages = messages
        self._sequels = sequels
        self._closed = closed
        self._order = InOrder()
        self._heard: BoundedDict[str, None] = BoundedDict(_REMEMBERED)
        """The messages that were taken; Discord sends some again when a session is resumed."""

    async def handle(self, message: str, request: Request) -> None:
        """Carry out ``request``, for which ``message`` asks, unless that was taken before.

        When a session is resumed, Discord sends some messages again, and those written meanwhile
        all at once. They are kept in order: a move is played after the new game it belongs to.
        """
        if message in self._heard:
            return
        self._heard[message] = None
        async with self._order.lane(request.chat.id):
            await self._handle(message, request)

    async def _handle(self, message: str, request: Request) -> None:
        request = _as_greeted(await self._service.readers.heard(request))
        reply = with_toy(request, await self._service.handle(request))
        if reply.repeated:
            # Another worker with this shard has heard it as well, while one takes the other's
            # place: that the board is to be shown was committed with the move.
            return
        below = next_below(request, reply)
        self._closed.note(message, request, reply.language)
        if reply.screen is not None and not reply.private:
            self._courier.show(request.chat.id, reply, anew=True)
            self._sequels.follow(request, reply, answering=None)
        else:
            self._messages.say(request, reply, message)
        if below is not None:
            await self._handle(message, below)


def _as_greeted(request: Request) -> Request:
    """Return ``request``, in the language of its greeting where a server's is not known.

    In private the language of a greeting is kept, by the decision, which has the chat's documents.
    """
    action = request.action
    is_known = request.chat.private or request.is_language_known
    if is_known or not isinstance(action, Greet | Thank) or not action.language:
        return request
    return replace(request, language=action.language)
