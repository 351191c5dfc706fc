"""BatchingRedis: commands that are asked for at the same time go to the server together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.client import PubSub

from bot.config import Wait
from bot.store.cancelling import cancellable
from bot.store.link import MOST_WATCHES, Command, confirmed, sound, waiting


@dataclass(slots=True)
class _Command:
    """A command, and whoever waits for its answer."""

    args: tuple[Any, ...]
    options: dict[str, Any]
    answer: asyncio.Future[Any]


class BatchingRedis(Redis):
    """The Link to one server. Commands of one turn of the event loop share a connection and a send.

    Taking a connection, writing to it and waiting for it is most of what a command costs. The
    server takes the commands of a batch one after the other, others' in between, as ever; each
    has its own answer or error. Only the loss of the connection is an error of them all.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        """Begin with nothing to be sent."""
        super().__init__(*args, **options)
        self._waiting: list[_Command] = []
        self._sending: set[asyncio.Task[None]] = set()
        self.publishing = "PUBLISH"
        pool = self.connection_pool
        # Not the client's own, which is small: whoever watches keeps a connection.
        self._watching = ConnectionPool(
            pool.connection_class, MOST_WATCHES, **pool.connection_kwargs
        )

    async def call(self, _key: str, command: Command, wait: Wait | None = None) -> tuple[Any, bool]:
        """Return the answer to a command, and whether replicas have confirmed it."""
        if wait is None:
            return await self.execute_command(*command), True
        answers = sound(await self._in_a_row([command, *waiting(wait)]))
        return answers[0], confirmed(answers, wait)

    async def spread(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Return the answers to commands, each with the key that it goes to."""
        return sound(await self._in_a_row([command for _, command in commands]))

    @asynccontextmanager
    async def subscription(self, channel: str) -> AsyncIterator[PubSub]:
        """Listen to ``channel``."""
        async with PubSub(self._watching) as listening:
            await cancellable(listening.subscribe(channel))
            yield listening

    async def aclose(self, close_connection_pool: bool | None = None) -> None:  # noqa: FBT001  # the library's
        """Close the connections."""
        await self._watching.aclose()
        await super().aclose(close_connection_pool)

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Return the server's answer to a command; raises the library's RedisError."""
        loop = asyncio.get_running_loop()
        if not self._waiting:
            loop.call_soon(self._flush)
        command = _Command(args, options, loop.create_future())
        self._waiting.append(command)
        return await command.answer

    def _flush(self) -> None:
        batch, self._waiting = self._waiting, []
        task = asyncio.create_task(self._send(batch))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _send(self, batch: list[_Command]) -> None:
        try:
            answers = await self._answers(batch)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is theirs who wait
            answers = [error] * len(batch)
        for command, answer in zip(batch, answers, strict=True):
            if command.answer.done():
                continue  # cancelled meanwhile
            if isinstance(answer, Exception):
                command.answer.set_exception(answer)
            else:
                command.answer.set_result(answer)

    async def _answers(self, batch: list[_Command]) -> list[Any]:
        if len(batch) == 1:
            # A pipeline for one command costs more than the command.
            (one,) = batch
            alone = super().execute_command(*one.args, **one.options)  # type: ignore[no-untyped-call]  # the library's
            return [await alone]
        return await self._in_a_row([command.args for command in batch])

    async def _in_a_row(self, commands: Sequence[Command]) -> list[Any]:
        """Return the answers to ``commands``, or their errors, sent on one connection."""
        pipe = self.pipeline(transaction=False)
        for command in commands:
            pipe.execute_command(*command)
        return await pipe.execute(raise_on_error=False)
