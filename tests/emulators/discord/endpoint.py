"""Interactions over HTTP: signed as Discord signs them, posted to the bot's endpoint."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import aiohttp
from nacl.signing import SigningKey

from tests.emulators.discord.calls import parsed, read_parts
from tests.emulators.discord.files import Upload
from tests.emulators.discord.hub import Hub
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.wire import ApiError, Json

Answer = Callable[[Interaction, Json, dict[str, Upload]], None]

PING = 1


@dataclass(frozen=True)
class Reply:
    """What an endpoint answered; no status means that there was none."""

    status: int | None
    body: Any
    uploads: dict[str, Upload]


class Endpoint:
    """The address that interactions are posted to instead of being told over the gateway."""

    def __init__(self, hub: Hub, answer: Answer) -> None:
        """Give answers to ``answer``, which carries them out."""
        self._hub = hub
        self._answer = answer
        self._key = SigningKey(bytes(range(32)))
        self._tasks: set[asyncio.Task[None]] = set()
        self._session: aiohttp.ClientSession | None = None
        self.url: str | None = None
        self.replies: list[Reply] = []
        self.refusals: list[ApiError] = []  # answers that could not be carried out

    @property
    def verify_key(self) -> str:
        """Return the public key that signatures are checked with, in hexadecimal."""
        return self._key.verify_key.encode().hex()

    def deliver(self, interaction: Interaction) -> None:
        """Post ``interaction``, and carry out the answer."""
        task = asyncio.create_task(self._exchange(interaction))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def ping(self) -> Reply:
        """Ask the endpoint whether it is there."""
        return await self.post({"id": "1", "application_id": "1", "type": PING, "version": 1})

    async def verify(self) -> bool:
        """Return whether Discord would take the endpoint: it answers PINGs, checks signatures."""
        good, bad = await self.ping(), await self.post({"type": PING}, tampered=True)
        return (good.status, good.body, bad.status) == (200, {"type": PING}, 401)

    async def post(
        self, body: Json, *, tampered: bool = False, age: float = 0.0, signed: bool = True
    ) -> Reply:
        """Post ``body`` and return the reply.

        ``tampered``: it is not what was signed; ``age``: it was signed so many seconds ago;
        ``signed``: whether there is a signature at all.
        """
        raw = json.dumps(body).encode()
        stamp = str(int(self._hub.clock.now() - age))
        signature = self._key.sign(stamp.encode() + raw + (b" " if tampered else b"")).signature
        headers = {"Content-Type": "application/json", "User-Agent": "Discord-Interactions/1.0"}
        if signed:
            headers |= {"X-Signature-Ed25519": signature.hex(), "X-Signature-Timestamp": stamp}
        return await self.send(raw, headers)

    async def send(self, raw: bytes, headers: dict[str, str]) -> Reply:
        """Post bytes as they are and return the reply."""
        assert self.url is not None
        uploads: dict[str, Upload] = {}
        try:
            self._session = self._session or aiohttp.ClientSession()
            async with self._session.post(self.url, data=raw, headers=headers) as got:
                if got.content_type.startswith("multipart/"):
                    text = await read_parts(
                        aiohttp.MultipartReader.from_response(got).stream, uploads
                    )
                else:
                    text = await got.text()
                body = parsed(text) if got.ok and text else text
                reply = Reply(got.status, body, uploads)
        except aiohttp.ClientError:
            reply = Reply(None, None, {})
        self.replies.append(reply)
        self._hub.changes.notify()
        return reply

    async def close(self) -> None:
        """Cancel the deliveries under way, and close the connections."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()
            self._session = None

    async def _exchange(self, interaction: Interaction) -> None:
        reply = await self.post(interaction.payload())
        if reply.status != 200 or not reply.body:
            return
        try:
            self._answer(interaction, reply.body, reply.uploads)
        except ApiError as error:
            self.refusals.append(error)
            self._hub.changes.notify()
