"""EffectRunner: carries committed effects out, and notes that it has done so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeAlias

from bot.app.ports import NotNow, NotOurs, StoreUnavailable
from bot.store.backend import Backend

_LOG = logging.getLogger(__name__)

Carry: TypeAlias = Callable[[str, Any], Awaitable[None]]
"""Carries out an effect of a space; doing it again must change nothing."""


class EffectRunner:
    """Runs effects beside the store's steps; what fails stays in the backend's outbox."""

    def __init__(self, backend: Backend) -> None:
        """Note in ``backend`` what has been carried out."""
        self._backend = backend
        self._running: set[asyncio.Task[None]] = set()
        self.carry: Carry | None = None
        """Carries out effects; those committed while there is none wait for a sweep."""

    def start(self, space: str, effect_id: str, effect: object) -> None:
        """Begin to carry ``effect`` out. Not awaited: it may have to wait for its platform."""
        self.begin(self._carry_out(space, effect_id, effect))

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` beside everything else."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def settled(self) -> None:
        """Wait until what has begun has been carried out, or has failed to be."""
        while self._running:
            await asyncio.wait(self._running)

    async def stop(self) -> None:
        """Stop what is running; it stays in the outbox, for another process to find."""
        for task in self._running:
            task.cancel()
        await self.settled()

    async def _carry_out(self, space: str, effect_id: str, effect: object) -> None:
        if self.carry is None:
            return
        try:
            await self.carry(space, effect)
            await self._backend.settle(space, effect_id)
        except NotOurs:
            return
        except (NotNow, StoreUnavailable) as error:
            _LOG.warning("an effect could not be carried out yet: %s", error)
        except Exception:  # noqa: BLE001  # whatever it is, the effect is still in the outbox
            _LOG.exception("an effect could not be carried out; the next sweep tries again")
