"""Turns: one sender per chat, waiting in order, with nothing left behind."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from dataclasses import replace
from functools import partial

import pytest

from bot.app.ports import StoreUnavailable
from bot.app.turns import Budget, Rate, Return, Ticket
from bot.delivery import Turns
from bot.delivery.leases import LONGEST
from bot.store.turns_memory import MemoryTurns
from tests.bot.delivery.workers import NotingKeeper, VirtualTime, die

BUDGET = Budget("test", Rate(1.0, burst=2), Rate(0.1, burst=3), lease=10.0)
FAST = replace(BUDGET, chat=Rate(0.001, 1), overall=Rate(0.001, 1))


@pytest.fixture
def time() -> VirtualTime:
    """Return a time."""
    return VirtualTime()


@pytest.fixture
def keeper(time: VirtualTime) -> NotingKeeper:
    """Return a keeper."""
    return NotingKeeper(time)


@pytest.fixture
def turns(keeper: NotingKeeper, time: VirtualTime) -> Turns:
    """Return a worker's turns."""
    return Turns(keeper, time, lambda: time.now / 1_000_000)


async def send(
    turns: Turns, time: VirtualTime, log: list[tuple[str, float]], name: str, lasting: float = 0.2
) -> None:
    """Take a turn for the one chat, note when, and send for a while."""
    async with await turns.take("chat", FAST):
        log.append((name, (time.now - 1_000_000_000) / 1_000_000))
        await time.sleep(lasting)


async def test_first_come_first_served(
    time: VirtualTime, turns: Turns, keeper: NotingKeeper
) -> None:
    """Senders of one process take turns in order, each as soon as the other ends, unasked."""
    log: list[tuple[str, float]] = []
    await time.run(*(send(turns, time, log, name) for name in "abc"))
    assert log == [("a", 0.0), ("b", 0.2), ("c", 0.4)]
    assert keeper.asked == 3
    await turns.settled()
    assert not turns._own


async def test_a_turn_is_given_back_when_its_sender_fails(time: VirtualTime, turns: Turns) -> None:
    """An error inside ``async with`` gives the turn back, and is raised."""

    async def fail() -> None:
        with pytest.raises(OSError, match="gone"):
            async with await turns.take("chat", FAST):
                raise OSError("gone")

    log: list[tuple[str, float]] = []
    await time.run(fail(), send(turns, time, log, "next"))
    assert log == [("next", 0.001)]


async def test_only_the_first_end_counts(
    time: VirtualTime, turns: Turns, keeper: NotingKeeper
) -> None:
    """A turn postponed inside ``async with`` is not given back a second time."""

    async def twice() -> None:
        async with await turns.take("chat", FAST) as turn:
            turn.postpone(137)
            turn.done()

    log: list[tuple[str, float]] = []
    await time.run(twice(), send(turns, time, log, "next"))
    assert log == [("next", 137.0)]
    await turns.settled()
    assert keeper.returned == [Return(postpone=137), Return()]


async def test_a_long_wait_is_no_loss(time: VirtualTime, turns: Turns) -> None:
    """A turn that was waited for longer than a lease lasts is not lost when it comes."""

    async def wait() -> None:
        (await turns.take("chat", FAST)).postpone(137)
        async with await turns.take("chat", FAST) as turn:
            assert not turn.lost

    await time.run(wait())
    assert time.now >= 1_137_000_000


async def test_a_postponement_has_an_end(time: VirtualTime, turns: Turns) -> None:
    """A platform that asks to wait for a year is asked again after a day."""

    async def postpone() -> None:
        (await turns.take("chat", FAST)).postpone(3e7)
        (await turns.take("other", replace(FAST, platform="other"))).postpone(3e7, everywhere=True)
        await turns.take("other", replace(FAST, platform="other"))

    log: list[tuple[str, float]] = []
    await time.run(postpone(), send(turns, time, log, "next"))
    assert log == [("next", 86_400.0)]
    assert time.now == 1_000_000_000 + 86_400_200_000


async def test_a_sender_that_takes_long(
    time: VirtualTime, turns: Turns, keeper: NotingKeeper
) -> None:
    """A turn may last longer than a lease, and is free as soon as it is given back."""
    log: list[tuple[str, float]] = []
    other = Turns(keeper, time)
    await time.run(send(turns, time, log, "a", 31.0), send(other, time, log, "b"))
    assert [name for name, _ in log] == ["a", "b"]
    assert 31.0 <= log[1][1] <= 31.05


async def test_a_long_turn_after_a_short_one(time: VirtualTime, turns: Turns) -> None:
    """A turn is renewed in time even if its worker had none for a while before."""
    lost: list[bool] = []

    async def live() -> None:
        for seconds in (0.1, 31.0):
            async with await turns.take("chat", FAST) as turn:
                await time.sleep(seconds)
                lost.append(turn.lost)
            await time.sleep(11.0)

    await time.run(live())
    assert lost == [False, False]


async def test_a_shorter_turn_beside_a_long_one(
    time: VirtualTime, turns: Turns, keeper: NotingKeeper
) -> None:
    """When a worker gives one turn back, its others are renewed as before."""
    log: list[tuple[str, float]] = []

    async def end_another() -> None:
        await time.sleep(1.0)
        (await turns.take("elsewhere", FAST)).done()

    other = send(Turns(keeper, time), time, log, "b")
    await time.run(send(turns, time, log, "a", 31.0), end_another(), other)
    assert [name for name, _ in log] == ["a", "b"]
    assert log[1][1] >= 31.0


async def test_turns_of_different_leases(time: VirtualTime, turns: Turns) -> None:
    """A turn with a short lease is renewed in time beside one with a long lease."""
    patient = replace(FAST, platform="patient", lease=10 * FAST.lease)

    async def live() -> None:
        async with await turns.take("chat", patient), await turns.take("chat", FAST) as short:
            for _ in range(4):
                await time.sleep(0.9 * FAST.lease)
                assert not short.lost

    await time.run(live())


async def test_a_renewal_that_is_answered_late(time: VirtualTime) -> None:
    """A lease counts from when its renewal was sent, as the store may have begun it then."""

    class Late(NotingKeeper):
        async def renew(self, ticket: Ticket) -> bool:
            is_mine = await super().renew(ticket)
            await time.sleep(0.9 * FAST.lease)
            return is_mine

    turns = Turns(Late(time), time, lambda: time.now / 1_000_000)

    async def live() -> None:
        async with await turns.take("chat", FAST) as turn:
            await time.sleep(1.36 * FAST.lease)  # the renewal was sent at 1/3, answered just now
            assert turn.lost

    await time.run(live())


async def test_a_renewal_that_is_never_answered(time: VirtualTime) -> None:
    """Turns of other chats are renewed in time beside it."""

    class Silent(NotingKeeper):
        async def renew(self, ticket: Ticket) -> bool:
            if ticket.chat == "silent":
                await answered.wait()
            return await super().renew(ticket)

    turns, answered = Turns(Silent(time), time, lambda: time.now / 1_000_000), asyncio.Event()

    async def live() -> None:
        async with await turns.take("silent", FAST) as silent, await turns.take("b", FAST) as other:
            for _ in range(4):
                await time.sleep(0.9 * FAST.lease)
                assert not other.lost
            assert silent.lost

    await time.run(live())
    answered.set()
    await turns.settled()


async def test_a_turn_that_ends_while_it_is_renewed(time: VirtualTime) -> None:
    """What is on the way to renew a turn does not take it again once it has been given back."""

    class Slow(NotingKeeper):
        async def renew(self, ticket: Ticket) -> bool:
            async def arrive() -> bool:
                await time.sleep(0.2)
                return await MemoryTurns.renew(self, ticket)

            # What was sent arrives, also for who does not wait for the answer any more.
            return await asyncio.shield(asyncio.create_task(arrive()))

    keeper, log = Slow(time), list[tuple[str, float]]()
    turns = Turns(keeper, time, lambda: time.now / 1_000_000)

    async def live() -> None:
        await send(turns, time, log, "a", FAST.lease / 3 + 0.1)  # the renewal was sent at 1/3
        await time.sleep(0.2)
        await send(Turns(keeper, time), time, log, "b", 0)

    await time.run(live())
    assert log == [("a", 0.0), ("b", pytest.approx(FAST.lease / 3 + 0.3))]
    await turns.settled()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_sender_that_hangs(time: VirtualTime, turns: Turns) -> None:
    """A hanging sender's turn is free once it is no longer renewed; its late end does no harm."""
    log: list[tuple[str, float]] = []
    third = partial(send, turns, time, log, "c", 0)
    hangs = send(turns, time, log, "a", LONGEST * FAST.lease + 40)
    await time.run(hangs, send(turns, time, log, "b", 0.3), third())
    assert [name for name, _ in log] == ["a", "b", "c"]
    assert log[1][1] == pytest.approx(LONGEST * FAST.lease + FAST.lease, abs=0.1)
    assert log[2][1] == pytest.approx(log[1][1] + 0.3)
    await turns.settled()
    assert not turns._own


async def test_a_late_end(time: VirtualTime, turns: Turns, keeper: NotingKeeper) -> None:
    """After a hanging sender's late end others still wait for the next one's turn, unasked."""
    log: list[tuple[str, float]] = []
    taken = (LONGEST + 1) * FAST.lease

    async def come() -> None:
        await time.sleep(taken + 2)
        asked = keeper.asked
        await send(turns, time, log, "c", 0)
        assert keeper.asked == asked + 1

    hangs = send(turns, time, log, "a", taken + 1)
    await time.run(hangs, send(turns, time, log, "b", 5), come())
    assert [name for name, _ in log] == ["a", "b", "c"]


async def test_a_worker_that_dies(time: VirtualTime, turns: Turns, keeper: NotingKeeper) -> None:
    """The turn of a killed worker is free after its lease, however long it was held."""
    log: list[tuple[str, float]] = []

    async def live() -> None:
        await turns.take("chat", FAST)
        await time.sleep(31.0)
        die(turns)

    await time.run(live(), send(Turns(keeper, time), time, log, "b"))
    assert 37.0 < log[0][1] < 41.0


async def test_the_store_is_away_for_a_while(
    time: VirtualTime, turns: Turns, keeper: NotingKeeper, caplog: pytest.LogCaptureFixture
) -> None:
    """A failed renewal is made up for by the next, unless the lease has ended by then."""
    lost: list[bool] = []

    async def live() -> None:
        async with await turns.take("chat", FAST) as turn:
            for away, back in ((6.0, 6.0), (14.0, 0.0)):
                keeper.away = True
                await time.sleep(away)
                keeper.away = False
                await time.sleep(back)
                lost.append(turn.lost)

    with caplog.at_level(logging.WARNING, "bot.delivery.leases"):
        await time.run(live())
    assert lost == [False, True]
    assert set(caplog.messages) == {"a turn was not renewed: away"}


async def test_nothing_goes_on_without_a_turn(time: VirtualTime, turns: Turns) -> None:
    """Once its last turn was given back, a worker renews nothing any more."""
    await time.run(send(turns, time, [], "a"))
    await turns.settled()
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_worker_that_stood_still(
    time: VirtualTime, turns: Turns, keeper: NotingKeeper
) -> None:
    """A worker whose lease has ended knows its turn as lost, by the keeper or by the time."""
    log: list[tuple[str, float]] = []

    async def stand_still(*, asks: bool) -> None:
        turn = await turns.take("chat", FAST)
        lost = [turn.lost]
        die(turns)
        await time.sleep(11.0)
        lost.append(turn.lost)
        if asks:
            (lease,) = turns._leases._held
            for _ in range(3):  # the last of them finds that the turn is its own again
                await turns._leases._renew_one(lease)
                lost.append(turn.lost)
                await time.sleep(3.0)
        turn.done()
        assert lost == [False, True, *[True] * 3][: len(lost)]

    await time.run(stand_still(asks=True), send(Turns(keeper, time), time, log, "b", 2.0))
    await turns.settled()
    await time.run(stand_still(asks=False))
    assert [name for name, _ in log] == ["b"]


async def test_who_goes_away_leaves_nothing(time: VirtualTime, turns: Turns) -> None:
    """Cancelled waiters, first in line or not, hold nobody up and cost nothing."""
    log: list[tuple[str, float]] = []
    other = Turns(turns._keeper, time)

    async def give_up() -> None:
        waiting = [asyncio.create_task(other.take("chat", FAST)) for _ in range(2)]
        mine = asyncio.create_task(turns.take("chat", FAST))
        await time.sleep(0.01)
        for task in (*waiting, mine):
            task.cancel()
        await asyncio.wait([*waiting, mine])

    await time.run(send(turns, time, log, "a"), give_up(), send(other, time, log, "b"))
    assert [name for name, _ in log] == ["a", "b"]
    assert log[1][1] <= 0.3
    await turns.settled()
    await other.settled()
    assert not turns._own
    assert not other._own


async def test_who_leaves_the_line_frees_the_chat(time: VirtualTime, turns: Turns) -> None:
    """A cancelled waiter for the overall budget leaves its chat to the next."""
    log: list[tuple[str, float]] = []
    slow = replace(FAST, overall=Rate(1.0, 1))

    async def leave() -> None:
        (await turns.take("elsewhere", slow)).done()
        waiting = asyncio.create_task(turns.take("chat", slow))
        await time.sleep(0.5)
        waiting.cancel()
        await asyncio.wait([waiting])
        await turns.settled()
        async with await turns.take("chat", slow):
            log.append(("next", (time.now - 1_000_000_000) / 1_000_000))

    await time.run(leave())
    assert log == [("next", 1.0)]


async def test_the_store_is_away(
    time: VirtualTime, turns: Turns, keeper: NotingKeeper, caplog: pytest.LogCaptureFixture
) -> None:
    """While the store is away turns are refused at once; one already taken ends with its lease."""
    log: list[tuple[str, float]] = []

    async def try_it() -> None:
        turn = await turns.take("chat", BUDGET)
        keeper.away = True
        turn.done()
        with caplog.at_level(logging.WARNING), pytest.raises(StoreUnavailable):
            await turns.take("chat", BUDGET)
        await turns.settled()
        keeper.away = False

    await time.run(try_it())
    assert "ends with its lease" in caplog.text
    await time.run(send(turns, time, log, "a"))
    assert log == [("a", 10.0)]
    assert not turns._own


async def test_workers_share_a_chat(time: VirtualTime, keeper: NotingKeeper) -> None:
    """Workers that all keep wanting the same chat get about as many turns each."""
    log: list[tuple[str, float]] = []

    until = time.now + 60_000_000

    async def work(name: str, lasting: float) -> None:
        turns = Turns(keeper, time)
        while time.now < until:
            await send(turns, time, log, name, lasting)

    await time.run(*(work(name, 0.08 + 0.03 * n) for n, name in enumerate("abcd")))
    shares = Counter(name for name, _ in log)
    assert max(shares.values()) <= 1.5 * min(shares.values())


async def test_a_crowd_does_not_poll(time: VirtualTime, keeper: NotingKeeper) -> None:
    """A thousand chats waiting for the overall budget ask twice each, and come in order."""
    workers = [Turns(keeper, time) for _ in range(4)]
    came: list[int] = []

    async def come(number: int) -> None:
        async with await workers[number % 4].take(str(number), BUDGET):
            came.append(number)

    began = time.now
    await time.run(*(come(number) for number in range(1000)))
    assert came == list(range(1000))
    assert keeper.asked == 3 + 2 * 997
    assert time.now - began == 99_700_000
