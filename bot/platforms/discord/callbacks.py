"""Callbacks: the first answers to interactions, sent without the library's rate limits.

There are none for them, yet the library keeps one for each interaction and looks through all that
it keeps before each call.
"""

from __future__ import annotations

from typing import Any, Final

import discord
import msgspec
from aiohttp import ClientError, ClientResponse, ClientSession, ClientTimeout, TraceConfig
from discord.http import Route

from bot.app.ports import Clock
from bot.platforms.discord.outage import is_passing

_PAUSES_S: Final = (0.1, 0.3)
"""Between tries; Discord waits three seconds for all of them."""
_PATIENCE: Final = ClientTimeout(total=3.0)
_ANSWERED: Final = 40060
"""An answer that was taken before; docs, JSON error codes."""
_HEADERS: Final = {"Content-Type": "application/json"}


class Callbacks:
    """Sends answers of JSON alone."""

    def __init__(self, user_agent: str, clock: Clock, watcher: TraceConfig | None = None) -> None:
        """Say to be ``user_agent``; wait with ``clock`` between tries; ``watcher`` sees them."""
        self._clock = clock
        self._watchers = [watcher] if watcher else []
        self._user_agent = user_agent
        self._session: ClientSession | None = None

    async def send(self, interaction: str, token: str, body: bytes, *, tells: bool) -> Any:
        """Answer an interaction; return what Discord says of the message, if it ``tells``.

        Raises HTTPException when it refuses, ClientError or TimeoutError when it is not there.
        """
        url = f"{Route.BASE}/interactions/{interaction}/{token}/callback"
        url += "?with_response=1" if tells else ""
        is_first = True
        for pause in _PAUSES_S:
            try:
                return await self._try(url, body, is_first=is_first)
            except discord.HTTPException as error:
                if not is_passing(error):
                    raise
            except (ClientError, TimeoutError):
                pass  # it may have been taken all the same, which the next try is told
            is_first = False
            await self._clock.sleep(pause)
        return await self._try(url, body, is_first=False)

    async def close(self) -> None:
        """End the connections."""
        if self._session is not None:
            await self._session.close()

    async def _try(self, url: str, body: bytes, *, is_first: bool) -> Any:
        if self._session is None:
            headers = _HEADERS | {"User-Agent": self._user_agent}
            self._session = ClientSession(
                headers=headers, timeout=_PATIENCE, trace_configs=self._watchers
            )
        async with self._session.post(url, data=body) as response:
            said = _read(response, await response.read())
            if response.ok:
                return said
            error = discord.HTTPException(response, said)
        if error.code == _ANSWERED and not is_first:
            return None
        raise error


def _read(response: ClientResponse, body: bytes) -> Any:
    if response.content_type == "application/json" and body:
        return msgspec.json.decode(body)
    return body.decode(errors="replace")
