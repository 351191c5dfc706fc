"""Endpoint: interactions by HTTP, for workers that keep no connection to the gateway."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from http import HTTPStatus
from mimetypes import guess_type
from typing import Any, Final, TypeAlias

import msgspec
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.app.ports import Clock
from bot.config import DiscordHttp
from bot.delivery import ended
from bot.http_server import HttpServer, Request
from bot.listening import Strangers, listening
from bot.platforms.discord.answering import Respond, TooLateError
from bot.platforms.discord.api import Answer, AnswerType
from bot.platforms.discord.components import Upload
from bot.platforms.discord.events import Interaction, InteractionError, decode_interaction
from bot.platforms.discord.ids import made_at
from bot.platforms.discord.intake import Intake
from bot.platforms.discord.watchdog import Watchdogs

_LOG = logging.getLogger(__name__)
_FRESH_S: Final = 300
"""How far a timestamp may be off; an older request is somebody's repetition."""
_ANSWER_S: Final = 2.8
_IN_TIME_S: Final = 2.5
"""An answer given by then after a press, by this machine's clock, surely arrives within Discord's
three seconds."""
_DRAIN_S: Final = 12.0
_STRANGERS: Final = (
    "Interactions are refused (%d since the start), and none was signed yet: DISCORD_PUBLIC_KEY is "
    "another application's, or this machine's clock is minutes off"
)

Handle: TypeAlias = Callable[[Interaction, Respond], Coroutine[Any, Any, None]]


class Endpoint:
    """Takes interactions that Discord has signed; answers in the response itself."""

    def __init__(
        self,
        settings: DiscordHttp,
        intake: Intake,
        handle: Handle,
        clock: Clock,
        now: Callable[[], float],
    ) -> None:
        """Have ``intake`` give interactions to ``handle``; ``now`` is Unix time.

        What takes too long by ``clock`` is given up.
        """
        self._clock = clock
        self._watchdogs = Watchdogs(clock, _ANSWER_S)
        self._now = now
        self._settings = settings
        self._key = VerifyKey(bytes.fromhex(settings.public_key))
        self._intake = intake
        self._handle = handle
        self._strangers = Strangers(_LOG, _STRANGERS)
        self._is_known = False
        """Whether a request was signed. Discord sends some that are not, to see them refused."""
        self.port = 0

    async def run(self, stopping: asyncio.Event, ready: asyncio.Event) -> None:
        """Serve until ``stopping``, then answer what has been asked.

        What goes on after its answer, as where a chat may not be written to for minutes, is left
        to the intake. CannotListenError when the address is taken.
        """
        server = HttpServer(self._take)
        try:
            at = (self._settings.host, self._settings.port)
            with listening("DISCORD_HTTP_LISTEN", *at):
                self.port = await server.listen(*at)
            ready.set()
            await stopping.wait()
        finally:
            try:
                await ended(self._clock, _DRAIN_S, server.close())
            finally:
                server.abort()

    def _take(self, request: Request) -> None:
        if not self._is_signed(request):
            if not self._is_known:
                self._strangers.note()
            request.answer(HTTPStatus.UNAUTHORIZED)
            return
        self._is_known = True
        try:
            interaction = decode_interaction(request.body)
        except InteractionError:
            request.answer(HTTPStatus.BAD_REQUEST)
            return
        if interaction is None:
            request.answer(HTTPStatus.OK, *_content(Answer(AnswerType.PONG)))
        elif self._intake.begin(partial(self._respond_to, request, interaction)) is None:
            request.answer(HTTPStatus.SERVICE_UNAVAILABLE)

    async def _respond_to(self, request: Request, interaction: Interaction) -> None:
        is_answered = False

        async def respond(given: Answer) -> str | None:
            nonlocal is_answered
            if is_answered:
                raise TimeoutError("the answer comes too late")
            body, kind = _content(given)
            is_answered = True
            # It has to be there before anybody asks for the message that it makes.
            if not request.answer(HTTPStatus.OK, body, kind):
                raise ConnectionResetError("nobody waits for the answer")
            if self._now() - made_at(interaction.id) > _IN_TIME_S:
                # It comes late, whether the request was held up on its way here or in work.
                raise TooLateError
            return None

        async def give_up() -> None:
            nonlocal is_answered
            if not is_answered:
                is_answered = True
                request.answer(HTTPStatus.INTERNAL_SERVER_ERROR)

        try:
            async with self._watchdogs.over(give_up):
                await self._handle(interaction, respond)
        finally:
            await give_up()

    def _is_signed(self, request: Request) -> bool:
        stamp = request.head.get(b"x-signature-timestamp", b"")
        signature = request.head.get(b"x-signature-ed25519", b"")
        try:
            self._key.verify(stamp + request.body, bytes.fromhex(signature.decode()))
            return abs(self._now() - int(stamp)) <= _FRESH_S
        except (BadSignatureError, ValueError):
            return False


def _content(answer: Answer) -> tuple[bytes, str]:
    """Return the body of ``answer``, and its content type."""
    upload = answer.payload.upload if answer.payload else None
    encoded = msgspec.json.encode(answer.body())
    return (encoded, "application/json") if upload is None else _multipart(encoded, upload)


def _multipart(body: bytes, upload: Upload) -> tuple[bytes, str]:
    """Return an answer with its file, in the form that uploads take."""
    kind = guess_type(upload.name)[0] or "application/octet-stream"
    border = "minesweeper-board"
    disposition = f"--{border}\r\nContent-Disposition: form-data; name="
    head = f'{disposition}"payload_json"\r\nContent-Type: application/json\r\n\r\n'
    file = f'\r\n{disposition}"files[0]"; filename="{upload.name}"\r\nContent-Type: {kind}\r\n\r\n'
    whole = head.encode() + body + file.encode() + upload.data + f"\r\n--{border}--\r\n".encode()
    return whole, f"multipart/form-data; boundary={border}"
