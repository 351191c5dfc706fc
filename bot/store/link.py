"""Link: the way to the server that has a key, whether it is the only one or one of a cluster."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol, TypeAlias

from redis.asyncio.client import PubSub

from bot.config import Wait

Command: TypeAlias = tuple[Any, ...]
"""The words of a command."""


class Link(Protocol):
    """Sends commands to where their keys are; raises the library's RedisError, or OSError."""

    is_cluster: bool
    publishing: str
    """The command with which a script publishes to a channel of its slot."""
    in_order: bool
    """Whether commands are carried out in the order of their answers, whatever their keys."""

    async def call(self, key: str, command: Command, wait: Wait | None = None) -> tuple[Any, bool]:
        """Return the answer to a command on ``key``, and whether replicas have confirmed it.

        They are waited for on the command's own connection: WAIT covers what was written on that.
        """

    async def spread(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Return the answers to commands, each with the key that it goes to, or their errors.

        While a server of a cluster is away, what goes to the others is answered.
        """

    async def everywhere(self, command: Command) -> list[Any]:
        """Return the answers of all servers that have keys to a command without one, or errors."""

    def subscription(self, channel: str) -> AbstractAsyncContextManager[PubSub]:
        """Listen to ``channel``, whose name has the hash tag (in braces) of its space's keys."""

    async def aclose(self) -> None:
        """Close the connections."""


def waiting(wait: Wait | None) -> list[Command]:
    """Return what is sent after a command to have it confirmed."""
    return [("WAIT", wait.replicas, wait.ms)] if wait else []


def confirmed(answers: Sequence[Any], wait: Wait | None) -> bool:
    """Tell from a command's ``answers`` whether as many replicas have it as ``wait`` asks for."""
    return wait is None or bool(answers[-1] >= wait.replicas)


def told(answers: list[Any]) -> list[Any]:
    """Return those of ``answers`` that are no errors."""
    return [each for each in answers if not isinstance(each, Exception)]


def sound(answers: list[Any]) -> list[Any]:
    """Return ``answers``; raises the first error among them.

    The library's own error would hold the command, and with it where mines are.
    """
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return answers
