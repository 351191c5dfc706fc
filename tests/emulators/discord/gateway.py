"""The gateway: connections, and what a test can make happen to them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSMsgType, web

from tests.emulators.discord.buckets import Window
from tests.emulators.discord.compression import STREAMS, Stream
from tests.emulators.discord.handshake import GatewayClosed, Handshake
from tests.emulators.discord.limits import GATEWAY_COMMANDS, GATEWAY_PAYLOAD
from tests.emulators.discord.sessions import Session
from tests.emulators.discord.wire import Json
from tests.emulators.telegram.changes import Changes
from tests.emulators.telegram.clock import Clock

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME = 1, 2, 3, 4, 6
RECONNECT, MEMBERS, INVALID, HELLO, ACK = 7, 8, 9, 10, 11
FINAL: Final = frozenset({1000, 1001, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014})


@dataclass(eq=False)
class Connection:
    """One websocket; ``outgoing`` keeps the order of what is sent."""

    socket: web.WebSocketResponse
    transport: asyncio.Transport
    stream: Stream | None
    session: Session | None = None
    beats: int = 0
    commands: Window = field(default_factory=lambda: Window(GATEWAY_COMMANDS, 60.0))
    outgoing: asyncio.Queue[str | int] = field(default_factory=asyncio.Queue)
    closed_with: int | None = None

    def post(self, text: str) -> None:
        """Send ``text`` after all before."""
        self.outgoing.put_nowait(text)

    def send(self, op: int, data: Any = None) -> None:
        """Send a message that is no event."""
        self.post(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def close(self, code: int) -> None:
        """Close with ``code`` after all that was sent before."""
        self.outgoing.put_nowait(code)

    async def write(self) -> None:
        """Send what is to be sent until the connection is closed."""
        while not isinstance(item := await self.outgoing.get(), int):
            if self.stream is None:
                await self.socket.send_str(item)
            else:
                await self.socket.send_bytes(self.stream(item))
        self.closed_with = item
        await self.socket.close(code=item)


class Gateway:
    """Takes connections, and breaks them as a test wants."""

    def __init__(
        self, handshake: Handshake, clock: Clock, changes: Changes, heartbeat: float
    ) -> None:
        """Ask for a heartbeat every ``heartbeat`` seconds."""
        self._handshake = handshake
        self._clock = clock
        self._changes = changes
        self.heartbeat = heartbeat
        self.acknowledging = True  # a test turns it off to let the connection look dead
        self.greeting = True  # a test turns it off to keep new connections waiting
        self.turned_away = 0  # so many of the next connections are refused
        self.connections: list[Connection] = []
        self.ended_with: list[int | None] = []  # close codes of the connections that have ended
        self.paths: list[str] = []  # where connections came in

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Talk over one connection until it ends."""
        if self.turned_away:
            self.turned_away -= 1
            return web.Response(status=503)
        socket, transport = web.WebSocketResponse(compress=False), request.transport
        assert transport is not None, "a request that has just come has a connection"
        await socket.prepare(request)
        self.paths.append(request.path)
        query = request.query
        bad = query.get("v") != "10" or query.get("encoding") != "json"
        name = query.get("compress", "")
        if bad or (name and name not in STREAMS):
            await socket.close(code=4012, message=b"Invalid API version.")
            return socket
        stream = STREAMS[name]() if name else None
        async with self._open(Connection(socket, transport, stream)) as connection:
            if self.greeting:
                connection.send(HELLO, {"heartbeat_interval": self.heartbeat * 1000})
            await self._listen(connection)
        return socket

    def reconnect(self) -> None:
        """Ask every connection to come again and resume (op 7)."""
        for one in self.connections:
            one.send(RECONNECT)

    def invalidate(self, *told: Connection, resumable: bool = False) -> None:
        """Tell the connections ``told``, else all, that their sessions are invalid (op 9)."""
        for one in told or self.connections:
            if not resumable and one.session is not None:
                self._handshake.sessions.end(one.session)
            one.send(INVALID, resumable)

    def close(self, code: int) -> None:
        """Close every connection with ``code``."""
        for one in self.connections:
            one.close(code)

    def drop(self) -> None:
        """Break every connection without a close code."""
        for one in self.connections:
            one.transport.abort()

    def break_off(self, how: str) -> None:
        """Break every connection by op 7, op 9, dropping it, or a close code."""
        if how == "op 7":
            self.reconnect()
        elif how == "op 9":
            self.invalidate(resumable=True)
        elif how == "dropped":
            self.drop()
        else:
            self.close(int(how))

    def deafen(self) -> Callable[[], None]:
        """Stop reading from every connection until the returned function is called."""
        deaf = [one.transport for one in self.connections]
        for transport in deaf:
            transport.pause_reading()

        def hear() -> None:
            for transport in deaf:
                transport.resume_reading()

        return hear

    def ask_heartbeat(self) -> None:
        """Ask every connection for a heartbeat at once."""
        for one in self.connections:
            one.send(HEARTBEAT)

    @asynccontextmanager
    async def _open(self, connection: Connection) -> AsyncIterator[Connection]:
        self.connections.append(connection)
        self._changes.notify()
        writer = asyncio.create_task(connection.write())
        try:
            yield connection
        finally:
            self.connections.remove(connection)
            self._leave(connection)
            self._changes.notify()
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    def _leave(self, connection: Connection) -> None:
        session = connection.session
        code = connection.closed_with or connection.socket.close_code
        self.ended_with.append(code)
        if session is None or session.link is not connection:
            return
        self._handshake.sessions.pause(session)
        if code in FINAL:
            self._handshake.sessions.end(session)

    async def _listen(self, connection: Connection) -> None:
        async for message in connection.socket:
            if message.type is not WSMsgType.TEXT:
                connection.close(4002)
                continue
            try:
                self._take(connection, message.data)
            except GatewayClosed as closed:
                connection.close(closed.code)
            self._changes.notify()

    def _take(self, connection: Connection, text: str) -> None:
        if len(text) > GATEWAY_PAYLOAD:
            raise GatewayClosed(4002)
        body = parsed(text)
        op, data = body.get("op"), body.get("d") or {}
        if op == HEARTBEAT:
            self._beat(connection)
        elif connection.commands.take(self._clock.now()):
            raise GatewayClosed(4008)
        elif op in {IDENTIFY, RESUME}:
            self._begin(connection, op, data)
        elif op in {PRESENCE, VOICE, MEMBERS}:
            self._ask(connection, op, data)
        else:
            raise GatewayClosed(4001)

    def _beat(self, connection: Connection) -> None:
        connection.beats += 1
        if self.acknowledging:
            connection.send(ACK)

    def _begin(self, connection: Connection, op: int, data: Json) -> None:
        if connection.session is not None:
            raise GatewayClosed(4005)
        begin = self._handshake.identify if op == IDENTIFY else self._handshake.resume
        session = begin(connection, data)
        if session is None:
            connection.send(INVALID, data=False)
        connection.session = session

    def _ask(self, connection: Connection, op: int, data: Json) -> None:
        if connection.session is None:
            raise GatewayClosed(4003)
        if op == MEMBERS:
            connection.session.send("GUILD_MEMBERS_CHUNK", self._handshake.members(data))


def parsed(text: str) -> Json:
    """Return the message that ``text`` is; raise GatewayClosed 4002 when it is none."""
    try:
        body = json.loads(text)
    except ValueError:
        raise GatewayClosed(4002) from None
    if not isinstance(body, dict):
        raise GatewayClosed(4002)
    return body
