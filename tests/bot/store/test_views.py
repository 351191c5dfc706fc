"""Views: reads of documents as they are at one moment, on every backend."""

from __future__ import annotations

import asyncio
import time
from functools import partial

import pytest

from bot.app.decision import Decision, Documents, Write
from bot.app.ports import Applied, Damaged
from bot.config import Wait
from bot.store import MailboxStore, box
from bot.store.backend import ABSENT, Batch, Put, Stored, Verdict
from bot.store.memory import MemoryBackend
from bot.store.redis_backend import RedisBackend
from tests.bot.store.conftest import Backends, TextCodec, append, look, take_long, write
from tests.bot.store.test_store_contract import aside


class Counting(MemoryBackend):
    """A backend that counts what it is asked."""

    snapshots = commits = reads = 0

    async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
        """Count those of documents, and read."""
        self.reads += bool(names)
        return await super().read(space, names)

    async def snapshot(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        """Count, and read."""
        self.snapshots += 1
        return await super().snapshot(space, names)

    async def commit(self, batch: Batch) -> Verdict:
        """Count, and commit."""
        self.commits += 1
        return await super().commit(batch)


async def test_one_question() -> None:
    """A store that knows which documents a view reads asks for all in one query."""
    backend = Counting()
    ours, theirs = (MailboxStore(backend, TextCodec()) for _ in range(2))
    for name in "ab":
        await ours.update("room", name, append(name, name))
    looks: list[str] = []

    def both(documents: Documents, _now: int) -> str:
        seen = f"{documents.get('a')}{documents.get('b')}"
        looks.append(seen)
        return seen

    backend.commits = 0
    assert await ours.view("room", both) == "ab"
    assert (backend.snapshots, looks) == (1, ["ab"])
    assert await theirs.view("room", both) == "ab"
    assert (backend.snapshots, looks) == (3, ["ab", "ab"])
    assert await theirs.view("room", both) == "ab"
    assert (backend.snapshots, backend.commits) == (4, 0)


async def test_many_at_once(backends: Backends) -> None:
    """Documents asked for together are read together, in views and in steps."""
    names = [str(number) for number in range(9)]
    store, backend = backends.store(), Counting()
    for name in names[1:]:
        await store.update("room", name, append(name, name))

    def joined(documents: Documents, _now: int) -> str:
        return "".join(str(each) for each in documents.get_all(names) if each is not None)

    assert await backends.store().view("room", joined) == "12345678"
    update = backends.store().update("room", "joined", lambda d, now: Decision(joined(d, now)))
    assert await update == Applied("12345678", alone=None)
    assert await store.view("room", joined) == "12345678"  # some of which it knows
    counted = MailboxStore(backend, TextCodec())
    assert await counted.view("room", joined) == ""
    assert backend.snapshots == 1
    counted, backend.reads = MailboxStore(backend, TextCodec()), 0
    await counted.update("room", "joined", lambda d, now: Decision(joined(d, now)))
    assert backend.reads == 2  # by the store, and by the backend as it commits


async def test_only_what_is_new_is_decoded() -> None:
    """Documents that have not changed since they were read are not decoded again."""
    backend, decoded = MemoryBackend(), list[str]()

    class Noting(TextCodec):
        def decode(self, name: str, data: bytes) -> object:
            decoded.append(name)
            return super().decode(name, data)

    ours, theirs = MailboxStore(backend, Noting()), MailboxStore(backend, TextCodec())
    for name in "abb":
        await theirs.update("room", f"{len(decoded)}{name}", append(name, name))
        assert await ours.view("room", partial(_all, "ab"))
    assert decoded == ["a", "b", "b"]


async def test_others_write(backends: Backends) -> None:
    """A view shows what others have written or deleted; an error of old documents is not raised."""
    one, two = backends.store(), backends.store()

    def not_old(documents: Documents, _now: int) -> object:
        if documents.get("log") == "old":
            raise LookupError("old")
        return documents.get("log")

    await one.update("room", "1", write("log", "old"))
    with pytest.raises(LookupError):
        await one.view("room", not_old)
    await two.update("room", "2", write("log", "new"))
    assert await one.view("room", not_old) == "new"
    await two.update("room", "3", write("log", None))
    assert await one.view("room", not_old) is None
    await two.update("room", "4", write("log", "old"))
    with pytest.raises(LookupError):
        await one.view("room", not_old)


async def test_one_moment(backends: Backends) -> None:
    """Documents that are always written together are never seen from different moments."""
    one, two = backends.store(), backends.store()
    names = ("a", "b", "c")

    def write_all(documents: Documents, _now: int) -> Decision[None]:
        number = str(int(str(documents.get("a") or 0)) + 1)
        return Decision(None, {name: Write(number) for name in names})

    async def go_on() -> None:
        for number in range(60):
            await two.update("room", f"{number}", write_all)

    writing = asyncio.create_task(go_on())
    seen = list[tuple[object, ...]]()
    while not writing.done():
        seen.append(await one.view("room", lambda all_, _: tuple(map(all_.get, names))))
    await writing
    assert all(len(set(each)) == 1 for each in seen)
    numbers = [int(str(each[0] or 0)) for each in seen]
    assert numbers == sorted(numbers)
    assert await one.view("room", look("c")) == "60"


async def test_a_view_during_a_step(backends: Backends) -> None:
    """A view during a step of the same store shows the documents before or after it."""
    store = backends.store()
    await store.update("room", "0", append("0"))
    for number in range(1, 30):
        step = asyncio.create_task(store.update("room", f"{number}", append("x")))
        views = [asyncio.create_task(store.view("room", look())) for _ in range(3)]
        step_gave, *seen = await asyncio.gather(step, *views)
        assert isinstance(step_gave, Applied)
        assert set(seen) <= {step_gave.reply, step_gave.reply[:-1]}
        assert await store.view("room", look()) == step_gave.reply


async def test_a_view_between_the_decisions_of_a_step() -> None:
    """What a view reads during a step is not taken for what a decision was made on."""
    at_work, may_go_on = asyncio.Event(), asyncio.Event()

    class Slow(MemoryBackend):
        async def read(self, space: str, names: tuple[str, ...]) -> tuple[int, dict[str, Stored]]:
            if names == ("other",):
                at_work.set()
                await may_go_on.wait()
            return await super().read(space, names)

    backend = Slow()
    ours, theirs = (MailboxStore(backend, TextCodec()) for _ in range(2))
    await ours.update("room", "1", append("a"))
    await theirs.update("room", "2", append("b"))
    step = asyncio.gather(
        ours.update("room", "3", append("c")), ours.update("room", "4", append("d", "other"))
    )
    await at_work.wait()
    assert await ours.view("room", look()) == "ab"
    may_go_on.set()
    first, second = await step
    assert (first, second) == (Applied("abc"), Applied("d"))


async def test_a_view_in_the_middle_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a decision was made on is not forgotten for what a view has read before its commit."""
    monkeypatch.setattr(box, "MOST_DOCUMENTS", 1)
    is_decided, turns = asyncio.Event(), list[str]()

    class Slow(MemoryBackend):
        async def snapshot(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
            found = await super().snapshot(space, names)
            await is_decided.wait()
            return found

    def slow(documents: Documents, now: int) -> Decision[str]:
        documents.get("other")
        decision = append("a")(documents, now)
        is_decided.set()
        take_long(turns, "decided")
        return decision

    store = MailboxStore(Slow(), TextCodec())
    view = asyncio.create_task(store.view("room", look("third")))
    assert await store.update("room", "1", slow) == Applied("a")
    assert await view is None


async def test_damage(backends: Backends) -> None:
    """A view of a document that cannot be read raises Damaged once, and it is set aside."""
    spoilt = Batch("t", "room", ("1",), ("1",), {"log": ABSENT}, {"log": Put(b"\1none")}, ())
    await backends.make().commit(spoilt)
    store = backends.store()
    with pytest.raises(Damaged):
        await store.view("room", look())
    assert await store.view("room", look()) is None
    assert await aside(backends) == b"\1none"


async def test_as_it_was_committed() -> None:
    """What a commit read and wrote can be viewed without a query, if that is recent enough."""
    backend = Counting()
    store = MailboxStore(backend, TextCodec())
    before = time.monotonic()

    def add(documents: Documents, _now: int) -> Decision[None]:
        documents.get("b")
        return Decision(None, {"a": Write(f"{documents.get('a') or ''}x")})

    await store.update("room", "1", write("c", "c"))
    await store.update("room", "2", add)
    for names, since, questions in (
        ("ab", before, 0),
        ("ab", store._boxes.at("room").sure_at, 1),
        ("ab", time.monotonic(), 1),
        ("ac", before, 1),  # the commit has not looked at c
        ("", before, 0),
    ):
        backend.snapshots = 0
        seen = await store.view("room", partial(_all, names), since)
        assert (seen, backend.snapshots) == (
            [{"a": "x", "c": "c"}.get(n) for n in names],
            questions,
        )


async def test_as_it_was_committed_before_others_did() -> None:
    """After documents were read anew, they are never seen beside older ones."""
    seen = list[list[object]]()

    class Seen(MemoryBackend):
        async def commit(self, batch: Batch) -> Verdict:
            seen.append(await ours.view("room", both, before))
            return await super().commit(batch)

    def both(documents: Documents, _now: int) -> list[object]:
        return _all("ab", documents, _now)

    def add(documents: Documents, _now: int) -> Decision[None]:
        return Decision(None, {n: Write(f"{documents.get(n) or ''}x") for n in "ab"})

    backend, before = Seen(), time.monotonic()
    ours, theirs = (MailboxStore(backend, TextCodec()) for _ in range(2))
    await ours.update("room", "1", add)
    await theirs.update("room", "2", add)
    assert await ours.view("room", look("b")) == "xx"
    assert await ours.view("room", both, before) == ["xx", "xx"]
    await ours.update("room", "3", add)
    await theirs.update("room", "4", add)
    seen.clear()
    await ours.update("room", "5", append("y", "b"))
    assert seen == [["xxx", "xxx"], ["xxxx", "xxxx"]]  # before its conflict, and after it


async def test_as_it_was_committed_and_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """A committed document that is no longer kept is read again, not taken for absent."""
    monkeypatch.setattr(box, "MOST_DOCUMENTS", 2)
    store, before = MailboxStore(MemoryBackend(), TextCodec()), time.monotonic()
    await store.update("room", "1", append("x"))
    for name in "abc":
        assert await store.view("room", look(name)) is None
    assert "log" not in store._boxes.at("room").known
    assert await store.view("room", look(), before) == "x"


async def test_as_it_was_committed_out_of_order(backends: Backends) -> None:
    """If turns and commits may be out of order, a view queries the server."""
    one, two = backends.store(), backends.store()
    before = time.monotonic()
    await one.update("room", "1", append("a"))
    await two.update("room", "2", append("b"))
    in_order = backends.make().in_order
    assert in_order == (backends.kind != "cluster")
    assert await one.view("room", look(), before) == ("a" if in_order else "ab")
    assert await one.view("room", look()) == "ab"


async def test_as_it_was_committed_to_replicas(on_redis: Backends) -> None:
    """If commits wait for replicas on their own connections, a view queries the server too."""
    waiting = RedisBackend(on_redis.client, on_redis.keys, wait=Wait(0, 1))
    one, before = MailboxStore(waiting, TextCodec()), time.monotonic()
    await one.update("room", "1", append("a"))
    await on_redis.store().update("room", "2", append("b"))
    assert await one.view("room", look(), before) == "ab"


def _all(names: str, documents: Documents, _now: int) -> list[object]:
    return [documents.get(name) for name in names]
