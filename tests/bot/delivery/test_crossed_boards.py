"""A board shown twice at once, as by an answer while another message is being sent."""

from __future__ import annotations

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.documents.shown import Shown
from bot.app.requests.actions import NewGame
from bot.app.requests.request import Player, Request
from bot.app.service import Service
from bot.delivery import Courier, Scene
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend
from tests.bot.delivery.test_new_boards import _CHAT, Messages, _courier, _shown_twice


class Crossed(Messages):
    """Messages where an answer shows the game while another message is on its way."""

    courier: Courier

    async def send(self, scene: Scene) -> Shown | None:
        """Send a board, and learn of the answer only then."""
        shown = await super().send(scene)
        await self.courier.adopt(_CHAT.id, scene.screen.number, Shown("9", "text"))
        return shown


async def test_answered_while_it_is_sent() -> None:
    """If two messages show a game at the same time, the one that is not kept is removed."""
    store, advisor = MailboxStore(MemoryBackend(), DocumentCodec()), SolverPool(0.1)
    messages = Crossed(store)
    messages.courier = courier = _courier(messages, store)
    asked = Request("1", _CHAT, Player("test:ann", "Ann"), NewGame())
    courier.show(_CHAT.id, await Service(store, advisor).carry_out(asked), anew=True)
    await courier.drain()
    assert messages.retired == [("9", Shown("1", "text"))]
    advisor.close()


async def test_refused_after_an_answer() -> None:
    """If the message that an answer replaces cannot be removed yet, it is removed later."""
    store = MailboxStore(MemoryBackend(), DocumentCodec())
    await _shown_twice(Messages(store), store)
    messages = Messages(store, refusals=1)
    courier = _courier(messages, store)
    assert await courier.adopt(_CHAT.id, 1, Shown("9", "text"))
    await courier.drain()
    assert messages.retired == [("2", Shown("9", "text"))]
