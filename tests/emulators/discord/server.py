"""Discord on 127.0.0.1: the API, the gateway and the files, over HTTP."""

from __future__ import annotations

import json
import mimetypes
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from aiohttp import web

from tests.emulators.discord import calls
from tests.emulators.discord.callbacks import carry_out
from tests.emulators.discord.calls import Call
from tests.emulators.discord.description import Description, at_hand
from tests.emulators.discord.events import Event
from tests.emulators.discord.routes import ROUTES, Route
from tests.emulators.discord.wire import ApiError
from tests.emulators.discord.world import Options, World
from tests.emulators.faults import Fault

API: Final = "/api/v10"
LARGEST_BODY: Final = 110 * 1024 * 1024  # bytes: ten files and the JSON beside them


class Server:
    """Answers calls on a world. ``mismatches`` are calls and answers Discord does not know."""

    def __init__(self, options: Options | None = None) -> None:
        """Serve a fresh world."""
        self.world = World(lambda *answer: carry_out(self.world, *answer), options)
        self.mismatches: list[str] = []
        self.port = 0
        self._description = at_hand() if self.world.options.check else None

    @property
    def base_url(self) -> str:
        """Return the address of everything."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def api_url(self) -> str:
        """Return what takes the place of https://discord.com/api/v10."""
        return f"{self.base_url}{API}"

    @property
    def gateway_url(self) -> str:
        """Return what takes the place of wss://gateway.discord.gg/."""
        return f"ws://127.0.0.1:{self.port}/gateway/"

    @property
    def checked(self) -> Description | None:
        """Return the description that everything is checked against, if there is one."""
        return self._description

    @asynccontextmanager
    async def running(self, port: int = 0) -> AsyncIterator[Server]:
        """Listen on ``port``, or a free one, while the block runs."""
        app = web.Application(client_max_size=LARGEST_BODY)
        for route in ROUTES:
            app.router.add_route(route.method, API + route.path, self._handler(route))
        app.router.add_get("/gateway/", self._talk)
        app.router.add_get("/gateway/resume/", self._talk)
        app.router.add_get("/attachments/{path:.*}", self._download)
        app.router.add_route("*", "/{path:.*}", self._unknown)
        runner = web.AppRunner(
            app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1
        )
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", port).start()
        self._settle(runner.addresses[0][1])
        try:
            yield self
        finally:
            await self.world.endpoint.close()
            await runner.cleanup()

    def _settle(self, port: int) -> None:
        self.port = port
        self.world.gateway_url = self.gateway_url
        self.world.handshake.resume_url = f"{self.gateway_url}resume/"
        self.world.hub.files.base = self.base_url
        tell = self.world.hub.tell

        def checked(event: Event) -> None:
            if self._description is not None and event.name.startswith("MESSAGE_"):
                self.mismatches += self._description.event(event)
            tell(event)

        self.world.hub.tell = checked

    def _handler(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handle(request: web.Request) -> web.StreamResponse:
            now = self.world.hub.clock.now()
            if self.world.buckets.banned:
                return web.Response(status=429, text="error code: 1015", content_type="text/html")
            try:
                call = await calls.read(request, route.name, now)
            except ApiError as error:
                return self._refuse(error)
            return await self._carry_out(request, route, call)

        return handle

    async def _carry_out(
        self, request: web.Request, route: Route, call: Call
    ) -> web.StreamResponse:
        self.world.requests.append(call)
        self.world.changes.notify()
        await self.world.faults.pass_gates(call.name)
        fault = self.world.faults.take(call.name, call.path.get("channel_id"))
        try:
            self._result(route, call, fault)
        except ApiError as error:
            call.error = error
            return self._refuse(error, call)
        except Exception:
            self.mismatches.append(f"{call.name}: {traceback.format_exc()}")
            raise
        finally:
            call.answered = True
            self.world.changes.notify()
        if fault is not None and fault.answer_lost and request.transport is not None:
            request.transport.abort()
        headers = {"Via": "1.1 google"} | self.world.buckets.headers(call)
        if call.result is None:
            return web.Response(status=204, headers=headers)
        return self._json(route.status, call.result, headers)

    def _result(self, route: Route, call: Call, fault: Fault[ApiError] | None) -> None:
        self._check_token(route, call)
        self.world.buckets.charge(call)
        if fault is not None and fault.error is not None and not fault.done:
            raise fault.error
        if self._description is not None:
            self.mismatches += self._description.request(route.method, route.path, call)
        call.result = route.handler(self.world, call)
        if self._description is not None:
            self.mismatches += self._description.response(route, call)
        call.result = self.world.options.says.get(call.name, call.result)
        if fault is not None and fault.error is not None:
            raise fault.error

    def _check_token(self, route: Route, call: Call) -> None:
        if not route.open and call.more.get("authorization") != f"Bot {self.world.token}":
            raise ApiError(401, 0, "401: Unauthorized")

    def _refuse(self, error: ApiError, call: Call | None = None) -> web.Response:
        self.world.buckets.note(error)
        headers = {"Via": "1.1 google"} | (self.world.buckets.headers(call) if call else {})
        headers |= error.headers
        if not headers["Via"]:
            del headers["Via"]
        if error.page is not None:
            headers["Content-Type"] = "text/html"
            return web.Response(body=error.page, status=error.status, headers=headers)
        return self._json(error.status, error.card(), headers)

    def _json(self, status: int, body: Any, headers: dict[str, str]) -> web.Response:
        kind = {"Content-Type": self.world.options.json_type}
        return web.Response(body=json.dumps(body).encode(), status=status, headers=headers | kind)

    async def _talk(self, request: web.Request) -> web.StreamResponse:
        try:
            return await self.world.gateway.serve(request)
        except ConnectionError:  # the client is gone, as after a kill
            return web.Response()
        except Exception:
            self.mismatches.append(f"gateway: {traceback.format_exc()}")
            raise

    async def _download(self, request: web.Request) -> web.Response:
        file = self.world.hub.files.by_path.get(request.path)
        if file is None:
            return web.Response(status=404, text="This content is no longer available.")
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return web.Response(body=file.content, content_type=kind)

    async def _unknown(self, request: web.Request) -> web.Response:
        self.mismatches.append(f"{request.method} {request.path}: not modelled")
        return self._refuse(ApiError(404, 0, "404: Not Found"))
