"""Client: discord.py's, which begins with as little as is said of the bot."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any, Final

import discord
from aiohttp import ClientResponse

_LOG = logging.getLogger(__name__)
_OF_USERS: Final = {"discriminator": "0", "avatar": None}
"""What the library wants to be told of each user."""


class Client(discord.Client):
    """Logs in where Discord, or what stands for it, says less of the bot than the library reads."""

    async def login(self, token: str) -> None:
        """Know who the bot is, and which application is its own."""
        user = await self.http.static_login(token)
        self._connection.user = discord.ClientUser(state=self._connection, data=whole(user))
        said: Mapping[str, Any] = {}
        try:
            said = await self.http.application_info()
        except discord.NotFound:
            _LOG.warning("the bot's application is not told of: its id is taken to be the bot's")
        self._connection.application_id = int(said.get("id", user["id"]))
        if said.get("interactions_endpoint_url"):
            _LOG.warning("what is pressed is sent to the application's endpoint, not the gateway")


async def said_in(response: ClientResponse) -> Any:
    """Return what ``response`` says: JSON where its type says so, or else a text.

    The library takes JSON of which the charset is told, as some proxies do, for a text, and cannot
    read a page in other letters, of a proxy that says that Discord is away.
    """
    said = await response.text(encoding="utf-8", errors="replace")
    return json.loads(said) if said and response.content_type == "application/json" else said


def whole(user: Any) -> Any:
    """Return what is said of a ``user``, with all that the library reads."""
    return _OF_USERS | user


def known(said: Any) -> dict[str, Any]:
    """Return what an object that was ``said`` tells; null tells nothing."""
    return {key: each for key, each in (said or {}).items() if each is not None}
