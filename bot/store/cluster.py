"""ClusterLink: the way to the servers of a Redis or Valkey Cluster.

The library knows the nodes, their slots and connections. What it does when a command fails is not
used: it closes a client that other tasks are using, and each of them would start over.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

from redis.asyncio import ConnectionPool
from redis.asyncio.client import PubSub
from redis.asyncio.cluster import ClusterNode, PipelineCommand, RedisCluster
from redis.cluster import PRIMARY
from redis.exceptions import (
    AskError,
    ClusterDownError,
    MaxConnectionsError,
    MovedError,
    RedisClusterException,
    RedisError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from bot.config import Wait
from bot.store.cancelling import cancellable
from bot.store.link import Command, confirmed, sound, waiting

_MOST_REDIRECTIONS: Final = 5
_REST_S: Final = 0.5
"""At least so long after an answer it is not asked again which node has which slots."""
_ODD: Final = (RedisClusterException, AttributeError, LookupError)
"""What the library raises, besides its own errors, while it learns the nodes anew."""
_OUT_OF_DATE: Final = (RedisConnectionError, RedisTimeoutError, ClusterDownError)
"""Errors after which another node may have the slots."""


class _KeysAreKnown:
    """Stands where the library learns which words of commands are keys.

    It would ask one primary for that, always the same, and begin only when that one answers.
    """

    async def initialize(self, _node: ClusterNode) -> None:
        """Learn nothing."""


class ClusterLink:
    """The Link to a cluster; each command goes to the primary that has its key's slot."""

    def __init__(self, client: RedisCluster) -> None:
        """Use the nodes and connections of ``client``, and close it at the end."""
        self._client = client
        client.commands_parser = _KeysAreKnown()  # type: ignore[assignment]  # all that is asked
        self._given = dict(client.nodes_manager.startup_nodes)
        self.is_cluster = True
        self.in_order = False
        self.publishing = "SPUBLISH"
        """Unlike PUBLISH, it does not send the notice to every node of the cluster."""
        self._learning: asyncio.Task[None] | None = None
        self._ended = 0.0
        """When that ended last (``time.monotonic``): with a node that hangs it takes a second."""

    async def call(self, key: str, command: Command, wait: Wait | None = None) -> tuple[Any, bool]:
        """Return the answer to a command on ``key``, and whether replicas have confirmed it."""
        commands = [command, *waiting(wait)]
        node = await self._node_of(key)
        answers = await self._send(node, commands)
        redirections = 0
        while isinstance(answers[0], AskError) and redirections < _MOST_REDIRECTIONS:
            node, answers = await self._redirected(node, answers[0], commands)
            redirections += 1
        sound(answers)
        return answers[0], confirmed(answers, wait)

    async def spread(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Return the answers to commands, each with the key that it goes to, or their errors."""
        parts: defaultdict[ClusterNode, list[int]] = defaultdict(list)
        answers: list[Any] = [None] * len(commands)
        for position, (key, _) in enumerate(commands):
            try:
                parts[await self._node_of(key)].append(position)
            except RedisError as error:
                answers[position] = error

        async def send(node: ClusterNode, positions: list[int]) -> None:
            part = await self._send(node, [commands[position][1] for position in positions])
            lost = dict[tuple[str, int], Any]()  # nodes to which keys have moved, and their errors
            for position, answer in zip(positions, part, strict=True):
                answers[position] = answer
                if isinstance(answer, AskError):
                    to = answer.node_addr
                    found = lost.get(to) or await self._followed(*commands[position])
                    if _is_out_of_date(found):
                        lost[to] = found
                    answers[position] = found

        await asyncio.gather(*(send(node, positions) for node, positions in parts.items()))
        return answers

    async def _followed(self, key: str, command: Command) -> Any:
        """Return the answer to a command on a ``key`` that moves or has moved, or its error."""
        try:
            return (await self.call(key, command))[0]
        except RedisError as error:
            return error

    async def everywhere(self, command: Command) -> list[Any]:
        """Return the answers of all primaries to a command without a key, or their errors."""
        with self._learning_anew():
            await self._client.initialize()
        sending = (self._send(node, [command]) for node in self._client.get_primaries())
        return [answer for (answer,) in await asyncio.gather(*sending)]

    @asynccontextmanager
    async def subscription(self, channel: str) -> AsyncIterator[PubSub]:
        """Listen to ``channel`` on the node that has its slot."""
        node = await self._node_of(channel)
        pool = ConnectionPool(node.connection_class, **node.connection_kwargs)
        try:
            async with PubSub(pool) as listening:
                await cancellable(listening.ssubscribe(channel))
                yield listening
        except RedisError:
            await self._learn(node)
            raise

    async def aclose(self) -> None:
        """Close the connections."""
        if self._learning:
            self._learning.cancel()
            await asyncio.wait([self._learning])
        await self._client.aclose()

    async def _node_of(self, key: str) -> ClusterNode:
        with self._learning_anew():
            await self._client.initialize()
            slot, manager = self._client.keyslot(key), self._client.nodes_manager
            if not manager.slots_cache.get(slot):
                await self._learn()
            return manager.get_node_from_slot(slot)

    async def _redirected(
        self, asked: ClusterNode, error: AskError, commands: Sequence[Command]
    ) -> tuple[ClusterNode, list[Any]]:
        """Return the node that a slot is moving to, or has moved to, and its answers.

        Its host is that of the node ``asked``, if that one does not know it; so the cluster's
        specification says.
        """
        manager = self._client.nodes_manager
        error.host = error.host or asked.host
        with self._learning_anew():
            if isinstance(error, MovedError):
                await manager.move_slot(error)
            node = manager.get_node(error.host, error.port)
        if node is None:  # it may have no slots yet, and until then no node names it
            node = ClusterNode(error.host, error.port, PRIMARY, **manager.connection_kwargs)
            manager.nodes_cache[node.name] = node
        if isinstance(error, MovedError):
            return node, await self._send(node, commands)
        asking = [each for command in commands for each in (("ASKING",), command)]
        return node, (await self._send(node, asking))[1::2]

    async def _send(self, node: ClusterNode, commands: Sequence[Command]) -> list[Any]:
        """Return the answers of ``node``, or its errors, in the order of ``commands``."""
        sent = [PipelineCommand(position, *each) for position, each in enumerate(commands)]
        try:
            with self._learning_anew():
                await node.execute_pipeline(sent)
            answers = [each.result for each in sent]
        except RedisError as error:
            answers = [error] * len(sent)
        if any(_is_out_of_date(answer) for answer in answers):
            await self._learn(node)
        return answers

    async def _learn(self, failed: ClusterNode | None = None) -> None:
        """Learn which node has which slots; who wants that meanwhile waits for the same answer.

        Nobody asks again soon after, however many miss a part of the cluster: each time the library
        makes all connections anew, those to the other nodes as well.
        """
        has_rested = time.monotonic() > self._ended + _REST_S
        if self._learning is None or (self._learning.done() and has_rested):
            self._learning = asyncio.create_task(self._ask_for_slots(failed))
        await asyncio.shield(self._learning)

    async def _ask_for_slots(self, failed: ClusterNode | None) -> None:
        name = failed.name if failed else None
        # Where no node answers, what is known stays, and the next failure asks again.
        with suppress(RedisError), self._learning_anew():
            await self._client.nodes_manager.initialize(last_failed_node_name=name)
        self._ended = time.monotonic()

    @contextmanager
    def _learning_anew(self) -> Iterator[None]:
        """Turn what the library raises while it learns the nodes into a RedisConnectionError.

        The nodes of the address are then asked as well. The library forgets them once others are
        known, and these may all be gone, or know of no slots.
        """
        try:
            yield
        except _ODD as odd:
            manager = self._client.nodes_manager
            manager.startup_nodes = {**self._given, **manager.startup_nodes}
            is_slot = isinstance(odd, LookupError)  # it looks for a node by its slot, unseen
            what = "no node has the slot" if is_slot else f"{type(odd).__name__}: {odd}"
            raise RedisConnectionError(f"the nodes are being learned anew, {what}") from odd


def _is_out_of_date(answer: object) -> bool:
    return isinstance(answer, _OUT_OF_DATE) and not isinstance(answer, MaxConnectionsError)
