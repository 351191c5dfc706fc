"""Courier: has games shown on messages, one sender at a time for each chat over all workers.

What is shown is read after the turn has been taken, so a later screen can never be overwritten by
an earlier one, whichever worker sends it; screens that nobody saw in between are never sent. The
turn is kept for as long as the platform takes; a worker that stood still meanwhile, and so may have
overwritten what another has shown, shows the game again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from msgspec.structs import replace

from bot.app.documents.shown import Shown
from bot.app.documents.spaces import chat_space
from bot.app.errands.whereabouts import game_now
from bot.app.ports import Store, StoreUnavailable
from bot.app.screens.reply import Reply
from bot.app.turns import Budget
from bot.delivery.said import Said
from bot.delivery.scene import (
    ChatGone,
    ChatMoved,
    Display,
    RetryLater,
    keep_where,
    look_at,
)
from bot.delivery.showing import Showing
from bot.delivery.turns import Turn, Turns
from bot.delivery.wants import Queue, Send, Want, cancel, give_up, merge, settle

_LOG = logging.getLogger(__name__)
_MOST_TRIES: Final = 6
"""Refusals by the platform in a row after which a screen is left to the next sweep."""


class Courier:
    """Shows games and sends messages, chat by chat."""

    def __init__(
        self, store: Store, turns: Turns, budget: Callable[[str], Budget], display: Display
    ) -> None:
        """Show what is in ``store`` on ``display``, in the ``turns`` that ``budget`` allows."""
        self._store = store
        self._turns = turns
        self._budget = budget
        self._display = display
        self._queues: dict[str, Queue] = {}
        self._said = Said()
        self._showing = Showing(store, display, self._said)
        self.is_unheard = self._said.is_unheard
        """Tells whether a chat could not be written to since something was said there last."""
        self.moved: Callable[[str, str], Awaitable[None]] | None = None
        """Called with the old and the new id of a chat before it is shown there."""

    @contextmanager
    def expecting(self, chat: str) -> Iterator[None]:
        """Take the chat's turn while it is still being decided what is to be shown there."""
        queue = self._queues.setdefault(chat, Queue())
        queue.expected += 1
        self._go(chat)
        try:
            yield
        finally:
            queue.expected -= 1
            queue.news.set()

    def show(
        self,
        chat: str,
        reply: Reply,
        *,
        anew: bool = False,
        place: Shown | None = None,
        is_buried: Callable[[Shown], bool] | None = None,
    ) -> None:
        """Have the game of ``reply`` shown, with its texts if nothing newer happens before.

        ``anew``: on a new message; so also if ``is_buried`` tells that the present one is out of
        sight. ``place``: the message whose button was pressed, which shows the game from now on.
        Texts for one player alone are left out: the game is shown with what was last said of it.
        """
        assert reply.screen is not None  # noqa: S101  # callers show what has a screen
        if not reply.private:
            self.remember(chat, reply)
        want = self._want(chat, reply.screen.number)
        want.anew = want.anew or anew
        want.place = place or want.place
        want.is_buried = is_buried or want.is_buried
        self._go(chat)

    async def redraw(self, chat: str, number: int) -> None:
        """Show the game ``number`` as it is; return when that has been done, or cannot be."""
        done = asyncio.get_running_loop().create_future()
        self._want(chat, number).waiting.append(done)
        self._go(chat)
        await done

    async def adopt(self, chat: str, number: int, shown: Shown) -> bool:
        """Note that an answer shows the game, on ``shown``; retire the message that did before.

        Return whether the game still exists. If not, ``shown`` itself is retired.
        """
        found = await self._store.view(chat_space(chat), look_at(number))
        old = await keep_where(self._store, chat, number, found.shown, shown)
        if old is not None:
            try:
                await self._display.retire(chat, old)
            except RetryLater:  # it is done later, in the chat's turn
                self._want(chat, number).add_replaced(old)
                self._go(chat)
        return old != shown

    def is_at_work(self, chat: str) -> bool:
        """Tell whether something is being sent to ``chat``, or is to be."""
        return chat in self._queues

    def run(self, chat: str, send: Send) -> None:
        """Have a message sent to ``chat``."""
        self._queues.setdefault(chat, Queue()).put(send)
        self._go(chat)

    async def deliver(self, chat: str, send: Callable[[], Awaitable[bool]]) -> None:
        """Run ``send`` in the chat's turn; it returns whether it has sent anything.

        What it raises is raised; after RetryLater nobody sends there for as long as that says.
        """
        turn = await self._turns.take(chat, self._budget(chat))
        async with turn:
            try:
                if not await send():
                    turn.unused()
            except RetryLater as later:
                turn.postpone(later.seconds, everywhere=later.everywhere)
                raise
            except ChatMoved as moved:
                if self.moved is not None:
                    await self.moved(chat, moved.chat)
                raise

    async def drain(self) -> None:
        """Wait until everything that can be sent has been sent, and the turns were given back."""
        while tasks := [each.task for each in self._queues.values() if each.task]:
            await asyncio.gather(*tasks)
        await self._turns.settled()

    def _want(self, chat: str, number: int) -> Want:
        return self._queues.setdefault(chat, Queue()).want(number)

    def remember(self, chat: str, reply: Reply) -> None:
        """Remember the texts of ``reply``, to be shown again while its game stays as it is."""
        assert reply.screen is not None  # noqa: S101  # callers show what has a screen
        self._said.remember(chat, reply.screen, reply.texts)

    async def for_all(self, chat: str, reply: Reply) -> Reply:
        """Return ``reply``, whose texts are for one player alone, with texts that all may read.

        These are what was last said of the board as it is, or how the game ended, in the chat's
        language.
        """
        assert reply.screen is not None  # noqa: S101  # callers show what has a screen
        screen, texts = self._said.of(chat, reply.screen) or (reply.screen, None)
        if texts is None:
            texts = ()
            with suppress(StoreUnavailable):  # what was asked is answered all the same
                texts = (await self._store.view(chat_space(chat), look_at(screen.number))).ended
        language = reply.chat_language
        return replace(reply, texts=texts, screen=screen, private=False, language=language)

    def _go(self, chat: str) -> None:
        queue = self._queues[chat]
        if queue.task is None:
            queue.task = asyncio.create_task(self._serve(chat, queue))

    async def _serve(self, chat: str, queue: Queue) -> None:
        try:
            while queue.has_work or queue.expected:
                try:
                    await self._work(chat, queue)
                except ChatMoved as moved:
                    await self._move(chat, moved.chat, queue)
        except ChatGone:
            _LOG.info("a chat cannot be written to any more")
            self._said.note_unheard(chat)
            give_up(queue, None)
        except (StoreUnavailable, RetryLater) as error:
            # What changed in the store is left there, to be shown by whoever sweeps next.
            _LOG.warning("a board was not shown: %s", error)
            give_up(queue, error)
        except Exception as error:  # noqa: BLE001  # one chat's trouble must not end others'
            _LOG.exception("a board was not shown")
            give_up(queue, error)
        except asyncio.CancelledError:
            # Whoever waits would wait for ever; what changed is left in the store, as above.
            for want in queue.boards.values():
                cancel(want)
            raise
        finally:
            del self._queues[chat]

    async def _work(self, chat: str, queue: Queue) -> None:
        tries = 0
        while queue.has_work or queue.expected:
            queue.note_asking()
            turn = await self._turns.take(chat, self._budget(chat))
            async with turn:
                try:
                    if not (await queue.comes() and await self._next(chat, queue, turn)):
                        turn.unused()
                    tries = 0
                except RetryLater as later:
                    turn.postpone(later.seconds, everywhere=later.everywhere)
                    tries += 1
                    if tries >= _MOST_TRIES:
                        raise
                except (ChatGone, ChatMoved, StoreUnavailable):
                    raise
                except Exception:  # noqa: BLE001  # what else waits must not suffer
                    _LOG.exception("something was not shown")

    async def _next(self, chat: str, queue: Queue, turn: Turn) -> bool:
        """Send what is first, in its ``turn``; return whether anything was sent."""
        if queue.sends:
            await queue.run_first()
            return True
        number, want = next(iter(queue.boards.items()))
        # What is wanted from now on is not part of what is read below.
        del queue.boards[number]
        try:
            has_sent = await self._showing.show(queue, chat, number, want, turn)
        except (RetryLater, ChatMoved):
            merge(queue.boards.setdefault(number, Want()), want)
            raise
        except asyncio.CancelledError:
            cancel(want)
            raise
        except Exception as error:
            settle(want, None if isinstance(error, ChatGone) else error)
            raise
        if turn.lost:
            merge(queue.boards.setdefault(number, Want()), Want(waiting=want.waiting))
        else:
            settle(want, None)
            if has_sent:
                turn.done(number)
        return has_sent

    async def _move(self, old: str, new: str, queue: Queue) -> None:
        """Move the boards that wait for a chat to its new id; other sends look it up themselves."""
        if self.moved is not None:
            await self.moved(old, new)
        while (number := next(iter(queue.boards), None)) is not None:  # more may come meanwhile
            chat, there = await game_now(self._store, old, number)
            chat = new if chat == old else chat  # of a chat in which nothing is kept
            self._said.move((old, number), (chat, there))
            merge(self._want(chat, there), queue.boards.pop(number).moved())
            self._go(chat)
