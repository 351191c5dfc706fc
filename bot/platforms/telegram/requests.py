"""HTTP for python-telegram-bot, on aiohttp: its own client collapses under concurrency.

The address of every call holds the bot's token, so nothing raised or logged here quotes an
address, another library's words, or what a server in between answered.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import lru_cache
from traceback import clear_frames
from typing import Any, Final, TypeAlias

import aiohttp
import msgspec
from telegram.error import NetworkError, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

_Seconds: TypeAlias = Any
"""Seconds, None for no limit, or BaseRequest.DEFAULT_NONE, whose type the library keeps private."""

CONNECTIONS: Final = 256
"""Connections to one server; python-telegram-bot's own default."""
_READ: Final = 5.0
_WRITE: Final = 5.0
_CONNECT: Final = 5.0
_POOL: Final = 1.0
_MEDIA_WRITE: Final = 20.0
"""Seconds; the defaults of python-telegram-bot's HTTPXRequest."""
_SUCCESS: Final = range(200, 300)
_JSON: Final = {"Content-Type": "application/json"}


class NotSent(NetworkError):  # noqa: N818  # as the library names its own errors
    """Raised when a call has certainly not reached Telegram, so that it may be made again."""

    __slots__ = ()


class NotSentInTime(NotSent, TimedOut):
    """Raised when there was no connection in time."""

    __slots__ = ()


class AiohttpRequest(BaseRequest):
    """Makes the library's calls; raises what HTTPXRequest raises: NetworkError and TimedOut."""

    __slots__ = ("_connections", "_free", "_hooks", "_proxy", "_session")

    def __init__(
        self,
        connections: int = CONNECTIONS,
        proxy: str | None = None,
        hooks: Sequence[aiohttp.TraceConfig] = (),
    ) -> None:
        """Use at most ``connections`` at once, through the HTTP ``proxy`` if there is one.

        ``hooks`` are told of every call.
        """
        self._hooks = list(hooks)
        self._connections = connections
        self._proxy = proxy
        self._free = asyncio.Semaphore(connections)
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """Return the seconds a server may take to answer, unless a call says otherwise."""
        return _READ

    async def initialize(self) -> None:
        """Open the pool; once more after ``shutdown``."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._connections),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": self.USER_AGENT},
                proxy=self._proxy,
                trace_configs=self._hooks,
            )

    async def shutdown(self) -> None:
        """Close every connection."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(  # noqa: PLR0913, PLR0917  # the library's signature
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: _Seconds = BaseRequest.DEFAULT_NONE,
        write_timeout: _Seconds = BaseRequest.DEFAULT_NONE,
        connect_timeout: _Seconds = BaseRequest.DEFAULT_NONE,
        pool_timeout: _Seconds = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Return the status and the body; raise NetworkError, TimedOut or NotSent."""
        media = request_data is not None and request_data.contains_files
        times = _timeout(
            _given(connect_timeout, _CONNECT),
            _given(write_timeout, _MEDIA_WRITE if media else _WRITE),
            _given(read_timeout, _READ),
        )
        async with self._connection(_given(pool_timeout, _POOL)):
            return await self._send(url, method, request_data, times)

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Return the answer in ``payload``; NetworkError for what a Bot API server never says."""
        answer = _decoded(payload)
        if answer is None or answer.keys().isdisjoint(("result", "description")):
            # From something in between, as a hotel's login page is; Telegram may be back later.
            raise NetworkError("Invalid server response")
        return answer

    @asynccontextmanager
    async def _connection(self, patience: float | None) -> AsyncIterator[None]:
        if self._free.locked():
            await self._wait_for_one(patience)
        else:
            await self._free.acquire()  # at once
        try:
            yield
        finally:
            self._free.release()

    async def _wait_for_one(self, patience: float | None) -> None:
        try:
            async with asyncio.timeout(patience):
                await self._free.acquire()
        except TimeoutError:
            raise NotSentInTime("Pool timeout: every connection is in use") from None

    async def _send(
        self, url: str, method: str, data: RequestData | None, times: aiohttp.ClientTimeout
    ) -> tuple[int, bytes]:
        if self._session is None:
            raise RuntimeError("This AiohttpRequest is not initialized!")
        body, headers = _body(data)
        try:
            async with self._session.request(
                method, url, data=body, headers=headers, timeout=times, allow_redirects=False
            ) as answer:
                return answer.status, _harmless(answer.status, await answer.read())
        except (aiohttp.ClientError, OSError, ValueError) as error:
            failure = _failure(error)
            _let_go(error)
        # Outside of the handler: the new error must not carry the old one, which has the address.
        raise failure


class UnreadRequest(AiohttpRequest):
    """Makes calls whose answers are handed on as they came."""

    __slots__ = ()

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Return an error decoded, and any other answer as it came, as its ``result``."""
        answer = _decoded(payload)
        return answer if answer and "description" in answer else {"result": payload}


def _given(value: _Seconds, default: float) -> float | None:
    seconds: float | None = default if value is BaseRequest.DEFAULT_NONE else value
    return seconds


def _let_go(error: BaseException) -> None:
    """Have the frames that ``error`` has passed forget what they hold.

    The library's have it in variables, and from Python 3.13 on frames keep those that called them:
    all that was to be sent would stay until the collector comes.
    """
    each: BaseException | None = error
    while each is not None:
        clear_frames(each.__traceback__)
        each = each.__context__


@lru_cache(maxsize=16)
def _timeout(
    connect: float | None, write: float | None, read: float | None
) -> aiohttp.ClientTimeout:
    """Return aiohttp's limits. It has none for writing, so a call is limited as a whole."""
    total = None
    if not (connect is None or write is None or read is None):
        total = connect + write + read
    return aiohttp.ClientTimeout(total=total, sock_connect=connect, sock_read=read)


def _body(data: RequestData | None) -> tuple[bytes | aiohttp.FormData | None, dict[str, str]]:
    if data is None or not (data.parameters or data.contains_files):
        return None, {}
    if not data.contains_files:
        # As JSON a keyboard is written once; in a form it would be quoted character by character.
        return _encoded(data.parameters), _JSON
    form = aiohttp.FormData(data.json_parameters, default_to_multipart=True)
    for name, (filename, content, kind) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form, {}


def _encoded(parameters: object) -> bytes:
    try:
        return msgspec.json.encode(parameters)
    except UnicodeEncodeError:
        # A lone surrogate: escaped it can be sent, and it is for Telegram to refuse it.
        return json.dumps(parameters).encode()


def _decoded(payload: bytes) -> dict[str, Any] | None:
    try:
        answer = msgspec.json.decode(payload)
    except (ValueError, RecursionError):
        return None
    return answer if isinstance(answer, dict) else None


def _harmless(status: int, payload: bytes) -> bytes:
    """Return ``payload``, or {} for an error page: the library would quote it, token and all."""
    return payload if status in _SUCCESS or _decoded(payload) is not None else b"{}"


def _failure(error: Exception) -> TelegramError:
    """Return what to raise in the place of ``error``, by the rules of HTTPXRequest."""
    name = type(error).__name__
    if isinstance(error, aiohttp.ConnectionTimeoutError):
        return NotSentInTime("Timed out connecting")
    if isinstance(error, TimeoutError):
        return TimedOut()
    reason = error.strerror if isinstance(error, OSError) else None
    if isinstance(error, aiohttp.ClientConnectorError):
        reason = str(error)  # it says to which host, and not the path with the token
    words = f"aiohttp.{name}: {reason}" if reason else f"aiohttp.{name}"
    before = isinstance(error, aiohttp.ClientConnectorError | aiohttp.InvalidURL)
    return NotSent(words) if before else NetworkError(words)
