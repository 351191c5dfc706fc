"""The mailbox beyond the contract: what it keeps, and how it meets trouble of the backend."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress

import pytest

from bot.app.decision import Decision, Documents
from bot.app.needed import Moved, Needed, Question
from bot.app.ports import Applied, Repeated, StoreUnavailable
from bot.store import MailboxStore, box, mailbox
from bot.store.backend import Batch, Committed, Conflict, Pending, Seen, Stored, Verdict
from bot.store.envelope import seal
from bot.store.memory import MemoryBackend, system_time
from bot.store.server_clock import ServerClock
from tests.bot.store.conftest import (
    SPOILT,
    SlowCodec,
    TextCodec,
    append,
    carrying,
    look,
    take_long,
    write,
)
from tests.garbage import uncollected

Meet = Callable[[Batch], Verdict | None]


class Probe(MemoryBackend):
    """A backend that can be told how to answer a commit."""

    def __init__(self, clock: Callable[[], int] = system_time) -> None:
        """Take the time from ``clock``."""
        super().__init__(clock)
        self.commits: list[Batch] = []
        self.away = False
        self.meet: Meet = lambda _: None

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch``, unless ``meet`` has an answer of its own."""
        self.commits.append(batch)
        return self.meet(batch) or await super().commit(batch)

    def pending(
        self, older_than_ms: int, space: str | None = None
    ) -> AsyncIterator[Sequence[Pending]]:
        """Yield the effects, unless the server is away."""
        if self.away:
            raise StoreUnavailable("away")
        return super().pending(older_than_ms, space)


@pytest.fixture
def backend() -> Probe:
    """Return a backend."""
    return Probe()


@pytest.fixture
def store(backend: Probe) -> MailboxStore:
    """Return a store on it."""
    return MailboxStore(backend, TextCodec())


def gone(_batch: Batch) -> Verdict:
    """Be away."""
    raise StoreUnavailable("away")


async def test_senders_do_not_share_an_exception(backend: Probe, store: MailboxStore) -> None:
    """If the server is away each sender gets its own exception, and may ask again."""
    backend.meet = gone
    errors = await asyncio.gather(
        *(store.update("room", str(n), append("x")) for n in range(3)), return_exceptions=True
    )
    assert [str(error) for error in errors] == ["away"] * 3
    assert len({id(error) for error in errors}) == 3
    backend.meet = lambda _: None
    assert await store.update("room", "0", append("x")) == Applied("x")


@pytest.mark.parametrize("make", [lambda: Needed(Question()), Moved])
async def test_nothing_is_left_of_a_question(
    store: MailboxStore, make: Callable[[], Needed | Moved]
) -> None:
    """What a decision, or a look, raises does not stay in memory, though nothing collects."""
    left: list[weakref.ref[Exception]] = []

    def noted(asked: Exception) -> Exception:
        left.append(weakref.ref(asked))
        return asked

    def decide(_documents: Documents, _now: int) -> Decision[None]:
        raise noted(make())

    with uncollected():
        with suppress(Needed, Moved):
            await store.update("room", "1", decide)
        await asyncio.sleep(0)  # what has woken this up is over then
        assert [each() for each in left] == [None]
        with suppress(Needed, Moved):
            await store.view("room", decide)
        assert [each() for each in left] == [None] * 2


async def test_endless_conflicts_are_given_up(backend: Probe, store: MailboxStore) -> None:
    """A space that others keep changing is StoreUnavailable in the end."""
    backend.meet = lambda _: Conflict(0, {})
    with pytest.raises(StoreUnavailable, match="all the time"):
        await store.update("room", "1", append("x"))
    assert len(backend.commits) == mailbox.MOST_TRIES


async def test_a_batch_is_one_step(backend: Probe, store: MailboxStore) -> None:
    """Decisions that wait together are committed together."""
    await asyncio.gather(*(store.update("room", str(n), append("x")) for n in range(10)))
    assert [len(batch.recorded) for batch in backend.commits] == [10]


class Slow(MemoryBackend):
    """A backend whose commits take as long as the test wants."""

    def __init__(self) -> None:
        """Let the first wait."""
        super().__init__()
        self.may_end = asyncio.Event()
        self.steps: list[tuple[str, ...]] = []
        """The operations of each step."""

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch`` when it may."""
        self.steps.append(batch.operations)
        await self.may_end.wait()
        return await super().commit(batch)


async def test_closing_waits_for_decisions() -> None:
    """A store that is closed lets the step in work end, and only then releases its backend."""
    ends = list[str]()

    class Closing(Slow):
        async def close(self) -> None:
            ends.append("closed")

    backend = Closing()
    store = MailboxStore(backend, TextCodec())
    asked = asyncio.create_task(store.update("room", "1", append("a")))
    while not backend.steps:  # noqa: ASYNC110  # the backend's
        await asyncio.sleep(0)
    closing = asyncio.create_task(store.close())
    for _ in range(10):
        await asyncio.sleep(0)
    assert not ends
    backend.may_end.set()
    await closing
    assert ends == ["closed"]
    assert await asked == Applied("a")


async def test_one_step_at_a_time() -> None:
    """What is asked while a step of its space is at work waits for that, and is then one step."""
    backend = Slow()
    store = MailboxStore(backend, TextCodec())
    asked = [asyncio.create_task(store.update("room", "1", append("a")))]
    while not backend.steps:  # noqa: ASYNC110  # the backend's
        await asyncio.sleep(0)
    asked += [asyncio.create_task(store.update("room", each, append(each))) for each in "23"]
    for _ in range(10):
        await asyncio.sleep(0)
    assert backend.steps == [("1",)]
    backend.may_end.set()
    assert await asyncio.gather(*asked) == [Applied("a"), Applied("a2"), Applied("a23")]
    assert backend.steps == [("1",), ("2", "3")]


async def test_a_sender_that_goes_before_its_letter_is_decided() -> None:
    """What a sender asked for that has gone is neither decided nor committed."""
    backend = Slow()
    store = MailboxStore(backend, TextCodec())
    first = asyncio.create_task(store.update("room", "1", append("a")))
    while not backend.steps:  # noqa: ASYNC110  # the backend's
        await asyncio.sleep(0)
    left = asyncio.create_task(store.update("room", "2", append("b")))
    await asyncio.sleep(0)
    left.cancel()
    backend.may_end.set()
    assert await first == Applied("a")
    await store.close()
    assert backend.steps == [("1",)]
    assert await store.view("room", look()) == "a"


class Lossy(Probe):
    """A backend that carries a commit out, and is away before it can say so."""

    lost = False

    async def commit(self, batch: Batch) -> Verdict:
        """Apply ``batch``; StoreUnavailable if its answer is lost."""
        verdict = await super().commit(batch)
        if self.lost:
            raise StoreUnavailable("lost")
        return verdict


async def test_what_an_unanswered_commit_did_is_read() -> None:
    """After a commit without an answer documents are read anew, rather than found to differ."""
    backend = Lossy()
    store = MailboxStore(backend, TextCodec())
    await store.update("room", "1", append("a"))
    backend.lost = True
    with pytest.raises(StoreUnavailable):
        await store.update("room", "2", append("b"))
    backend.lost = False
    assert await store.update("room", "3", append("c")) == Applied("abc")
    assert len(backend.commits) == 3


async def test_a_step_is_not_too_long(backend: Probe, store: MailboxStore) -> None:
    """However many decisions wait, one step commits a limited number of them."""
    most = mailbox.MOST_FOLDED
    await asyncio.gather(*(store.update("room", str(n), append("x")) for n in range(2 * most + 1)))
    assert [len(batch.recorded) for batch in backend.commits] == [most, most, 1]


async def test_who_loses_again_and_again_asks_for_a_turn(
    backend: Probe, store: MailboxStore
) -> None:
    """After one conflict a step just tries again; after several it asks for a turn."""
    backend.meet = lambda _: Conflict(0, {}) if len(backend.commits) < 5 else None
    await store.update("room", "1", append("x"))
    wanted = [batch.wants_turn for batch in backend.commits]
    assert (wanted[:2], wanted[-1]) == ([False, False], True)


async def test_a_repetition_without_a_replica(backend: Probe, store: MailboxStore) -> None:
    """A repetition is told as well that no replica has confirmed it."""
    backend.meet = lambda batch: Seen(0, frozenset(batch.operations), confirmed=False)
    assert await store.update("room", "1", append("x")) == Repeated(confirmed=False)


async def test_decisions_of_one_step_without_a_replica(backend: Probe, store: MailboxStore) -> None:
    """In a step without a replica's confirmation each sender that changed something is told.

    A sender that changed nothing is not told: there is nothing to be lost.
    """
    backend.meet = lambda _: Committed(0, b"revision", (), confirmed=False)
    changed, again, looked = await asyncio.gather(
        store.update("room", "1", append("x")),
        store.update("room", "1", append("x")),
        store.update("room", "2", lambda *_: Decision("seen")),
    )
    assert changed == Applied("x", confirmed=False, alone=True)
    assert again == Repeated(confirmed=False)
    assert looked == Applied("seen", alone=None)


async def test_deleted_and_made_again_at_once(backend: Probe, store: MailboxStore) -> None:
    """After deleting a document a store knows that it is gone, and makes it anew in one step."""
    for number, step in enumerate((append("x"), write("log", None), append("y"))):
        await store.update("room", str(number), step)
    assert await store.view("room", look()) == "y"
    assert len(backend.commits) == 3


async def test_a_sender_that_goes_while_its_letter_is_decided(
    backend: Probe, store: MailboxStore
) -> None:
    """The operation of a cancelled sender is still remembered with its step."""
    senders: list[asyncio.Task[object]] = []

    def leave(documents: Documents, now: int) -> Decision[str]:
        senders[0].cancel()
        return append("a")(documents, now)

    senders.append(asyncio.create_task(store.update("room", "1", leave)))
    await asyncio.gather(*senders, store.view("room", look()), return_exceptions=True)
    assert backend.commits[-1].operations == backend.commits[-1].recorded == ("1",)
    assert await store.update("room", "1", append("a")) == Repeated()


async def test_the_spaces_used_least_lately_are_forgotten(
    backend: Probe, store: MailboxStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store keeps a limited number of idle spaces, and forgets no data."""
    monkeypatch.setattr(box, "MOST_SPACES", 2)
    gate = asyncio.Event()
    started = asyncio.Event()

    async def wait(space: str, names: tuple[str, ...]) -> object:
        if space == "busy":
            started.set()
            await gate.wait()
        return await MemoryBackend.read(backend, space, names)

    monkeypatch.setattr(backend, "read", wait)
    await store.update("a", "1", append("x"))
    busy = asyncio.create_task(store.update("busy", "1", append("x")))
    await started.wait()
    for space in "bcd":
        await store.update(space, "1", append("x"))
        assert len(store._boxes) == 2
        assert "busy" in store._boxes
    more = [asyncio.create_task(store.update("busy", "2", append("y"))), busy]
    gate.set()
    assert [await task for task in more] == [Applied("xy"), Applied("x")]
    assert await store.view("a", look()) == "x"


async def test_a_space_that_is_used_again_is_kept(
    store: MailboxStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Which spaces are kept depends on when they were last used, not on when they were first."""
    monkeypatch.setattr(box, "MOST_SPACES", 2)
    for number, space in enumerate("abac"):
        await store.update(space, str(number), append("x"))
    assert [space in store._boxes for space in "abc"] == [True, False, True]


async def test_a_space_keeps_its_newest_documents(
    store: MailboxStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a space's documents a limited number is kept decoded; the rest is read again."""
    monkeypatch.setattr(box, "MOST_DOCUMENTS", 6)
    kept = list[int]()
    for number in range(20):
        await store.update("room", str(number), append("x", f"game:{number}"))
        await store.update("room", f"chat:{number}", append("y", "chat"))
        kept.append(len(store._boxes.at("room").known))
    assert kept[:5] == [2, 3, 4, 5, 6]
    assert max(kept) == 6
    assert min(kept[5:]) >= 3
    assert {"chat", "game:19"} <= store._boxes.at("room").known.keys()
    for number in range(20):
        assert await store.view("room", look(f"game:{number}")) == "x"
    assert await store.view("room", look("chat")) == "y" * 20


async def test_a_step_may_need_more_documents_than_are_kept(
    store: MailboxStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All documents that a step has used are kept until the next step."""
    monkeypatch.setattr(box, "MOST_DOCUMENTS", 2)
    names = [str(number) for number in range(9)]
    everything = (store.update("room", name, append("x", name)) for name in names)
    assert await asyncio.gather(*everything) == [Applied("x")] * 9
    assert store._boxes.at("room").known.keys() == set(names)
    assert await store.update("room", "next", append("x", "0")) == Applied("xx")
    assert store._boxes.at("room").known.keys() == {"0"}


async def test_more_busy_spaces_than_are_kept(
    store: MailboxStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spaces in use are never forgotten, however many there are."""
    monkeypatch.setattr(box, "MOST_SPACES", 2)
    spaces = [str(number) for number in range(5)]
    await asyncio.gather(*(store.update(space, "1", append("x")) for space in spaces))
    assert [await store.view(space, look()) for space in spaces] == ["x"] * 5


async def test_late_replies_do_not_turn_the_clock_back() -> None:
    """A slightly late time does not move the clock back; a clock set back is followed."""
    times = [10_000_000]
    store = MailboxStore(Probe(lambda: times[0]), TextCodec())

    async def now() -> int:
        await store.view("room", lambda _, now: now)
        return await store.view("room", lambda _, now: now)

    assert 10_000_000 <= await now() < 10_000_900
    times[0] -= 50
    assert await now() >= 10_000_000
    times[0] -= 3_600_000
    assert await now() < 6_500_000
    times[0] += 7_200_000
    assert await now() >= 13_599_950


@pytest.mark.parametrize("late", ["commit", "read"])
async def test_a_reply_that_comes_late(late: str) -> None:
    """A reply delayed for seconds, as by a slow disk, does not turn the clock back by as much."""
    passed = [0.0]

    class Late(MemoryBackend):
        async def commit(self, batch: Batch) -> Verdict:
            verdict = await super().commit(batch)
            passed[0] += 5 * (late == "commit")
            return verdict

        async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
            found = await super().read(space, names)
            passed[0] += 5 * (late == space)
            return found

    backend = Late(lambda: 10_000_000 + round(passed[0] * 1000))
    store = MailboxStore(backend, TextCodec(), ServerClock(lambda: passed[0]))

    async def now() -> int:
        return await store.view("room", lambda _, now: now)

    assert await now() == 10_000_000
    if late == "commit":
        await store.update("room", "1", append("a"))
    else:
        await store.view("read", lambda _, now: now)
    assert await now() == 10_005_000


async def test_commits_tell_the_time() -> None:
    """A store that only commits still follows the server's clock, though it reads nothing."""
    hour, times = 3_600_000, list[int]()
    server = [hour]
    store = MailboxStore(Probe(lambda: server[0]), TextCodec())

    def decide(documents: Documents, now: int) -> Decision[str]:
        times.append(now)
        return append("a")(documents, now)

    await store.update("room", "1", decide)
    server[0] += hour
    await store.update("room", "2", decide)
    await store.update("room", "3", decide)
    assert times[0] >= hour
    assert times[-1] >= 2 * hour


async def test_long_decisions_let_others_have_their_turn(store: MailboxStore) -> None:
    """The event loop serves others between decisions that take long."""
    turns: list[str] = []

    def slow(_documents: Documents, _now: int) -> Decision[None]:
        take_long(turns, "slow")
        return Decision(None)

    await asyncio.gather(*(store.update("room", str(n), slow) for n in range(3)))
    assert turns[:5] == ["slow", "other", "slow", "other", "slow"]


async def slowly_read(backend: Probe, names: Sequence[str]) -> tuple[MailboxStore, SlowCodec]:
    """Return a store that has documents ``names`` yet to read, which takes long, and its codec."""
    for name in names:
        await MailboxStore(backend, TextCodec()).update("room", name, write(name, name))
    codec = SlowCodec()
    return MailboxStore(backend, codec), codec


@pytest.mark.parametrize("is_view", [True, False])
async def test_long_reading_lets_others_have_their_turn(backend: Probe, *, is_view: bool) -> None:
    """The event loop serves others between documents that take long to read."""
    names = ("a", "b", "c")
    store, codec = await slowly_read(backend, names)

    def read(documents: Documents, _now: int) -> Decision[list[object | None]]:
        return Decision(documents.get_all(names))

    if is_view:
        assert (await store.view("room", read)).reply == [*names]
    else:
        assert await store.update("room", "1", read) == Applied([*names], alone=None)
    assert codec.turns[:5] == ["read", "other", "read", "other", "read"]


async def test_long_reading_after_a_conflict_lets_others_have_their_turn(backend: Probe) -> None:
    """The event loop serves others between what others wrote and takes long to read again."""
    names = ("a", "b", "c")
    store, codec = await slowly_read(backend, names)

    def read(documents: Documents, _now: int) -> Decision[list[object | None]]:
        return Decision(documents.get_all(names))

    await store.update("room", "1", read)
    for name in names:
        await MailboxStore(backend, TextCodec()).update("room", f"new {name}", append("x", name))
    codec.turns.clear()
    assert await store.update("room", "2", read) == Applied(["ax", "bx", "cx"], alone=None)
    assert codec.turns[:5] == ["read", "other", "read", "other", "read"]


async def test_a_look_that_is_cancelled_forgets_older_documents(
    backend: Probe, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look that is cancelled between two documents leaves no more known than one that ends."""
    monkeypatch.setattr(box, "MOST_DOCUMENTS", 2)
    store, codec = await slowly_read(backend, "abcdef")
    for name in "ab":
        await store.view("room", look(name))
    codec.turns.clear()
    looking = asyncio.create_task(
        store.view("room", lambda documents, _: documents.get_all("cdef"))
    )
    while "read" not in codec.turns:  # noqa: ASYNC110  # the codec's
        await asyncio.sleep(0)
    looking.cancel()
    await asyncio.wait([looking])
    assert looking.cancelled()
    assert len(store._boxes.at("room").known) <= 2


async def test_long_reading_is_done_once(backend: Probe) -> None:
    """Looks at the same documents that take turns do not each decode all of them."""
    names = "abc"
    store, codec = await slowly_read(backend, names)

    def read(documents: Documents, _now: int) -> list[object | None]:
        return documents.get_all(names)

    seen = await asyncio.gather(*(store.view("room", read) for _ in range(5)))
    assert seen == [[*names]] * 5
    assert codec.turns.count("read") == len(names)


async def test_long_reading_does_not_forget_what_was_written_meanwhile(backend: Probe) -> None:
    """A look that reads on while a document is written leaves the newer one known."""
    names = "abcdefgh"
    store, codec = await slowly_read(backend, names)
    looking = asyncio.create_task(store.view("room", lambda documents, _: documents.get_all(names)))
    while not codec.turns:  # noqa: ASYNC110  # the codec's
        await asyncio.sleep(0)
    await store.update("room", "1", append("1", "h"))
    assert not looking.done()
    assert await looking == [*names]
    backend.commits.clear()
    assert await store.update("room", "2", append("2", "h")) == Applied("h12")
    assert len(backend.commits) == 1


class Reads(Probe):
    """A backend with a clock of its own that counts what is read from it."""

    def __init__(self) -> None:
        """Have read nothing, at one in the morning."""
        super().__init__(lambda: 3_600_000)
        self.reads: list[tuple[str, ...]] = []
        self.spoils = 0

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Note the names; the first ``spoils`` times the documents are of an unknown form."""
        self.reads.append(names)
        now, found = await super().read(space, names)
        if names and self.spoils:
            self.spoils -= 1
            spoilt = seal(SPOILT)
            found = {name: Stored(stored.revision, spoilt) for name, stored in found.items()}
        return now, found


@pytest.mark.parametrize("how", ["update", "view"])
async def test_the_first_to_ask_has_the_backend_s_time(how: str) -> None:
    """The first decision, or look, has the backend's time, and after it nobody asks for that."""
    backend, times = Reads(), list[int]()
    store = MailboxStore(backend, TextCodec())

    def noting(_documents: Documents, now: int) -> Decision[None]:
        times.append(now)
        return Decision(None)

    for _ in range(2):
        await (store.update("room", "1", noting) if how == "update" else store.view("hall", noting))
    assert all(3_600_000 <= now < 7_200_000 for now in times)
    asked = backend.reads.count(())
    await store.update("room", "2", append("a"))
    assert backend.reads.count(()) == asked


async def test_a_decision_that_changes_nothing_forgets_nothing() -> None:
    """After a step that wrote nothing what it read is still known, and is not read again."""
    backend = Reads()
    store = MailboxStore(backend, TextCodec())
    for operation in ("1", "2"):
        await store.update("room", operation, lambda docs, _: Decision(docs.get("log")))
    assert backend.reads == [(), *[("log",)] * 3], "the memory's two commits read it as well"


async def test_a_document_replaced_meanwhile() -> None:
    """A look that finds a document it cannot read looks once more in a step, and may find it."""
    backend = Reads()
    await MailboxStore(backend, TextCodec()).update("room", "1", append("a"))
    backend.spoils = 1
    assert await MailboxStore(backend, TextCodec()).view("room", look()) == "a"


async def test_effects_of_a_commit_whose_reply_was_lost(
    backend: Probe, store: MailboxStore, caplog: pytest.LogCaptureFixture
) -> None:
    """After a lost reply the effects are carried out, and the documents read anew."""
    carrier = carrying(store)

    async def lose(batch: Batch) -> Verdict:
        committed = await MemoryBackend.commit(backend, batch)
        return Committed(committed.now, None) if batch.recorded else committed

    backend.commit = lose  # type: ignore[method-assign]  # the reply is what the test is about
    assert await store.update("room", "1", append("x", a="boom")) == Applied("x", alone=None)
    await store.settled()
    assert carrier.carried == [("room", "boom")]
    assert await store.update("room", "2", append("y")) == Applied("xy", alone=None)
    backend.away = True
    assert await store.update("room", "3", append("z", a="bang")) == Applied("xyz", alone=None)
    await store.settled()
    assert carrier.carried == [("room", "boom")]
    assert "effects are left to the next sweep" in caplog.text
