"""Texts: moves and commands that are written instead of pressed."""

from __future__ import annotations

import discord

from bot.app.actions import SETTINGS
from bot.app.ports import StoreUnavailable
from bot.app.request import Request
from bot.app.screen import Reply
from bot.app.service import Service
from bot.delivery import Courier
from bot.i18n import Text
from bot.platforms.discord.messages import Messages
from bot.platforms.discord.sequels import Sequels
from bot.platforms.discord.text_reading import asked_by, manages


class TextMessages:
    """Answers direct messages, mentions of the bot, and answers to its boards."""

    def __init__(
        self, service: Service, courier: Courier, messages: Messages, sequels: Sequels
    ) -> None:
        """Ask ``service``; boards go by ``courier``, what follows them by ``sequels``.

        All else goes by ``messages``.
        """
        self._service = service
        self._courier = courier
        self._messages = messages
        self._sequels = sequels

    async def handle(self, message: discord.Message, me: discord.ClientUser | None) -> None:
        """Carry out what ``message`` asks of ``me``, if it asks anything."""
        request = asked_by(message, me)
        if request is None:
            return
        try:
            request = await self._service.readers.heard(request)
            reply = await self._reply(request, may_set=manages(message))
        except StoreUnavailable:
            reply = Reply((Text("game.busy"),), language=request.spoken)
        if reply.repeated and reply.screen is not None:
            # Discord says once more what it has said before a connection was resumed: that the
            # board is to be shown was committed with the move.
            return
        if reply.screen is not None and not reply.private:
            self._courier.show(request.chat.id, reply, anew=True)
            if reply.unfinished:
                self._sequels.follow(request, reply, by_answer=None)
        else:
            self._messages.say(request, reply, str(message.id))

    async def _reply(self, request: Request, *, may_set: bool) -> Reply:
        if isinstance(request.action, SETTINGS) and not may_set:
            text = Text("settings.admins")
            refusal = Reply((text,), private=True, language=request.spoken)
            return await self._service.told(request, refusal)
        return await self._service.carry_out(request)
