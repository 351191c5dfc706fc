"""PipelinedConnection: sends commands without waiting for the answers to those before."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import hiredis
from msgspec import Struct
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import ReadOnlyError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

from bot.store.link import Command

_LOOKS: Final = 4
"""How often in its patience a connection looks whether answers are late."""


class _Asked(Struct, frozen=True):
    """A command that was sent, and whoever waits for its answer."""

    at: float
    answer: asyncio.Future[Any]


class _LeftError(Exception):
    """Raised when a connection that is to be left owes nothing more."""


class PipelinedConnection:
    """Sends commands that come at the same time as one piece, and takes the answers as they come.

    The library makes the connection, logs in and reads. What it does for a command besides (lending
    a connection out, a task for each send, timers for each answer) was two fifths of what a
    decision cost (docs/telegram.md). A lost connection is an error of all whose answers it owes,
    and the next command makes a new one. So does one after a write that is refused because the
    server is a replica by now: its address may lead to another server.
    """

    def __init__(self, make: Callable[[], AbstractConnection], patience: float) -> None:
        """Talk on what ``make`` gives; an answer may take ``patience`` seconds."""
        self._make = make
        self._patience = patience
        self._unsent: list[bytes] = []
        self._owed: deque[_Asked] = deque()
        self._wanted = asyncio.Event()
        self._leaving = False
        self._serving: asyncio.Task[None] | None = None

    def ask(self, command: Command) -> asyncio.Future[Any]:
        """Return what will be the answer to ``command``; raises RedisError or OSError."""
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve())
        answer = self._serving.get_loop().create_future()
        self._unsent.append(hiredis.pack_command(command))
        self._owed.append(_Asked(time.monotonic(), answer))
        self._wanted.set()
        return answer

    def leave(self) -> None:
        """Send nothing more on this connection, but on a new one once all is answered."""
        self._leaving = True
        self._wanted.set()

    async def close(self) -> None:
        """End the connection, and with it what was asked."""
        if self._serving is not None:
            self._serving.cancel()
            with suppress(asyncio.CancelledError):
                await self._serving
        self._fail(RedisConnectionError("the connection was closed"))

    async def _serve(self) -> None:
        """Connect when something is asked, and again when it is after the connection was lost.

        A TaskGroup that is cancelled as one of its tasks fails raises that error and forgets the
        cancellation (python/cpython#116720, up to Python 3.12); so ``cancelling`` is looked at.
        """
        serving = asyncio.current_task()
        while serving is None or not serving.cancelling():
            await self._wanted.wait()
            try:
                await self._talk()
            except* _LeftError:
                pass  # what is unsent goes to the new one
            except* Exception as errors:  # noqa: BLE001  # as below
                # Whatever the error is, those who wait for answers get it.
                self._fail(errors.exceptions[0])

    async def _talk(self) -> None:
        """Send and take answers until the connection is lost."""
        connection = self._make()
        self._leaving = False
        try:
            async with asyncio.TaskGroup() as talk:
                talk.create_task(self._look())
                await connection.connect()  # type: ignore[no-untyped-call]  # the library's
                talk.create_task(self._listen(connection))
                await self._send(connection)
        finally:
            await connection.disconnect(nowait=True)

    async def _send(self, connection: AbstractConnection) -> None:
        while True:
            await self._wanted.wait()
            # One more turn of the loop: who is about to ask as well sends with this, and a send,
            # which wakes the server up, costs more than many a command.
            await asyncio.sleep(0)
            self._wanted.clear()
            if self._leaving:
                self._go_if_answered()
                return
            pieces, self._unsent = self._unsent, []
            await connection.send_packed_command(b"".join(pieces), check_health=False)

    async def _listen(self, connection: AbstractConnection) -> None:
        while True:
            try:
                said = await connection.read_response(timeout=math.inf)
            except ResponseError as refused:
                said = refused
            _settle(self._owed.popleft().answer, said)
            if isinstance(said, ReadOnlyError):
                self.leave()
            if self._leaving:
                self._go_if_answered()

    def _go_if_answered(self) -> None:
        """Raise _LeftError where nothing that was sent is owed an answer."""
        if len(self._owed) == len(self._unsent):
            self._wanted.set()
            raise _LeftError

    async def _look(self) -> None:
        """Raise an error when an answer is late."""
        while True:
            await asyncio.sleep(self._patience / _LOOKS)
            if self._owed and time.monotonic() - self._owed[0].at > self._patience:
                raise RedisTimeoutError("the server does not answer")

    def _fail(self, error: Exception) -> None:
        """Tell all who wait that their answers will not come."""
        self._unsent.clear()
        self._wanted.clear()
        while self._owed:
            _settle(self._owed.popleft().answer, error)


def _settle(answer: asyncio.Future[Any], said: object) -> None:
    """Give an answer, or raise the error that it is, unless nobody waits any more."""
    if answer.done():
        return
    if isinstance(said, Exception):
        answer.set_exception(said)
    else:
        answer.set_result(said)
