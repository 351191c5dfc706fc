"""Messages: replies without a board, sent where there is no interaction to answer."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

import discord

from bot.app.requests import actions, board_actions
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply, in_words
from bot.delivery import ChatGone, Courier
from bot.i18n import Text
from bot.platforms.discord.api import Api
from bot.platforms.discord.closed import ClosedChannels
from bot.platforms.discord.components import Payload
from bot.platforms.discord.display import MayNotWrite, PicturesClosed, fault_of
from bot.platforms.discord.ids import snowflake_of
from bot.platforms.discord.outage import OUTAGE
from bot.platforms.discord.sequels import Sequels
from bot.platforms.discord.view import View
from bot.render.picture import draw_aside

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_COMMANDS: Final = {
    actions.Export: "/export",
    board_actions.ShowCode: "/code",
    board_actions.ShowReplayFile: "/evf",
}
"""Actions that are answered with a document (a code only if it is long), and their commands."""


class Messages:
    """Sends replies as messages, in the turns of their chats."""

    def __init__(
        self, courier: Courier, api: Api, view: View, sequels: Sequels, closed: ClosedChannels
    ) -> None:
        """Send with ``api`` what ``view`` makes, by ``courier``; ``sequels`` complete it.

        ``closed`` is told where the bot may not write.
        """
        self._courier = courier
        self._api = api
        self._view = view
        self._sequels = sequels
        self._closed = closed

    def say(self, request: Request, reply: Reply, answering: str) -> None:
        """Answer the message ``answering``; in a server a document is for its player alone."""
        if reply.file is not None and not request.chat.private:
            # In a turn of the player's own: the channel of their direct messages is not known yet.
            hand_over = partial(self._hand_over, request, reply, answering)
            self._courier.run(request.player.id, hand_over)
        else:
            self._courier.run(request.chat.id, partial(self._answer, request, reply, answering))

    async def announce(self, chat: str, reply: Reply, _thread: str | None, key: str) -> None:
        """Send ``reply``, which nobody has asked for just now; raises like a Display.

        Discord sends what has the same ``key`` only once within some minutes.
        """
        channel, payload = snowflake_of(chat), self._view.message(reply, ephemeral=False)
        try:
            # With the channel: by Discord's words a nonce is its author's, not a channel's.
            await self._api.create(channel, payload, f"{key}.{int(channel):x}")
        except OUTAGE as error:
            raise fault_of(error) from error

    async def _answer(self, request: Request, reply: Reply, answering: str) -> None:
        channel = snowflake_of(request.chat.id)
        nonce = f"a{answering}.{len(request.below)}"  # a message may ask for several things

        async def create(payload: Payload) -> str | None:
            return await self._api.create(channel, payload, nonce, answering, silent=reply.silent)

        try:
            message = await self._put(reply, create)
        except MayNotWrite:
            self._closed.tell(request.chat.id)
            raise
        if message is not None:
            self._complete(request, reply, message)

    def _complete(self, request: Request, reply: Reply, message: str) -> None:
        """Put what follows on an unfinished reply in its place, once it is known."""

        def show(more: Reply) -> None:
            self._courier.run(request.chat.id, partial(self._rewrite, request, more, message))

        if reply.unfinished:
            self._sequels.complete(request, reply, show)

    async def _rewrite(self, request: Request, reply: Reply, message: str) -> None:
        async def edit(payload: Payload) -> bool:
            try:
                await self._api.edit(snowflake_of(request.chat.id), message, payload)
            except discord.NotFound:
                _LOG.info("the message to change is gone")
                return False
            return True

        if await self._put(reply, edit):
            self._complete(request, reply, message)

    async def _put(self, reply: Reply, put: Callable[[Payload], Awaitable[T]]) -> T:
        """Have ``put`` send ``reply`` with its picture, or else in words; raises like a Display."""
        payload = await drawn(self._view, reply, ephemeral=False)
        try:
            return await put(payload)
        except OUTAGE as error:
            try:
                raise fault_of(error, payload) from error
            except PicturesClosed:
                if reply.picture is None:
                    raise
        return await self._put(in_words(reply), put)

    async def _hand_over(self, request: Request, reply: Reply, answering: str) -> None:
        """Send a document to its player, and say where they asked that this was done."""
        payload = self._view.message(reply, ephemeral=False)
        texts: tuple[Text, ...] = (Text("export.sent"),)
        try:
            channel = await self._api.direct(snowflake_of(request.player.id))
            await self._api.create(channel, payload, f"d{answering}.{len(request.below)}")
        except OUTAGE as error:
            with suppress(ChatGone):
                raise fault_of(error) from error
            command = _COMMANDS[type(request.action)]
            texts = (Text("alone.closed"), Text("alone.slash", command=command))
        self.say(request, Reply(texts, language=reply.language, silent=reply.silent), answering)


async def drawn(view: View, reply: Reply, *, ephemeral: bool) -> Payload:
    """Return ``reply`` as a message with its picture, which is drawn in another thread."""
    drawing = view.drawing(reply)
    picture = None if drawing is None else await draw_aside(drawing)
    return view.message(reply, ephemeral=ephemeral, drawn=picture)
