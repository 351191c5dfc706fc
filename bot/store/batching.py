"""BatchingRedis: commands that are asked for at the same time go to the server together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import ReadOnlyError

from bot.config import Wait
from bot.store.cancelling import cancellable
from bot.store.link import Command, confirmed, sound, waiting
from bot.store.pipelined import PipelinedConnection

_MOST_WATCHES: Final = 10_000
"""Channels listened to at once; each takes a connection of its own."""


class BatchingRedis(Redis):
    """The Link to one server. All commands that need not be confirmed share a connection.

    As ever, the server carries out one after the other, with those of other clients in between, and
    each has an answer or error of its own. Only the loss of the connection is an error of them all.
    """

    def __init__(self, *args: Any, patience: float, **options: Any) -> None:
        """Begin with no connection; an answer may take ``patience`` seconds."""
        super().__init__(*args, **options)
        self._shared = PipelinedConnection(self._connection, patience)
        self._readers: dict[Any, Callable[[Any], Any]] = dict(self.response_callbacks)
        """By the names of commands in capitals, as they are sent from here."""
        self.is_cluster = False
        self.publishing = "PUBLISH"
        self.in_order = True
        pool = self.connection_pool
        # The client's own pool would be too small: each watch keeps a connection.
        self._watching = ConnectionPool(
            pool.connection_class, _MOST_WATCHES, **pool.connection_kwargs
        )

    async def call(self, _key: str, command: Command, wait: Wait | None = None) -> tuple[Any, bool]:
        """Return the answer to a command, and whether replicas have confirmed it."""
        if wait is None:
            return self._read(command, await self._shared.ask(command)), True
        answers = await self._in_a_row([command, *waiting(wait)])
        if isinstance(answers[0], ReadOnlyError):  # a replica by now: see PipelinedConnection
            self._shared.leave()
            await self.connection_pool.disconnect(inuse_connections=False)
        return sound(answers)[0], confirmed(answers, wait)

    async def spread(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Return the answers to commands, each with the key that it goes to, or their errors."""
        asked = (self._shared.ask(command) for _, command in commands)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        each = zip(commands, answers, strict=True)
        return [self._read(command, answer) for (_, command), answer in each]

    async def everywhere(self, command: Command) -> list[Any]:
        """Return the answer to a command, as that of the only server, or its error."""
        return await self.spread([("", command)])

    @asynccontextmanager
    async def subscription(self, channel: str) -> AsyncIterator[PubSub]:
        """Listen to ``channel``."""
        async with PubSub(self._watching) as listening:
            await cancellable(listening.subscribe(channel))
            yield listening

    async def aclose(self, close_connection_pool: bool | None = None) -> None:  # noqa: FBT001  # the library's
        """Close the connections."""
        await self._shared.close()
        await self._watching.aclose()
        await super().aclose(close_connection_pool)

    def _connection(self) -> AbstractConnection:
        """Return a new connection whose reads have no time limit."""
        pool = self.connection_pool
        return pool.connection_class(**pool.connection_kwargs | {"socket_timeout": None})

    def _read(self, command: Command, answer: Any) -> Any:
        """Return ``answer`` in the form that the library gives it, an error as it is."""
        read = None if isinstance(answer, Exception) else self._readers.get(command[0])
        return answer if read is None else read(answer)

    async def _in_a_row(self, commands: Sequence[Command]) -> list[Any]:
        """Return the answers to ``commands``, or their errors, from one borrowed connection."""
        pipe = self.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        return await pipe.execute(raise_on_error=False)
