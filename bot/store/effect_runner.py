"""EffectRunner: carries committed effects out, and notes that it has done so."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any, Final

from bot.app.ports import Carry, NotNow, NotOurs, StoreUnavailable
from bot.bounded import BoundedDict
from bot.store.backend import Backend

_LOG = logging.getLogger(__name__)

_LINGER_S: Final = 0.02
"""Delay of a note, so that effects done at about the same time share one; nobody waits for it."""
_AT_ONCE: Final = 1_000
"""With so many effects in work a sweep begins no more. The number is large since those about
messages may wait for their platform for minutes, while others are to go on."""
_REMEMBERED: Final = 1_000
"""Effects whose fault was logged, and is not logged again by each sweep that finds them."""


class EffectRunner:
    """Runs effects beside the store's steps; what fails stays in the backend's outbox."""

    def __init__(self, backend: Backend) -> None:
        """Note in ``backend`` what has been carried out."""
        self._backend = backend
        self._running: dict[asyncio.Future[None], object] = {}
        """What has begun, each with its effect; None for other work."""
        self._begun: set[tuple[str, str]] = set()
        """The spaces and ids of what is being carried out, or was and is not noted yet."""
        self._freed = asyncio.Event()
        self._done: list[tuple[str, str]] = []
        """Those of them that were carried out."""
        self._told: BoundedDict[tuple[str, str], None] = BoundedDict(_REMEMBERED)
        self._noting: asyncio.TimerHandle | None = None
        self.carry: Carry | None = None
        """Carries out effects; those committed while there is none wait for a sweep."""

    def start(self, space: str, effect_id: str, effect: object) -> None:
        """Begin to carry ``effect`` out, unless that is being done, or has just been.

        Not awaited: it may have to wait for its platform.
        """
        if self.carry is not None and (space, effect_id) not in self._begun:
            self._begun.add((space, effect_id))
            carried = asyncio.ensure_future(self.carry(space, effect))
            self._running[carried] = effect
            carried.add_done_callback(partial(self._ended, (space, effect_id)))

    async def room(self) -> None:
        """Wait until so few effects are being carried out that more may be begun."""
        while len(self._begun) >= _AT_ONCE:
            self._freed.clear()
            await self._freed.wait()

    def leave(self, space: str, effect_id: str, error: ValueError) -> None:
        """Leave an effect that cannot be read to a newer version of the bot, which may know it."""
        what = f"effect {effect_id} of {space} cannot be read and is left"
        self._tell((space, effect_id), what, error)

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run ``work`` beside everything else."""
        task = asyncio.create_task(work)
        self._running[task] = None
        task.add_done_callback(self._running.pop)

    async def settled(self) -> None:
        """Wait until what has begun has been carried out, or has failed to be."""
        while self._running or self._done:
            if self._running:
                await asyncio.wait(self._running)
            else:
                await self._note()

    async def caught_up(self, is_awaited: Callable[[object], bool]) -> None:
        """Wait until the effects that have begun by now, and are awaited, have ended."""
        begun = [
            work
            for work, effect in self._running.items()
            if effect is not None and is_awaited(effect)
        ]
        if begun:
            await asyncio.wait(begun)

    async def stop(self) -> None:
        """Stop what is running; it stays in the outbox, for another process to find."""
        for work in self._running:
            work.cancel()
        await self.settled()

    def _ended(self, effect: tuple[str, str], carried: asyncio.Future[None]) -> None:
        """Have it noted that an effect was carried out; if it was not, it stays in the outbox."""
        self._running.pop(carried, None)
        error = NotOurs() if carried.cancelled() else carried.exception()
        if error is None:
            self._done.append(effect)
            if self._noting is None:
                loop = asyncio.get_running_loop()
                self._noting = loop.call_later(_LINGER_S, lambda: self.begin(self._note()))
            return
        self._free((effect,))
        if isinstance(error, NotNow | StoreUnavailable):
            _LOG.warning("an effect could not be carried out yet: %s", error)
        elif not isinstance(error, NotOurs):
            what = "an effect could not be carried out; the next sweeps try again"
            self._tell(effect, what, error)

    def _tell(self, effect: tuple[str, str], what: str, error: BaseException) -> None:
        """Log ``what`` is wrong with an effect, once."""
        if effect not in self._told:
            _LOG.error(what, exc_info=error)
        self._told[effect] = None

    async def _note(self) -> None:
        """Note in the backend what was carried out."""
        if self._noting is not None:
            self._noting.cancel()
            self._noting = None
        done, self._done = self._done, []
        if not done:
            return
        try:
            await self._backend.settle(done)
        except StoreUnavailable as error:
            _LOG.warning("that effects were carried out was not noted; they come again: %s", error)
        finally:
            self._free(done)

    def _free(self, effects: Iterable[tuple[str, str]]) -> None:
        self._begun.difference_update(effects)
        self._freed.set()
