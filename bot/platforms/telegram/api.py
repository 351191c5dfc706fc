"""The Bot API as the bot calls it: python-telegram-bot's ``Bot`` on our HTTP, its token hidden."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from traceback import clear_frames
from typing import Any, Final, cast

from aiohttp import TraceConfig
from telegram import Bot
from telegram.error import InvalidToken, TelegramError

from bot.config import OFFICIAL_API
from bot.platforms.telegram.requests import AiohttpRequest, UnreadRequest

_POLL_SLACK: Final = 10.0
"""Seconds a long poll's answer may come after the poll's own time."""


class ApiBot(Bot):
    """python-telegram-bot's ``Bot``, which never says its token, and hands out raw updates."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return words without the token, which the library's own has."""
        return "ApiBot[token=***]"

    async def initialize(self) -> None:
        """Open the connections and ask who the bot is; InvalidToken without quoting the token."""
        try:
            await super().initialize()
            refused = False
        except InvalidToken:
            refused = True
        if refused:
            raise InvalidToken("Telegram does not know this token")

    async def call(self, method: str, given: dict[str, Any]) -> object:
        """Return the result of ``method`` of the Bot API as it came; raises the library's errors.

        The library's own methods make an object of every answer, and an edited board's answer
        has every button in it: that alone costs more than the game.
        """
        result: object = await self._post(method, dict(given))
        return result

    async def poll(self, seconds: int, limit: int, offset: int, kinds: Sequence[str]) -> bytes:
        """Return the body of getUpdates after at most ``seconds``; no ``offset`` if it is 0.

        Raises the library's errors. Not the library's own ``get_updates``: one update that it
        cannot read costs all the others.
        """
        given: dict[str, Any] = {"timeout": seconds, "limit": limit, "offset": offset or None}
        given["allowed_updates"] = kinds
        body = await self._post("getUpdates", given, read_timeout=seconds + _POLL_SLACK)
        return cast("bytes", body)

    async def _post(self, *args: Any, **given: Any) -> Any:
        try:
            return await super()._post(*args, **given)
        except TelegramError as error:
            # The library's frame that raised it has it in a variable: all that was to be sent would
            # stay until the collector comes.
            clear_frames(error.__traceback__)
            raise


def make_bot(
    token: str,
    api_url: str | None = None,
    hooks: Sequence[TraceConfig] = (),
    proxy: str | None = None,
) -> ApiBot:
    """Return a bot, not yet initialised, for the Bot API server at ``api_url``.

    It is called through the HTTP ``proxy`` if there is one. ``hooks`` are told of every call. Long
    polls have a connection of their own.
    """
    # The library asks for this switch: without it each 429 costs a deprecation warning.
    os.environ.setdefault("PTB_TIMEDELTA", "1")
    # At DEBUG the library logs the address with the token, and what people write.
    logging.getLogger("telegram").setLevel(logging.INFO)
    api = (api_url or OFFICIAL_API).rstrip("/")
    return ApiBot(
        token,
        f"{api}/bot",
        f"{api}/file/bot",
        request=AiohttpRequest(proxy=proxy, hooks=hooks),
        get_updates_request=UnreadRequest(1, proxy, hooks),
    )
