"""BatchingRedis: commands that are asked for at the same time go to the server together."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from redis.asyncio import Redis


@dataclass(slots=True)
class _Command:
    """A command, and whoever waits for its answer."""

    args: tuple[Any, ...]
    options: dict[str, Any]
    answer: asyncio.Future[Any]


class BatchingRedis(Redis):
    """A client whose commands of one turn of the event loop share a connection and a send.

    Taking a connection, writing to it and waiting for it is most of what a command costs. The
    server takes the commands of a batch one after the other, others' in between, as ever; each
    has its own answer or error. Only the loss of the connection is an error of them all.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        """Begin with nothing to be sent."""
        super().__init__(*args, **options)
        self._waiting: list[_Command] = []
        self._sending: set[asyncio.Task[None]] = set()

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
        pipe = self.pipeline(transaction=False)
        for command in batch:
            pipe.execute_command(*command.args, **command.options)
        return await pipe.execute(raise_on_error=False)
