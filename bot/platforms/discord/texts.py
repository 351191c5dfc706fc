"""Texts: moves and commands that are written instead of pressed."""

from __future__ import annotations

from typing import Final

import discord

from bot.app.actions import SETTINGS, Action, Invite, Misread, Typed
from bot.app.button import ButtonDataError, read_button
from bot.app.commands import INVITE_USAGE, read
from bot.app.ports import StoreUnavailable
from bot.app.request import Chat, Player, Request
from bot.app.screen import Reply
from bot.app.service import Service
from bot.delivery import Courier
from bot.i18n import Text, best_language, clean_name
from bot.platforms.discord.api import Api
from bot.platforms.discord.display import fault_of
from bot.platforms.discord.ids import discord_id, server_id, snowflake_of
from bot.platforms.discord.outage import OUTAGE
from bot.platforms.discord.view import TYPED, View

_LANGUAGE: Final = None
"""Discord does not say in a message which language its author reads."""


class TextMessages:
    """Answers direct messages, mentions of the bot, and answers to its boards."""

    def __init__(self, service: Service, courier: Courier, api: Api, view: View) -> None:
        """Ask ``service``; boards and texts go by ``courier``."""
        self._service = service
        self._courier = courier
        self._api = api
        self._view = view

    async def handle(self, message: discord.Message, me: discord.ClientUser | None) -> None:
        """Carry out what ``message`` asks of ``me``, if it asks anything."""
        game = _game_answered(message)
        action = _action(message, me, is_answer=game is not None)
        if action is None:
            return
        request = _request(message, action, game)
        try:
            reply = await self._reply(request, message)
        except StoreUnavailable:
            reply = Reply((Text("game.busy"),), language=best_language(_LANGUAGE))
        if reply.screen is not None and not reply.private:
            self._courier.show(request.chat.id, reply, anew=True)
        else:
            self._say(request, reply, str(message.id))

    async def _reply(self, request: Request, message: discord.Message) -> Reply:
        if isinstance(request.action, SETTINGS) and not _manages(message):
            text = Text("settings.admins")
            refusal = Reply((text,), private=True, language=best_language(_LANGUAGE))
            return await self._service.told(request, refusal)
        return await self._service.carry_out(request)

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

    def _say(self, request: Request, reply: Reply, answering: str) -> None:
        payload = self._view.message(reply, ephemeral=False)
        channel, nonce = snowflake_of(request.chat.id), f"a{answering}"

        async def errand() -> None:
            try:
                await self._api.create(channel, payload, nonce, answering, silent=reply.silent)
            except OUTAGE as error:
                raise fault_of(error) from error

        self._courier.run(request.chat.id, errand)


def _action(
    message: discord.Message, me: discord.ClientUser | None, *, is_answer: bool
) -> Action | None:
    """Return what a message asks for; in a server most messages are not meant for the bot."""
    content = message.content
    mentioned = me is not None and me.mentioned_in(message) and not message.mention_everyone
    if me is not None:
        for form in (f"<@{me.id}>", f"<@!{me.id}>"):
            content = content.replace(form, " ")
    if not content.strip():
        return None
    if message.guild is None:
        return _read(content, message, me)
    action = _read(content, message, me) if mentioned or is_answer else None
    # An answer to a board that is no move is talk among players.
    if is_answer and not isinstance(action, Typed):
        return None
    return action if not isinstance(action, Misread) or mentioned else None


def _read(content: str, message: discord.Message, me: discord.ClientUser | None) -> Action:
    """Read what is written; an invitation is for whom it names, or else whom it answers."""
    action = read(content)
    if action != Misread(INVITE_USAGE):
        return action
    answered = message.reference.resolved if message.reference else None
    people: list[discord.abc.User] = [*message.mentions]
    if isinstance(answered, discord.Message):
        people.append(answered.author)
    others = [each for each in people if me is None or each.id != me.id]
    if not others:
        return action
    return Invite(discord_id(str(others[0].id)), clean_name(others[0].display_name))


def _manages(message: discord.Message) -> bool:
    """Tell whether who wrote ``message`` may change the settings there."""
    author = message.author
    if message.guild is None:
        return True
    return isinstance(author, discord.Member) and author.guild_permissions.manage_guild


def _request(message: discord.Message, action: Action, game: int | None) -> Request:
    author = message.author
    return Request(
        operation=f"discord:{message.id}",
        chat=Chat(
            discord_id(str(message.channel.id)),
            message.guild is None,
            in_place=True,
            server=None if message.guild is None else server_id(str(message.guild.id)),
        ),
        player=Player(discord_id(str(author.id)), clean_name(author.display_name)),
        action=action,
        language=_LANGUAGE,
        game=game,
    )


def _game_answered(message: discord.Message) -> int | None:
    """Return the game whose board a message answers, as its buttons name it."""
    answered = message.reference.resolved if message.reference else None
    if not isinstance(answered, discord.Message):
        return None
    for custom_id in _custom_ids(answered):
        if custom_id.startswith(TYPED):
            continue
        try:
            _, game = read_button(custom_id)
        except ButtonDataError:
            continue
        if game is not None:
            return game
    return None


def _custom_ids(message: discord.Message) -> list[str]:
    rows = [part for part in message.components if isinstance(part, discord.ActionRow)]
    return [
        part.custom_id
        for row in rows
        for part in row.children
        if isinstance(part, discord.Button) and part.custom_id
    ]
