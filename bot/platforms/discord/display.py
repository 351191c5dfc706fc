"""Display: shows games on Discord's messages where no interaction is there to be answered."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final
from uuid import uuid4

import discord

from bot.app.shown import Shown
from bot.app.turns import Budget, Rate
from bot.delivery import ChatGone, RetryLater, Scene
from bot.platforms.discord import limits
from bot.platforms.discord.api import Api
from bot.platforms.discord.ids import made_at, snowflake_of
from bot.platforms.discord.outage import is_passing
from bot.platforms.discord.view import View

_LOG = logging.getLogger(__name__)
BOARD: Final = "board"
_GONE: Final = frozenset({10003, 50001, 50013, 50083, 10004, 50007, 50278})
"""Unknown channel or guild, missing access or permissions, archived thread, closed direct messages:
docs, JSON error codes."""
_NO_MESSAGE: Final = frozenset({10008, 50005})
"""Unknown message, somebody else's."""
_TOO_OLD: Final = 30046
"""Too many edits of messages older than an hour."""
_AGAIN_S: Final = 2.0
_BUDGET: Final = Budget("discord", Rate(1.0, 5), Rate.at_most(50, 1, burst=10))


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

    async def change(self, scene: Scene, shown: Shown) -> Shown | None:
        """Show ``scene`` on the message, or a new one for one that is old; None if it is gone."""
        if self._now() - made_at(shown.message) > limits.OLD_S:
            return await self._replace(scene, shown)
        try:
            payload = self._view.scene(scene)
            await self._api.edit(snowflake_of(scene.chat), shown.message, payload)
        except discord.HTTPException as error:
            if error.code == _TOO_OLD:
                return await self._replace(scene, shown)
            if error.code in _NO_MESSAGE:
                return None
            raise fault_of(error) from error
        return shown

    async def _replace(self, scene: Scene, shown: Shown) -> Shown | None:
        sent = await self.send(scene)
        await self.retire(scene.chat, shown)
        return sent

    async def send(self, scene: Scene) -> Shown | None:
        """Show ``scene`` on a new message."""
        payload, nonce = self._view.scene(scene), uuid4().hex
        try:
            message = await self._api.create(
                snowflake_of(scene.chat), payload, nonce, silent=scene.silent
            )
        except discord.HTTPException as error:
            raise fault_of(error) from error
        if message is None:
            return None
        if scene.settings.pinned and not scene.private:
            await pin(self._api, scene.chat, message)
        return Shown(message, BOARD)

    async def retire(self, chat: str, shown: Shown) -> None:
        """Delete a message that another has replaced; one that cannot be stays as it is."""
        try:
            await self._api.delete(snowflake_of(chat), shown.message)
        except discord.HTTPException as error:
            _LOG.info("an old board stays: %s", error.text)


async def pin(api: Api, chat: str, message: str) -> None:
    """Pin a message where the bot may; elsewhere it stays as it is."""
    try:
        await api.pin(snowflake_of(chat), message)
    except discord.HTTPException as error:
        _LOG.info("a board is not pinned: %s", error.text)


def fault_of(error: discord.HTTPException) -> Exception:
    """Return what the courier is to be told about ``error``."""
    if isinstance(error, discord.RateLimited):
        return RetryLater(error.retry_after)
    if error.code in _GONE:
        return ChatGone()
    if is_passing(error):
        return RetryLater(_AGAIN_S)
    _LOG.error("Discord refused a message: %s", error.text)
    return ChatGone()
