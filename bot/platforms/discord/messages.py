"""Messages: what is no board, sent where no interaction is there to be answered."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.app import actions, board_actions
from bot.app.request import Request
from bot.app.screen import Reply
from bot.delivery import Courier, RetryLater
from bot.i18n import Text
from bot.platforms.discord.api import Api
from bot.platforms.discord.display import fault_of
from bot.platforms.discord.ids import snowflake_of
from bot.platforms.discord.outage import OUTAGE
from bot.platforms.discord.view import View

_COMMANDS: Final = {actions.Export: "/export", board_actions.ShowReplayFile: "/evf"}
"""What is answered with a document."""


class Messages:
    """Sends replies as messages, in the turns of their chats."""

    def __init__(self, courier: Courier, api: Api, view: View) -> None:
        """Send with ``api`` what ``view`` makes, by ``courier``."""
        self._courier = courier
        self._api = api
        self._view = view

    def say(self, request: Request, reply: Reply, answering: str) -> None:
        """Answer the message ``answering``; in a server a document is for its player alone."""
        if reply.file is not None and not request.chat.private:
            # In a turn of the player's own: the channel of their direct messages is not known yet.
            hand_over = partial(self._hand_over, request, reply, answering)
            self._courier.run(request.player.id, hand_over)
        else:
            self._courier.run(request.chat.id, partial(self._answer, request, reply, answering))

    async def announce(self, chat: str, reply: Reply, _thread: str | None, key: str) -> None:
        """Send ``reply``, which nobody has asked for just now; raises as a display.

        For some minutes Discord sends what has the same ``key`` once.
        """
        channel, payload = snowflake_of(chat), self._view.message(reply, ephemeral=False)
        try:
            # By Discord's words a nonce is its author's own, not the channel's.
            await self._api.create(channel, payload, f"{key}.{int(channel):x}")
        except OUTAGE as error:
            raise fault_of(error) from error

    async def _answer(self, request: Request, reply: Reply, answering: str) -> None:
        payload = self._view.message(reply, ephemeral=False)
        channel, nonce = snowflake_of(request.chat.id), f"a{answering}"
        try:
            await self._api.create(channel, payload, nonce, answering, silent=reply.silent)
        except OUTAGE as error:
            raise fault_of(error) from error

    async def _hand_over(self, request: Request, reply: Reply, answering: str) -> None:
        """Send a document to its player, and say where they asked that this was done."""
        payload = self._view.message(reply, ephemeral=False)
        texts: tuple[Text, ...] = (Text("export.sent"),)
        try:
            channel = await self._api.direct(snowflake_of(request.player.id))
            await self._api.create(channel, payload, f"d{answering}")
        except OUTAGE as error:
            fault = fault_of(error)
            if isinstance(fault, RetryLater):
                raise fault from error
            command = _COMMANDS[type(request.action)]
            texts = (Text("alone.closed"), Text("alone.slash", command=command))
        self.say(request, Reply(texts, language=reply.language, silent=reply.silent), answering)
