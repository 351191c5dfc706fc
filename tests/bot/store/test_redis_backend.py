"""The store on a real server: behaviour that only a server can show."""

from __future__ import annotations

import asyncio
import gc
import threading
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from bot.app.ports import Applied, Damaged, Repeated, StoreUnavailable, StoreUnfit
from bot.config import Wait
from bot.store import redis_backend
from bot.store.backend import (
    ABSENT,
    CROSSING_MS,
    KEEP_OPERATIONS_MS,
    MISSED,
    Batch,
    Committed,
    Conflict,
    Put,
)
from bot.store.causes import cause_of
from bot.store.embedded import EmbeddedServer
from bot.store.keys import PARTITIONS, Keys
from bot.store.link import Command, Link
from bot.store.mailbox import MailboxStore
from bot.store.opening import connect
from bot.store.redis_backend import RedisBackend
from tests.bot.store.conftest import (
    Backends,
    TextCodec,
    append,
    carrying,
    heard,
    look,
    next_of,
    write,
)
from tests.deploy.valkey_server import DEPLOY
from tests.patience import PATIENCE_S

Change = Callable[[Redis], Awaitable[object]]


async def test_operations_are_trimmed_by_time(on_redis: Backends) -> None:
    """The script forgets operations older than 48 hours, and no younger ones."""
    store, seen = on_redis.store(), on_redis.keys.seen("room")
    now = time.time_ns() // 1_000_000
    old, young = now - KEEP_OPERATIONS_MS - 1000, now - KEEP_OPERATIONS_MS + 60_000
    await on_redis.client.zadd(seen, {"old": old, "young": young})
    assert await store.update("room", "young", append("x")) == Repeated()
    await store.update("room", "new", append("a"))
    assert await on_redis.client.zscore(seen, "old") is None
    assert await on_redis.client.zscore(seen, "young") == young
    assert await store.update("room", "old", append("b")) == Applied("ab")
    left = await on_redis.client.pttl(seen)
    assert KEEP_OPERATIONS_MS - 60_000 < left <= KEEP_OPERATIONS_MS


async def test_a_space_that_is_used_no_more(on_redis: Backends) -> None:
    """All keys of a space but documents and outbox expire some time after its last use."""
    await on_redis.store().update("room", "1", append("a", a="boom"))
    await on_redis.store().update("room", "2", write("log", None))
    keys = [key.decode() async for key in on_redis.client.scan_iter(f"{on_redis.keys.prefix}:*")]
    lasting = [key for key in keys if await on_redis.client.pttl(key) == -1]
    assert on_redis.keys.seen("room") in keys
    assert lasting == [on_redis.keys.outbox_of("room")]


async def test_expiry_is_the_server_s(on_redis: Backends) -> None:
    """A document with an expiry has that time to live on the server; others have none."""
    store = on_redis.store()
    await store.update("room", "1", write("brief", "x", expires_in=100))
    await store.update("room", "2", write("kept", "x"))
    key = on_redis.keys.document
    assert 99_000 < await on_redis.client.pttl(key("room", "brief")) <= 100_000
    assert await on_redis.client.pttl(key("room", "kept")) == -1


async def test_the_clock_is_the_server_s(
    on_redis: Backends, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Decisions get the server's time, even if this machine's clock is wrong."""
    right = time.time_ns() // 1_000_000
    monkeypatch.setattr(time, "time", lambda: 0.0)
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    seen = await on_redis.store().view("room", lambda _, now: now)
    assert right - 1000 < seen < right + 60_000


async def test_a_forgotten_script(on_redis: Backends) -> None:
    """A server that no longer knows the script is sent it again."""
    store = on_redis.store()
    await store.update("room", "1", append("a"))
    await on_redis.client.script_flush()
    assert await store.update("room", "2", append("b")) == Applied("ab")


@pytest.mark.parametrize("offset", [8, 9, 12, -1])
async def test_flipped_bits(on_redis: Backends, offset: int) -> None:
    """A flipped bit in the server's copy is noticed, and the document set aside unchanged."""
    await on_redis.store().update("room", "1", append("a long text"))
    key = on_redis.keys.document("room", "log")
    value = bytearray(await on_redis.value(key) or b"")
    value[offset] ^= 16
    await on_redis.client.set(key, bytes(value))
    store = on_redis.store()
    with pytest.raises(Damaged):
        await store.view("room", look())
    assert await store.view("room", look()) is None
    aside = on_redis.keys.quarantine("room", "log")
    assert await on_redis.value(aside) == bytes(value)


@pytest.mark.parametrize(("expires_in", "days"), [(None, 30), (86_400, 1)])
async def test_what_is_set_aside_is_not_kept(
    on_redis: Backends, expires_in: int | None, days: int
) -> None:
    """A damaged document is set aside for 30 days, or for its own time to live if shorter."""
    await on_redis.store().update("room", "1", write("log", "a long text", expires_in))
    backend = on_redis.make()
    _, found = await backend.read("room", ("log",))
    await backend.quarantine("room", "log", found["log"].revision)
    left = await on_redis.client.pttl(on_redis.keys.quarantine("room", "log"))
    assert (days - 1) * 86_400_000 < left <= days * 86_400_000


async def test_an_effect_that_is_set_aside_is_not_kept(on_redis: Backends) -> None:
    """A damaged effect, which may hold a whole game, is set aside for 30 days as well."""
    await on_redis.store().update("room", "1", append("a", a="boom"))
    backend = on_redis.make()
    [[effect]] = [found async for found in backend.pending(0)]
    await backend.set_aside(effect)
    aside = on_redis.keys.quarantine("room", f"effect:{effect.id}")
    assert await on_redis.value(aside) == effect.blob
    assert 29 * 86_400_000 < await on_redis.client.pttl(aside) <= 30 * 86_400_000
    assert [found async for found in backend.pending(0)] == [[]]


class FarBehind:
    """A link to servers of which one has a clock that is an hour behind."""

    def __init__(self, link: Link, keys: set[str]) -> None:
        """Ask ``link``; ``keys`` are those of the server whose clock is behind."""
        self._link = link
        self._keys = keys

    def __getattr__(self, name: str) -> object:
        """Do everything else as the link does."""
        return getattr(self._link, name)

    async def spread(self, commands: Sequence[tuple[str, Command]]) -> list[Any]:
        """Return the answers, the time of that server as its clock has it."""
        answers = await self._link.spread(commands)
        for at, (key, command) in enumerate(commands):
            if command == ("TIME",) and key in self._keys:
                seconds, micros = answers[at]
                answers[at] = (seconds - 3600, micros)
        return answers


async def test_a_clock_far_behind(on_redis: Backends) -> None:
    """Effects left on one server are found though another's clock is an hour behind."""
    await on_redis.store().update("room", "1", append("a", a="boom"))
    mine = on_redis.keys.outbox_of("room")
    others = {on_redis.keys.outbox(partition) for partition in range(PARTITIONS)} - {mine}
    link: Any = FarBehind(connect(on_redis.url), others)
    backend = RedisBackend(link, on_redis.keys)
    left = [effect.space async for found in backend.pending(0) for effect in found]
    assert left == ["room"]
    await backend.close()


@pytest.mark.parametrize("value", [b"", b"\0\1\2", b"12345678", b"12345678\1"])
async def test_cut_off_values(on_redis: Backends, value: bytes) -> None:
    """A value of which only the beginning is left counts as damaged."""
    await on_redis.client.set(on_redis.keys.document("room", "log"), value)
    store = on_redis.store()
    with pytest.raises(Damaged):
        await store.update("room", "1", append("a"))
    assert await store.update("room", "1", append("a")) == Applied("a")


@pytest.mark.parametrize("revision", [b"\xff" * 8, b"\x7f" + b"\xff" * 7, b"\x01" + b"\0" * 7])
async def test_a_damaged_revision(on_redis: Backends, revision: bytes) -> None:
    """A revision too large for the script's arithmetic is replaced by the next write."""
    one, two = on_redis.store(), on_redis.store()
    await one.update("room", "1", append("a"))
    key = on_redis.keys.document("room", "log")
    await on_redis.client.setrange(key, 0, revision)
    assert await two.view("room", look()) == "a"
    assert await one.update("room", "2", append("b")) == Applied("ab")
    assert b"\0" < (await on_redis.value(key) or b"")[:8] < b"\0\x20"
    assert await two.update("room", "3", append("c")) == Applied("abc")


async def test_a_server_that_is_away(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A server that cannot be reached is StoreUnavailable when patience ends, and not before.

    However many wait for it, and try how often, they log the same, which is written once.
    """
    caplog.set_level("INFO", "bot.store")
    backend = RedisBackend(connect(f"unix://{tmp_path}/none"), Keys(), patience=0.2)
    store = MailboxStore(backend, TextCodec())
    began = time.monotonic()
    moves = [store.update(room, "1", append("a")) for room in ("hall", "room")]
    for ended in await asyncio.gather(*moves, return_exceptions=True):
        assert isinstance(ended, StoreUnavailable)
        assert "does not answer" in str(ended)
    assert time.monotonic() - began >= 0.2
    await store.close()
    [told] = set(caplog.messages)
    assert told.startswith("the store does not answer: ")


class Starting:
    """A server of the bot's own that takes as long to start as a test wants."""

    def __init__(self, trouble: Exception | None = None) -> None:
        """Fail with ``trouble`` at last, if there is any."""
        self.may_end = threading.Event()
        self.starts = 0
        self._trouble = trouble

    def attach(self) -> None:
        """Count, and start."""
        self.starts += 1
        self.may_end.wait(PATIENCE_S)
        if self._trouble:
            raise self._trouble

    def give_up(self) -> None:
        """Take as long as before."""


@pytest.mark.parametrize("is_cancelled", [False, True])
@pytest.mark.parametrize("trouble", [None, StoreUnavailable("see its log")])
async def test_a_server_that_takes_long_to_start(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    trouble: Exception | None,
    *,
    is_cancelled: bool,
) -> None:
    """Several callers have a missing server started once, and wait only until patience ends.

    Closing the store waits until the start is over, even if all tasks are told to end: otherwise
    nobody would stop the server.
    """
    own, link = Starting(trouble), connect(f"unix://{tmp_path}/none")
    store = MailboxStore(RedisBackend(link, Keys(), 0.2, own=own), TextCodec())
    async with asyncio.timeout(PATIENCE_S):
        moves = [store.update(f"room {n}", "1", append("a")) for n in range(3)]
        ends = await asyncio.gather(*moves, return_exceptions=True)
        assert [type(end) for end in ends] == [StoreUnavailable] * 3
        assert own.starts == 1
        closing = asyncio.ensure_future(store.close())
        assert not (await asyncio.wait([closing], timeout=0.1))[0]
        if is_cancelled:
            for each in asyncio.all_tasks() - {asyncio.current_task()}:
                each.cancel()
            assert not (await asyncio.wait([closing], timeout=0.1))[0]
        own.may_end.set()
        await asyncio.wait([closing])
        assert closing.cancelled() == is_cancelled
    del store, closing, moves, ends
    gc.collect()
    assert "never retrieved" not in caplog.text


async def test_a_server_that_cannot_be_started(tmp_path: Path) -> None:
    """If a server cannot be started, everybody who needs it is told why at once."""
    own, link = Starting(StoreUnavailable("see its log")), connect(f"unix://{tmp_path}/none")
    own.may_end.set()
    store = MailboxStore(RedisBackend(link, Keys(), PATIENCE_S, own=own), TextCodec())
    asked = [store.update(space, "1", append("a")) for space in ("room", "hall")]
    for each in await asyncio.gather(*asked, return_exceptions=True):
        assert isinstance(each, StoreUnavailable)
        assert "see its log" in str(each)
    await store.close()


async def test_what_was_sent_is_not_told(on_redis: Backends) -> None:
    """A server quotes a command that it does not know; whoever reads the cause is not shown it."""
    with pytest.raises(ResponseError, match="secret") as caught:
        await on_redis.client.call("room", ("UNHEARD", "secret"))
    assert "UNHEARD" in cause_of(caught.value)
    assert "secret" not in cause_of(caught.value)


async def test_an_answer_that_will_not_change(on_redis: Backends) -> None:
    """An error that waiting cannot help is StoreUnfit at once."""
    await on_redis.client.rpush(on_redis.keys.seen("room"), "not a sorted set")
    store = MailboxStore(on_redis.make(patience=10 * PATIENCE_S), TextCodec())
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(StoreUnfit, match="WRONGTYPE"):
            await on_redis.make().commit(adding("1", ABSENT))
        with pytest.raises(StoreUnavailable, match="WRONGTYPE"):
            await store.update("room", "1", append("a"))


async def in_trouble(on_redis: Backends, begin: Change, end: Change, called: str) -> None:
    """Check that ``begin`` makes the store wait in vain, and that all is well after ``end``.

    Meanwhile it reads, and a worker may start. The trouble is ``called`` the same in the log and in
    the runbook.
    """
    runbook = (DEPLOY / "RUNBOOK.md").read_text()
    assert f"`{called}`" in runbook.partition("### StoreAway")[2].partition("###")[0]
    hasty, patient = (MailboxStore(on_redis.make(patience=p), TextCodec()) for p in (0.1, 30))
    await hasty.update("room", "1", append("a"))
    await begin(on_redis.client)
    try:
        waiting = asyncio.create_task(patient.update("room", "2", append("b")))
        began = time.monotonic()
        with pytest.raises(StoreUnavailable, match=called):
            await hasty.update("room", "2", append("b"))
        assert time.monotonic() - began >= 0.1
        assert await hasty.view("room", look()) == "a"
        starting = RedisBackend(connect(on_redis.url), on_redis.keys, patience=0.1)
        await starting.try_out()
        await starting.close()
    finally:
        await end(on_redis.client)
    assert await waiting == Applied("ab")


async def test_a_server_out_of_memory(on_redis: Backends) -> None:
    """A server that is full refuses writes but not reads, and works again when it has room."""
    await in_trouble(
        on_redis,
        lambda client: client.config_set("maxmemory", 1),
        lambda client: client.config_set("maxmemory", 0),
        "OOM",
    )


async def test_a_server_without_snapshots(on_redis: Backends, server: EmbeddedServer) -> None:
    """A server that refuses writes since it could make no snapshot is waited for."""
    snapshot = server.folder / "dump.rdb"

    async def begin(client: Redis) -> None:
        snapshot.mkdir()
        await client.config_set("save", "86400 1")
        await client.bgsave()
        while (await client.info("persistence"))["rdb_last_bgsave_status"] == "ok":
            pass

    async def end(client: Redis) -> None:
        snapshot.rmdir()
        await client.config_set("save", "")

    await in_trouble(on_redis, begin, end, "MISCONF")


async def test_a_user_without_channels(
    on_redis: Backends, caplog: pytest.LogCaptureFixture
) -> None:
    """What a user commits stands and is known to, if it may tell nobody; a watch says so."""
    user = uuid4().hex
    rights = ("on", "nopass", "~*", "resetchannels", "+@all")
    await on_redis.client.execute_command("ACL", "SETUSER", user, *rights)
    link = connect(on_redis.url.replace("//", f"//{user}:any@"))
    store = MailboxStore(RedisBackend(link, on_redis.keys), TextCodec())
    assert await store.update("room", "1", append("a")) == Applied("a")
    with caplog.at_level("INFO", "bot.store.redis_backend"):
        watching = next_of(store.watch("room"))
        async with asyncio.timeout(PATIENCE_S):
            while not caplog.messages:  # noqa: ASYNC110  # the log's
                await asyncio.sleep(0)
    watching.cancel()
    await asyncio.wait([watching])
    assert "what deploy/valkey/users.acl allows: No permissions to access a channel" in caplog.text
    await store.close()
    await on_redis.client.execute_command("ACL", "DELUSER", user)


async def test_a_server_that_became_a_replica(on_redis: Backends) -> None:
    """A server that is read-only for now is waited for."""
    await in_trouble(
        on_redis,
        lambda client: client.replicaof("127.0.0.1", 1),
        lambda client: client.replicaof("NO", "ONE"),
        "READONLY",
    )


@pytest.mark.parametrize("wait", [None, Wait(0, 1)])
async def test_another_server_took_over(
    on_redis: Backends, tmp_path: Path, wait: Wait | None
) -> None:
    """Once a server has become a replica, the one that the address names by then is asked."""
    other, address = EmbeddedServer(tmp_path), tmp_path / "address"
    address.symlink_to(on_redis.url.removeprefix("unix://"))
    link = connect(f"unix://{address}")
    store = MailboxStore(RedisBackend(link, on_redis.keys, PATIENCE_S / 4, wait=wait), TextCodec())
    await asyncio.gather(*(store.update(space, "1", append("a")) for space in ("room", "hall")))
    other.attach()
    try:
        await on_redis.client.replicaof("127.0.0.1", 1)
        address.unlink()
        address.symlink_to(other.socket)
        assert await store.update("den", "1", append("b")) == Applied("b")
        assert await store.view("den", look()) == "b"
        async with Redis(unix_socket_path=str(other.socket)) as there:
            assert await there.exists(on_redis.keys.document("den", "log"))
    finally:
        await on_redis.client.replicaof("NO", "ONE")
        await store.close()
        other.detach()


async def test_a_server_without_its_replicas(on_redis: Backends) -> None:
    """A server that refuses writes until enough replicas follow it is waited for."""
    await in_trouble(
        on_redis,
        lambda client: client.config_set("min-replicas-to-write", 1),
        lambda client: client.config_set("min-replicas-to-write", 0),
        "NOREPLICAS",
    )


async def test_a_server_at_a_long_script(on_redis: Backends) -> None:
    """A server that somebody else's script keeps busy is waited for."""
    store = MailboxStore(on_redis.make(patience=PATIENCE_S), TextCodec())
    await on_redis.client.config_set("busy-reply-threshold", 1)
    script = asyncio.create_task(on_redis.client.eval("while true do end", 0))
    try:
        with suppress(ResponseError):
            while await on_redis.client.ping():
                pass
        waiting = asyncio.create_task(store.update("room", "1", append("a")))
        for _ in range(20):
            with pytest.raises(ResponseError, match="BUSY"):
                await on_redis.client.ping()
        assert not waiting.done()
    finally:
        await on_redis.client.script_kill()
        with pytest.raises(ResponseError, match="killed"):
            await script
        await on_redis.client.config_set("busy-reply-threshold", 5000)
    assert await waiting == Applied("a")


@pytest.mark.parametrize("options", ["protocol=2", "protocol=3", "decode_responses=True"])
async def test_options_of_the_address(
    options: str, server: EmbeddedServer, on_redis: Backends
) -> None:
    """The store works whatever protocol and decoding the address asks for."""
    address = f"unix://{server.socket}?{options}"
    store = MailboxStore(RedisBackend(connect(address), on_redis.keys), TextCodec())
    await store.update("room", "1", append("a", a="boom"))
    assert await store.update("room", "1", append("a")) == Repeated()
    carrier = carrying(store)
    await store.sweep(0)
    await store.settled()
    assert carrier.carried == [("room", "boom")]
    watching = store.watch("room")
    await heard(watching, appending(on_redis))
    await watching.aclose()  # type: ignore[attr-defined]  # it is a generator
    await store.close()


def appending(on_redis: Backends) -> Callable[[], Awaitable[object]]:
    """Return what commits to "room", each time another operation."""
    store = on_redis.store()
    return lambda: store.update("room", uuid4().hex, append("x"))


async def test_a_quiet_subscription(server: EmbeddedServer, on_redis: Backends) -> None:
    """A watch survives a silence longer than an answer may take, without interruption."""
    client = connect(f"unix://{server.socket}")
    backend = RedisBackend(client, on_redis.keys)
    watching = backend.watch("room")
    first, channel = next_of(watching), on_redis.keys.channel("room")
    async with asyncio.timeout(PATIENCE_S):
        while not dict(await on_redis.client.pubsub_numsub(channel))[channel.encode()]:  # noqa: ASYNC110  # the server's
            await asyncio.sleep(0)
    store = on_redis.store()
    await store.update("room", "1", append("a"))
    assert await first == ("1",)
    # Only now: a busy machine may well take longer to begin a watch.
    (connection,) = client._watching._in_use_connections
    connection.socket_timeout = 0.02
    second = next_of(watching)
    await asyncio.wait([second], timeout=0.2)
    assert not second.done()
    await store.update("room", "2", append("b"))
    assert await second == ("2",)
    await watching.aclose()  # type: ignore[attr-defined]  # it is a generator
    await backend.close()


async def test_a_watch_goes_on_after_a_gap(
    on_redis: Backends, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a lost connection a watch begins again, and says that it may have missed notices."""
    monkeypatch.setattr(redis_backend, "_WATCH_AGAIN_S", 0.01)
    watching = on_redis.make().watch("room")
    await heard(watching, appending(on_redis))
    await on_redis.client.client_kill_filter(_type="pubsub")
    while await anext(watching) != (MISSED,):
        pass
    await heard(watching, appending(on_redis))


async def test_workers_take_turns(on_redis: Backends) -> None:
    """A worker that lost several times goes first, once; mere reads do not use up its turn."""
    loser, winner, reader = on_redis.make(), on_redis.make(), on_redis.make()
    first = await winner.commit(adding("1", ABSENT))
    assert isinstance(first, Committed)
    assert first.revision
    assert isinstance(await loser.commit(adding("2", ABSENT)), Conflict)
    assert await on_redis.value(on_redis.keys.turn("room")) is None
    refused = await loser.commit(adding("2", ABSENT, "loser", wants_turn=True))
    assert isinstance(refused, Conflict)
    assert not refused.is_others_turn
    waiting = await winner.commit(adding("3", first.revision, wants_turn=True))
    assert isinstance(waiting, Conflict)
    assert waiting.is_others_turn
    assert waiting.documents["log"].revision == first.revision
    look = replace(adding("", first.revision), operations=(), recorded=(), writes={})
    assert isinstance(await reader.commit(look), Committed)
    second = await loser.commit(adding("2", first.revision, "loser", wants_turn=True))
    assert isinstance(second, Committed)
    assert second.revision
    assert isinstance(await winner.commit(adding("3", second.revision)), Committed)


def adding(
    operation: str, expected: bytes, worker: str = "winner", *, wants_turn: bool = False
) -> Batch:
    """Return a batch of one operation on the document "log" of the space "room"."""
    recorded, writes = (operation,), {"log": Put(b"x")}
    return Batch(
        f"{operation} on {expected!r}",
        "room",
        recorded,
        recorded,
        {"log": expected},
        writes,
        (),
        wants_turn=wants_turn,
        worker=worker,
    )


async def test_a_turn_that_is_not_taken(on_redis: Backends) -> None:
    """A worker that dies when it is its turn holds the others up only briefly."""
    store, one, two = on_redis.store(), on_redis.make(), on_redis.make()
    await store.update("room", "1", append("a"))
    for backend, worker in ((one, "first"), (two, "second")):
        refused = await backend.commit(adding("2", ABSENT, worker, wants_turn=True))
        assert isinstance(refused, Conflict)
    assert await on_redis.value(on_redis.keys.turn("room")) == b"first"
    assert await store.update("room", "3", append("b")) == Applied("ab")


async def test_a_clock_set_back(on_redis: Backends) -> None:
    """A document written while the clock was ahead still gets a newer revision later."""
    one, two = on_redis.store(), on_redis.store()
    await one.update("room", "1", append("a"))
    key = on_redis.keys.document("room", "log")
    ahead = (time.time_ns() // 1000 + 3_600_000_000).to_bytes(8)
    await on_redis.client.setrange(key, 0, ahead)
    assert await two.update("room", "2", append("b")) == Applied("ab")
    assert (await on_redis.value(key) or b"")[:8] > ahead
    assert await one.update("room", "3", append("c")) == Applied("abc")


async def test_crossing_ends(on_redis: Backends) -> None:
    """The server's note of the last step with effects expires when it can cross nothing."""
    await on_redis.store().update("room", "1", append("x", a="boom"))
    assert 0 < await on_redis.client.pttl(on_redis.keys.last("room")) <= CROSSING_MS


async def test_many_commits_at_once(on_redis: Backends) -> None:
    """If more commits wait for replicas than there may be connections, they wait for one."""
    link = connect(f"{on_redis.url}?max_connections=2&timeout={PATIENCE_S}")
    store = MailboxStore(RedisBackend(link, on_redis.keys, 0.0, Wait(0, 1)), TextCodec())
    spaces = [str(number) for number in range(9)]
    await asyncio.gather(*(store.update(space, "1", append(space)) for space in spaces))
    assert [await store.view(space, look()) for space in spaces] == spaces
    await store.close()
