"""The contract of the store, on every backend."""

from __future__ import annotations

import asyncio
import time
from itertools import count
from zlib import crc32

import pytest

from bot.app.decision import Decision, Documents, Write
from bot.app.ports import Applied, Damaged, Repeated, StoreUnavailable
from bot.store.backend import ABSENT, Batch, Committed, Conflict, Drop, Put
from bot.store.envelope import seal
from bot.store.keys import Keys
from bot.store.mailbox import MOST_FOLDED
from bot.store.memory import MemoryBackend
from tests.bot.store.conftest import SPOILT, Backends, append, heard, look, write


async def test_update_then_view(backends: Backends) -> None:
    """A commit by one store is seen by it and by every other store."""
    one, two = backends.store(), backends.store()
    assert await one.update("room", "1", append("a")) == Applied("a")
    assert await one.view("room", look()) == "a"
    assert await two.view("room", look()) == "a"
    assert await two.view("elsewhere", look()) is None


async def test_an_operation_counts_once(backends: Backends) -> None:
    """A repeated operation, on any store, is Repeated and changes nothing."""
    one, two = backends.store(), backends.store()
    await one.update("room", "1", append("a"))
    assert await one.update("room", "1", append("a")) == Repeated()
    assert await two.update("room", "1", append("a")) == Repeated()
    assert await two.view("room", look()) == "a"


async def test_an_operation_counts_once_after_others(backends: Backends) -> None:
    """An operation that comes again when others have followed on it is Repeated all the same."""
    one, two = backends.store(), backends.store()
    for operation in ("1", "2", "3"):
        await one.update("room", operation, append(operation))
    for store in (one, two):
        for operation in ("1", "2", "3"):
            assert await store.update("room", operation, append("x")) == Repeated()
    assert await two.view("room", look()) == "123"


async def test_operations_belong_to_their_space(backends: Backends) -> None:
    """The same operation id in another space is another operation."""
    store = backends.store()
    assert await store.update("here", "1", append("a")) == Applied("a")
    assert await store.update("there", "1", append("b")) == Applied("b")


async def test_twice_in_one_batch(backends: Backends) -> None:
    """Of an operation asked for twice at once one is applied and the other Repeated."""
    store = backends.store()
    answers = await asyncio.gather(*(store.update("room", "1", append("a")) for _ in range(3)))
    assert answers == [Applied("a"), Repeated(), Repeated()]
    assert await store.view("room", look()) == "a"


async def test_letters_build_on_each_other_but_not_on_repeated_ones(backends: Backends) -> None:
    """In a batch an operation already applied elsewhere has no effect on the others."""
    one, two = backends.store(), backends.store()
    assert await two.view("room", look()) is None
    await one.update("room", "1", append("a"))
    answers = await asyncio.gather(*(two.update("room", o, append(o)) for o in ("1", "2", "3")))
    assert answers == [Repeated(), Applied("a2"), Applied("a23")]


async def test_a_stale_store_decides_again(backends: Backends) -> None:
    """A decision on documents that another store has changed is made again on the new ones."""
    one, two = backends.store(), backends.store()
    decided = []

    def decide(documents: Documents, now: int) -> Decision[str]:
        decided.append(documents.get("log"))
        return append("c")(documents, now)

    await two.update("room", "1", append("a"))
    await one.update("room", "2", append("b"))
    assert await two.update("room", "3", decide) == Applied("abc")
    assert decided == ["a", "ab"]


async def test_a_view_is_never_stale(backends: Backends) -> None:
    """A view shows everything committed before it, even by another store."""
    one, two = backends.store(), backends.store()
    for number in range(5):
        await one.update("room", str(number), append("x"))
        assert await two.view("room", look()) == "x" * (number + 1)


async def test_more_letters_than_fit_a_step(backends: Backends) -> None:
    """Letters beyond a step's limit wait for the next step, in the order they came."""
    store = backends.store()
    numbers = [str(number) for number in range(MOST_FOLDED * 2 + 1)]
    await asyncio.gather(*(store.update("room", n, append(f"{n} ")) for n in numbers))
    assert await store.view("room", look()) == "".join(f"{n} " for n in numbers)


async def test_several_documents_at_once(backends: Backends) -> None:
    """A decision can read and write several documents."""

    def decide(documents: Documents, _now: int) -> Decision[object]:
        return Decision(documents.get("b"), {"a": Write("new a"), "c": Write("new c")})

    store = backends.store()
    await store.update("room", "1", write("b", "old b"))
    assert await store.update("room", "2", decide) == Applied("old b")
    both = await store.view("room", lambda d, _: (d.get("a"), d.get("b"), d.get("c")))
    assert both == ("new a", "old b", "new c")


async def test_a_refusal_reaches_its_own_caller_only(backends: Backends) -> None:
    """A decision that raises changes nothing, and the others of its batch are applied."""

    def refuse(_documents: Documents, _now: int) -> Decision[str]:
        raise LookupError("no")

    store = backends.store()
    answers = await asyncio.gather(
        store.update("room", "1", append("a")),
        store.update("room", "2", refuse),
        store.update("room", "3", append("b")),
        return_exceptions=True,
    )
    assert [answers[0], answers[2]] == [Applied("a"), Applied("ab")]
    assert isinstance(answers[1], LookupError)
    assert await store.update("room", "2", append("c")) == Applied("abc")


async def test_what_cannot_be_kept_fails_its_own_caller_only(backends: Backends) -> None:
    """A document that cannot be encoded fails its own sender, not the rest of the batch."""
    store = backends.store()
    answers = await asyncio.gather(
        store.update("room", "1", append("a")),
        store.update("room", "2", write("odd", 3.14)),
        store.update("room", "3", append("b")),
        return_exceptions=True,
    )
    assert [answers[0], answers[2]] == [Applied("a"), Applied("ab")]
    assert isinstance(answers[1], TypeError)


async def test_an_operation_that_changes_nothing_is_not_remembered(backends: Backends) -> None:
    """A decision without writes or effects is made again when repeated, on the newest documents."""
    store = backends.store()
    for expected in (None, "a"):
        answer = await store.update("room", "1", lambda d, _: Decision(d.get("log")))
        assert answer == Applied(expected, alone=None)
        await store.update("room", "2", append("a"))


async def test_expiry(backends: Backends) -> None:
    """A document with an expiry expires in time; written again without one it stays."""
    store = backends.store()
    await store.update("room", "1", write("brief", "x", expires_in=1))
    await store.update("room", "2", write("kept", "x", expires_in=1))
    await store.update("room", "3", write("kept", "y"))
    assert await store.view("room", look("brief")) == "x"
    await past_one_second(backends)
    assert await store.view("room", look("brief")) is None
    assert await backends.store().view("room", look("brief")) is None
    assert await store.view("room", look("kept")) == "y"


async def past_one_second(backends: Backends) -> None:
    """Let a second pass for the documents: by the clock, or by their time to live."""
    if backends.kind == "memory":
        backends.memory.clock = lambda: time.time_ns() // 1_000_000 + 1500
        return
    for key in await backends.client.keys(f"{backends.keys.prefix}*:d:*"):
        left = await backends.client.pttl(key)
        if left > 0:
            assert left <= 1000
            await backends.client.delete(key)


async def test_deleted_and_made_again(backends: Backends) -> None:
    """A document deleted and made again is a different one to a store that knew the first."""
    one, two = backends.make(), backends.store()
    await two.update("room", "1", write("log", "x"))
    _, before = await one.read("room", ("log",))
    await two.update("room", "2", write("log", None))
    assert await two.view("room", look()) is None
    await two.update("room", "3", write("log", "x"))
    _, after = await one.read("room", ("log",))
    assert before["log"].blob == after["log"].blob
    assert before["log"].revision < after["log"].revision
    stale = batch("4", {"log": before["log"].revision}, {"log": Put(b"y")})
    verdict = await one.commit(stale)
    assert isinstance(verdict, Conflict)
    assert verdict.documents == after


def batch(operation: str, expected: dict[str, bytes], writes: dict[str, Put | Drop]) -> Batch:
    """Return a batch of one operation in the space "room"."""
    return Batch(f"token of {operation}", "room", (operation,), (operation,), expected, writes, ())


async def test_revisions_grow_within_a_batch_of_documents(backends: Backends) -> None:
    """Every write gives a new revision, even for documents written in the same moment."""
    backend = backends.make()
    revisions = [ABSENT]
    for number in range(50):
        step = batch(str(number), {"log": revisions[-1]}, {"log": Put(b"x")})
        verdict = await backend.commit(step)
        assert isinstance(verdict, Committed)
        assert verdict.revision is not None
        revisions.append(verdict.revision)
    assert revisions == sorted(set(revisions))


async def test_a_cancelled_sender(backends: Backends) -> None:
    """A cancelled sender harms no other, and its operation counts at most once."""
    store = backends.store()
    going = asyncio.create_task(store.update("room", "1", append("a")))
    staying = asyncio.create_task(store.update("room", "2", append("b")))
    await asyncio.sleep(0)
    going.cancel()
    await staying
    with pytest.raises(asyncio.CancelledError):
        await going
    await store.update("room", "1", append("a"))
    assert sorted(str(await store.view("room", look()))) == ["a", "b"]


async def test_all_senders_cancelled(backends: Backends) -> None:
    """A step all of whose senders are cancelled before it begins is not taken."""
    store = backends.store()
    going = asyncio.create_task(store.update("room", "1", append("a")))
    await asyncio.sleep(0)
    going.cancel()
    await asyncio.gather(going, return_exceptions=True)
    assert await store.view("room", look()) is None


BROKEN = seal(b"text")[:-1] + b"?"
"""A document whose checksum does not fit."""


async def spoil(backends: Backends, blob: bytes) -> None:
    """Keep ``blob`` as the document "log"."""
    verdict = await backends.make().commit(batch("spoil", {"log": ABSENT}, {"log": Put(blob)}))
    assert isinstance(verdict, Committed)


@pytest.mark.parametrize("blob", [b"", b"\1short", BROKEN, seal(b"x") + b"y"])
async def test_damage_is_told_once(
    backends: Backends, blob: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """A document that cannot be read raises Damaged once, is set aside, and is then gone."""
    await spoil(backends, blob)
    store = backends.store()
    results = await asyncio.gather(
        store.update("room", "1", append("a")),
        store.update("room", "2", append("b")),
        return_exceptions=True,
    )
    assert isinstance(results[0], Damaged)
    assert results[1] == Applied("b")
    assert await aside(backends) == blob
    assert caplog.text.count("document log of room is damaged and set aside") == 1


def of_form(form: bytes) -> bytes:
    """Return a whole envelope of another form."""
    return form + b"text" + crc32(form + b"text").to_bytes(4)


@pytest.mark.parametrize("blob", [seal(SPOILT), of_form(b"\2")])
async def test_what_is_newer_is_left_alone(backends: Backends, blob: bytes) -> None:
    """A whole document in a form of a newer version is refused, and stays where it is.

    Others are written meanwhile.
    """
    await spoil(backends, blob)
    store = backends.store()
    for operation in ("1", "1"):
        other = asyncio.create_task(store.update("room", operation, write("other", "x")))
        with pytest.raises(StoreUnavailable, match="form this version does not know"):
            await store.update("room", "2", append("a"))
        await other
    assert await aside(backends) is None
    assert (await backends.make().snapshot("room", ("log",)))["log"].blob == blob


async def aside(backends: Backends) -> bytes | None:
    """Return the document "log" that was set aside."""
    if backends.kind == "memory":
        return backends.memory.quarantined.get(("room", "log"))
    kept = await backends.value(backends.keys.quarantine("room", "log"))
    return kept[8:] if kept is not None else None


async def test_damage_is_told_even_after_a_conflict(backends: Backends) -> None:
    """The sender who met the damage is told, whatever becomes of the rest of the batch."""
    await spoil(backends, BROKEN)
    store = backends.store()
    assert await store.view("room", look("other")) is None
    await backends.store().update("room", "1", write("other", "x"))
    results = await asyncio.gather(
        store.update("room", "2", append("a")),
        store.update("room", "3", append("y", "other")),
        return_exceptions=True,
    )
    assert isinstance(results[0], Damaged)
    assert results[1] == Applied("xy")
    assert await store.view("room", look()) is None


async def test_damage_found_after_a_conflict(backends: Backends) -> None:
    """A document found damaged when a step is tried again raises Damaged too."""
    store = backends.store()
    assert await store.view("room", look()) is None
    await spoil(backends, BROKEN)
    with pytest.raises(Damaged):
        await store.update("room", "1", append("a"))
    assert await store.update("room", "1", append("a")) == Applied("a")


async def test_only_the_damaged_revision_is_set_aside(backends: Backends) -> None:
    """A good document that has replaced a damaged one is not set aside."""
    await spoil(backends, BROKEN)
    backend = backends.make()
    _, found = await backend.read("room", ("log",))
    await backend.quarantine("room", "log", found["log"].revision)
    await backends.store().update("room", "1", append("good"))
    await backend.quarantine("room", "log", found["log"].revision)
    assert await backends.store().view("room", look()) == "good"
    assert await aside(backends) == BROKEN


async def test_notices(backends: Backends) -> None:
    """A watcher of a space is told of every commit there, by any store, and of no other."""
    one, two = backends.store(), backends.store()
    watching = one.watch("room")
    numbers = map(str, count())

    async def commit() -> None:
        number = next(numbers)
        await two.update("elsewhere", f"not {number}", append("x"))
        await two.update("room", number, append("x"))

    (operation,) = await heard(watching, commit)
    assert operation.isdecimal()
    await two.update("room", "last", write("log", None))
    await two.view("room", look())
    while operation != "last":
        (operation,) = await anext(watching)
        assert not operation.startswith("not")
    await watching.aclose()  # type: ignore[attr-defined]  # every backend's is a generator


async def test_the_backend_has_the_clock(backends: Backends) -> None:
    """Decisions get the backend's time, not this process's."""
    store = backends.store()
    backend = backends.make()
    before, _ = await backend.read("room", ())
    seen = await store.view("room", lambda _, now: now)
    after, _ = await backend.read("room", ())
    assert before - 1 <= seen <= after + 1


async def test_a_decision_without_a_look(backends: Backends) -> None:
    """Views that read nothing, and writes without reading first, both work."""
    store = backends.store()
    assert await store.view("room", lambda _documents, _now: 5) == 5
    await backends.store().update("room", "1", write("log", "x"))
    assert await store.update("room", "2", write("log", "y")) == Applied(None)
    assert await backends.store().view("room", look()) == "y"


async def test_operations_are_remembered_for_two_days() -> None:
    """An operation is Repeated for 48 hours, and may be applied again after them."""
    now = 1_000_000
    backend = MemoryBackend(lambda: now)
    step = batch("1", {}, {"log": Put(b"x")})
    assert isinstance(await backend.commit(step), Committed)
    now += 48 * 3600 * 1000 - 1
    assert not isinstance(await backend.commit(step), Committed)
    now += 1
    assert isinstance(await backend.commit(step), Committed)


def test_keys_share_a_slot() -> None:
    """All keys of a space carry the same hash tag, so a cluster keeps them together."""
    keys = Keys()
    names = [
        keys.document("room", "log"),
        keys.seen("room"),
        keys.quarantine("room", "log"),
        keys.channel("room"),
        keys.turn("room"),
        keys.last("room"),
        keys.outbox_of("room"),
    ]
    assert len({name.split("}")[0] for name in names}) == 1
    assert len(set(names)) == len(names)
