"""Effects: committed with a decision, and carried out after it by some worker."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from bot.app.decision import Decision
from bot.app.ports import Applied, NotNow, StoreUnavailable
from bot.store import MailboxStore, carrying_out, effect_runner, sweeping
from bot.store.backend import CROSSING_MS, MOST_PENDING, Batch, Committed, Pending
from bot.store.envelope import seal
from bot.store.memory import MemoryBackend
from tests.bot.store.conftest import (
    SPOILT,
    Backends,
    Carrier,
    SlowCodec,
    TextCodec,
    append,
    carrying,
    holding,
    look,
)
from tests.outbox import outbox
from tests.patience import PATIENCE_S


async def test_effects_are_carried_out_once(backends: Backends) -> None:
    """Every effect is carried out after its commit, in order, and leaves the outbox."""
    store = backends.store()
    carrier = carrying(store)
    await asyncio.gather(
        store.update("room", "1", append("a", a="boom", b="bang")),
        store.update("room", "1", append("a", a="boom", b="bang")),
        store.update("room", "2", append("b", a="hiss")),
    )
    await store.settled()
    assert carrier.carried == [("room", "boom"), ("room", "bang"), ("room", "hiss")]
    assert await outbox(backends.make()) == []


async def test_a_decision_of_effects_alone(backends: Backends) -> None:
    """A decision with effects but no writes is remembered like one that writes."""
    store = backends.store()
    carrier = carrying(store)
    for _ in range(2):
        await store.update("room", "1", lambda _documents, _now: Decision(None, effects=["boom"]))
    await store.settled()
    assert carrier.carried == [("room", "boom")]


async def test_settled_waits(backends: Backends) -> None:
    """``settled`` returns once the effects that had begun have ended, and not before."""
    store = backends.store()
    gate = holding(store)
    await store.update("room", "1", append("x", a="boom"))
    settled = asyncio.ensure_future(store.settled())
    await store.view("room", look())
    assert not settled.done()
    gate.set()
    await settled


async def test_catching_up(backends: Backends) -> None:
    """``caught_up`` waits for earlier effects that are awaited, not for others or later ones."""
    store = backends.store()
    gate = holding(store)
    await store.update("room", "1", append("x", a="boom"))
    await store.caught_up(lambda effect: effect != "boom")
    caught_up = asyncio.ensure_future(store.caught_up(lambda effect: effect == "boom"))
    await asyncio.sleep(0)
    holding(store)
    await store.update("room", "2", append("y", a="bang"))
    assert not caught_up.done()
    gate.set()
    await asyncio.wait_for(caught_up, PATIENCE_S)
    await store.abandon()


async def test_what_is_stopped_is_left(
    backends: Backends, caplog: pytest.LogCaptureFixture
) -> None:
    """An effect that is stopped is no fault, and is left for the next sweep of any store."""
    one, two = backends.store(), backends.store()
    holding(one)
    await one.update("room", "1", append("x", a="boom"))
    await one.abandon()
    carrier = carrying(two)
    await two.sweep(0)
    await two.settled()
    assert carrier.carried == [("room", "boom")]
    assert not [record for record in caplog.records if record.levelname != "DEBUG"]


async def test_a_failure_is_left_for_the_sweep(
    backends: Backends, caplog: pytest.LogCaptureFixture
) -> None:
    """An effect that fails is logged, and carried out by the next sweep of any store."""
    one, two = backends.store(), backends.store()
    failing, carrier = carrying(one, failures=1), carrying(two)
    await one.update("room", "1", append("x", a="boom"))
    await one.settled()
    assert "could not be carried out" in caplog.text
    assert failing.carried == []
    await two.sweep(60_000)
    await two.settled()
    assert carrier.carried == []
    await two.sweep(0)
    await two.settled()
    await two.sweep(0)
    await two.settled()
    assert carrier.carried == [("room", "boom")]


async def test_steps_that_cross(backends: Backends) -> None:
    """A step is told it was not alone while another store's last effects are carried out."""
    one, two = backends.store(), backends.store()
    gate = holding(one)
    carrying(two)
    assert await alone(one, "room", "1", a="boom")
    assert await alone(one, "room", "2")
    assert await alone(two, "elsewhere", "1", a="hiss")
    assert not await alone(two, "room", "3")
    assert not await alone(two, "room", "4", a="bang")
    await two.settled()
    assert await alone(one, "room", "5", a="boom")
    gate.set()
    await one.settled()
    assert await alone(two, "room", "6", a="bang")


async def alone(store: MailboxStore, space: str, operation: str, **effects: str) -> bool | None:
    """Commit, and return whether that was alone."""
    applied = await store.update(space, operation, append("x", **effects))
    assert isinstance(applied, Applied)
    return applied.alone


async def test_crossing_ends() -> None:
    """Effects left by a worker that died cross other steps only for a while."""
    now = 1
    backend = MemoryBackend(lambda: now)
    one, two = (MailboxStore(backend, TextCodec()) for _ in range(2))
    await alone(one, "room", "1", a="boom")
    assert not await alone(two, "room", "2")
    now += CROSSING_MS
    assert await alone(two, "room", "3")


class Unnoted(MemoryBackend):
    """A backend that is away the first time it is to forget what was carried out."""

    failures = 1

    async def settle(self, effects: Sequence[tuple[str, str]]) -> None:
        """Raise StoreUnavailable once, then forget effects."""
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("away")
        await super().settle(effects)


async def test_what_could_not_be_noted(caplog: pytest.LogCaptureFixture) -> None:
    """An effect that could not be noted as carried out is carried out again, and noted then."""
    backend = Unnoted()
    store = MailboxStore(backend, TextCodec())
    carrier = carrying(store)
    await store.update("room", "1", append("x", a="boom"))
    await store.settled()
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    await store.sweep(0)
    await store.settled()
    assert carrier.carried == [("room", "boom")] * 2
    assert await outbox(backend) == []


@pytest.mark.parametrize("why", [NotNow("a 429"), StoreUnavailable("away")])
async def test_waiting_is_no_fault(
    backends: Backends, caplog: pytest.LogCaptureFixture, why: Exception
) -> None:
    """While a platform or the store is away each try logs one line, without a traceback."""
    store = backends.store()

    async def away(_space: str, _effect: str) -> None:
        raise why

    store.carry = away
    await store.update("room", "1", append("x", a="boom"))
    await store.settled()
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert str(why) in record.getMessage()
    assert len(await outbox(backends.make())) == 1


async def test_a_crash_leaves_effects_for_others(backends: Backends) -> None:
    """Effects that a worker committed but did not carry out are left to another worker."""
    await backends.store().update("room", "1", append("x", a="boom"))
    two = backends.store()
    carrier = carrying(two)
    await two.sweep(0)
    await two.settled()
    assert carrier.carried == [("room", "boom")]


async def test_an_unreadable_effect_does_not_hold_up_the_others(
    backends: Backends, caplog: pytest.LogCaptureFixture
) -> None:
    """An effect of an unknown form is logged once and left, and each sweep goes on."""
    store = backends.store()
    await store.update("a", "1", append("x", a=SPOILT.decode()))
    await store.update("b", "1", append("x", a="boom"))
    carrier = carrying(store)
    for _ in range(3):
        await store.sweep(0)
        await store.settled()
    assert carrier.carried == [("b", "boom")]
    assert [effect.space for effect in await outbox(backends.make())] == ["a"]
    (record,) = caplog.records
    assert "cannot be read and is left" in record.getMessage()


async def test_a_damaged_effect_is_set_aside(
    backends: Backends, caplog: pytest.LogCaptureFixture
) -> None:
    """An effect with a wrong checksum is logged once, and kept aside, never carried out."""
    store, backend = backends.store(), backends.make()
    batch = Batch("t", "a", ("1",), ("1",), {}, {}, (b"broken", seal(b"boom")))
    committed = await backend.commit(batch)
    assert isinstance(committed, Committed)
    carrier = carrying(store)
    for _ in range(2):
        await store.sweep(0)
        await store.settled()
    assert carrier.carried == [("a", "boom")]
    assert await outbox(backend) == []
    (record,) = caplog.records
    assert "damaged and set aside" in record.getMessage()
    name = f"effect:{committed.effects[0]}"
    if backends.kind == "memory":
        assert backends.memory.quarantined["a", name] == b"broken"
    else:
        assert await backends.value(backends.keys.quarantine("a", name)) == b"broken"


async def test_a_lasting_failure_is_told_once(
    backends: Backends, caplog: pytest.LogCaptureFixture
) -> None:
    """An effect that fails in every sweep is tried each time, but logged only the first."""
    store = backends.store()
    carrier = carrying(store, failures=3)
    await store.update("room", "1", append("x", a="boom"))
    for _ in range(3):
        await store.settled()
        await store.sweep(0)
    await store.settled()
    assert carrier.carried == [("room", "boom")]
    assert len(caplog.records) == 1


async def test_a_large_backlog_is_read_in_slices(backends: Backends) -> None:
    """Of thousands of effects each is read once, in limited batches, the oldest first.

    There may be many of one space, or a few of each of many spaces.
    """
    backend = backends.make()
    wanted = {f"space{n}": [str(each).encode() for each in range(5)] for n in range(300)}
    wanted["large"] = [str(each).encode() for each in range(2 * MOST_PENDING)]
    await asyncio.gather(
        *(
            backend.commit(Batch(space, space, ("1",), ("1",), {}, {}, tuple(effects)))
            for space, effects in wanted.items()
        )
    )
    found: dict[str, list[bytes]] = {}
    async for some in backend.pending(-60_000):
        assert len(some) <= MOST_PENDING
        for effect in some:
            found.setdefault(effect.space, []).append(effect.blob)
    assert found == wanted
    large = [len(some) async for some in backend.pending(-60_000, "large")]
    assert sum(large) == 2 * MOST_PENDING
    assert max(large) <= MOST_PENDING


async def test_a_long_sweep_lets_others_have_their_turn() -> None:
    """However long the backlog, the event loop serves others during a sweep."""
    backend, codec = MemoryBackend(), SlowCodec()
    store = MailboxStore(backend, codec)
    await store.update("room", "1", append("x", a="one", b="two", c="three"))
    await store.sweep(0)
    assert codec.turns[:5] == ["read", "other", "read", "other", "read"]


async def test_a_sweep_begins_so_much_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a large backlog a limited number is carried out at a time, and all in the end."""
    monkeypatch.setattr(effect_runner, "_AT_ONCE", 3)
    backend = MemoryBackend()
    store = MailboxStore(backend, TextCodec())
    for number in range(10):
        await store.update("room", str(number), append("x", a=str(number)))
    begun: asyncio.Queue[object] = asyncio.Queue()
    gate = asyncio.Semaphore(0)

    async def slow(_space: str, effect: object) -> None:
        begun.put_nowait(effect)
        await gate.acquire()
        if effect == "0":
            raise NotNow("a 429")

    store.carry = slow
    sweeping, carried = asyncio.create_task(store.sweep(0)), []
    for more in (3, *[1] * 7):
        async with asyncio.timeout(PATIENCE_S):
            carried += [await begun.get() for _ in range(more)]
        for _ in range(20):
            await asyncio.sleep(0)
        assert begun.empty()
        gate.release()
    for _ in range(2):
        gate.release()
    await sweeping
    await store.settled()
    assert carried == [str(number) for number in range(10)]
    assert len(await outbox(backend)) == 1


async def test_what_was_just_committed_waits_for_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep of one space begins its effects at once, however many others are running."""
    monkeypatch.setattr(effect_runner, "_AT_ONCE", 1)
    store = MailboxStore(MemoryBackend(), TextCodec())
    for space in ("hall", "room"):
        await store.update(space, "1", append("x", a=f"of the {space}"))
    gate, begun = asyncio.Event(), []

    async def slow(_space: str, effect: object) -> None:
        begun.append(effect)
        await gate.wait()

    store.carry = slow
    for space in ("hall", "room"):
        async with asyncio.timeout(PATIENCE_S):
            await store.sweep(0, space)
        await asyncio.sleep(0)
    assert begun == ["of the hall", "of the room"]
    gate.set()
    await store.settled()


class Away(MemoryBackend):
    """A backend whose outbox cannot be reached the first time."""

    def __init__(self, trouble: Exception) -> None:
        """Raise ``trouble`` at first."""
        super().__init__()
        self.trouble = trouble
        self.asked = asyncio.Semaphore(0)
        self.ages: list[int] = []
        self.failures = 1

    def pending(
        self, older_than_ms: int, space: str | None = None
    ) -> AsyncIterator[Sequence[Pending]]:
        """Raise the trouble once, then yield the effects; note how old these are to be."""
        self.asked.release()
        self.ages.append(older_than_ms)
        if self.failures:
            self.failures -= 1
            raise self.trouble
        return super().pending(older_than_ms, space)


@pytest.mark.parametrize("trouble", [StoreUnavailable("away"), RuntimeError("odd")])
async def test_the_sweeper_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, trouble: Exception
) -> None:
    """While effects are carried out, those left behind are looked for, even after a failure."""
    monkeypatch.setattr(sweeping, "_SWEEP_S", 0)
    monkeypatch.setattr(sweeping, "_LEFT_BEHIND_MS", 0)
    backend = Away(trouble)
    store = MailboxStore(backend, TextCodec())
    await store.update("room", "1", append("x", a="boom"))
    carrier = Carrier()
    async with carrying_out(store, carrier):
        for _ in range(3):
            await asyncio.wait_for(backend.asked.acquire(), PATIENCE_S)
    assert carrier.carried == [("room", "boom")]
    assert "effects left behind" in caplog.text
    is_back = isinstance(trouble, StoreUnavailable)
    assert caplog.text.count("all of the store answers again") == is_back


async def test_a_store_that_is_away_is_swept_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the store is away the next sweep is soon, so that what is left waits no longer."""
    monkeypatch.setattr(sweeping, "_SWEEP_S", 3600)
    monkeypatch.setattr(sweeping, "_LEFT_BEHIND_MS", 1)
    backend = Away(StoreUnavailable("away"))
    backend.failures = 3
    async with carrying_out(MailboxStore(backend, TextCodec()), Carrier()):
        for _ in range(backend.failures + 1):
            await asyncio.wait_for(backend.asked.acquire(), PATIENCE_S)


async def test_the_second_sweep_is_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second sweep comes as soon as effects of a worker that just died are old enough."""
    monkeypatch.setattr(sweeping, "_SWEEP_S", 3600)
    monkeypatch.setattr(sweeping, "_LEFT_BEHIND_MS", 1)
    backend = Away(StoreUnavailable("away"))
    async with carrying_out(MailboxStore(backend, TextCodec()), Carrier()):
        for _ in range(2):
            await asyncio.wait_for(backend.asked.acquire(), PATIENCE_S)


@pytest.mark.parametrize("alone", [True, False])
async def test_what_a_lone_worker_left_just_now(alone: bool) -> None:  # noqa: FBT001  # pytest's
    """A lone worker carries out new effects at its start, as nobody else can be at them."""
    backend = Away(StoreUnavailable("away"))
    backend.failures = 0
    await MailboxStore(backend, TextCodec()).update("room", "1", append("x", a="boom"))
    carrier = Carrier()
    async with carrying_out(MailboxStore(backend, TextCodec()), carrier, alone=alone):
        await asyncio.wait_for(backend.asked.acquire(), PATIENCE_S)
        for _ in range(20):
            await asyncio.sleep(0)
    assert carrier.carried == ([("room", "boom")] if alone else [])


async def test_a_worker_that_was_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that began alone later leaves new effects to others that may have come."""
    monkeypatch.setattr(sweeping, "_SWEEP_S", 0)
    monkeypatch.setattr(sweeping, "_LEFT_BEHIND_MS", 1)
    backend = Away(StoreUnavailable("away"))
    backend.failures = 0
    async with carrying_out(MailboxStore(backend, TextCodec()), Carrier(), alone=True):
        for _ in range(3):
            await asyncio.wait_for(backend.asked.acquire(), PATIENCE_S)
    assert backend.ages[:3] == [0, 1, 1]


@pytest.mark.parametrize(("ending_s", "left"), [(0.0, 1), (PATIENCE_S, 0)])
async def test_the_end_waits_as_long_as_it_is_told_to(ending_s: float, left: int) -> None:
    """At the end effects get the time set to finish; those that do not stay in the outbox."""
    backend = MemoryBackend()
    store = MailboxStore(backend, TextCodec())

    async def carry(_space: str, _effect: object) -> None:
        for _ in range(50):
            await asyncio.sleep(0)

    async with carrying_out(store, carry, ending_s=ending_s):
        await store.update("room", "1", append("x", a="boom"))
    await store.close()
    assert len(await outbox(backend)) == left


async def test_told_to_end_again() -> None:
    """Who is told to end once more waits for effects no longer; they stay in the outbox."""
    backend, ends = MemoryBackend(), list[str]()
    store, begun = MailboxStore(backend, TextCodec()), asyncio.Event()

    async def carry(_space: str, effect: str) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ends.append(effect)

    async def play() -> None:
        async with carrying_out(store, carry, ending_s=PATIENCE_S):
            await store.update("room", "1", append("x", a="boom"))
            await asyncio.Event().wait()

    playing = asyncio.create_task(play())
    await begun.wait()
    while not playing.done():
        playing.cancel()
        for _ in range(20):
            await asyncio.sleep(0)
    assert ends == ["boom"]
    await store.close()
    assert len(await outbox(backend)) == 1


async def test_closing_waits_for_effects(backends: Backends) -> None:
    """A store closes once the decisions and effects that it began have ended."""
    store, carried = backends.store(), list[object]()

    async def carry(_space: str, effect: object) -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        carried.append(effect)

    store.carry = carry
    sending = asyncio.create_task(store.update("room", "1", append("x", a="boom")))
    await asyncio.sleep(0)
    await store.close()
    assert (await sending) is not None
    assert carried == ["boom"]
