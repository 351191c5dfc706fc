"""Boards of games that no longer exist, as after their player's data were deleted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.shown import Shown
from bot.app.documents.spaces import chat_space
from bot.app.requests.actions import Action, Delete, NewGame
from bot.app.requests.request import Player, Request
from bot.app.service import Service
from bot.clock import LoopClock
from bot.delivery import Courier, Scene, Turns
from bot.delivery.scene import look_at
from bot.i18n import Text
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend
from tests.bot.delivery.test_new_boards import _CHAT, _FREE, Messages, _courier
from tests.bot.delivery.workers import NotingKeeper, VirtualTime


class Slow(Messages):
    """Messages on which a game is deleted while its board is on its way."""

    service: Service

    async def send(self, scene: Scene) -> Shown | None:
        """Send a board, and learn only then that its game is gone."""
        shown = await super().send(scene)
        await self.service.carry_out(asked(Delete(sure=True)))
        return shown


def asked(action: Action) -> Request:
    """Return what a player asks in the chat."""
    return Request(type(action).__name__, _CHAT, Player("test:ann", "Ann"), action)


@pytest.mark.parametrize("refusals", [0, 1])
async def test_deleted_while_it_is_sent(refusals: int) -> None:
    """A board being sent when its game is deleted is removed, also if that is first refused."""
    store, advisor = MailboxStore(MemoryBackend(), DocumentCodec()), SolverPool(0.1)
    messages = Slow(store, refusals=refusals)
    messages.service = Service(store, advisor)
    courier = _courier(messages, store)
    reply = await messages.service.carry_out(asked(NewGame()))
    courier.show(_CHAT.id, reply, anew=True)
    await courier.drain()
    assert messages.sent == 1
    assert messages.retired == [("1", None)]
    advisor.close()


async def test_deleted_while_it_is_answered() -> None:
    """An answer that shows a deleted game is removed too, and its place is not kept."""
    store, advisor = MailboxStore(MemoryBackend(), DocumentCodec()), SolverPool(0.1)
    service, messages = Service(store, advisor), Messages(store)
    await service.carry_out(asked(NewGame()))
    await service.carry_out(asked(Delete(sure=True)))
    assert not await _courier(messages, store).adopt(_CHAT.id, 1, Shown("9", "text"))
    found = await store.view(chat_space(_CHAT.id), look_at(1))
    assert (messages.retired, found.shown) == ([("9", None)], None)
    advisor.close()


async def test_deleted_while_one_is_told() -> None:
    """A private notice about a game deleted meanwhile leaves its board shown without texts."""
    store, advisor = MailboxStore(MemoryBackend(), DocumentCodec()), SolverPool(0.1)
    service = Service(store, advisor)
    reply = await service.carry_out(asked(NewGame()))
    await service.carry_out(asked(Delete(sure=True)))
    alone = replace(reply, texts=(Text("one"),), private=True)
    shown = await _courier(Messages(store), store).for_all(_CHAT.id, alone)
    assert (shown.texts, shown.screen) == ((), reply.screen)
    advisor.close()


async def test_taken_away_once() -> None:
    """The board of a deleted game is removed once, and its place is then forgotten.

    Only the turns in which something was called for count against what the platform allows.
    """
    store, advisor = MailboxStore(MemoryBackend(), DocumentCodec()), SolverPool(0.1)
    service, messages = Service(store, advisor), Messages(store)
    keeper = NotingKeeper(VirtualTime())
    courier = Courier(store, Turns(keeper, LoopClock()), lambda _: _FREE, messages)
    courier.show(_CHAT.id, await service.carry_out(asked(NewGame())), anew=True)
    await courier.drain()
    await service.carry_out(asked(Delete(sure=True)))
    for _ in range(2):
        await courier.redraw(_CHAT.id, 1)
    await courier.drain()
    assert len(messages.retired) == 1
    assert [how.unused for how in keeper.returned] == [False, False, True]
    found = await store.view(chat_space(_CHAT.id), look_at(1))
    assert found.shown is None
    advisor.close()
