"""The Bot API over HTTP on 127.0.0.1."""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from tests.emulators.faults import Fault
from tests.emulators.telegram import methods, params
from tests.emulators.telegram.description import Description, at_hand
from tests.emulators.telegram.wire import ApiError, Json, written
from tests.emulators.telegram.world import Request, World

TOKEN = "7000000001:AAEmulatorEmulatorEmulatorEmulator"  # noqa: S105  opens nothing but this server
LARGEST_BODY = 50 * 1024 * 1024  # bytes; API, sending files


class Server:
    """Answers calls on a world. ``mismatches`` are calls and answers the Bot API does not know."""

    def __init__(self, world: World) -> None:
        """Serve ``world``."""
        self.world = world
        self.mismatches: list[str] = []
        self.port = 0
        world.webhook.carry = self._carried
        self._description = at_hand() if world.options.check else None
        if self._description is not None:
            world.updates.check = self._check_update

    @property
    def api_url(self) -> str:
        """Return the address that takes the place of https://api.telegram.org."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def base_url(self) -> str:
        """Return what python-telegram-bot calls ``base_url``."""
        return f"{self.api_url}/bot"

    @property
    def base_file_url(self) -> str:
        """Return what python-telegram-bot calls ``base_file_url``."""
        return f"{self.api_url}/file/bot"

    @property
    def checked(self) -> Description | None:
        """Return the description that everything is checked against, if there is one."""
        return self._description

    @asynccontextmanager
    async def running(self) -> AsyncIterator[Server]:
        """Listen on a free port while the block runs."""
        app = web.Application(client_max_size=LARGEST_BODY)
        app.router.add_route("*", "/bot{token:[^/]*}/{method}", self._answer)
        app.router.add_get("/file/bot{token:[^/]*}/{path:.*}", self._download)
        runner = web.AppRunner(
            app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1
        )
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.port = runner.addresses[0][1]
        try:
            yield self
        finally:
            await self.world.webhook.close()
            await runner.cleanup()

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        try:
            check_token(request)
            name = methods.named(request.match_info["method"])
            given = await params.read(request)
        except ApiError as error:
            self._note_unknown(request, error)
            return answer(error.code, error.card())
        return await self._carry_out(request, Request(name, given, self.world.hub.clock.now()))

    async def _carried(self, method: str, values: Json) -> None:
        """Carry out the call that came with a webhook's answer."""
        given = {name: params.deserialized(name, value) for name, value in values.items()}
        now = self.world.hub.clock.now()
        await self._made(Request(methods.named(method), params.Params(given), now, carried=True))

    async def _made(self, call: Request) -> Fault[ApiError] | None:
        """Carry out ``call``, unless its fault is an error; return the fault, if any."""
        self.world.requests.append(call)
        self.world.changes.notify()
        self._check_request(call)
        await self.world.faults.pass_gates(call.method)
        fault = self.world.faults.take(call.method, call.params.values.get("chat_id"))
        try:
            call.result = await self._result(call, fault)
        except ApiError as error:
            call.error = error
            raise
        finally:
            self.world.changes.notify()
        return fault

    async def _carry_out(self, request: web.Request, call: Request) -> web.StreamResponse:
        try:
            fault = await self._made(call)
        except ApiError as error:
            return answer(error.code, error.card())
        if fault is not None and fault.answer_lost and request.transport is not None:
            request.transport.abort()
        return answer(200, {"ok": True, "result": call.result})

    async def _result(self, call: Request, fault: Fault[ApiError] | None) -> Any:
        if fault is not None and fault.error is not None:
            raise fault.error
        result = await methods.call(self.world, call.method, call.params)
        if self._description is not None and call.method != "getUpdates":
            self.mismatches += self._description.result(call.method, result)
        return result

    async def _download(self, request: web.Request) -> web.Response:
        try:
            check_token(request)
        except ApiError as error:
            return answer(error.code, error.card())
        file = self.world.hub.files.by_path.get(request.match_info["path"])
        if file is None:
            return answer(404, ApiError(404, "Not Found").card())
        kind = mimetypes.guess_type(file.path)[0] or "application/octet-stream"
        return web.Response(body=file.content, content_type=kind)

    def _note_unknown(self, request: web.Request, error: ApiError) -> None:
        if error.code == 404:
            self.mismatches.append(f"{request.match_info['method']}: not modelled")

    def _check_request(self, call: Request) -> None:
        if self._description is not None:
            values, uploads = call.params.values, set(call.params.uploads)
            self.mismatches += self._description.request(call.method, values, uploads)

    def _check_update(self, body: Json) -> None:
        if self._description is not None:
            self.mismatches += self._description.value(body, ["Update"], "update")


def check_token(request: web.Request) -> None:
    """Raise ApiError 401 for any token but ours."""
    if request.match_info["token"] != TOKEN:
        raise ApiError(401, "Unauthorized")


def answer(status: int, body: Json) -> web.Response:
    """Return a response with a JSON ``body``."""
    sent = written(body)
    return web.Response(body=sent, status=status, content_type="application/json", charset="utf-8")
