"""Boards of one chat, a game that is begun there, and messages that show it."""

from __future__ import annotations

import time

from bot.advisor import SolverPool
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.spaces import chat_space
from bot.app.ports import Store
from bot.app.requests.actions import Action, NewGame
from bot.app.requests.request import Chat, Player, Request
from bot.app.screens.reply import Reply
from bot.app.service import Service
from bot.app.turns import Budget, Rate
from bot.clock import LoopClock
from bot.delivery import Courier, RetryLater, Scene, Turns
from bot.store.mailbox import MailboxStore
from bot.store.turns_memory import MemoryTurns

HERE = Chat("test:1", in_place=True)
FREE = Budget("test", Rate(0.000_001, 1000), Rate(0.000_001, 1000))


class Messages:
    """Sends messages 1, 2 ...; notes what the store knew when an old one was taken away."""

    def __init__(self, store: MailboxStore, *, refusals: int = 0) -> None:
        """Look into ``store``; refuse the first ``refusals`` to take one away."""
        self._store = store
        self.refusals = refusals
        self.sent = 0
        self.changed: list[str] = []
        self.retired: list[tuple[str, object]] = []
        self.gone: set[str] = set()

    async def change(self, _scene: Scene, shown: Shown) -> Shown | None:
        """Note the change; None for a message that has gone."""
        self.changed.append(shown.message)
        return None if shown.message in self.gone else shown

    async def send(self, _scene: Scene) -> Shown | None:
        """Return the next message."""
        self.sent += 1
        return Shown(str(self.sent), "text")

    async def retire(self, chat: str, shown: Shown) -> None:
        """Note what the store knows now, or refuse."""
        if self.refusals:
            self.refusals -= 1
            raise RetryLater(0)
        name = shown_name(1)
        known = await self._store.view(chat_space(chat), lambda docs, _: docs.get(name))
        self.retired.append((shown.message, known))


def courier_of(messages: Messages, store: MailboxStore) -> Courier:
    """Return a courier that shows what is in ``store`` on ``messages``, as fast as it can."""
    keeper = MemoryTurns(lambda: time.monotonic_ns() // 1000)
    return Courier(store, Turns(keeper, LoopClock()), lambda _: FREE, messages)


async def ask(store: Store, action: Action, operation: str = "", chat: Chat = HERE) -> Reply:
    """Return the reply to what Ann asks; the operation's id is the action's name if not given."""
    advisor = SolverPool(0.1)
    asked = Request(operation or type(action).__name__, chat, Player("test:ann", "Ann"), action)
    reply = await Service(store, advisor).carry_out(asked)
    advisor.close()
    return reply


async def shown_twice(messages: Messages, store: MailboxStore) -> Reply:
    """Start a game and have its board sent, and sent again."""
    courier, reply = courier_of(messages, store), await ask(store, NewGame())
    for _ in range(2):
        courier.show(HERE.id, reply, anew=True)
        await courier.drain()
    return reply
