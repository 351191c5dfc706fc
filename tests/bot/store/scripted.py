"""ScriptedNodes: nodes of a cluster on loopback that give the answers a test asks of them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from functools import partial

import hiredis

from tests.serving import serving

OK = b"+OK\r\n"
HANG_UP = b""
"""In place of an answer: the connection ends."""


class ScriptedNode:
    """A node that says which node has every slot, and to commands on keys what it is told to."""

    def __init__(self) -> None:
        """Answer every command with OK at first."""
        self.port = 0
        self.shard: list[ScriptedNode] | None = [self]
        """The node that it says has every slot, and then the replicas; None: it says nothing."""
        self.answer: bytes | None = OK
        """The answer to every command on a key; without one the client waits in vain."""
        self.first: deque[bytes] = deque()
        """The answers that come before that one."""
        self.told = 0
        """How often it was asked which node has the slots."""
        self.asked: list[bytes] = []
        """The names of the commands on keys."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Answer while the block runs."""
        listen = partial(asyncio.start_server, host="127.0.0.1", port=0)
        async with serving(listen, self._serve) as server:
            self.port = server.sockets[0].getsockname()[1]
            yield

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with closing(writer), suppress(OSError):
            commands = hiredis.Reader()
            while data := await reader.read(1 << 16):
                commands.feed(data)
                while command := commands.gets():
                    answer = self._answer(command)
                    if answer == HANG_UP:
                        return
                    writer.write(answer or b"")

    def _answer(self, command: list[bytes]) -> bytes | None:
        match command[0]:
            case b"CLUSTER":
                self.told += 1
                if self.shard is None:
                    return None
                nodes = [b"*2\r\n$9\r\n127.0.0.1\r\n:%d\r\n" % node.port for node in self.shard]
                return b"*1\r\n*%d\r\n:0\r\n:16383\r\n%b" % (2 + len(nodes), b"".join(nodes))
            case b"CLIENT":
                return OK
            case name:
                self.asked.append(name)
                return self.first.popleft() if self.first else self.answer
