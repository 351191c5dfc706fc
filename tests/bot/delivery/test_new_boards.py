"""A board that is sent anew, and what happens when something goes wrong in between."""

from __future__ import annotations

import time

import pytest

from bot.advisor import SolverPool
from bot.app.actions import NewGame
from bot.app.documents import DocumentCodec
from bot.app.request import Chat, Player, Request
from bot.app.service import Service, chat_space
from bot.app.shown import Shown, shown_name
from bot.app.turns import Budget, Rate
from bot.clock import LoopClock
from bot.delivery import Courier, RetryLater, Scene, Turns
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.turns_memory import MemoryTurns

_CHAT = Chat("test:1", in_place=True)
_FREE = Budget("test", Rate(0.000_001, 1000), Rate(0.000_001, 1000))


class Messages:
    """Sends messages 1, 2 ...; notes what the store knew when an old one was taken away."""

    def __init__(self, store: MailboxStore, *, refusals: int = 0) -> None:
        """Look into ``store``; refuse the first ``refusals`` to take one away."""
        self._store = store
        self._refusals = refusals
        self.sent = 0
        self.changed: list[str] = []
        self.retired: list[tuple[str, object]] = []

    async def change(self, _scene: Scene, shown: Shown) -> Shown | None:
        """Note the change."""
        self.changed.append(shown.message)
        return shown

    async def send(self, _scene: Scene) -> Shown | None:
        """Return the next message."""
        self.sent += 1
        return Shown(str(self.sent), "text")

    async def retire(self, chat: str, shown: Shown) -> None:
        """Note what the store knows now, or refuse."""
        if self._refusals:
            self._refusals -= 1
            raise RetryLater(0)
        name = shown_name(1)
        known = await self._store.view(chat_space(chat), lambda docs, _: docs.get(name))
        self.retired.append((shown.message, known))


async def _shown_twice(messages: Messages, store: MailboxStore) -> None:
    """Start a game and have its board sent, and sent again."""
    advisor = SolverPool(0.1)
    keeper = MemoryTurns(lambda: time.monotonic_ns() // 1000)
    courier = Courier(store, Turns(keeper, LoopClock()), lambda _: _FREE, messages)
    asked = Request("1", _CHAT, Player("test:ann", "Ann"), NewGame())
    reply = await Service(store, advisor).carry_out(asked)
    for _ in range(2):
        courier.show(_CHAT.id, reply, anew=True)
        await courier.drain()
    advisor.close()


@pytest.fixture
def store() -> MailboxStore:
    """Return an empty store."""
    return MailboxStore(MemoryBackend(), DocumentCodec())


async def test_known_before_the_old_one_goes(store: MailboxStore) -> None:
    """Who dies between the two leaves no board that the store does not know of."""
    messages = Messages(store)
    await _shown_twice(messages, store)
    assert messages.retired == [("1", Shown("2", "text"))]


async def test_sent_once(store: MailboxStore) -> None:
    """When the old board cannot be taken away yet, the new one is not sent again."""
    messages = Messages(store, refusals=1)
    await _shown_twice(messages, store)
    assert messages.sent == 2
    assert messages.changed == ["2"]
