"""Boards waiting for a chat that its platform has given another id."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bot.advisor import SolverPool
from bot.app.documents.shown import Shown
from bot.app.documents.spaces import chat_space
from bot.app.ports import StoreUnavailable
from bot.app.requests.actions import NewGame
from bot.app.requests.commands import read
from bot.app.requests.request import Chat
from bot.app.screens.reply import Reply
from bot.app.screens.screen import screen_of
from bot.app.service import Service
from bot.clock import LoopClock
from bot.delivery import ChatMoved, Courier, Scene, Turns
from bot.delivery.scene import look_at
from bot.i18n import Text
from bot.store.mailbox import MailboxStore
from bot.store.turns_memory import MemoryTurns
from core.rules import Rules
from tests.bot.delivery.boards import FREE, ask
from tests.patience import PATIENCE_S

OLD, NEW = "test:old", "test:new"


class Wall:
    """Shows boards, but for those of a chat that has moved."""

    def __init__(self) -> None:
        """Begin with nothing shown."""
        self.sent: list[str] = []
        self.said: list[tuple[Text, ...]] = []

    async def change(self, scene: Scene, _shown: Shown) -> Shown | None:
        """Show nothing: every board is a new one here."""
        if scene.chat == OLD:
            raise ChatMoved(NEW)
        raise AssertionError(scene.chat)

    async def send(self, scene: Scene) -> Shown | None:
        """Show it, where its chat has not moved."""
        if scene.chat == OLD:
            raise ChatMoved(NEW)
        self.sent.append(scene.chat)
        self.said.append(scene.texts)
        return Shown(str(len(self.sent)), "text")

    async def retire(self, chat: str, _shown: Shown) -> None:
        """Take nothing away: there is only one."""
        raise AssertionError(chat)


@pytest.fixture
def wall() -> Wall:
    """Return where boards are shown."""
    return Wall()


@pytest.fixture
async def courier(store: MailboxStore, wall: Wall) -> AsyncIterator[Courier]:
    """Return a courier of a group that has begun a game and moved."""
    advisor = SolverPool(0.1)
    await ask(store, NewGame(), chat=Chat(OLD, private=False))
    keeper = MemoryTurns(lambda: time.monotonic_ns() // 1000)
    made = Courier(store, Turns(keeper, LoopClock()), lambda _: FREE, wall)
    made.moved = Service(store, advisor).move_chat
    yield made
    advisor.close()


async def test_shown_where_the_chat_is_now(wall: Wall, courier: Courier) -> None:
    """A board to be shown is shown under the chat's new id, and its caller is told then."""
    async with asyncio.timeout(PATIENCE_S):
        await courier.redraw(OLD, 1)
    assert wall.sent == [NEW]


async def test_wanted_before_it_was_moved(wall: Wall, courier: Courier) -> None:
    """A board that was to be shown when its chat was moved by another is shown in the new one."""
    assert courier.moved is not None
    await courier.moved(OLD, NEW)
    async with asyncio.timeout(PATIENCE_S):
        await courier.redraw(OLD, 1)
    assert wall.sent == [NEW]


async def test_shown_where_games_are_already(courier: Courier) -> None:
    """If the new id had games already, the board shown is still the one that was wanted.

    The board has another number there.
    """

    class Numbered(Wall):
        async def send(self, scene: Scene) -> Shown | None:
            shown = await super().send(scene)
            numbers.append((scene.screen.number, scene.screen.rules))
            return shown

    numbers: list[tuple[int, Rules]] = []
    await ask(courier._store, read("/newgame 5 5 3"), chat=Chat(NEW, private=False))
    found = await courier._store.view(chat_space(OLD), look_at(1))
    assert found.session
    worker = Courier(courier._store, courier._turns, lambda _: FREE, Numbered())
    worker.moved = courier.moved
    async with asyncio.timeout(PATIENCE_S):
        await worker.redraw(OLD, 1)
    assert numbers == [(2, found.session.game.rules)]


async def test_moved_twice_since(wall: Wall, courier: Courier) -> None:
    """A board that was to be shown before its chat was moved twice is shown where it is."""
    assert courier.moved is not None
    here, there = "test:hall", NEW
    await ask(courier._store, NewGame(), chat=Chat(there, private=False))
    for old, new in ((OLD, here), (here, there)):
        await courier.moved(old, new)
    async with asyncio.timeout(PATIENCE_S):
        await courier.redraw(OLD, 1)
    assert wall.sent == [there]


@pytest.mark.parametrize("since", [False, True])
async def test_said_where_the_chat_is_now(wall: Wall, courier: Courier, *, since: bool) -> None:
    """The texts of a board move with it to the new id, unless newer ones were told there."""
    found = await courier._store.view(chat_space(OLD), look_at(1))
    assert found.session
    said, later = (Text("tournament.how", mine=5, lives=3),), (Text("mode.flag"),)
    screen = screen_of(found.session, found.now, found.settings)
    async with asyncio.timeout(PATIENCE_S):
        courier.show(OLD, Reply(said, screen), anew=True)
        if since:
            courier.remember(NEW, Reply(later, screen))
        await courier.drain()
    assert wall.said == [later if since else said]


async def test_old_messages_stay_behind(
    wall: Wall, courier: Courier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Messages to be removed are not looked for under the new id, where ids mean others."""
    taken: list[str] = []

    async def sent(scene: Scene) -> Shown | None:
        wall.sent.append(scene.chat)
        return Shown(str(len(wall.sent)), "text")

    async def retired(chat: str, _shown: Shown) -> None:
        taken.append(chat)
        if chat == OLD:
            raise ChatMoved(NEW)

    monkeypatch.setattr(wall, "send", sent)
    monkeypatch.setattr(wall, "retire", retired)
    found = await courier._store.view(chat_space(OLD), look_at(1))
    assert found.session
    screen = screen_of(found.session, found.now, found.settings)
    async with asyncio.timeout(PATIENCE_S):
        for _ in range(2):
            courier.show(OLD, Reply((), screen), anew=True)
            await courier.drain()
    assert (wall.sent, taken) == ([OLD, OLD, NEW], [OLD])


async def test_pressed_where_the_chat_was(wall: Wall, courier: Courier) -> None:
    """A board pressed under the old id is sent anew under the new one."""
    found = await courier._store.view(chat_space(OLD), look_at(1))
    assert found.session
    screen = screen_of(found.session, found.now, found.settings)
    async with asyncio.timeout(PATIENCE_S):
        courier.show(OLD, Reply((), screen), place=Shown("9", "text"))
        await courier.drain()
    assert wall.sent == [NEW]


async def test_found_to_have_moved_by_two(courier: Courier) -> None:
    """If two workers find that a chat has moved, the second edits what the first has sent."""

    class Changing(Wall):
        changed = 0

        async def change(self, scene: Scene, shown: Shown) -> Shown | None:
            assert (scene.chat, shown) == (NEW, Shown("1", "text"))
            self.changed += 1
            return shown

    move, wall, found = courier.moved, Changing(), asyncio.Barrier(2)
    assert move is not None

    async def both_know(old: str, new: str) -> None:
        await found.wait()
        await move(old, new)

    workers = [Courier(courier._store, courier._turns, lambda _: FREE, wall) for _ in range(2)]
    async with asyncio.timeout(PATIENCE_S):
        for worker in workers:
            worker.moved = both_know
        await asyncio.gather(*(worker.redraw(OLD, 1) for worker in workers))
    assert (wall.sent, wall.changed) == ([NEW], 1)


async def test_the_store_is_away(wall: Wall, courier: Courier) -> None:
    """If the games cannot be moved yet the caller gets an error, and the next try shows them."""

    async def away(_old: str, _new: str) -> None:
        raise StoreUnavailable("away")

    moving, courier.moved = courier.moved, away
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(StoreUnavailable):
            await courier.redraw(OLD, 1)
        assert not wall.sent
        await courier.drain()
        assert not courier.is_at_work(OLD)
        courier.moved = moving
        await courier.redraw(OLD, 1)
    assert wall.sent == [NEW]


async def test_wanted_while_it_is_moved(wall: Wall, courier: Courier) -> None:
    """A board wanted under the old id while the chat is being moved is shown as well."""
    move = courier.moved
    assert move is not None
    late: list[asyncio.Task[None]] = []

    async def slowly(old: str, new: str) -> None:
        await move(old, new)
        for number in (2, 1):
            late.append(asyncio.create_task(courier.redraw(OLD, number)))
            await asyncio.sleep(0)

    courier.moved = slowly
    async with asyncio.timeout(PATIENCE_S):
        await courier.redraw(OLD, 1)
        await asyncio.gather(*late)
    assert wall.sent == [NEW]
    assert not courier.is_at_work(OLD)


async def test_a_send_while_it_is_moved(wall: Wall, courier: Courier) -> None:
    """A message for a chat whose boards are being moved is sent as well."""
    move = courier.moved
    assert move is not None
    said: list[str] = []

    async def say() -> None:
        said.append("a word")

    async def slowly(old: str, new: str) -> None:
        await move(old, new)
        courier.run(OLD, say)

    courier.moved = slowly
    async with asyncio.timeout(PATIENCE_S):
        await courier.redraw(OLD, 1)
        await courier.drain()
    assert wall.sent == [NEW]
    assert said == ["a word"]
    assert not courier.is_at_work(OLD)
