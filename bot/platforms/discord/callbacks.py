"""Callbacks: the first answers to interactions, sent without the library's rate limits.

Discord has no limits for them, yet the library keeps one for each interaction, and looks through
all of these before each call.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import discord
import msgspec
from aiohttp import (
    ClientError,
    ClientResponse,
    ClientSession,
    ClientTimeout,
    FormData,
    TraceConfig,
)
from discord.http import Route

from bot.app.ports import Clock
from bot.platforms.discord.components import Upload
from bot.platforms.discord.outage import SOON_S, is_passing, is_too_many

_PAUSES_S: Final = (0.1, 0.3)
"""Between tries, unless Discord asks for more; it waits for an answer for three seconds in all."""
_PATIENCE: Final = ClientTimeout(total=3.0)
_ANSWERED: Final = 40060
"""Discord's code for an interaction that was answered before; docs, JSON error codes."""
_JSON: Final = {"Content-Type": "application/json"}


class Callbacks:
    """Sends answers."""

    def __init__(self, user_agent: str, clock: Clock, watcher: TraceConfig | None = None) -> None:
        """Call as ``user_agent``; wait with ``clock`` between tries; ``watcher`` sees these."""
        self._clock = clock
        self._watchers = [watcher] if watcher else []
        self._user_agent = user_agent
        self._session: ClientSession | None = None

    async def send(
        self,
        interaction: str,
        token: str,
        body: bytes,
        upload: Upload | None = None,
        *,
        tells: bool,
    ) -> Any:
        """Answer an interaction with the JSON ``body`` and the file ``upload``, if there is one.

        Returns Discord's reply, which describes the message made if that is asked for by ``tells``.

        Raises HTTPException when Discord refuses, RateLimited when it does so for the third time
        because of too many calls, ClientError or TimeoutError when it cannot be reached.
        """
        url = f"{Route.BASE}/interactions/{interaction}/{token}/callback"
        url += "?with_response=1" if tells else ""
        is_first = True
        for pause in _PAUSES_S:
            asked = 0.0
            try:
                return await self._try(url, body, upload, is_first=is_first)
            except discord.RateLimited as error:
                asked = error.retry_after
            except discord.HTTPException as error:
                if not is_passing(error) or is_too_many(error):
                    raise
            except (ClientError, TimeoutError):
                pass  # it may have been taken all the same, which the next try is told
            is_first = False
            await self._clock.sleep(max(pause, asked))
        return await self._try(url, body, upload, is_first=False)

    async def close(self) -> None:
        """End the connections."""
        if self._session is not None:
            await self._session.close()

    async def _try(self, url: str, body: bytes, upload: Upload | None, *, is_first: bool) -> Any:
        if self._session is None:
            headers = {"User-Agent": self._user_agent}
            self._session = ClientSession(
                headers=headers, timeout=_PATIENCE, trace_configs=self._watchers
            )
        data = body if upload is None else _form(body, upload)
        kind = _JSON if upload is None else None
        async with self._session.post(url, data=data, headers=kind) as response:
            said = _read(response, await response.read())
        if response.ok:
            return said
        told = said if isinstance(said, dict) else {}
        asked = told.get("retry_after") if response.status == HTTPStatus.TOO_MANY_REQUESTS else None
        if isinstance(asked, int | float) and asked <= SOON_S:
            raise discord.RateLimited(asked)
        if told.get("code") == _ANSWERED and not is_first:
            return None
        # Not from a variable: this frame, with what was to be sent, would be held by it.
        raise discord.HTTPException(response, said)


def _form(body: bytes, upload: Upload) -> FormData:
    """Return the form that carries a file; each can be sent once."""
    form = FormData()
    form.add_field("payload_json", body.decode(), content_type="application/json")
    form.add_field("files[0]", upload.data, filename=upload.name)
    return form


def _read(response: ClientResponse, body: bytes) -> Any:
    if response.content_type == "application/json" and body:
        return msgspec.json.decode(body)
    return body.decode(errors="replace")
