"""Trouble that a test orders: an error for the next call, a lost answer, a call held back."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Generic, TypeVar

Error = TypeVar("Error", bound=Exception)
"""A platform's answer that refuses a call."""


@dataclass
class Fault(Generic[Error]):
    """One kind of trouble for calls of ``name`` (in the chat ``where`` only), ``times`` times."""

    name: str
    error: Error | None = None
    where: int | None = None
    times: int = 1
    answer_lost: bool = False
    done: bool = False  # the call is carried out, and the error returned all the same
    met: bool = False  # whether it was for any call

    def fits(self, name: str, where: object) -> bool:
        """Return whether the trouble is for this call."""
        there = self.where is None or str(self.where) == str(where)
        return self.times > 0 and self.name == name and there


@dataclass
class Gate:
    """Holds calls of one operation, at ``most`` so many, until it opens.

    ``held`` are those that wait just now, ``met`` all that have.
    """

    name: str
    most: float = math.inf
    held: int = 0
    met: int = 0
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    def open(self) -> None:
        """Let the held calls, and all later ones, go on."""
        self.opened.set()


class Faults(Generic[Error]):
    """All trouble ordered and not yet used up."""

    def __init__(self) -> None:
        """Start without trouble."""
        self._faults: list[Fault[Error]] = []
        self._gates: list[Gate] = []

    def add(self, fault: Fault[Error]) -> None:
        """Order ``fault``."""
        self._faults.append(fault)

    def clear(self) -> None:
        """Take back all trouble that is left."""
        self._faults.clear()

    def take(self, name: str, where: object) -> Fault[Error] | None:
        """Return the trouble of a call of ``name`` in the chat ``where``, and use it up once."""
        for fault in self._faults:
            if fault.fits(name, where):
                fault.times -= 1
                fault.met = True
                return fault
        return None

    def unmet(self) -> list[str]:
        """Return what was ordered but no call came for: a test that orders it proves nothing."""
        return [f"no call met {each}" for each in self._faults if not each.met]

    async def pass_gates(self, name: str) -> None:
        """Wait while a gate holds calls of ``name``."""
        for gate in [each for each in self._gates if each.name == name and each.met < each.most]:
            gate.met += 1
            gate.held += 1
            try:
                await gate.opened.wait()
            finally:
                gate.held -= 1

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
