"""HTTP server: takes POSTs; each is read whole and answered once.

That is all an endpoint behind a proxy needs, on httptools' parser. With aiohttp's server in its
place a press takes an eighth more CPU (docs/discord.md).
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

from httptools import (
    HttpParserCallbackError,
    HttpParserError,
    HttpParserUpgrade,
    HttpRequestParser,
)

LARGEST: Final = 2**20
"""Bytes of a request, its head included, and what is read together with its end. A longer one is
refused."""
IDLE_S: Final = 3630.0
"""How long a connection may bring no whole request. A proxy has to give its connections up sooner:
a request that it sends as one is closed here is lost. Envoy keeps them for an hour (its
documentation, idle_timeout), others for less."""
LINGER_S: Final = 10.0
"""How long what follows on a refused request is passed over. Were the connection closed at once,
it would be reset, and the refusal perhaps never read; RFC 9112, 9.6."""
_CONTINUE: Final = b"HTTP/1.1 100 Continue\r\n\r\n"


@dataclass(slots=True)
class Request:
    """A request that was read whole; names in its head are in lower case."""

    head: dict[bytes, bytes]
    body: bytes
    method: bytes
    is_last: bool
    """Whether its sender wants the connection closed after the answer."""
    _connection: Connection

    def answer(self, status: HTTPStatus, body: bytes = b"", kind: str = "") -> bool:
        """Send the answer, ``kind`` being its content type; tell whether it was sent.

        Nobody is there to take it once the connection has ended. To be called once.
        """
        return self._connection.answer(self, status, body, kind)


class HttpServer:
    """Listens at one address."""

    def __init__(self, handle: Callable[[Request], None]) -> None:
        """Give each request to ``handle``, which raises nothing, and need not answer at once."""
        self.handle = handle
        self.connections: set[Connection] = set()
        self.is_closing = False
        self._server: asyncio.Server | None = None

    async def listen(self, host: str, port: int) -> int:
        """Listen at ``host`` and ``port``, 0 being any that is free; return the port.

        OSError when that is taken, forbidden or nowhere.
        """
        connection = partial(Connection, self)
        self._server = await asyncio.get_running_loop().create_server(connection, host, port)
        return int(self._server.sockets[0].getsockname()[1])

    async def close(self) -> None:
        """Take no more requests; return once those in work have been answered."""
        self.is_closing = True
        if self._server is not None:
            self._server.close()
        for connection in self.connections:
            connection.end()
        while self.connections:
            await asyncio.wait({each.lost for each in self.connections})

    def abort(self) -> None:
        """Break all connections."""
        for connection in self.connections:
            connection.abort()


class Connection(asyncio.Protocol):
    """One connection: its requests are in work one after the other, and answered in order."""

    def __init__(self, server: HttpServer) -> None:
        """Be one of ``server``'s while it lasts."""
        self._server = server
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._timer: asyncio.TimerHandle
        self._parser = HttpRequestParser(self)
        self._head: dict[bytes, bytes] = {}
        self._fields: dict[bytes, bytes] = {}
        """Fields of a head that is not whole yet, or those behind a body, which are passed over."""
        self._body: list[bytes] = []
        self._size = 0
        """Bytes read since a request was last whole."""
        self._next: deque[Request] = deque()
        """Requests that came before the one in work was answered."""
        self._is_working = False
        self._is_full = False
        """Whether answers wait that nobody takes."""
        self._is_ending = False
        """Whether no further request is taken."""
        self._is_refused = False
        """Whether that is so because what came was refused."""
        self._idle_since = self._loop.time()
        self.lost: asyncio.Future[None] = self._loop.create_future()
        """Done when the connection has ended."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast("asyncio.Transport", transport)
        self._server.connections.add(self)
        self._timer = self._loop.call_later(IDLE_S, self._look)
        if self._server.is_closing:
            self.end()

    def connection_lost(self, _: Exception | None) -> None:
        """End."""
        self._server.connections.discard(self)
        self._timer.cancel()
        self._next.clear()
        del self._parser  # which refers to this object
        self.lost.set_result(None)

    def pause_writing(self) -> None:
        """Take no more requests from somebody who does not take the answers."""
        self._is_full = True

    def resume_writing(self) -> None:
        """Go on, since answers have been taken."""
        self._is_full = False
        self._go_on()

    def data_received(self, data: bytes) -> None:
        """Read on."""
        if self._is_ending:
            return
        self._size += len(data)
        refusal = self._fed(data)
        self._is_ending = self._is_refused = refusal is not None
        if self._next:
            self._go_on()
        elif refusal and not self._is_working:
            self._send(refusal, b"", "", is_last=True)
            self._end()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Note a field."""
        self._fields[name.lower()] = value.rstrip()

    def on_headers_complete(self) -> None:
        """Note a head; tell a sender who waits for leave to send the body that it may come."""
        self._head, self._fields = self._fields, {}
        if b"expect" not in self._head or self._is_working or self._next:
            return
        if self._parser.get_http_version() == "1.1":  # others do not know of it; RFC 9110, 10.1.1
            self._transport.write(_CONTINUE)

    def on_body(self, part: bytes) -> None:
        """Note a part of a body."""
        self._body.append(part)

    def on_message_complete(self) -> None:
        """Note a request."""
        if self._parser.should_upgrade():
            return  # the parser has passed over its body, and refuses it
        method, is_last = self._parser.get_method(), not self._parser.should_keep_alive()
        self._next.append(Request(self._head, b"".join(self._body), method, is_last, self))
        self._fields, self._body, self._size = {}, [], 0

    def answer(self, request: Request, status: HTTPStatus, body: bytes, kind: str) -> bool:
        """Answer ``request``, which is in work, and go on; tell whether the answer was sent."""
        self._is_working = False
        self._idle_since = self._loop.time()
        if self._transport.is_closing():
            return False
        is_last = request.is_last or (self._is_ending and not self._next)
        self._send(status, body, kind, is_last=is_last)
        is_sent = not self._transport.is_closing()
        if is_last:
            self._end()
        elif self._next:
            self._loop.call_soon(self._go_on)  # not at once: the next may be answered at once too
        return is_sent

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
        except HttpParserCallbackError:
            raise
        except (HttpParserError, HttpParserUpgrade):
            return HTTPStatus.BAD_REQUEST
        return None

    def _go_on(self) -> None:
        """Take the next request if there is one and none is in work; read on if there is none."""
        if self._next and not self._is_working and not self._is_full:
            self._take(self._next.popleft())
        if self._next:
            self._transport.pause_reading()
        else:
            self._transport.resume_reading()

    def _take(self, request: Request) -> None:
        self._is_working = True
        if request.method == b"POST":
            self._server.handle(request)
        else:
            request.answer(HTTPStatus.METHOD_NOT_ALLOWED)

    def _end(self) -> None:
        """Close the connection, at once or when what is still sent has been passed over."""
        if self._is_refused:
            self._transport.write_eof()
            self._timer.cancel()
            self._timer = self._loop.call_later(LINGER_S, self.abort)
        else:
            self._transport.close()

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
