"""Trouble that a test orders: an error for the next call, a lost answer, a call held back."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.emulators.discord.calls import Call
from tests.emulators.discord.wire import ApiError


@dataclass
class Fault:
    """One kind of trouble for calls of ``name`` (in ``channel`` only, if given)."""

    name: str
    error: ApiError | None = None
    channel: int | None = None
    times: int = 1
    answer_lost: bool = False
    done: bool = False  # the call is carried out, and the error returned all the same
    met: bool = False  # whether it was for any call

    def fits(self, call: Call) -> bool:
        """Return whether the trouble is for ``call``."""
        there = self.channel is None or str(self.channel) == call.path.get("channel_id")
        return self.times > 0 and self.name == call.name and there


@dataclass
class Gate:
    """Holds calls of one operation, at ``most`` so many, until it opens."""

    name: str
    most: float = math.inf
    held: int = 0
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    def open(self) -> None:
        """Let the held calls, and all later ones, go on."""
        self.opened.set()


class Faults:
    """All trouble ordered and not yet used up."""

    def __init__(self) -> None:
        """Start without trouble."""
        self._faults: list[Fault] = []
        self._gates: list[Gate] = []

    def add(self, fault: Fault) -> None:
        """Order ``fault``."""
        self._faults.append(fault)

    def clear(self) -> None:
        """Take back all trouble that is left."""
        self._faults.clear()

    def take(self, call: Call) -> Fault | None:
        """Return the trouble of this call and use it up."""
        for fault in self._faults:
            if fault.fits(call):
                fault.times -= 1
                fault.met = True
                return fault
        return None

    def unmet(self) -> list[str]:
        """Return what was ordered but no call came for: a test that orders it proves nothing."""
        return [f"no call met {each}" for each in self._faults if not each.met]

    async def pass_gates(self, call: Call) -> None:
        """Wait while a gate holds calls of this operation."""
        for gate in [gate for gate in self._gates if gate.name == call.name]:
            if gate.held < gate.most:
                gate.held += 1
                await gate.opened.wait()

    @asynccontextmanager
    async def holding(self, name: str, most: float = math.inf) -> AsyncIterator[Gate]:
        """Hold calls of ``name``, ``most`` of them, until the gate is opened or the block ends."""
        gate = Gate(name, most)
        self._gates.append(gate)
        try:
            yield gate
        finally:
            self._gates.remove(gate)
            gate.open()
