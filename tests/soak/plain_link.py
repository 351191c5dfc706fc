"""The way to a cluster as the library has it by default, to compare ours with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from redis.asyncio.cluster import ClusterNode, RedisCluster

from bot.config import Wait
from bot.store.cluster import ClusterLink
from bot.store.link import Command


class PlainLink(ClusterLink):
    """Leaves redirections, retries and fail-over to RedisCluster with its own settings."""

    def __init__(self, ports: Sequence[int]) -> None:
        """Begin with the nodes at ``ports``."""
        nodes = [ClusterNode("127.0.0.1", port) for port in ports]
        super().__init__(RedisCluster(startup_nodes=nodes))

    async def call(self, _key: str, command: Command, wait: Wait | None = None) -> tuple[Any, bool]:
        """Return the answer to a command; its connection is not known, so WAIT has no use."""
        assert wait is None
        return await self._client.execute_command(*command), True

    async def spread(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Return the answers to commands."""
        await self._client.initialize()
        answers = []
        for key, command in commands:
            if command == ("TIME",):
                node = self._client.get_node_from_key(key)
                answers.append(await self._client.execute_command("TIME", target_nodes=node))
            else:
                answers.append(await self._client.execute_command(*command))
        return answers
