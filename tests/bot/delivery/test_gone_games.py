"""Boards of games that no longer exist, as after their player's data were deleted."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.app.documents.shown import Shown
from bot.app.documents.spaces import chat_space
from bot.app.requests.actions import Delete, NewGame
from bot.clock import LoopClock
from bot.delivery import Courier, Scene, Turns
from bot.delivery.scene import look_at
from bot.i18n import Text
from bot.store.mailbox import MailboxStore
from tests.bot.delivery.boards import FREE, HERE, Messages, ask, courier_of
from tests.bot.delivery.workers import NotingKeeper, VirtualTime


class Slow(Messages):
    """Messages on which a game is deleted while its board is on its way."""

    async def send(self, scene: Scene) -> Shown | None:
        """Send a board, and learn only then that its game is gone."""
        shown = await super().send(scene)
        await ask(self._store, Delete(sure=True))
        return shown


@pytest.mark.parametrize("refusals", [0, 1])
async def test_deleted_while_it_is_sent(store: MailboxStore, refusals: int) -> None:
    """A board being sent when its game is deleted is removed, also if that is first refused."""
    messages = Slow(store, refusals=refusals)
    courier = courier_of(messages, store)
    reply = await ask(store, NewGame())
    courier.show(HERE.id, reply, anew=True)
    await courier.drain()
    assert messages.sent == 1
    assert messages.retired == [("1", None)]


async def test_deleted_while_it_is_answered(store: MailboxStore) -> None:
    """An answer that shows a deleted game is removed too, and its place is not kept."""
    messages = Messages(store)
    await ask(store, NewGame())
    await ask(store, Delete(sure=True))
    assert not await courier_of(messages, store).adopt(HERE.id, 1, Shown("9", "text"))
    found = await store.view(chat_space(HERE.id), look_at(1))
    assert (messages.retired, found.shown) == ([("9", None)], None)


async def test_deleted_while_one_is_told(store: MailboxStore) -> None:
    """A private notice about a game deleted meanwhile leaves its board shown without texts."""
    reply = await ask(store, NewGame())
    await ask(store, Delete(sure=True))
    alone = replace(reply, texts=(Text("one"),), private=True)
    shown = await courier_of(Messages(store), store).for_all(HERE.id, alone)
    assert (shown.texts, shown.screen) == ((), reply.screen)


async def test_taken_away_once(store: MailboxStore) -> None:
    """The board of a deleted game is removed once, and its place is then forgotten.

    Only the turns in which something was called for count against what the platform allows.
    """
    messages = Messages(store)
    keeper = NotingKeeper(VirtualTime())
    courier = Courier(store, Turns(keeper, LoopClock()), lambda _: FREE, messages)
    courier.show(HERE.id, await ask(store, NewGame()), anew=True)
    await courier.drain()
    await ask(store, Delete(sure=True))
    for _ in range(2):
        await courier.redraw(HERE.id, 1)
    await courier.drain()
    assert len(messages.retired) == 1
    assert [how.unused for how in keeper.returned] == [False, False, True]
    found = await store.view(chat_space(HERE.id), look_at(1))
    assert found.shown is None
