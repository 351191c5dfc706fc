"""A turn taken while it is still being decided what will be shown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from bot.app.documents.shown import Shown
from bot.app.turns import Return, Ticket
from bot.clock import LoopClock
from bot.delivery import Courier, RetryLater, Scene, Turns
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend
from tests.bot.delivery.boards import FREE
from tests.bot.delivery.workers import NotingKeeper, VirtualTime
from tests.bot.store.conftest import TextCodec
from tests.patience import PATIENCE_S

CHAT = "test:1"


class Nothing:
    """Shows nothing: only messages are sent here."""

    async def change(self, _scene: Scene, _shown: Shown) -> Shown | None:
        """Change nothing."""

    async def send(self, _scene: Scene) -> Shown | None:
        """Send nothing."""

    async def retire(self, chat: str, shown: Shown) -> None:
        """Take nothing away."""


@pytest.fixture
def keeper() -> NotingKeeper:
    """Return a keeper."""
    return NotingKeeper(VirtualTime())


@pytest.fixture
def courier(keeper: NotingKeeper) -> Courier:
    """Return a courier with its turns from ``keeper``."""
    store = MailboxStore(MemoryBackend(), TextCodec())
    return Courier(store, Turns(keeper, LoopClock()), lambda _: FREE, Nothing())


async def reached(condition: Callable[[], object]) -> None:
    """Wait until something that is under way has come about."""
    async with asyncio.timeout(PATIENCE_S):
        while not condition():  # noqa: ASYNC110  # what is looked for rings no bell of ours
            await asyncio.sleep(0)


def send_of(sent: list[str], name: str) -> Callable[[], asyncio.Future[None]]:
    """Return a send that notes its name."""

    async def run() -> None:
        sent.append(name)

    return lambda: asyncio.ensure_future(run())


async def test_asked_before_it_is_wanted(courier: Courier, keeper: NotingKeeper) -> None:
    """The turn is taken in advance, but nothing is sent before all is decided."""
    sent: list[str] = []
    with courier.expecting(CHAT):
        await reached(lambda: keeper.asked)
        courier.run(CHAT, send_of(sent, "a"))
        for _ in range(20):
            await asyncio.sleep(0)
        assert sent == []
    await courier.drain()
    assert sent == ["a"]
    assert keeper.asked == 1
    await reached(lambda: keeper.returned)
    assert keeper.returned == [Return()]


async def test_nothing_comes_of_it(courier: Courier, keeper: NotingKeeper) -> None:
    """A turn that is not needed in the end costs no budget, and leaves no state."""
    with courier.expecting(CHAT):
        await reached(lambda: keeper.asked)
    await courier.drain()
    await reached(lambda: keeper.returned)
    assert keeper.returned == [Return(unused=True)]
    assert not courier._queues


async def test_two_at_once(courier: Courier, keeper: NotingKeeper) -> None:
    """With two decisions going on at once the turn waits for both."""
    sent: list[str] = []
    with courier.expecting(CHAT):
        with courier.expecting(CHAT):
            courier.run(CHAT, send_of(sent, "a"))
            await reached(lambda: keeper.asked)
        for _ in range(20):
            await asyncio.sleep(0)
        assert sent == []
        courier.run(CHAT, send_of(sent, "b"))
    await courier.drain()
    assert sent == ["a", "b"]


async def test_no_turn_to_be_had(courier: Courier, keeper: NotingKeeper) -> None:
    """If the store was away when the turn was expected, sending asks for a turn again."""
    sent: list[str] = []
    keeper.away = True
    with courier.expecting(CHAT):
        await reached(lambda: not courier._queues)
        keeper.away = False
        courier.run(CHAT, send_of(sent, "a"))
    await courier.drain()
    assert sent == ["a"]
    assert keeper.asked == 2


async def test_one_that_fails(courier: Courier, caplog: pytest.LogCaptureFixture) -> None:
    """A send that fails by an internal error is logged, and the others are sent."""
    sent: list[str] = []

    async def fail() -> None:
        raise ArithmeticError

    courier.run(CHAT, fail)
    courier.run(CHAT, send_of(sent, "a"))
    await courier.drain()
    assert sent == ["a"]
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ArithmeticError]


async def test_later_and_in_order(courier: Courier) -> None:
    """A send put off by the platform is sent before those asked for after it."""
    sent: list[str] = []
    refused = False

    async def put_off() -> None:
        nonlocal refused
        if not refused:
            refused = True
            courier.run(CHAT, send_of(sent, "b"))
            raise RetryLater(0)
        sent.append("a")

    courier.run(CHAT, put_off)
    await courier.drain()
    assert sent == ["a", "b"]


async def test_more_than_can_wait(courier: Courier) -> None:
    """Of more messages than can wait for a chat the newest are sent, in their order."""
    sent: list[str] = []
    for number in range(25):
        courier.run(CHAT, send_of(sent, str(number)))
    await courier.drain()
    assert sent == [str(number) for number in range(5, 25)]


async def test_delivered_in_a_turn(courier: Courier, keeper: NotingKeeper) -> None:
    """A turn without a send costs nothing; after a refusal the chat or all chats wait."""

    async def send(*, sends: bool = True, refusal: RetryLater | None = None) -> bool:
        if refusal is not None:
            raise refusal
        return sends

    await courier.deliver(CHAT, send)
    await courier.deliver(CHAT, partial(send, sends=False))
    for chat, everywhere in ((CHAT, False), ("test:2", True)):
        refusal = RetryLater(7, everywhere=everywhere)
        with pytest.raises(RetryLater):
            await courier.deliver(chat, partial(send, refusal=refusal))
    await reached(lambda: len(keeper.returned) == 4)
    refused = [Return(postpone=7), Return(postpone_all=7)]
    assert keeper.returned == [Return(), Return(unused=True), *refused]


async def test_refused_everywhere(courier: Courier, keeper: NotingKeeper) -> None:
    """A refusal for all chats makes all of them wait."""

    async def refused() -> None:
        raise RetryLater(7, everywhere=True)

    courier.run(CHAT, refused)
    await reached(lambda: keeper.returned)
    assert keeper.returned == [Return(postpone_all=7)]


async def test_turns_are_given_back_at_the_end() -> None:
    """Draining ends only once the store has every turn back, so no worker awaits a lease."""

    class Slow(NotingKeeper):
        """A keeper that takes its time to hear of a turn's end."""

        told, heard = asyncio.Event(), asyncio.Event()

        async def give_back(self, ticket: Ticket, how: Return) -> None:
            self.told.set()
            await self.heard.wait()
            await super().give_back(ticket, how)

    keeper, store = Slow(VirtualTime()), MailboxStore(MemoryBackend(), TextCodec())
    courier = Courier(store, Turns(keeper, LoopClock()), lambda _: FREE, Nothing())
    courier.run(CHAT, send_of([], "a"))
    draining = asyncio.create_task(courier.drain())
    await keeper.told.wait()
    for _ in range(20):
        await asyncio.sleep(0)
    assert not draining.done()
    keeper.heard.set()
    await draining
    assert keeper.returned == [Return()]


async def test_refused_again_and_again(courier: Courier) -> None:
    """A send refused six times in a row is given up; a send resets the count."""
    sent: list[str] = []
    left = 5

    async def refused(name: str, times: int) -> None:
        nonlocal left
        if left:
            left -= 1
            raise RetryLater(0)
        sent.append(name)
        left = times

    courier.run(CHAT, lambda: refused("a", 5))
    courier.run(CHAT, lambda: refused("b", 6))
    courier.run(CHAT, lambda: refused("c", 0))
    await courier.drain()
    assert sent == ["a", "b"]
    assert left == 0
    assert not courier.is_at_work(CHAT)
