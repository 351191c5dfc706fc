"""Trouble that a test orders: an error for the next call, a lost answer, a call held back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from tests.emulators.telegram.wire import ApiError, Json


@dataclass
class Fault:
    """One kind of trouble for calls of ``method`` (in ``chat`` only, if given), ``times`` times."""

    method: str
    error: ApiError | None = None
    chat: int | None = None
    times: int = 1
    answer_lost: bool = False
    met: bool = False  # whether it was for any call

    def fits(self, method: str, params: Json) -> bool:
        """Return whether the fault applies to this call."""
        there = self.chat is None or str(self.chat) == str(params.get("chat_id"))
        return self.times > 0 and self.method == method and there


@dataclass
class Gate:
    """Holds calls of one method until it opens; ``held`` are those that wait just now."""

    method: str
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

    def take(self, method: str, params: Json) -> Fault | None:
        """Return the fault of this call, if any, and use it up once."""
        for fault in self._faults:
            if fault.fits(method, params):
                fault.times -= 1
                fault.met = True
                return fault
        return None

    def unmet(self) -> list[str]:
        """Return what was ordered but no call came for: a test that orders it proves nothing."""
        return [f"no call met {each}" for each in self._faults if not each.met]

    async def pass_gates(self, method: str) -> None:
        """Wait while a gate holds ``method``."""
        for gate in [gate for gate in self._gates if gate.method == method]:
            gate.held += 1
            try:
                await gate.opened.wait()
            finally:
                gate.held -= 1

    @asynccontextmanager
    async def holding(self, method: str) -> AsyncIterator[Gate]:
        """Hold every call of ``method`` until the gate is opened or the block ends."""
        gate = Gate(method)
        self._gates.append(gate)
        try:
            yield gate
        finally:
            self._gates.remove(gate)
            gate.open()
