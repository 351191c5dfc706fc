"""Digests: the day's tables are sent to the chats that want them, each once over all workers.

Nothing has to run at midnight: that a table is wanted waits in the store like any effect, and
whoever looks for those that are left carries it out once its time has come.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias

from bot.app.documents.spaces import chat_space
from bot.app.errands.digest import (
    Digest,
    When,
    digest_reply,
    is_counted,
    look_at_digest,
    note_sent,
)
from bot.app.errands.store_time import StoreTime
from bot.app.errands.whereabouts import follow, staying, whereabouts
from bot.app.ports import NotYet, Store
from bot.app.screens.reply import Reply
from bot.delivery.courier import Courier
from bot.delivery.scene import ChatGone, ChatMoved

_AT_ONCE: Final = 4
"""Tables sent at a time: more than one, since a chat may be closed to the bot for minutes (429)."""

Announce: TypeAlias = Callable[[str, Reply, str | None, str], Awaitable[None]]
"""Sends a reply to a chat, to its part of that name if there is one, under a key that is the same
when it is sent again; raises like a Display."""


class Digests:
    """Sends tables, few at a time, so that boards need not wait for all of them."""

    def __init__(self, store: Store, courier: Courier, announce: Announce) -> None:
        """Send with ``announce`` in the turns of ``courier``."""
        self._store = store
        self._courier = courier
        self._announce = announce
        self._waiting: set[tuple[str, int]] = set()
        self._few = asyncio.Semaphore(_AT_ONCE)
        self._time = StoreTime(store)

    async def send(self, chat: str, day: int) -> None:
        """Send the table of ``day`` if it is wanted and not sent yet; NotYet before its time."""
        if not is_counted(day, await self._time.now()):
            raise NotYet("the day is not over")
        wanted = chat, day
        if wanted in self._waiting:
            raise NotYet("it waits for its turn here")
        self._waiting.add(wanted)
        try:
            await self._send(await whereabouts(self._store, chat), day)
        except ChatGone:
            return
        except ChatMoved as moved:
            raise NotYet("the chat has moved") from moved
        finally:
            self._waiting.remove(wanted)

    async def _send(self, chat: str, day: int) -> None:
        if (await self._look(chat, day)).when is When.NOW:
            async with self._few:
                await self._courier.deliver(chat, partial(self._deliver, chat, day))

    async def _deliver(self, chat: str, day: int) -> bool:
        """Send the table unless another worker has; return whether a message was sent."""
        digest = await self._look(chat, day)
        if digest.when is not When.NOW:
            return False
        reply = await digest_reply(self._store, chat, day, digest)
        sending = asyncio.create_task(self._say(chat, day, digest.thread, reply))
        try:
            await asyncio.shield(sending)
        except asyncio.CancelledError:
            # What was sent is noted even so, or another worker would send it again.
            await sending
            raise
        return reply is not None

    async def _say(self, chat: str, day: int, thread: str | None, reply: Reply | None) -> None:
        """Send a table, if there is one, and note it."""
        if reply is not None:
            await self._announce(chat, reply, thread, f"day{day}")
        note, operation = staying(partial(note_sent, day=day)), f"sent:{day}"
        await follow(
            self._store,
            chat,
            0,
            lambda chat, _: self._store.update(chat_space(chat), operation, note),
        )

    async def _look(self, chat: str, day: int) -> Digest:
        digest = await self._store.view(chat_space(chat), partial(look_at_digest, day=day))
        if digest.when is When.LATER:
            raise NotYet("it is quiet there")
        return digest
