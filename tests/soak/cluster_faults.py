"""What is done to a cluster under load."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from bot.store.keys import Keys
from tests.bot.store.nodes import Cluster, Moving, Node, answers, until
from tests.bot.store.wire import Wire

CUT_S: Final = 1.2
_HANG_S: Final = 6.0
_DOWN_S: Final = 6.0
"""Longer than the others take to replace a node."""
_SLOTS_MOVED: Final = 12


class Faults:
    """Troubles of a cluster, each of which ends with the cluster whole again."""

    def __init__(self, cluster: Cluster, wires: Sequence[Wire], keys: Keys, seed: int) -> None:
        """Trouble ``cluster``; ``wires`` lead to its nodes, in their order."""
        self._cluster = cluster
        self._wires = {id(node): wire for node, wire in zip(cluster.nodes, wires, strict=True)}
        self._keys = keys
        self._random = Random(seed)

    async def kill(self) -> None:
        """Kill -9 of a primary, which comes back later."""
        await self._replace(await self._victim())

    async def hang(self) -> None:
        """Have a primary hang for longer than the others wait for it."""
        victim = await self._victim()
        victim.stop()
        await asyncio.sleep(_HANG_S)
        victim.go_on()

    async def cut(self) -> None:
        """Keep a primary from its replicas for a moment; then kill it."""
        victim = await self._victim()
        wire = self._wires[id(victim)]
        wire.is_cut = True
        await asyncio.sleep(CUT_S)
        victim.kill()
        wire.is_cut = False
        await self._restart(victim)

    async def move(self) -> None:
        """Move slots with chats to another primary, key by key."""

        def work() -> None:
            for space in self._some_spaces():
                moving = Moving(self._cluster, self._keys.document(space, "log:0"))
                moving.carry()
                moving.end()

        await asyncio.to_thread(work)

    async def move_whole(self) -> None:
        """Move slots with chats to another primary as a whole, as Valkey 9 can."""

        def work() -> None:
            for space in self._some_spaces():
                move_as_a_whole(self._cluster, self._keys.document(space, "log:0"))

        await asyncio.to_thread(work)

    async def end(self) -> None:
        """Wait until all is well."""
        await asyncio.to_thread(until, self._cluster.is_whole)

    def _some_spaces(self) -> list[str]:
        return [f"room {self._random.randrange(64)}" for _ in range(_SLOTS_MOVED)]

    async def _victim(self) -> Node:
        space = f"room {self._random.randrange(64)}"
        key = self._keys.document(space, "log:0")
        return await asyncio.to_thread(self._cluster.primary_of, key)

    async def _replace(self, victim: Node) -> None:
        victim.kill()
        await self._restart(victim)

    async def _restart(self, victim: Node) -> None:
        await asyncio.sleep(_DOWN_S)
        victim.start()
        await asyncio.to_thread(until, lambda: answers(victim))


def move_as_a_whole(cluster: Cluster, key: str) -> None:
    """Move the slot of ``key`` to another primary."""
    source = cluster.primary_of(key)
    slot = int(source.say("CLUSTER", "KEYSLOT", key))
    target = next(node for node in cluster.primaries() if node is not source)
    source.say("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", target.id)
    until(lambda: cluster.primary_of(key) is target)


Fault: TypeAlias = Callable[[Faults], Awaitable[None]]

FAULTS: Final[dict[str, Fault]] = {
    "kill": Faults.kill,
    "hang": Faults.hang,
    "cut": Faults.cut,
    "move": Faults.move,
    "move-whole": Faults.move_whole,
}


async def carry_out(fault: Fault, faults: Faults) -> float:
    """Carry out a fault, wait until all is well, and return how long that took."""
    began = time.monotonic()
    await fault(faults)
    await faults.end()
    return time.monotonic() - began
