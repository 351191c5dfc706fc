"""Display: shows games on Discord's messages where there is no interaction to answer."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final
from uuid import uuid4

import discord
from msgspec.structs import replace

from bot.app.documents.shown import Shown
from bot.app.screens.screen import Screen
from bot.app.screens.ways import other_way
from bot.app.turns import Budget, Rate
from bot.bounded import BoundedDict
from bot.delivery import ChatGone, RetryLater, Scene
from bot.i18n import Text
from bot.platforms.discord import limits
from bot.platforms.discord.api import Api
from bot.platforms.discord.components import Payload
from bot.platforms.discord.ids import made_at, snowflake_of
from bot.platforms.discord.outage import OUTAGE, asked_s, is_of_token, is_passing, is_shut_out
from bot.platforms.discord.view import View

_LOG = logging.getLogger(__name__)
BOARD: Final = "board"
ANSWER: Final = "answer"
"""The look of a board where the bot is no member: only answers can change it or take it away."""
_GONE: Final = frozenset({10003, 50001, 50013, 50083, 10004, 50007, 50278})
"""Unknown channel or guild, missing access or permissions, archived thread, closed direct messages:
docs, JSON error codes."""
_NO_MESSAGE: Final = frozenset({10008, 50005})
"""Unknown message, somebody else's."""
_NO_PERMISSION: Final = 50013
_TOO_OLD: Final = 30046
"""Too many edits of messages older than an hour."""
_NO_FILES: Final = Text("board.no_files")
_AGAIN_S: Final = 2.0
_REMEMBERED: Final = 1_000
_BUDGET: Final = Budget("discord", Rate(1.0, 5), Rate.at_most(50, 1, burst=10))


class PicturesClosed(ChatGone):
    """Raised where the bot may not send what was to be sent, but maybe the same without a file."""


class MayNotWrite(ChatGone):
    """Raised where the bot may write nothing, at least as a message of its own."""


class Refused(ChatGone):
    """Raised where Discord does not take what was to be sent, but maybe something simpler."""


def budget_of(_chat: str) -> Budget:
    """Return what Discord allows for a channel; the library keeps to its exact limits besides."""
    return _BUDGET


class DiscordDisplay:
    """Implements the Display port."""

    def __init__(self, api: Api, view: View, now: Callable[[], float]) -> None:
        """Send with ``api`` what ``view`` makes; ``now`` is Unix time, which tells what is old."""
        self._api = api
        self._view = view
        self._now = now
        self._unsure: BoundedDict[tuple[str, int], str] = BoundedDict(_REMEMBERED)
        """By chat and game, nonces of boards that may have been sent: Discord did not answer."""
        self.closed: Callable[[str], None] | None = None
        """Called with a chat where a board cannot be sent because the bot may not write there."""
        self._plain: BoundedDict[str, None] = BoundedDict(_REMEMBERED)
        """Chats that have refused a picture: boards are text there until a new board's is taken."""

    async def change(self, scene: Scene, shown: Shown) -> Shown | None:
        """Show ``scene`` on the message, or a new one for one that is old; None if it is gone."""
        if shown.look == ANSWER:
            return shown
        if self._now() - made_at(shown.message) > limits.OLD_S:
            return await self.send(scene)
        wanted = _in_words(scene) if scene.chat in self._plain else scene
        payload = await self._view.shown(wanted)
        try:
            await self._api.edit(snowflake_of(scene.chat), shown.message, payload)
        except OUTAGE as error:
            code = error.code if isinstance(error, discord.HTTPException) else None
            if code == _TOO_OLD:
                return await self.send(scene)
            if code in _NO_MESSAGE:
                return None
            try:
                raise fault_of(error, payload) from error
            except PicturesClosed:
                simpler = self._told_of_text(scene)
            except Refused:
                if wanted.screen.text_only:
                    raise
                simpler = _in_words(scene)
            return await self.change(simpler, shown)
        if scene.pinned and scene.screen.over:
            await pin(self._api, scene.chat, shown.message, scene.screen)
        return shown

    async def send(self, scene: Scene) -> Shown | None:
        """Show ``scene`` on a new message, as text where that is refused."""
        try:
            return await self._send_somehow(scene)
        except MayNotWrite:
            if self.closed is not None:
                self.closed(scene.chat)
            raise

    async def _send_somehow(self, scene: Scene) -> Shown | None:
        try:
            sent = await self._send(scene)
        except PicturesClosed:
            return await self._send(_in_words(self._told_of_text(scene)))
        except Refused:
            if scene.screen.text_only:
                raise
            return await self._send(_in_words(scene))
        self._plain.pop(scene.chat, None)
        return sent

    def _told_of_text(self, scene: Scene) -> Scene:
        """Return ``scene`` of a chat that takes no pictures, and say so in it the first time."""
        if scene.chat in self._plain:
            return scene
        self._plain[scene.chat] = None
        return replace(scene, texts=(*scene.texts, _NO_FILES))

    async def _send(self, scene: Scene) -> Shown | None:
        channel, board = snowflake_of(scene.chat), (scene.chat, scene.screen.number)
        unsure = self._unsure.pop(board, None)
        payload, nonce = await self._view.shown(scene), unsure or uuid4().hex
        try:
            message = await self._api.create(channel, payload, nonce, silent=scene.silent)
            if unsure is not None and message is not None:
                # If the first had arrived, Discord knew the nonce and has sent nothing now.
                await self._api.edit(channel, message, payload)
        except OUTAGE as error:
            try:
                raise fault_of(error, payload) from error
            except RetryLater:
                self._unsure[board] = nonce
                raise
        if message is None:
            return None
        if scene.pinned and not scene.screen.over:
            await pin(self._api, scene.chat, message, scene.screen)
        return Shown(message, BOARD)

    async def retire(self, chat: str, shown: Shown) -> None:
        """Delete a message of no more use; one that the bot may not delete stays."""
        if shown.look == ANSWER:
            return
        try:
            await self._api.delete(snowflake_of(chat), shown.message)
        except OUTAGE as error:
            is_final = isinstance(error, discord.HTTPException) and not (
                is_passing(error) or is_of_token(error)
            )
            if not is_final:
                raise fault_of(error) from error
            _LOG.info("a message of no more use stays: %s", error)


async def delete(api: Api, channel: str, message: str) -> None:
    """Delete a message that is of no more use; one that cannot be stays as it is."""
    try:
        await api.delete(channel, message)
    except OUTAGE as error:
        _LOG.info("a message of no more use stays: %s", error)


async def pin(api: Api, chat: str, message: str, screen: Screen) -> None:
    """Pin a board, or unpin one that is over; where the bot may not, it stays as it is.

    A channel takes a limited number of pins, and nobody looks for a board that is over.
    """
    try:
        await api.pin(snowflake_of(chat), message, on=not screen.over)
    except OUTAGE as error:
        _LOG.info("a board is not pinned, or not taken down: %s", error)


def _in_words(scene: Scene) -> Scene:
    """Return ``scene`` with its board as text, which has no cells to tap."""
    spell = scene.screen.coordinates.respell
    texts = tuple(spell(other_way(text, tapped=False)) for text in scene.texts)
    return replace(scene, texts=texts, screen=replace(scene.screen, text_only=True))


def fault_of(error: Exception, sent: Payload | None = None) -> Exception:
    """Return what to raise at the courier for ``error``, one of OUTAGE.

    ``sent`` is the message that failed: only with that can it be PicturesClosed. It is not to be
    raised from a variable: the frame that has it would be held by it, with what was to be sent.
    """
    if not isinstance(error, discord.HTTPException):
        return RetryLater(error.retry_after if isinstance(error, discord.RateLimited) else _AGAIN_S)
    if error.code == _NO_PERMISSION:
        return PicturesClosed() if sent is not None and sent.upload is not None else MayNotWrite()
    if error.code in _GONE:
        return ChatGone()
    if is_of_token(error):  # whoever has the next one shows what is left
        _LOG.error("Discord refused a message, see DISCORD_TOKEN: %s", error.text)
    if is_shut_out(error) or is_of_token(error):
        return RetryLater(asked_s(error), everywhere=True)
    if is_passing(error):
        return RetryLater(_AGAIN_S)
    _LOG.error("Discord refused a message: %s", error.text)
    return Refused()
