"""Polling: getUpdates in a loop, whose offset moves only over what is done.

The offset is one number, and Telegram shows at most 100 updates from it on. An update that is
slow, because its part of the store is away, holds the offset; what is behind it comes again with
each poll, and is known by its number. That is all as long as few are slow. But a hundred slow
ones would hide from everybody else whatever comes after them. So when more than half of a batch
is in work, those that have been so for a second or two are put on a shelf, on disk, and the
offset passes them; they stay in work, in their lanes, and leave the shelf when they are done.
After a crash the shelf is worked off first. Nothing is lost in between: an update is always with
Telegram or on the shelf, at times on both, and a second handling changes nothing, for the store
knows the operation. Only so many updates are in work at once; beyond, Telegram keeps them.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Final

import msgspec
from telegram.error import TelegramError

from bot.app.ports import Clock, StoreUnavailable
from bot.delivery import cancelled, ended
from bot.platforms.telegram.api import ApiBot
from bot.platforms.telegram.intake.incoming import Handle, Incoming
from bot.platforms.telegram.intake.kind import Kind
from bot.platforms.telegram.intake.lanes import Lanes
from bot.platforms.telegram.intake.patience import Backoff
from bot.platforms.telegram.intake.progress import Progress
from bot.platforms.telegram.intake.reading import Reader, Reason, SetAside, log_aside, number_of
from bot.platforms.telegram.intake.shelf import Shelf
from bot.platforms.telegram.intake.trouble import PollingEnded, Trouble
from bot.platforms.telegram.limits import POLL_BATCH, POLL_SECONDS

__all__ = ["Polling", "PollingEnded"]

IN_WORK: Final = 1000
"""Updates in work at most: with many more this process would be the queue in Telegram's place."""
DRAIN_SECONDS: Final = 12.0
"""How long the end waits for work in flight; with the last confirmation it takes 25 s at most."""
_SETTLE_SECONDS: Final = 0.01
"""How long the next poll waits for a batch: mostly it is done by then, and so is confirmed."""
_BUSY_SETTLE_SECONDS: Final = 0.0015
"""The same while there is always something new: what is not done comes again with that, which costs
less than to let the new wait."""
_BUSY_SECONDS: Final = 0.05
"""There is always something new while batches come no further apart than this."""
EARLY_SECONDS: Final = 0.5
"""Pause after a poll that brought nothing and did not wait: a proxy between may not let it."""
_AGAIN_SECONDS: Final = 0.25
"""Between polls that bring nothing new, because something in work holds the offset."""
_SHELVE_SECONDS: Final = 1.0
"""An update is put on the shelf when it is found in work twice, so far apart ..."""
_CROWDED: Final = POLL_BATCH // 2
"""... while more than so many hold the offset."""
_CAREFUL_POLLS: Final = POLL_BATCH
"""Polls for one update each, to find the one that made a batch unreadable."""

_LOG = logging.getLogger(__name__)


class _Batch(msgspec.Struct):
    """An answer to getUpdates; each update is kept as it came."""

    result: list[msgspec.Raw]


_BATCH: Final = msgspec.json.Decoder(_Batch)


class Polling:
    """Takes a bot's updates by long polling; the only one to do so."""

    def __init__(self, bot: ApiBot, handle: Handle, clock: Clock, shelf: Shelf) -> None:
        """Give each update to ``handle``; put those that take long on ``shelf``."""
        self._reader = Reader(bot)
        self._lanes = Lanes(self._persist)
        self._bot = bot
        self._handle = handle
        self._clock = clock
        self._shelf = shelf
        self._trouble = Trouble(bot, clock)
        self._progress = Progress()
        self._bodies: dict[int, bytes] = {}
        self._shelved: set[int] = set()
        self._on_the_way: set[int] = set()  # to the shelf
        self._shelving: set[asyncio.Task[None]] = set()
        self._moved = asyncio.Event()
        self._careful = 0
        self._nameless = b""
        self._store_away = False

    async def run(self, stopping: asyncio.Event, ready: asyncio.Event | None = None) -> None:
        """Poll until ``stopping``, then finish what is in work and confirm it.

        Set ``ready`` when that begins. Raises PollingEnded when Telegram refuses the token, or when
        what waits cannot be read. When cancelled it drops everything; what was not done comes
        again.
        """
        tasks: list[asyncio.Task[object]] = []
        try:
            await self._restore()
            if ready is not None:
                ready.set()
            tasks += [asyncio.create_task(self._poll()), asyncio.create_task(self._shelve())]
            stop = asyncio.create_task(stopping.wait())
            tasks.append(stop)
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            await _end(*tasks)
            await self._finish()
        finally:
            await _end(*tasks, silent=True)
            await self._lanes.cancel()
            # To the end, or an update that is done could stay on the shelf.
            await asyncio.gather(*self._shelving)

    async def _poll(self) -> None:
        came = -math.inf
        while True:
            await self._until(lambda: len(self._lanes) < IN_WORK)
            offset, limit = self._progress.offset, 1 if self._careful else POLL_BATCH
            asked = time.monotonic()
            try:
                body = await self._bot.poll(POLL_SECONDS, limit, offset, list(Kind))
                new = self._take(body)
            except TelegramError as error:
                await self._trouble.wait(error)
                continue
            self._trouble.over()
            self._progress.confirmed(offset)
            if new is None:
                if time.monotonic() - asked < POLL_SECONDS / 2:
                    await self._clock.sleep(EARLY_SECONDS)
            elif new:
                before, came = came, time.monotonic()
                busy = came - before < _BUSY_SECONDS
                await self._settle(_BUSY_SETTLE_SECONDS if busy else _SETTLE_SECONDS)
            else:
                settled = self._until(lambda: not self._progress.outstanding)
                await ended(self._clock, _AGAIN_SECONDS, settled)

    async def _settle(self, seconds: float) -> None:
        """Wait a moment for what is in work, by the loop's own clock, which is the quickest."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._until(lambda: not self._progress.outstanding)

    def _take(self, body: bytes) -> bool | None:
        """Start on what is new in ``body``; return whether that was any, None for an empty one.

        Raises TelegramError when ``body`` is no answer of Telegram's.
        """
        try:
            batch = [bytes(raw) for raw in _BATCH.decode(body).result]
        except (ValueError, RecursionError):
            self._take_unreadable(body)
            return True
        self._careful = max(0, self._careful - 1)
        new = [number for raw in batch if (number := self._begin(raw)) is not None]
        return bool(new) if batch else None

    def _take_unreadable(self, body: bytes) -> None:
        """Ask for updates one by one from now on; if that is done already, pass this one over."""
        number = number_of(body)
        if number is None:
            raise TelegramError("Invalid server response")
        if self._careful:
            self._careful = 0
            log_aside(SetAside(Reason.NOT_JSON, number), len(body))
            self._progress.finish(number)
        else:
            self._careful = _CAREFUL_POLLS

    def _begin(self, raw: bytes) -> int | None:
        """Start on an update and return its number, or None if there is nothing to start."""
        number = number_of(raw)
        if number is None:
            self._note_nameless(raw)
            return None
        if number in self._shelved:
            self._progress.finish(number)
        if not self._progress.is_new(number):
            return None
        read = self._reader.read(raw)
        if isinstance(read, SetAside):
            self._progress.finish(number)
            return number
        self._progress.begin(number)
        self._start(read, raw)
        return number

    def _note_nameless(self, raw: bytes) -> None:
        # Without a number it cannot be confirmed, and comes again until a later one is.
        if raw != self._nameless:
            self._nameless = raw
            self._reader.read(raw)

    def _start(self, incoming: Incoming, raw: bytes) -> None:
        self._bodies[incoming.update_id] = raw
        task = self._lanes.start(incoming)
        task.add_done_callback(lambda task: self._done(incoming.update_id, task))

    def _done(self, number: int, task: asyncio.Task[None]) -> None:
        if task.cancelled():
            return
        self._bodies.pop(number, None)
        if number in self._progress.outstanding:
            self._progress.finish(number)
        if number in self._shelved:
            self._shelved.discard(number)
            self._beside(self._drop(number))
        self._moved.set()

    async def _persist(self, incoming: Incoming) -> None:
        """Handle ``incoming`` until the store has it; its lane waits meanwhile."""
        backoff = Backoff(0.25, 10.0)
        while True:
            try:
                await self._handle(incoming)
            except StoreUnavailable as error:
                if not self._store_away:
                    _LOG.error("The store cannot be reached; updates wait: %s", error)
                self._store_away = True
                await self._clock.sleep(backoff.pause())
            else:
                self._store_away = False
                return

    async def _shelve(self) -> None:
        seen: set[int] = set()
        while True:
            await self._clock.sleep(_SHELVE_SECONDS)
            slow = (seen & self._progress.outstanding) - self._on_the_way
            crowded = len(self._progress.outstanding) > _CROWDED
            for number in sorted(slow) if crowded else ():
                self._on_the_way.add(number)
                self._beside(self._put_away(number, self._bodies[number]))
            seen = set(self._progress.outstanding)

    def _beside(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._shelving.add(task)
        task.add_done_callback(self._shelving.discard)

    async def _put_away(self, number: int, body: bytes) -> None:
        try:
            await self._shelf.keep(number, body)
        except OSError as error:
            words = "Update %d holds others up, and cannot be put away: %s"
            _LOG.error(words, number, error.strerror)  # the traceback says no more
            return
        finally:
            self._on_the_way.discard(number)
        if number in self._bodies:
            self._shelved.add(number)
            self._progress.finish(number)
            self._moved.set()
        else:
            await self._drop(number)

    async def _drop(self, number: int) -> None:
        try:
            await self._shelf.drop(number)
        except OSError as error:
            # Handled again after the next start, where the store knows it.
            _LOG.warning("Update %d stays on the shelf: %s", number, error.strerror)

    async def _restore(self) -> None:
        try:
            kept = await self._shelf.kept()
        except OSError as error:
            told = f"What waits cannot be kept in or read from DATA_DIR: {error.strerror}."
            raise PollingEnded(told) from error
        for number, raw in kept:
            read = self._reader.read(raw)
            if isinstance(read, SetAside):
                await self._drop(number)
                continue
            self._shelved.add(number)
            self._start(read, raw)

    async def _finish(self) -> None:
        idle = self._until(lambda: not self._progress.outstanding)
        if not await ended(self._clock, DRAIN_SECONDS, idle):
            _LOG.warning("%d updates are not done; they come again", len(self._lanes))
        offset = self._progress.offset
        if not offset:
            return
        try:
            await self._bot.poll(0, 1, offset, list(Kind))
        except TelegramError as error:
            _LOG.warning("What is done could not be confirmed and comes again: %s", error)

    async def _until(self, reached: Callable[[], bool]) -> None:
        while not reached():
            self._moved.clear()
            await self._moved.wait()


async def _end(*tasks: asyncio.Task[object], silent: bool = False) -> None:
    """Cancel ``tasks``; raise what one of them has raised, unless ``silent``."""
    for result in await cancelled(tasks):
        if isinstance(result, Exception) and not silent:
            raise result
