"""The store on a real cluster: fail-over, slots that move, replicas that confirm."""

from __future__ import annotations

import asyncio
import math
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from bot.app.ports import Applied, Repeated, StoreUnavailable, StoreUnfit
from bot.app.turns import Return
from bot.config import Wait
from bot.store import open_store, redis_backend
from bot.store.backend import MISSED, Batch, Committed, Seen
from bot.store.cluster import ClusterLink
from bot.store.keys import Keys
from bot.store.link import Command, Link
from bot.store.mailbox import MailboxStore
from bot.store.opening import connect_cluster, link_to
from bot.store.redis_backend import RedisBackend
from bot.store.turns_redis import RedisTurns
from tests.bot.store.conftest import Backends, TextCodec, append, carrying, heard, look
from tests.bot.store.nodes import SLOTS, Cluster, Moving, Node, until
from tests.bot.store.turn_keepers import ticket
from tests.bot.store.wire import Wire
from tests.outbox import outbox
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.xdist_group("brief")  # one process runs them all, on one cluster

DEPLOY = Path("deploy")
SPACES = [f"room {number}" for number in range(12)]
"""Enough for every primary to have some."""
_DEAD_MS, _NEVER_MS = 500, 60_000
"""How long a node is silent before the others take it for dead. On a busy machine each is silent
for a while, and only where one is to be replaced is that to have consequences."""
SURE = Wait(1, round(PATIENCE_S / 2 * 1000))
"""A write is confirmed by one replica, for which it is waited as long as that takes."""


@pytest.fixture(scope="module")
def brief(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Return a cluster that considers no node dead, unless a test has it do so."""
    running = Cluster(tmp_path_factory.mktemp("brief"), timeout_ms=_NEVER_MS)
    yield running
    running.close()


@pytest.fixture
async def link(brief: Cluster) -> AsyncIterator[ClusterLink]:
    """Return the link to that cluster."""
    until(brief.is_whole)
    link = ClusterLink(connect_cluster(brief.url, 0.5))
    yield link
    await link.aclose()


@pytest.fixture
def keys() -> Keys:
    """Return keys of the test's own."""
    return Keys(uuid4().hex)


def store_on(link: Link, keys: Keys, wait: Wait | None = None) -> MailboxStore:
    """Return a store that uses ``link``."""
    return MailboxStore(RedisBackend(link, keys, PATIENCE_S, wait=wait), TextCodec())


async def play(store: MailboxStore, operation: str) -> None:
    """Make a move in every space."""
    await asyncio.gather(*(store.update(space, operation, append(operation)) for space in SPACES))


async def boards(store: MailboxStore) -> set[object]:
    """Return the documents of the spaces."""
    return {await store.view(space, look()) for space in SPACES}


@pytest.mark.parametrize("fault", [Node.kill, Node.stop])
async def test_fail_over(fault: object, brief: Cluster, link: ClusterLink, keys: Keys) -> None:
    """Case 39: if a primary dies or hangs its replica takes over, at first without the script."""
    brief.set_timeout(_DEAD_MS)
    store = store_on(link, keys, Wait(1, 500))
    await play(store, "1")
    victim = brief.primary_of(keys.document(SPACES[0], "log"))
    assert callable(fault)
    fault(victim)
    try:
        await play(store, "2")
        await play(store, "2")
        assert await boards(store) == {"12"}
    finally:  # for the tests after it, too
        victim.revive()
        until(brief.is_whole)
        brief.set_timeout(_NEVER_MS)
    await play(store, "3")
    assert await boards(store) == {"123"}
    sure = store_on(link_to(brief.url, SURE), keys, SURE)
    assert await sure.update(SPACES[0], "2", append("2")) == Repeated()
    await sure.close()


async def test_forgotten_scripts(
    brief: Cluster, link: ClusterLink, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 39: SCRIPT FLUSH on every server costs one more round trip."""
    store, call, trips = store_on(link, keys), link.call, Counter[str]()

    async def count(key: str, command: Command, wait: Wait | None = None) -> tuple[Any, bool]:
        trips[str(command[0])] += 1
        return await call(key, command, wait)

    await play(store, "1")
    monkeypatch.setattr(link, "call", count)
    for node in brief.nodes:
        node.say("SCRIPT", "FLUSH")
    await play(store, "2")
    await play(store, "3")
    assert await boards(store) == {"123"}
    assert trips["EVALSHA"] == 2 * len(SPACES)
    assert 0 < trips["EVAL"] <= len(SPACES)


async def test_a_slot_moves(brief: Cluster, link: ClusterLink, keys: Keys) -> None:
    """Case 39: ASK is followed while a slot moves, TRYAGAIN waited for, MOVED learned after it."""
    store, space = store_on(link, keys), SPACES[0]
    await store.update(space, "1", append("1"))
    backend = RedisBackend(link, keys)
    moving = Moving(brief, keys.document(space, "log"))
    _, before = await backend.read(space, ("log", "none"))
    moving.carry()
    _, after = await backend.read(space, ("log", "none"))
    assert before == after
    assert before.keys() == {"log"}
    waiting = asyncio.create_task(store.update(space, "2", append("2")))
    await asyncio.wait([waiting], timeout=0.1)
    assert not waiting.done()
    moving.end()
    assert await waiting == Applied("12")
    assert await store.update(space, "3", append("3")) == Applied("123")


async def test_a_slot_moves_on(brief: Cluster, link: ClusterLink, keys: Keys) -> None:
    """Case 39: MOVED and then ASK are followed if a slot moves again before MOVED was learned."""
    key = keys.turn(SPACES[3])
    await link.call(key, ("SET", key, "here"))
    moving = Moving(brief, key)
    moving.carry()
    moving.end()
    further = Moving(brief, key)
    further.carry()
    assert await link.call(key, ("GET", key)) == (b"here", True)
    further.end()


async def forget(link: ClusterLink, node: Node) -> None:
    """Have ``link`` not know ``node``, as if that had joined later."""
    known = link._client.nodes_manager.nodes_cache
    await known.pop(f"127.0.0.1:{node.port}").disconnect()


async def test_a_node_not_known_yet(brief: Cluster, link: ClusterLink, keys: Keys) -> None:
    """A slot may move to a server that was not there when the store was opened."""
    store, space = store_on(link, keys), SPACES[1]
    await store.update(space, "1", append("1"))
    moving = Moving(brief, keys.document(space, "log"))
    moving.carry()
    await forget(link, moving.target)
    _, found = await RedisBackend(link, keys).read(space, ("log",))
    assert found.keys() == {"log"}
    await forget(link, moving.target)
    moving.end()
    assert await store.update(space, "2", append("2")) == Applied("12")


async def test_a_node_leaves_as_it_is_asked(link: ClusterLink, keys: Keys) -> None:
    """A command to a server whose connections are being closed, as it has left, is sent again."""
    backend, nodes = RedisBackend(link, keys, patience=30), link._client.nodes_manager
    for turns in range(6):
        await nodes.initialize()
        await backend.snapshot("room", ("log",))
        left = [*nodes.nodes_cache.values()]
        nodes.set_nodes(nodes.nodes_cache, {}, remove_old=True)  # as when nobody names them
        for _ in range(turns):
            await asyncio.sleep(0)
        assert await backend.snapshot("room", ("log",)) == {}
        await asyncio.gather(*(node.disconnect() for node in left))


async def test_more_commands_than_connections(brief: Cluster, keys: Keys) -> None:
    """Commands wait for a free connection; that there is none is no reason to learn the nodes."""

    def learned() -> int:
        stats = [node.client.info("commandstats") for node in brief.nodes]
        return sum(each.get("cmdstat_cluster|slots", {}).get("calls", 0) for each in stats)

    link = ClusterLink(connect_cluster(f"{brief.url}?max_connections=1", 0.0))
    backend = RedisBackend(link, keys, patience=30)
    await backend.snapshot("room", ("log",))
    before = learned()
    await asyncio.gather(*(backend.snapshot("room", ("log",)) for _ in range(5)))
    turns = backend.turn_keeper()
    await asyncio.gather(*(turns.ask(ticket(str(number)), 0) for number in range(5)))
    assert learned() == before
    await link.aclose()


async def test_a_watch_follows_its_slot(
    brief: Cluster, link: ClusterLink, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A watch goes on after its slot has moved, and says that notices may have been missed."""
    monkeypatch.setattr(redis_backend, "_WATCH_AGAIN_S", 0.01)
    store, space = store_on(link, keys), SPACES[2]
    watching = store.watch(space)
    await heard(watching, lambda: store.update(space, uuid4().hex, append("x")))
    moving = Moving(brief, keys.document(space, "log"))
    moving.carry()
    moving.end()
    while await anext(watching) != (MISSED,):
        pass
    await store.update(space, "after", append("y"))
    assert await anext(watching) == ("after",)
    await watching.aclose()  # type: ignore[attr-defined]  # it is a generator


async def test_a_watch_that_has_ended(brief: Cluster, link: ClusterLink, keys: Keys) -> None:
    """A watch that has ended has unsubscribed from its server."""
    channel = keys.channel(SPACES[3])
    node = brief.primary_of(channel)
    async with link.subscription(channel):
        assert node.say("PUBSUB", "SHARDNUMSUB", channel)[1] == 1
    await asyncio.to_thread(until, lambda: node.say("PUBSUB", "SHARDNUMSUB", channel)[1] == 0)


async def test_a_view_of_what_others_wrote(link: ClusterLink, keys: Keys) -> None:
    """A view asks the cluster, even after a commit of one's own: others may have written since."""
    ours, theirs = store_on(link, keys), store_on(link, keys)
    await ours.update("room", "1", append("a"))
    await theirs.update("room", "2", append("b"))
    assert await ours.view("room", look(), -math.inf) == "ab"


async def test_replicas_confirm(brief: Cluster, link: ClusterLink, keys: Keys) -> None:
    """A move that too few replicas have received in time is applied and reported unconfirmed."""
    eager = store_on(link, keys, Wait(2, 20))
    sure = store_on(link_to(brief.url, SURE), keys, SURE)
    assert await eager.update("room", "1", append("a")) == Applied("a", confirmed=False)
    assert await eager.update("room", "1", append("a")) == Repeated(confirmed=False)
    assert await sure.update("room", "1", append("a")) == Repeated()
    assert await sure.update("room", "2", append("b")) == Applied("ab")
    look_only = await eager.view("room", look())
    assert look_only == "ab"
    await sure.close()


async def test_a_repeated_move_is_confirmed_anew(link: ClusterLink, keys: Keys) -> None:
    """A repeated move waits for replicas again: its first confirmation may not have come."""
    store = store_on(link, keys)
    await store.update("room", "1", append("a"))
    seen = keys.seen("room")
    before = (await link.call(seen, ("PEXPIRETIME", seen)))[0]
    await asyncio.sleep(0.002)
    assert await store.update("room", "1", append("a")) == Repeated()
    assert (await link.call(seen, ("PEXPIRETIME", seen)))[0] > before


async def test_a_commit_sent_again_is_confirmed_anew(link: ClusterLink, keys: Keys) -> None:
    """A commit sent again on another connection waits for replicas there again."""
    backend, batch = RedisBackend(link, keys), Batch("one", "room", ("1",), ("1",), {}, {}, ())
    await backend.commit(batch)
    seen = keys.seen("room")
    before = (await link.call(seen, ("PEXPIRETIME", seen)))[0]
    await asyncio.sleep(0.002)
    again = await backend.commit(batch)
    assert isinstance(again, Committed)
    assert again.revision is None
    assert (await link.call(seen, ("PEXPIRETIME", seen)))[0] > before


async def test_on_one_server(on_redis: Backends) -> None:
    """WAIT is sent with the script to one server too; without replicas nothing is confirmed.

    So it is where the server does not know the script yet.
    """
    await on_redis.client.script_flush()
    backend = RedisBackend(on_redis.client, on_redis.keys, wait=Wait(1, 10))
    store = MailboxStore(backend, TextCodec())
    twice = [store.update("room", "1", append("a")) for _ in range(2)]
    once = [Applied("a", confirmed=False), Repeated(confirmed=False)]
    assert await asyncio.gather(*twice) == once, "in one step"
    assert await store.update("room", "1", append("a")) == Repeated(confirmed=False)
    looked = await backend.commit(Batch("token", "room", ("2",), (), {}, {}, ()))
    assert isinstance(looked, Committed)
    assert looked.confirmed, "there is nothing to lose"
    again = await backend.commit(Batch("another", "room", ("1",), (), {}, {}, ()))
    assert isinstance(again, Seen)
    assert not again.confirmed, "also where it would change nothing by now"


async def test_turns(link: ClusterLink) -> None:
    """Turns to send work on a cluster as well."""
    keeper, mine = RedisTurns(link, Keys(uuid4().hex)), ticket()
    assert await keeper.ask(mine, 0) == 0
    await keeper.give_back(mine, Return(postpone=5))
    assert await keeper.ask(ticket(), 0) > 1


async def test_least_rights(brief: Cluster) -> None:
    """The rights of the bot's user, with those the runbook adds for a cluster, are enough."""
    users = (DEPLOY / "valkey" / "users.acl").read_text().splitlines()
    rules = next(line for line in users if line.startswith("user bot ")).split()[3:]
    rules = [rule for rule in rules if not rule.startswith("#")]
    runbook = (DEPLOY / "RUNBOOK.md").read_text()
    added = re.findall(r"`(\+spublish [^`]*)`", runbook)[0].split()
    for node in brief.nodes:
        node.say("ACL", "SETUSER", "least", "on", ">a-password", *rules, *added)
    nodes = brief.url.partition("://")[2]
    backend = RedisBackend(link_to(f"redis+cluster://least:a-password@{nodes}", SURE), Keys())
    await backend.try_out()
    store, room = MailboxStore(backend, TextCodec()), uuid4().hex
    watching = store.watch(room)
    sure = MailboxStore(RedisBackend(backend._link, Keys(), wait=SURE), TextCodec())
    assert await sure.update(room, "1", append("a", boom="boom")) == Applied("a")
    assert await MailboxStore(backend, TextCodec()).view(room, look()) == "a"
    await heard(watching, lambda: sure.update(room, uuid4().hex, append("b")))
    assert [effect.blob for effect in await outbox(backend, -1000) if effect.space == room]
    await watching.aclose()  # type: ignore[attr-defined]  # it is a generator
    await store.close()


async def refuses_what_evicts(backend: RedisBackend, node: Node) -> None:
    """Check that a trial refuses a store of which one ``node`` would evict games."""
    node.say("CONFIG", "SET", "maxmemory", "1gb", "maxmemory-policy", "allkeys-lru")
    try:
        with pytest.raises(StoreUnfit, match="is allkeys-lru and must be noeviction"):
            await backend.try_out()
    finally:
        node.say("CONFIG", "SET", "maxmemory", 0, "maxmemory-policy", "noeviction")


async def test_a_server_that_evicts(brief: Cluster, link: ClusterLink, keys: Keys) -> None:
    """Each primary is asked whether it would evict games, not only one of them."""
    backend = RedisBackend(link, keys)
    for node in brief.primaries():
        await refuses_what_evicts(backend, node)
    await backend.try_out()


async def test_a_primary_that_does_not_describe_itself(
    brief: Cluster, keys: Keys, caplog: pytest.LogCaptureFixture
) -> None:
    """One primary that refuses INFO is told of once; the others are judged all the same."""
    one, other, _ = brief.primaries()
    for node in brief.nodes:
        node.say("ACL", "SETUSER", "quiet", "on", ">a-password", "~*", "&*", "+@all")
    one.say("ACL", "SETUSER", "quiet", "-info")
    nodes = brief.url.partition("://")[2]
    link = link_to(f"redis+cluster://quiet:a-password@{nodes}")
    backend = RedisBackend(link, keys)
    await backend.try_out()
    assert caplog.text.count("its version and policy are not known") == 1
    await refuses_what_evicts(backend, other)
    await backend.close()


async def test_a_read_that_a_node_refuses(link: ClusterLink, keys: Keys) -> None:
    """A read that is refused is StoreUnavailable, whatever else was asked with it."""
    key = keys.document("room", "log")
    await link.call(key, ("HSET", key, "a", "hash"))
    with pytest.raises(StoreUnavailable, match="WRONGTYPE"):
        await RedisBackend(link, keys).read("room", ("log", "none"))


async def test_all_nodes_away() -> None:
    """A cluster none of whose nodes answers is StoreUnavailable when patience ends."""
    link = link_to("redis+cluster://127.0.0.1:1,127.0.0.1:2")
    store = MailboxStore(RedisBackend(link, Keys(), patience=0.2), TextCodec())
    with pytest.raises(StoreUnavailable, match="does not answer"):
        await store.update("room", "1", append("a"))
    await store.close()


async def test_nodes_without_addresses(brief: Cluster, keys: Keys) -> None:
    """Nodes that a cluster names by their ports alone are at the host of its address."""
    preferred = ("CONFIG", "SET", "cluster-preferred-endpoint-type")

    def names_all(node: Node) -> bool:
        named = str(node.say("CLUSTER", "SLOTS"))
        return all(str(each.port) in named for each in brief.nodes)

    # A replica that follows is named only when its offset is known.
    until(lambda: brief.is_whole() and all(names_all(node) for node in brief.nodes))
    client = connect_cluster(brief.url, 0.5)
    store = store_on(ClusterLink(client), keys)
    for node in brief.nodes:
        node.say(*preferred, "unknown-endpoint")
    try:
        await play(store, "1")
        known = {(node.host, node.port) for node in client.get_nodes()}
        moving = Moving(brief, keys.document(SPACES[0], "log"))
        moving.carry()
        moving.end()
        await play(store, "2")
        assert await boards(store) == {"12"}
    finally:
        for node in brief.nodes:
            node.say(*preferred, "ip")
        await store.close()
    assert known == {("127.0.0.1", node.port) for node in brief.nodes}


async def test_a_primary_is_away(tmp_path: Path) -> None:
    """While a primary is away a worker starts at once, and sweeps what is kept by the others."""
    with closing(Cluster(tmp_path, replicas=0, timeout_ms=_NEVER_MS)) as running:
        link = ClusterLink(connect_cluster(running.url, 0.0))
        gone = store_on(link, Keys())
        left = (gone.update(each, "1", append("a", effect=f"of {each}")) for each in SPACES)
        await asyncio.gather(*left)
        await gone.close()
        victim = running.nodes[0]
        owned = {each for each in SPACES if running.primary_of(Keys().outbox_of(each)) is victim}
        victim.kill()
        for _ in range(8):
            backend = RedisBackend(link_to(running.url), Keys(), patience=0.0)
            await backend.try_out()
            await backend.close()
        link = ClusterLink(connect_cluster(running.url, 0.0))
        store = MailboxStore(RedisBackend(link, Keys(), patience=0.0), TextCodec())
        carrier = carrying(store)
        with pytest.raises(StoreUnavailable, match="does not answer"):
            await store.sweep(-1000)
        await store.settled()
        assert {space for space, _ in carrier.carried} == {*SPACES} - owned
        victim.start()
        until(running.is_whole)
        assert await boards(store_on(link, Keys())) == {"a"}
        await store.sweep(-1000)
        await store.settled()
        assert sorted(space for space, _ in carrier.carried) == sorted(SPACES)
        await store.close()


async def test_a_start_without_a_primary(tmp_path: Path) -> None:
    """A worker starts while one of the primaries is away for good, whichever it is."""
    with closing(Cluster(tmp_path, replicas=0)) as running:
        for node in running.nodes:
            node.kill()
            backend = RedisBackend(link_to(running.url), Keys(), patience=PATIENCE_S)
            await backend.try_out()
            await backend.close()
            node.start()
            until(running.is_whole)


@pytest.fixture
def alone(tmp_path: Path) -> Iterator[Cluster]:
    """Return a cluster of one server, without data."""
    running = Cluster(tmp_path / "alone", primaries=1, replicas=0)
    yield running
    running.close()


async def test_the_whole_cluster_restarts(alone: Cluster) -> None:
    """Case 39: a cluster that lacks a slot (CLUSTERDOWN) or is away as a whole is waited for."""
    link = ClusterLink(connect_cluster(alone.url, 0.0))
    hasty = MailboxStore(RedisBackend(link, Keys(), patience=1), TextCodec())
    await hasty.update("room", "1", append("a"))
    (node,) = alone.nodes
    slot = node.say("CLUSTER", "KEYSLOT", Keys().document("room", "log"))
    node.say("CLUSTER", "DELSLOTS", slot)
    with pytest.raises(StoreUnavailable, match="does not answer"):
        await hasty.update("room", "2", append("b"))
    node.say("CLUSTER", "ADDSLOTS", slot)
    node.kill()
    with pytest.raises(StoreUnavailable):
        await hasty.update("room", "2", append("b"))
    node.start()
    until(alone.is_whole)
    assert await store_on(link, Keys()).update("room", "2", append("b")) == Applied("ab")
    await hasty.close()


async def test_a_cluster_that_refuses(alone: Cluster) -> None:
    """What a cluster refuses is told at once in the server's words; it is no plain server."""
    (node,) = alone.nodes
    backend = RedisBackend(link_to(f"redis://127.0.0.1:{node.port}"), Keys())
    with pytest.raises(StoreUnfit, match=r"redis\+cluster://"):
        await backend.try_out()
    await backend.close()
    node.say("ACL", "SETUSER", "less", "on", ">a-password", "~*", "&*", "+@all", "-cluster|slots")
    node.say("CONFIG", "SET", "requirepass", "another")
    less = alone.url.replace("//", "//less:a-password@")
    for url, told in (less, "users.acl allows: .*'cluster|slots'"), (alone.url, "user or password"):
        async with asyncio.timeout(PATIENCE_S):
            backend = RedisBackend(link_to(url), Keys(), patience=10 * PATIENCE_S)
            with pytest.raises(StoreUnfit, match=told):
                await backend.try_out()
            await backend.close()


async def test_slots_that_nobody_has(alone: Cluster) -> None:
    """A cluster whose slots are not given out, not yet or no more, is waited for."""
    (node,) = alone.nodes
    link = ClusterLink(connect_cluster(alone.url, 0.0))
    hasty = MailboxStore(RedisBackend(link, Keys(), patience=0.5), TextCodec())
    for operation in "12":
        node.say("FLUSHALL")
        node.say("CLUSTER", "FLUSHSLOTS")
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="no node has the slot"):
                await hasty.update("room", operation, append(operation))
        node.say("CLUSTER", "ADDSLOTSRANGE", 0, SLOTS - 1)
        until(alone.is_whole)
        store = store_on(link, Keys())
        assert await store.update("room", operation, append(operation)) == Applied(operation)
    await hasty.close()


async def test_all_nodes_have_moved(alone: Cluster, tmp_path: Path) -> None:
    """If every node has a new address, they are found by that which the settings name."""
    async with Wire().open() as wire:
        (node,) = alone.nodes
        wire.target = node.port
        link = ClusterLink(connect_cluster(f"redis+cluster://127.0.0.1:{wire.port}", 0.0))
        store = store_on(link, Keys())
        assert await store.update("room", "1", append("a")) == Applied("a")
        node.kill()
        elsewhere = Cluster(tmp_path / "elsewhere", primaries=1, replicas=0)
        try:
            wire.target = elsewhere.nodes[0].port
            assert await store.update("room", "2", append("b")) == Applied("b")
            await store.close()
        finally:
            elsewhere.close()


async def test_a_slot_moves_to_a_node_without_any(alone: Cluster, tmp_path: Path) -> None:
    """ASK is followed to a server that has just joined, which has no slot before the first ends."""
    key = Keys().turn("room")
    link = ClusterLink(connect_cluster(alone.url, 0.0))
    await link.call(key, ("SET", key, "here"))
    alone.join(tmp_path / "new")
    moving = Moving(alone, key)
    moving.carry()
    for _ in range(2):
        assert await link.call(key, ("GET", key)) == (b"here", True)
    moving.end()
    assert await link.call(key, ("GET", key)) == (b"here", True)
    await link.aclose()


async def test_by_address(brief: Cluster, tmp_path: Path) -> None:
    """A cluster's address opens a store, even if it asks for decoded responses."""
    until(brief.is_whole)
    address = f"{brief.url}?decode_responses=True"
    async with open_store(address, tmp_path, TextCodec(), wait=SURE) as store:
        assert await store.update("den", uuid4().hex, append("a"))
        assert isinstance(await store.view("den", look()), str)


def test_nodes_by_their_ipv6_addresses() -> None:
    """The first node and others may be given by IPv6 addresses, with or without port."""
    url = "redis+cluster://bot:p%2C@[::1]:7001,[::2],one.example:7003"
    nodes = connect_cluster(url, 0.0).startup_nodes
    assert {(node.host, node.port) for node in nodes} == {
        ("::1", 7001),
        ("::2", 6379),
        ("one.example", 7003),
    }


@pytest.mark.parametrize(
    "address",
    ["a:x,b:1", "a:1,:2", "a:1?socket_timeout=x", "a:1?no_such_option=1", "a:1/1", "a:1,b:c"],
)
async def test_addresses_that_are_none(address: str) -> None:
    """An address that cannot be a cluster's is refused in a sentence."""
    with pytest.raises(StoreUnavailable, match="no address of a cluster"):
        link_to(f"redis+cluster://{address}")
