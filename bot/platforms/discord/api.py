"""The API as the bot calls it: discord.py's HTTP client with plain payloads."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from enum import IntEnum
from http import HTTPStatus
from typing import Any, Final

import discord
import msgspec
from aiohttp import ClientTimeout
from discord.http import HTTPClient, Route

from bot.app.ports import Clock
from bot.platforms.discord.callbacks import Callbacks
from bot.platforms.discord.client import known
from bot.platforms.discord.components import COMPONENTS_V2, Payload, Upload
from bot.platforms.discord.emoji import EmojiSets, refuses_emoji, without_emoji
from bot.platforms.discord.outage import OUTAGE

_LOG = logging.getLogger(__name__)
ORIGINAL: Final = "@original"
"""Discord's name for the first answer to an interaction."""
_NONCE: Final = 25
"""Characters of a nonce at most; docs, create message."""
_NO_HISTORY: Final = 160002
"""Code: no message can be a reply where the bot may not read the history; docs, JSON error
codes."""
_UNKNOWN: Final = frozenset({HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED})
"""What a proxy answers to /gateway/bot if it only has /gateway."""
_SUPPRESS_NOTIFICATIONS: Final = 1 << 12
_PATIENCE: Final = ClientTimeout(total=10.0)
_UPLOADING: Final = ClientTimeout(total=30.0)
"""How long a call may take, without a file and with one. The library itself would wait for five
minutes, in which nobody else could send to the chat."""
_WAITS_S: Final = 10.0
"""How long the library waits for a rate limit: longer than those of messages last. For a longer one
a call raises RateLimited: else what is sent would be old by then, and no other worker would know
of the limit."""


class AnswerType(IntEnum):
    """How an interaction is answered."""

    PONG = 1
    MESSAGE = 4
    DEFER_MESSAGE = 5
    DEFER_UPDATE = 6
    UPDATE = 7
    CHOICES = 8
    FORM = 9


class Answer(msgspec.Struct, frozen=True):
    """The first answer to an interaction."""

    type: AnswerType
    payload: Payload | None = None
    data: dict[str, Any] | None = None
    """What stands in the place of a message: choices, a form, flags."""

    def body(self) -> dict[str, Any]:
        """Return the JSON of the answer."""
        data = self.payload.data() if self.payload else self.data
        return {"type": int(self.type)} | ({} if data is None else {"data": data})


class Start(msgspec.Struct, frozen=True):
    """What Discord says to a bot that is about to connect."""

    shards: int
    """How many shards Discord recommends."""
    left: int | None
    """How many more times it may identify; None where that is not said."""
    renewed_s: float
    """Seconds until the full number of times is allowed again."""
    at_once: int
    """How many may identify at the same time (max_concurrency)."""


class Api:
    """Discord's API; a call that fails raises one of OUTAGE."""

    def __init__(self, http: HTTPClient, clock: Clock, emoji: EmojiSets | None = None) -> None:
        """Call with ``http``, which is logged in by the time of the first call.

        ``emoji``, which messages are made with, are kept as Discord has them.
        """
        self._http = http
        # The library's constructor takes no less than 30 s.
        http.max_ratelimit_timeout = _WAITS_S
        self._emoji = EmojiSets() if emoji is None else emoji
        self._application: int | None = None
        """The application whose emoji are read; None until then."""
        self._is_reading = False
        self._is_closed = False
        self._callbacks = Callbacks(http.user_agent, clock, http.http_trace)

    async def respond(self, interaction: str, token: str, answer: Answer) -> str | None:
        """Answer an interaction; return the id of the message made, if there is one."""
        tells = answer.type is AnswerType.MESSAGE
        upload = answer.payload.upload if answer.payload else None

        async def send(body: dict[str, Any]) -> Any:
            data = msgspec.json.encode(body)
            return await self._callbacks.send(interaction, token, data, upload, tells=tells)

        reply = await self._somehow(send, answer.body())
        resource = (reply or {}).get("resource") or {}
        return _id_of(resource.get("message"))

    async def close(self) -> None:
        """End the connections that are not the library's; nothing more is called."""
        self._is_closed = True
        await self._callbacks.close()

    async def edit_answer(
        self, application: str, token: str, message: str, payload: Payload
    ) -> str | None:
        """Change one of the answers to an interaction; return the message's id."""
        route = _answer("PATCH", application, token, message)
        return _id_of(await self._send(route, _edit(payload), payload))

    async def delete_answer(self, application: str, token: str, message: str = ORIGINAL) -> None:
        """Delete an answer; the first of a press put off is the message that has the button."""
        await self._ask(_answer("DELETE", application, token, message))

    async def original(self, application: str, token: str) -> str | None:
        """Return the id of the message that an interaction was answered with."""
        return _id_of(await self._ask(_answer("GET", application, token)))

    async def follow_up(self, application: str, token: str, payload: Payload) -> str | None:
        """Send another answer to an interaction; return its id."""
        route = Route(
            "POST",
            "/webhooks/{webhook_id}/{webhook_token}",
            webhook_id=int(application),
            webhook_token=token,
        )
        return _id_of(await self._send(route, payload.data(), payload, params={"wait": "true"}))

    async def create(
        self,
        channel: str,
        payload: Payload,
        nonce: str,
        answering: str | None = None,
        *,
        silent: bool = False,
    ) -> str | None:
        """Send a message, only once for the same ``nonce`` within some minutes; return its id.

        It is a reply to the message ``answering`` where Discord allows that.
        """
        route = Route("POST", "/channels/{channel_id}/messages", channel_id=int(channel))
        body = payload.data() | {"nonce": nonce[:_NONCE], "enforce_nonce": True}
        if silent:
            body["flags"] = body.get("flags", 0) | _SUPPRESS_NOTIFICATIONS
        if answering is not None:
            body["message_reference"] = {"message_id": answering, "fail_if_not_exists": False}
        try:
            return _id_of(await self._send(route, body, payload))
        except discord.HTTPException as error:
            if error.code != _NO_HISTORY or answering is None:
                raise
        return await self.create(channel, payload, nonce, silent=silent)

    async def direct(self, user: str) -> str:
        """Return the channel of the direct messages with ``user``."""
        route = Route("POST", "/users/@me/channels")
        return str((await self._ask(route, json={"recipient_id": user}))["id"])

    async def edit(self, channel: str, message: str, payload: Payload) -> None:
        """Change a message of the bot's."""
        await self._send(_message("PATCH", channel, message), _edit(payload), payload)

    async def delete(self, channel: str, message: str) -> None:
        """Delete a message of the bot's."""
        await self._ask(_message("DELETE", channel, message))

    async def pin(self, channel: str, message: str, *, on: bool) -> None:
        """Pin a message, or unpin it."""
        path = "/channels/{channel_id}/messages/pins/{message_id}"
        method = "PUT" if on else "DELETE"
        route = Route(method, path, channel_id=int(channel), message_id=int(message))
        await self._ask(route)

    async def me(self) -> Any:
        """Return what Discord says of the bot."""
        return await self._ask(Route("GET", "/users/@me"))

    async def publish(self, application: int, commands: list[dict[str, Any]]) -> None:
        """Register the slash commands in place of the earlier ones."""
        route = Route("PUT", "/applications/{application_id}/commands", application_id=application)
        await self._ask(route, json=commands)

    async def read_emoji(self, application: int) -> None:
        """Read which emoji the application has."""
        self._application = application
        listed = await self._http.get_application_emojis(application)
        try:
            self._emoji.read(listed)
        except ValueError:  # a server in Discord's place may have no such emoji
            _LOG.warning("the application's emoji are in no known form, and are not used")

    async def start(self) -> Start:
        """Return how to begin at the gateway; what is not said is taken to be as for a new bot."""
        try:
            said = known(await self._ask(Route("GET", "/gateway/bot")))
        except discord.HTTPException as error:
            if error.status not in _UNKNOWN:
                raise
            _LOG.warning("Discord does not say how many shards to use; the bot uses one")
            said = {}
        limit = known(said.get("session_start_limit"))
        return Start(
            shards=int(said.get("shards", 1)),
            left=int(limit["remaining"]) if "remaining" in limit else None,
            renewed_s=limit.get("reset_after", 0) / 1000,
            at_once=int(limit.get("max_concurrency", 1)),
        )

    async def _send(
        self, route: Route, body: dict[str, Any], payload: Payload, **given: Any
    ) -> Any:
        async def send(body: dict[str, Any]) -> Any:
            return await self._call(route, body, payload.upload, **given)

        return await self._somehow(send, body)

    async def _somehow(
        self, send: Callable[[dict[str, Any]], Awaitable[Any]], body: dict[str, Any]
    ) -> Any:
        """Send ``body``; where Discord refuses it for emoji on buttons, again without those."""
        try:
            return await send(body)
        except discord.HTTPException as error:
            if not refuses_emoji(error):
                raise
        reply = await send(without_emoji(body))
        await self._read_again()
        return reply

    async def _read_again(self) -> None:
        if self._is_reading or self._application is None:
            return
        self._is_reading = True
        try:
            await self.read_emoji(self._application)
        except OUTAGE as error:
            _LOG.warning("the application's emoji cannot be read: %s", error)
        finally:
            self._is_reading = False

    async def _call(
        self, route: Route, body: dict[str, Any], upload: Upload | None, **given: Any
    ) -> Any:
        if upload is None:
            return await self._ask(route, json=body, **given)
        form: list[dict[str, Any]] = [
            {"name": "payload_json", "value": msgspec.json.encode(body).decode()},
            {"name": "files[0]", "value": upload.data, "filename": upload.name},
        ]
        return await self._ask(route, form=form, **given)

    async def _ask(self, route: Route, **given: Any) -> Any:
        if self._is_closed:
            # The solver may still play; what the library would raise is not in OUTAGE.
            raise ConnectionError("the bot has left Discord")
        patience = _UPLOADING if "form" in given else _PATIENCE
        return await self._http.request(route, timeout=patience, **given)


def _edit(payload: Payload) -> dict[str, Any]:
    """Return the JSON of an edit, without EPHEMERAL: who sees a message cannot be changed."""
    return payload.data() | {"flags": COMPONENTS_V2}


def _answer(method: str, application: str, token: str, message: str = ORIGINAL) -> Route:
    path = "/webhooks/{webhook_id}/{webhook_token}/messages/"
    path += ORIGINAL if message == ORIGINAL else "{message_id}"
    return Route(method, path, webhook_id=int(application), webhook_token=token, message_id=message)


def _message(method: str, channel: str, message: str) -> Route:
    path = "/channels/{channel_id}/messages/{message_id}"
    return Route(method, path, channel_id=int(channel), message_id=int(message))


def _id_of(message: Any) -> str | None:
    return str(message["id"]) if isinstance(message, dict) and "id" in message else None
