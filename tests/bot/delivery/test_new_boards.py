"""A board that is sent anew, and what happens if something goes wrong in between."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.documents.codec import DocumentCodec
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.spaces import CHAT, chat_space, game_name
from bot.app.ports import StoreUnavailable
from bot.app.requests.actions import NewGame, Resign
from bot.app.requests.commands import read
from bot.app.turns import Budget
from bot.clock import LoopClock
from bot.delivery import ChatGone, Courier, RetryLater, Scene, Turns
from bot.delivery.scene import keep_shown
from bot.i18n import Text
from bot.store.backend import Batch, Verdict
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend
from bot.store.turns_memory import MemoryTurns
from tests.bot.delivery.boards import FREE, HERE, Messages, ask, courier_of, shown_twice
from tests.bot.delivery.workers import NotingKeeper, VirtualTime
from tests.patience import PATIENCE_S


async def test_what_counts_against_the_budget(store: MailboxStore) -> None:
    """A turn in which a board was sent counts, and others learn of it; one for nothing does not."""
    keeper = NotingKeeper(VirtualTime())
    courier = Courier(store, Turns(keeper, LoopClock()), lambda _: FREE, Messages(store))
    courier.show(HERE.id, await ask(store, NewGame()))
    assert courier.is_at_work(HERE.id)
    await courier.drain()
    assert not courier.is_at_work(HERE.id)
    with courier.expecting(HERE.id):
        await asyncio.sleep(0)
    await courier.drain()
    assert [(how.unused, how.shown) for how in keeper.returned] == [(False, 1), (True, None)]


@pytest.mark.parametrize(("passing", "days"), [(False, None), (True, 90)])
async def test_how_long_it_is_known_where_a_board_is(*, passing: bool, days: int | None) -> None:
    """A board's place is kept as long as its game: for 90 days if it is inline."""
    backend, chat = MemoryBackend(lambda: 0), replace(HERE, passing=passing)
    store = MailboxStore(backend, DocumentCodec())
    courier = courier_of(Messages(store), store)
    courier.show(chat.id, await ask(store, NewGame(), chat=chat))
    await courier.drain()
    space, at = chat_space(chat.id), days and days * 86_400_000
    names = (shown_name(1), game_name(1), CHAT)
    assert [backend.documents[space, name][1] for name in names] == [at] * 3


async def test_known_before_the_old_one_goes(store: MailboxStore) -> None:
    """The new board's place is stored before the old one is removed, in case of a crash."""
    messages = Messages(store)
    await shown_twice(messages, store)
    assert messages.retired == [("1", Shown("2", "text"))]


async def test_sent_once(store: MailboxStore) -> None:
    """If the old board cannot be removed yet that is done later; the new one is not sent again."""
    messages = Messages(store, refusals=1)
    await shown_twice(messages, store)
    assert messages.sent == 2
    assert messages.changed == ["2"]
    assert messages.retired == [("1", Shown("2", "text"))]


@pytest.mark.parametrize("is_behind", [False, True])
async def test_wanted_twice_at_once(store: MailboxStore, *, is_behind: bool) -> None:
    """A board wanted anew while its first message is about to be sent is not sent twice.

    If something else is waiting to be sent, the board is sent again below that.
    """
    messages = Messages(store)
    courier = courier_of(messages, store)
    reply = await ask(store, NewGame())
    redrawn = asyncio.create_task(courier.redraw(HERE.id, 1))
    view = store.view
    sent_before: list[int] = []

    async def said() -> None:
        sent_before.append(messages.sent)

    async def answered_meanwhile(*given: Any) -> Any:
        found = await view(*given)
        store.view = view  # type: ignore[method-assign]
        if is_behind:
            courier.run(HERE.id, said)
        courier.show(HERE.id, reply, anew=True)
        return found

    store.view = answered_meanwhile  # type: ignore[assignment, method-assign]
    await redrawn
    await courier.drain()
    assert (messages.sent, sent_before) == ((2, [1]) if is_behind else (1, []))
    assert [message for message, _ in messages.retired] == (["1"] if is_behind else [])


@pytest.mark.parametrize("anew", [True, False])
async def test_shown_elsewhere_after_a_refusal(store: MailboxStore, *, anew: bool) -> None:
    """A board shown by another while its first message is refused is sent if wanted anew."""
    reply = await shown_twice(Messages(store), store)
    await store.update(chat_space(HERE.id), "gone", keep_shown(1, None))

    class Refusing(Messages):
        async def send(self, scene: Scene) -> Shown | None:
            if not self.refusals:
                self.refusals = 1
                courier.show(HERE.id, reply)
                await store.update(chat_space(HERE.id), "9", keep_shown(1, Shown("9", "text")))
                raise RetryLater(0)
            self.refusals = 0
            return await super().send(scene)

    messages = Refusing(store)
    courier = courier_of(messages, store)
    view = store.view

    async def wanted_meanwhile(*given: Any) -> Any:
        found = await view(*given)
        store.view = view  # type: ignore[method-assign]
        courier.show(HERE.id, reply, anew=anew)
        return found

    store.view = wanted_meanwhile  # type: ignore[assignment, method-assign]
    await courier.redraw(HERE.id, 1)
    await courier.drain()
    assert (messages.sent, messages.changed) == ((1, []) if anew else (0, ["9"]))


@pytest.mark.parametrize("wanted", [{"anew": True}, {"is_buried": lambda _: True}])
async def test_wanted_while_it_is_refused(store: MailboxStore, wanted: dict[str, Any]) -> None:
    """A board wanted anew while the platform refuses its change is sent anew."""
    reply = await shown_twice(Messages(store), store)

    class Refusing(Messages):
        async def change(self, scene: Scene, shown: Shown) -> Shown | None:
            await super().change(scene, shown)
            courier.show(HERE.id, reply, **wanted)
            raise RetryLater(0)

    messages = Refusing(store)
    messages.sent = 2
    courier = courier_of(messages, store)
    courier.show(HERE.id, reply)
    await courier.drain()
    assert (messages.sent, messages.changed) == (3, ["2"])


async def test_pressed_elsewhere_while_it_is_refused(store: MailboxStore) -> None:
    """After a refused change the board is shown on the message that was pressed last."""
    reply = await shown_twice(Messages(store), store)

    class Refusing(Messages):
        async def change(self, scene: Scene, shown: Shown) -> Shown | None:
            await super().change(scene, shown)
            if shown.message == "8":
                courier.show(HERE.id, reply, place=Shown("9", "text"))
                raise RetryLater(0)
            return shown

    messages = Refusing(store)
    courier = courier_of(messages, store)
    courier.show(HERE.id, reply, place=Shown("8", "text"))
    await courier.drain()
    assert messages.changed == ["8", "9"]
    assert await _place(store) == Shown("9", "text")


@pytest.mark.parametrize("refusals", [0, 1])
async def test_another_kind_of_message(store: MailboxStore, refusals: int) -> None:
    """If its message cannot show a board, a new one is sent, once, and its place stored."""
    await shown_twice(Messages(store), store)

    class Moving(Messages):
        async def change(self, scene: Scene, shown: Shown) -> Shown | None:
            await super().change(scene, shown)
            return await self.send(scene) if shown.message == "2" else shown

    messages = Moving(store, refusals=refusals)
    messages.sent = 2
    await courier_of(messages, store).redraw(HERE.id, 1)
    assert messages.sent == 3
    assert messages.retired == [("2", Shown("3", "text"))]


async def test_another_kind_on_the_same_message(store: MailboxStore) -> None:
    """A message that shows a board in another way from now on stays, and that is stored."""
    await shown_twice(Messages(store), store)

    class Changing(Messages):
        async def change(self, _scene: Scene, shown: Shown) -> Shown | None:
            return Shown(shown.message, "picture")

    messages = Changing(store)
    await courier_of(messages, store).redraw(HERE.id, 1)
    assert messages.retired == []
    assert await _place(store) == Shown("2", "picture")


async def test_nothing_to_be_kept() -> None:
    """A board that stays on its message costs no commit."""

    class Counting(MemoryBackend):
        commits = 0

        async def commit(self, batch: Batch) -> Verdict:
            self.commits += 1
            return await super().commit(batch)

    backend = Counting()
    store = MailboxStore(backend, DocumentCodec())
    messages = Messages(store)
    await shown_twice(messages, store)
    before = backend.commits
    await courier_of(messages, store).redraw(HERE.id, 1)
    assert messages.changed == ["2"]
    assert backend.commits == before


async def test_another_kind_where_it_was_pressed(store: MailboxStore) -> None:
    """A pressed message that cannot show the board is removed, and so is the former one."""
    reply = await shown_twice(Messages(store), store)

    class Moving(Messages):
        async def change(self, scene: Scene, shown: Shown) -> Shown | None:
            await super().change(scene, shown)
            return await self.send(scene) if shown.message == "1" else shown

    messages = Moving(store)
    messages.sent = 2
    courier = courier_of(messages, store)
    courier.show(HERE.id, reply, place=Shown("1", "text"))
    await courier.drain()
    assert sorted(message for message, _ in messages.retired) == ["1", "2"]
    assert await _place(store) == Shown("3", "text")


async def test_never_taken_away(store: MailboxStore) -> None:
    """An old board that twice cannot be removed stays, and holds up nothing."""
    messages = Messages(store, refusals=2)
    await shown_twice(messages, store)
    assert (messages.sent, messages.changed, messages.retired) == (2, ["2", "2"], [])
    assert await _place(store) == Shown("2", "text")


async def test_the_new_one_has_gone(store: MailboxStore) -> None:
    """An old board that could not be removed yet stays if the new one is deleted meanwhile."""
    messages = Messages(store, refusals=1)
    messages.gone.add("2")
    await shown_twice(messages, store)
    assert (messages.sent, messages.changed, messages.retired) == (2, ["2"], [])
    assert await _place(store) is None


async def test_pressed_again_meanwhile(store: MailboxStore) -> None:
    """A board that is pressed before its removal stays."""
    reply = await shown_twice(Messages(store), store)

    class Pressed(Messages):
        async def retire(self, chat: str, shown: Shown) -> None:
            if self.refusals:
                courier.show(chat, reply, place=shown)
            await super().retire(chat, shown)

    messages = Pressed(store, refusals=1)
    messages.sent = 2
    courier = courier_of(messages, store)
    courier.show(HERE.id, reply, anew=True)
    await courier.drain()
    assert [message for message, _ in messages.retired] == ["3"]
    assert await _place(store) == Shown("2", "text")


async def test_wanted_twice(store: MailboxStore) -> None:
    """How a board was wanted still counts after a plain request and a refusal."""
    reply = await shown_twice(Messages(store), store)

    class Busy(Messages):
        is_free = False

        async def change(self, scene: Scene, shown: Shown) -> Shown | None:
            self._refuse_once()
            return await super().change(scene, shown)

        async def send(self, scene: Scene) -> Shown | None:
            self._refuse_once()
            return await super().send(scene)

        def _refuse_once(self) -> None:
            self.is_free = not self.is_free
            if self.is_free:
                raise RetryLater(0)

    messages = Busy(store)
    messages.sent = 2
    courier = courier_of(messages, store)
    for first, sent, changed in (
        ({"anew": True}, 3, []),
        ({"place": Shown("1", "text")}, 3, ["1"]),
        ({"is_buried": lambda shown: shown.message == "1"}, 4, ["1"]),
    ):
        courier.show(HERE.id, reply, **first)
        courier.show(HERE.id, reply)
        await courier.drain()
        assert (messages.sent, messages.changed) == (sent, changed)


async def test_said_to_one_alone(store: MailboxStore) -> None:
    """A private text is not shown below the board that all see."""
    reply = await shown_twice(Messages(store), store)
    said: list[tuple[Text, ...]] = []

    class Read(Messages):
        async def change(self, scene: Scene, shown: Shown) -> Shown | None:
            said.append(scene.texts)
            return shown

    courier, (for_all, for_one) = courier_of(Read(store), store), (Text("all"), Text("one"))
    courier.show(HERE.id, replace(reply, texts=(for_all,)))
    courier.show(HERE.id, replace(reply, texts=(for_one,), private=True))
    await courier.drain()
    assert said == [(for_all,)]


async def test_what_all_may_read(store: MailboxStore) -> None:
    """The board for all has the texts and marks that were told to all, not a private notice."""
    reply = await shown_twice(Messages(store), store)
    assert reply.screen is not None
    courier, hint = courier_of(Messages(store), store), (Text("hint"),)
    courier.remember(
        HERE.id, replace(reply, screen=replace(reply.screen, marked=frozenset({3})), texts=hint)
    )
    alone = replace(reply, texts=(Text("one"),), private=True, chat_language="ru")
    shown = await courier.for_all(HERE.id, alone)
    assert shown.screen is not None
    assert (shown.texts, shown.screen.marked) == (hint, frozenset({3}))
    assert (shown.language, shown.private) == ("ru", False)


async def test_what_all_may_read_of_the_end(store: MailboxStore) -> None:
    """The board of a game that has ended tells all how, even if another worker said so."""
    await shown_twice(Messages(store), store)
    ended = await ask(store, Resign(sure=True))
    assert ended.texts
    alone = replace(ended, texts=(Text("one"),), private=True)
    shown = await courier_of(Messages(store), store).for_all(HERE.id, alone)
    assert shown.texts == ended.texts


async def test_what_all_may_read_without_the_store() -> None:
    """If the store is away and nothing was told yet, the board is shown without texts."""

    class Away(MailboxStore):
        is_away = False

        async def view(self, *asked: Any) -> Any:
            if self.is_away:
                raise StoreUnavailable("away")
            return await super().view(*asked)

    store = Away(MemoryBackend(), DocumentCodec())
    reply = await shown_twice(Messages(store), store)
    store.is_away = True
    alone = replace(reply, texts=(Text("one"),), private=True)
    shown = await courier_of(Messages(store), store).for_all(HERE.id, alone)
    assert (shown.texts, shown.screen) == ((), reply.screen)


async def test_the_store_is_away(store: MailboxStore, caplog: pytest.LogCaptureFixture) -> None:
    """A request to show a board while the store is away gets an error, not logged as ours."""

    class Away(Messages):
        async def change(self, _scene: Scene, _shown: Shown) -> Shown | None:
            raise StoreUnavailable("away")

    await shown_twice(Messages(store), store)
    with pytest.raises(StoreUnavailable):
        await courier_of(Away(store), store).redraw(HERE.id, 1)
    told = [(each.levelname, each.getMessage()) for each in caplog.records]
    assert told == [("WARNING", "a board was not shown: away")]


async def test_a_fault_outside_of_turns(
    store: MailboxStore, caplog: pytest.LogCaptureFixture
) -> None:
    """Whoever waits for a board is told of a fault, even where no turn could be asked for."""

    def no_budget(_chat: str) -> Budget:
        raise ArithmeticError

    turns = Turns(MemoryTurns(lambda: 0), LoopClock())
    courier = Courier(store, turns, no_budget, Messages(store))
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(ArithmeticError):
            await courier.redraw(HERE.id, 1)
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ArithmeticError]


async def test_a_chat_that_has_gone(store: MailboxStore) -> None:
    """Where nothing can be written any more a board counts as shown: nobody can see it."""
    await shown_twice(Messages(store), store)

    class Gone(Messages):
        async def change(self, _scene: Scene, shown: Shown) -> Shown | None:
            raise ChatGone(shown.message)

    courier = courier_of(Gone(store), store)
    async with asyncio.timeout(PATIENCE_S):
        await asyncio.gather(*(courier.redraw(HERE.id, number) for number in (1, 2)))
    assert courier.is_unheard(HERE.id)
    assert not courier.is_at_work(HERE.id)


async def test_who_no_longer_waits(store: MailboxStore) -> None:
    """If one of two who wait for a board waits no longer, the other is still told."""
    await shown_twice(Messages(store), store)
    at_work, goes_on = asyncio.Event(), asyncio.Event()

    class Slow(Messages):
        async def change(self, _scene: Scene, shown: Shown) -> Shown | None:
            at_work.set()
            await goes_on.wait()
            return shown

    courier = courier_of(Slow(store), store)
    first, second = (asyncio.ensure_future(courier.redraw(HERE.id, 1)) for _ in range(2))
    async with asyncio.timeout(PATIENCE_S):
        await at_work.wait()
        first.cancel()
        await asyncio.wait([first])
        goes_on.set()
        await second


async def test_ended_while_it_sends(store: MailboxStore) -> None:
    """Requests for boards are cancelled, not left waiting, when the sending task ends."""
    await shown_twice(Messages(store), store)
    at_work = asyncio.Event()

    class Hanging(Messages):
        async def change(self, _scene: Scene, shown: Shown) -> Shown | None:
            at_work.set()
            await asyncio.Event().wait()
            return shown

    courier = courier_of(Hanging(store), store)
    waiting = [asyncio.ensure_future(courier.redraw(HERE.id, number)) for number in (1, 2)]
    async with asyncio.timeout(PATIENCE_S):
        await at_work.wait()
        task = courier._queues[HERE.id].task
        assert task is not None
        task.cancel()
        await asyncio.wait([task])
    for _ in range(3):
        await asyncio.sleep(0)
    assert all(each.cancelled() for each in waiting)


async def test_a_press_on_a_board_that_has_gone(store: MailboxStore) -> None:
    """A press on a deleted message updates the board that has taken its place."""
    messages = Messages(store)
    reply = await shown_twice(messages, store)
    messages.gone.add("1")
    courier = courier_of(messages, store)
    courier.show(HERE.id, reply, place=Shown("1", "text"))
    await courier.drain()
    assert messages.changed == ["1", "2"]
    assert await _place(store) == Shown("2", "text")


async def test_presses_on_two_boards_at_once(store: MailboxStore) -> None:
    """Of two messages pressed before either was changed, the later one shows the game."""
    messages = Messages(store)
    reply = await shown_twice(messages, store)
    courier = courier_of(messages, store)
    for pressed in ("1", "2"):
        courier.show(HERE.id, reply, place=Shown(pressed, "text"))
    await courier.drain()
    assert messages.changed == ["2"]
    assert await _place(store) == Shown("2", "text")


async def test_a_press_where_nothing_can_be_shown_any_more(store: MailboxStore) -> None:
    """A press on a message that cannot be changed sends the board anew; the next edits that."""
    messages = Messages(store)
    reply = await shown_twice(messages, store)
    messages.gone.add("2")
    courier = courier_of(messages, store)
    for changed in (["2"], ["2", "2", "3"]):
        courier.show(HERE.id, reply, place=Shown("2", "text"))
        await courier.drain()
        assert messages.changed == changed
        assert await _place(store) == Shown("3", "text")
    assert messages.sent == 3


async def test_a_board_that_has_gone(store: MailboxStore) -> None:
    """The place of a deleted message is forgotten; the board is sent anew when wanted."""
    messages = Messages(store)
    await shown_twice(messages, store)
    messages.gone.add("2")
    courier = courier_of(messages, store)
    await courier.redraw(HERE.id, 1)
    assert await _place(store) is None
    assert [message for message, _ in messages.retired] == ["1"]
    await courier.redraw(HERE.id, 1)
    assert await _place(store) == Shown("3", "text")


async def test_another_has_seen_that_it_has_gone(store: MailboxStore) -> None:
    """A deleted message that another worker finds gone as well is not sent anew by either."""
    await shown_twice(Messages(store), store)

    class Forgotten(Messages):
        async def change(self, scene: Scene, shown: Shown) -> Shown | None:
            await store.update(chat_space(HERE.id), "gone", keep_shown(1, None))
            return await super().change(scene, shown)

    messages = Forgotten(store)
    messages.gone.add("2")
    await courier_of(messages, store).redraw(HERE.id, 1)
    assert (messages.sent, messages.changed) == (0, ["2"])


async def test_a_move_on_a_board_that_has_gone(store: MailboxStore) -> None:
    """A move that presses nothing has a deleted board sent anew at once."""
    messages = Messages(store)
    reply = await shown_twice(messages, store)
    messages.gone.add("2")
    courier = courier_of(messages, store)
    courier.show(HERE.id, reply, is_buried=lambda _: False)
    await courier.drain()
    assert (messages.sent, messages.changed) == (3, ["2"])
    assert await _place(store) == Shown("3", "text")


async def test_a_worker_that_stood_still(store: MailboxStore) -> None:
    """A worker that lost its turn may have overwritten a newer board, so it shows the game anew."""
    messages, now = Messages(store), [0.0]
    await shown_twice(messages, store)

    class Still(Messages):
        async def change(self, scene: Scene, shown: Shown) -> Shown | None:
            if not self.changed:
                now[0] += 20
            return await super().change(scene, shown)

    still = Still(store)
    turns = Turns(MemoryTurns(lambda: time.monotonic_ns() // 1000), LoopClock(), lambda: now[0])
    courier = Courier(store, turns, lambda _: FREE, still)
    await courier.redraw(HERE.id, 1)
    assert still.changed == ["2", "2"]
    await courier.redraw(HERE.id, 1)
    assert len(still.changed) == 3


async def test_kept_as_long_as_its_game() -> None:
    """A board's place expires with its game when that ends, and stays if the end is undone."""
    backend = MemoryBackend()
    store = MailboxStore(backend, DocumentCodec())
    messages = Messages(store)
    courier = courier_of(messages, store)
    texts = ("/newgame 2 2 2 casual", "a1", "b2 b1 a2", "/board", "/undo")
    for number, text in enumerate(texts):
        reply = await ask(store, read(text), str(number))
        courier.show(HERE.id, reply, anew=text == "/board")
        await courier.drain()
        assert reply.screen is not None
        assert reply.screen.over == (text in texts[2:4])
        expire = {n: at is not None for (_, n), (_, at) in backend.documents.items() if ":1" in n}
        assert expire == {"game:1": reply.screen.over, "shown:1": reply.screen.over}
    assert messages.sent == 2
    await store.close()


async def _place(store: MailboxStore) -> object | None:
    return await store.view(chat_space(HERE.id), lambda docs, _: docs.get(shown_name(1)))
