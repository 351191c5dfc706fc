"""Endpoint: interactions by HTTP, for workers that keep no connection to the gateway."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from mimetypes import guess_type
from typing import Any, Final, TypeAlias

import msgspec
from aiohttp import hdrs, web
from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

from bot.app.ports import Clock
from bot.config import DiscordHttp
from bot.listening import Strangers, listen
from bot.platforms.discord.answering import Respond, TooLateError
from bot.platforms.discord.api import Answer, AnswerType
from bot.platforms.discord.components import Upload
from bot.platforms.discord.events import Interaction, InteractionError, decode_interaction
from bot.platforms.discord.ids import made_at
from bot.platforms.discord.intake import Intake
from bot.platforms.discord.watchdog import Watchdog

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
        # No router, since there is one address; bodies of 1 MiB at most, as aiohttp's default is.
        server = web.Server(self._answer, access_log=None)
        runner = web.ServerRunner(server, shutdown_timeout=_DRAIN_S)
        await runner.setup()
        try:
            await listen(runner, self._settings.host, self._settings.port)
            self.port = runner.addresses[0][1]
            ready.set()
            await stopping.wait()
        finally:
            await runner.cleanup()

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        if request.method != hdrs.METH_POST:
            return web.Response(status=405, headers={hdrs.ALLOW: hdrs.METH_POST})
        body = await request.read()
        if not self._is_signed(request, body):
            if not self._is_known:
                self._strangers.note()
            return web.Response(status=401)
        self._is_known = True
        try:
            interaction = decode_interaction(body)
        except InteractionError:
            return web.Response(status=400)
        if interaction is None:
            return _json(Answer(AnswerType.PONG))
        return await self._respond_to(request, interaction)

    async def _respond_to(
        self, request: web.BaseRequest, interaction: Interaction
    ) -> web.StreamResponse:
        answered: asyncio.Future[web.Response] = asyncio.get_running_loop().create_future()
        is_answering = False

        async def respond(given: Answer) -> str | None:
            nonlocal is_answering
            if answered.done():
                raise TimeoutError("the answer comes too late")
            is_answering = True
            response = _json(given)
            # It has to be there before anybody asks for the message that it makes.
            try:
                if not await _is_sent(request, response):
                    raise ConnectionResetError("nobody waits for the answer")
            finally:
                if not answered.done():
                    answered.set_result(response)
            if self._now() - made_at(interaction.id) > _IN_TIME_S:
                # It comes late, whether the request was held up on its way here or in work.
                raise TooLateError
            return None

        def give_up() -> None:
            if not is_answering and not answered.done():
                answered.set_result(web.Response(status=500))

        task = self._intake.begin(partial(self._handle, interaction, respond))
        if task is None:
            return web.Response(status=503)
        task.add_done_callback(lambda _: give_up())

        async def too_late() -> None:
            give_up()

        async with Watchdog(self._clock, _ANSWER_S, too_late):
            return await answered

    def _is_signed(self, request: web.BaseRequest, body: bytes) -> bool:
        stamp = request.headers.get("X-Signature-Timestamp", "")
        signature = request.headers.get("X-Signature-Ed25519", "")
        try:
            self._key.verify(stamp.encode() + body, bytes.fromhex(signature))
            return abs(self._now() - int(stamp)) <= _FRESH_S
        except (BadSignatureError, ValueError):
            return False


async def _is_sent(request: web.BaseRequest, response: web.Response) -> bool:
    """Send ``response``; tell whether it was sent."""
    try:
        await response.prepare(request)
        await response.write_eof()
    except ConnectionError:
        return False
    return True


def _json(answer: Answer) -> web.Response:
    upload = answer.payload.upload if answer.payload else None
    encoded = msgspec.json.encode(answer.body())
    if upload is None:
        return web.Response(body=encoded, content_type="application/json")
    return _multipart(encoded, upload)


def _multipart(body: bytes, upload: Upload) -> web.Response:
    """Return an answer with its file, in the form that uploads take."""
    kind = guess_type(upload.name)[0] or "application/octet-stream"
    border = "minesweeper-board"
    disposition = f"--{border}\r\nContent-Disposition: form-data; name="
    head = f'{disposition}"payload_json"\r\nContent-Type: application/json\r\n\r\n'
    file = f'\r\n{disposition}"files[0]"; filename="{upload.name}"\r\nContent-Type: {kind}\r\n\r\n'
    whole = head.encode() + body + file.encode() + upload.data + f"\r\n--{border}--\r\n".encode()
    form = f"multipart/form-data; boundary={border}"
    return web.Response(body=whole, headers={"Content-Type": form})
