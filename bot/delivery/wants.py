"""Wants: what is to be sent to a chat, and who waits until it is."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from bot.app.documents.shown import Shown
from bot.delivery.scene import RetryLater

_MOST_SENDS: Final = 20
"""Messages that wait for one chat; whoever asks for more at once gets the newest."""

Send: TypeAlias = Callable[[], Awaitable[None]]
"""Sends one message; raises RetryLater like a display."""


@dataclass(slots=True)
class Want:
    """How a board is to be shown, and who waits until it is."""

    anew: bool = False
    place: Shown | None = None
    """The message whose button was pressed, which is to show the board."""
    is_buried: Callable[[Shown], bool] | None = None
    waiting: list[asyncio.Future[None]] = field(default_factory=list)
    is_new: bool = False
    """Whether it was wanted after the chat's turn was last asked for: it may be newer than what
    another worker has shown meanwhile."""
    replaced: list[Shown] = field(default_factory=list)
    """The messages that have just been replaced by another, and are still to be taken away."""

    @property
    def goes_on(self) -> bool:
        """Whether a player plays on: the board is sent anew if its message was deleted."""
        return self.place is not None or self.is_buried is not None

    def needs_another(self, shown: Shown) -> bool:
        """Tell whether another message is to be sent than the one that is there."""
        return self.anew or (self.is_buried is not None and self.is_buried(shown))

    def note_shown(self, now: Shown | None, old: Shown | None) -> list[Shown]:
        """Note that the board is shown ``now``, in place of the ``old`` message if that is known.

        If this want has to be tried again, it changes that message. Return the messages that could
        not be taken away the last time: they are to be tried once more.
        """
        again, self.replaced = self.replaced, []
        self.anew, self.place, self.is_buried = False, None, None
        if now is None:
            return []
        if old is not None and old.message != now.message:
            self.replaced = [old]
        return [each for each in again if each.message != now.message]

    def moved(self) -> Want:
        """Return what is wanted in a chat with another id, where messages have other ids too."""
        return replace(self, place=None, replaced=[])

    def add_replaced(self, shown: Shown | None) -> None:
        """Note that ``shown`` is to be taken away as well."""
        if shown is not None and shown not in self.replaced:
            self.replaced.append(shown)


@dataclass(slots=True)
class Queue:
    """What is to be sent to a chat."""

    sends: deque[Send] = field(default_factory=deque)
    boards: OrderedDict[int, Want] = field(default_factory=OrderedDict)
    task: asyncio.Task[None] | None = None
    expected: int = 0
    """Requests being decided, most of which will want something shown."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def want(self, number: int) -> Want:
        """Note that a board is wanted once more; return what is wanted of it."""
        want = self.boards.setdefault(number, Want())
        want.is_new = True
        return want

    def note_asking(self) -> None:
        """Note that the chat's turn is asked for: all that is wanted by now was wanted before."""
        for want in self.boards.values():
            want.is_new = False

    def send_once(self, number: int, want: Want) -> None:
        """Let the message that ``want`` is about to send serve a later request for one as well.

        Not while a message waits to be sent: the later message is to come below that one's.
        """
        later = self.boards.get(number)
        if later is not None and later.anew and not self.sends:
            want.anew, later.anew = True, False

    @property
    def has_work(self) -> bool:
        """Whether there is something to send."""
        return bool(self.sends or self.boards)

    def put(self, send: Send) -> None:
        """Have ``send`` wait behind the others; if they are too many, the oldest is dropped."""
        self.sends.append(send)
        if len(self.sends) > _MOST_SENDS:
            self.sends.popleft()

    async def run_first(self) -> None:
        """Run the first send; it stays the first where the platform wants time to pass."""
        send = self.sends.popleft()
        try:
            await send()
        except RetryLater:
            self.sends.appendleft(send)
            raise

    async def comes(self) -> bool:
        """Return whether there is something to send, once nothing more is expected."""
        while self.expected:
            self.news.clear()
            await self.news.wait()
        return self.has_work


def merge(into: Want, want: Want) -> None:
    """Make one want of two."""
    into.anew = into.anew or want.anew
    into.place = into.place or want.place
    into.is_buried = into.is_buried or want.is_buried
    into.waiting += want.waiting
    into.replaced += want.replaced


def settle(want: Want, error: Exception | None) -> None:
    """Tell those who wait for ``want`` that it was shown, or what was in the way."""
    for done in want.waiting:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)


def cancel(want: Want) -> None:
    """Cancel the waiting for ``want``."""
    for done in want.waiting:
        done.cancel()


def give_up(queue: Queue, error: Exception | None) -> None:
    """End the waiting for all boards of ``queue``, with ``error`` if there is one."""
    for want in queue.boards.values():
        settle(want, error)
