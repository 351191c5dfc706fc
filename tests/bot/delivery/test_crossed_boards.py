"""A board shown twice at once, as by an answer while another message is being sent."""

from __future__ import annotations

from bot.app.documents.shown import Shown
from bot.app.requests.actions import NewGame
from bot.delivery import Courier, Scene
from bot.store.mailbox import MailboxStore
from tests.bot.delivery.boards import HERE, Messages, ask, courier_of, shown_twice


class Crossed(Messages):
    """Messages where an answer shows the game while another message is on its way."""

    courier: Courier

    async def send(self, scene: Scene) -> Shown | None:
        """Send a board, and learn of the answer only then."""
        shown = await super().send(scene)
        await self.courier.adopt(HERE.id, scene.screen.number, Shown("9", "text"))
        return shown


async def test_answered_while_it_is_sent(store: MailboxStore) -> None:
    """If two messages show a game at the same time, the one that is not kept is removed."""
    messages = Crossed(store)
    messages.courier = courier = courier_of(messages, store)
    courier.show(HERE.id, await ask(store, NewGame()), anew=True)
    await courier.drain()
    assert messages.retired == [("9", Shown("1", "text"))]


async def test_refused_after_an_answer(store: MailboxStore) -> None:
    """If the message that an answer replaces cannot be removed yet, it is removed later."""
    await shown_twice(Messages(store), store)
    messages = Messages(store, refusals=1)
    courier = courier_of(messages, store)
    assert await courier.adopt(HERE.id, 1, Shown("9", "text"))
    await courier.drain()
    assert messages.retired == [("2", Shown("9", "text"))]
