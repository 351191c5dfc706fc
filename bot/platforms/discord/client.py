"""Client: discord.py's, made to begin also where little is said of the bot."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import discord
from aiohttp import ClientResponse

from bot.platforms import PlatformRefused

_LOG = logging.getLogger(__name__)
_OF_USERS: Final = {"discriminator": "0", "avatar": None}
"""Fields that the library reads of each user, with values for where they are left out."""
_NAMED: Final = {"id", "username"}
"""Fields without which it is not known who the bot is."""
_ELSEWHERE: Final = (
    "What answers at DISCORD_API_URL is not Discord's API: the address goes up to and including "
    "/api/v10."
)


class Client(discord.Client):
    """Logs in even where a server in Discord's place says less of the bot than discord.py reads."""

    has_endpoint = False
    """Whether Discord sends interactions to an endpoint of the application, as far as is known."""

    async def login(self, token: str) -> None:
        """Log in; learn who the bot is, and which application is its own.

        Raises PlatformRefused where what answers is not Discord's API.
        """
        user = await self._user(token)
        self._connection.user = discord.ClientUser(state=self._connection, data=whole(user))
        said: Mapping[str, Any] = {}
        try:
            said = await self.http.application_info()
        except discord.NotFound:
            _LOG.warning(
                "Discord does not name the bot's application; its id is taken to be the bot's"
            )
        self._connection.application_id = int(said.get("id", user["id"]))
        self.has_endpoint = bool(said.get("interactions_endpoint_url"))

    async def _user(self, token: str) -> Mapping[str, Any]:
        user: Any = None
        with suppress(discord.NotFound):  # Discord always knows this call
            user = await self.http.static_login(token)
        if isinstance(user, dict) and user.keys() >= _NAMED:
            return user
        raise PlatformRefused(_ELSEWHERE)


async def said_in(response: ClientResponse) -> Any:
    """Return what ``response`` says: JSON where its type says so, or else a text.

    The library takes JSON for a text where its type names a charset, as from some proxies, and it
    fails at a page that is not UTF-8, with which a proxy may say that Discord is away.
    """
    said = await response.text(encoding="utf-8", errors="replace")
    return json.loads(said) if said and response.content_type == "application/json" else said


def whole(user: Any) -> Any:
    """Return what is said of a ``user``, completed with what the library reads."""
    return _OF_USERS | user


def known(said: Any) -> dict[str, Any]:
    """Return the fields of a JSON object that are not null; null itself has none."""
    return {key: each for key, each in (said or {}).items() if each is not None}
