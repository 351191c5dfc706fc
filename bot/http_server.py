"""HTTP server: takes POSTs; each is read whole and answered once.

That is all an endpoint behind a proxy needs, on httptools' parser. A framework takes several times
the CPU for it, which is a seventh of what a press costs (docs/discord.md).
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import formatdate
from functools import lru_cache, partial
from http import HTTPStatus
from typing import Final, cast

from httptools import HttpParserError, HttpParserUpgrade, HttpRequestParser

LARGEST: Final = 2**20
"""Bytes of a request, its head included; others are refused."""
IDLE_S: Final = 3630.0
"""How long a connection may bring no whole request. Proxies have to give up theirs sooner: what
they send while it is being closed is lost. Envoy keeps one for an hour; Envoy, idle_timeout."""
LINGER_S: Final = 10.0
"""How long what follows on a refused request is passed over. Were the connection closed at once,
it would be reset, and the refusal perhaps never read; RFC 9112, 9.6."""
_CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


@dataclass(slots=True)
class Request:
    """A POST; names in its head are in lower case."""

    head: dict[bytes, bytes]
    body: bytes
    method: bytes
    is_last: bool
    """Whether its sender wants the connection closed after the answer."""
    _connection: _Connection

    def answer(self, status: HTTPStatus, body: bytes = b"", kind: str = "") -> bool:
        """Send the answer, ``kind`` being its content type; tell whether it was sent.

        Nobody is there to take it once the connection has ended. To be called once.
        """
        return self._connection.answer(self, status, body, kind)


class HttpServer:
    """Listens at one address."""

    def __init__(self, handle: Callable[[Request], None]) -> None:
        """Give each request to ``handle``, which raises nothing, and need not answer at once."""
        self._handle = handle
        self._connections: set[_Connection] = set()
        self._server: asyncio.Server | None = None

    async def listen(self, host: str, port: int) -> int:
        """Listen at ``host`` and ``port``, 0 being any that is free; return the port.

        OSError when that is taken, forbidden or nowhere.
        """
        connection = partial(_Connection, self._handle, self._connections)
        self._server = await asyncio.get_running_loop().create_server(connection, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Take no more requests; return once those in work have been answered."""
        if self._server is not None:
            self._server.close()
        for connection in self._connections:
            connection.end()
        while self._connections:
            await asyncio.wait({each.lost for each in self._connections})

    def abort(self) -> None:
        """Break all connections."""
        for connection in self._connections:
            connection.abort()


class _Connection(asyncio.Protocol):
    """One connection: its requests are in work one after the other, and answered in order."""

    def __init__(self, handle: Callable[[Request], None], connections: set[_Connection]) -> None:
        """Be one of ``connections`` while it lasts."""
        self._handle = handle
        self._connections = connections
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._timer: asyncio.TimerHandle
        self._parser = HttpRequestParser(self)
        self._head: dict[bytes, bytes] = {}
        self._body: list[bytes] = []
        self._size = 0
        """Bytes read since a request was last whole."""
        self._next: deque[Request] = deque()
        """Requests that came before the one in work was answered."""
        self._is_working = False
        self._is_ending = False
        """Whether no further request is taken."""
        self._idle_since = self._loop.time()
        self.lost: asyncio.Future[None] = self._loop.create_future()
        """Done when the connection has ended."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast("asyncio.Transport", transport)
        self._connections.add(self)
        self._timer = self._loop.call_later(IDLE_S, self._look)

    def connection_lost(self, _: Exception | None) -> None:
        """End."""
        self._connections.discard(self)
        self._timer.cancel()
        del self._parser  # which refers to this object
        self.lost.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if self._is_ending:
            return
        self._size += len(data)
        refusal = self._fed(data)
        self._is_ending = refusal is not None
        if self._next:
            if not self._is_working:
                self._take_next()
            if self._next:
                self._transport.pause_reading()
        elif refusal and not self._is_working:
            self._refuse(refusal)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Note a line of a head."""
        self._head[name.lower()] = value

    def on_headers_complete(self) -> None:
        """Have a body sent that somebody is keeping back."""
        if b"expect" in self._head and not self._is_working:
            self._transport.write(_CONTINUE)

    def on_body(self, part: bytes) -> None:
        """Note a part of a body."""
        self._body.append(part)

    def on_message_complete(self) -> None:
        """Note a request."""
        method, is_last = self._parser.get_method(), not self._parser.should_keep_alive()
        self._next.append(Request(self._head, b"".join(self._body), method, is_last, self))
        self._head, self._body, self._size = {}, [], 0

    def answer(self, request: Request, status: HTTPStatus, body: bytes, kind: str) -> bool:
        """Answer ``request``, which is in work, and go on; tell whether the answer was sent."""
        if self._transport.is_closing():
            return False
        self._idle_since = self._loop.time()
        is_last = request.is_last or (self._is_ending and not self._next)
        self._send(status, body, kind, is_last=is_last)
        if is_last:
            self._transport.close()
        elif self._next:
            self._loop.call_soon(self._take_next)  # not at once: answers might be given at once too
        else:
            self._is_working = False
        return True

    def end(self) -> None:
        """Take no more requests, and close the connection after the last answer."""
        self._is_ending = True
        if not self._is_working:
            self._transport.close()

    def abort(self) -> None:
        """Break the connection."""
        self._transport.abort()

    def _fed(self, data: bytes) -> HTTPStatus | None:
        """Read ``data``; return why no more is read, if so."""
        if self._size > LARGEST:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        try:
            self._parser.feed_data(data)
        except (HttpParserError, HttpParserUpgrade):
            return HTTPStatus.BAD_REQUEST
        return None

    def _take_next(self) -> None:
        request = self._next.popleft()
        if not self._next:
            self._transport.resume_reading()
        self._is_working = True
        if request.method == b"POST":
            self._handle(request)
        else:
            request.answer(HTTPStatus.METHOD_NOT_ALLOWED)

    def _refuse(self, status: HTTPStatus) -> None:
        self._send(status, b"", "", is_last=True)
        self._transport.write_eof()
        self._timer.cancel()
        self._timer = self._loop.call_later(LINGER_S, self.abort)

    def _send(self, status: HTTPStatus, body: bytes, kind: str, *, is_last: bool) -> None:
        head = _head(status, kind, int(time.time()), is_last=is_last)
        self._transport.write(b"%b%d\r\n\r\n%b" % (head, len(body), body))

    def _look(self) -> None:
        rest = IDLE_S if self._is_working else self._idle_since + IDLE_S - self._loop.time()
        if rest > 0:
            self._timer = self._loop.call_later(rest, self._look)
        else:
            self.abort()


@lru_cache(32)
def _head(status: HTTPStatus, kind: str, second: int, *, is_last: bool) -> bytes:
    """Return the head of an answer at ``second`` of Unix time, as far as its content's length."""
    lines = [f"HTTP/1.1 {status} {status.phrase}", f"Date: {formatdate(second, usegmt=True)}"]
    if status is HTTPStatus.METHOD_NOT_ALLOWED:
        lines.append("Allow: POST")
    if kind:
        lines.append(f"Content-Type: {kind}")
    lines += [f"Connection: {'close' if is_last else 'keep-alive'}", "Content-Length: "]
    return "\r\n".join(lines).encode()
