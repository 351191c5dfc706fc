"""What the link to a cluster makes of each answer that a node may give."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from redis.exceptions import ClusterDownError, MaxConnectionsError, MovedError
from redis.exceptions import ConnectionError as ConnectionLostError
from redis.exceptions import TimeoutError as LateError

from bot.app.ports import StoreUnavailable
from bot.config import Wait
from bot.store import cluster
from bot.store.cluster import ClusterLink
from bot.store.keys import Keys
from bot.store.opening import connect_cluster
from bot.store.redis_backend import RedisBackend
from tests.bot.store.scripted import HANG_UP, OK, ScriptedNode
from tests.bot.store.turn_keepers import ticket
from tests.emulators.passing_loop import PassingLoop
from tests.emulators.telegram.clock import VirtualClock
from tests.patience import PATIENCE_S


@pytest.fixture
async def nodes() -> AsyncIterator[tuple[ScriptedNode, ScriptedNode]]:
    """Return a primary, which has every slot, and its replica."""
    one, two = ScriptedNode(), ScriptedNode()
    async with one.running(), two.running():
        one.shard = two.shard = [one, two]
        yield one, two


@pytest.fixture
async def link(nodes: tuple[ScriptedNode, ScriptedNode]) -> AsyncIterator[ClusterLink]:
    """Return the link to them, once it knows them.

    Time passes by itself: a node that does not answer is waited for no time, and never is one that
    does given up, however slow the machine.
    """
    addresses = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
    link = ClusterLink(connect_cluster(f"redis+cluster://{addresses}?protocol=2", 0.0))
    with PassingLoop.running().passing(VirtualClock()):
        await link.call("key", ("SET", "key", "value"))
        yield link
        await link.aclose()


@pytest.mark.parametrize(
    "answer",
    [
        b"-CLUSTERDOWN The cluster is down\r\n",
        b"-MASTERDOWN Link with MASTER is down\r\n",
        b"-LOADING Redis is loading the dataset in memory\r\n",
        HANG_UP,
        None,
    ],
)
async def test_another_node_has_the_slot(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink, answer: bytes | None
) -> None:
    """Case 39: a node that cannot answer makes the link ask another which node has the slots."""
    one, two = nodes
    one.answer, two.answer = answer, b"*1\r\n$-1\r\n"
    two.shard = [two, one]
    backend = RedisBackend(link, Keys(), patience=30)
    assert await backend.snapshot("room", ("log",)) == {}
    assert two.asked == [b"MGET"]


async def test_causes_that_alternate(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink, caplog: pytest.LogCaptureFixture
) -> None:
    """What is waited for is logged the same each time, where each try meets another cause too."""
    caplog.set_level("INFO", "bot.store")
    nodes[0].first.extend([b"-CLUSTERDOWN one\r\n", b"-MASTERDOWN two\r\n"] * 2)
    nodes[0].answer = b"*1\r\n$-1\r\n"
    assert await RedisBackend(link, Keys(), patience=30).snapshot("room", ("log",)) == {}
    assert len(set(caplog.messages)) == 2


async def test_the_nodes_are_learned_in_peace(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many miss a part of the cluster, it is not asked anew each time who has the slots."""
    monkeypatch.setattr(cluster, "_REST_S", PATIENCE_S)
    one, two = nodes
    one.answer, before = b"-CLUSTERDOWN The cluster is down\r\n", one.told + two.told
    for _ in range(5):
        with pytest.raises(ClusterDownError):
            await link.call("key", ("GET", "key"))
    assert one.told + two.told == before + 1


async def test_slots_that_nobody_has_are_looked_for_once(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes to hear that no node has them, each of many keys does not ask anew."""
    one, two = nodes
    told, keys = one.told + two.told, ("key", "other", "third")
    clock = SimpleNamespace(monotonic=lambda: float(one.told + two.told))  # each takes a second
    monkeypatch.setattr(cluster, "time", clock)
    link._client.nodes_manager.slots_cache.clear()
    one.shard = two.shard = None
    lost = await link.spread([(key, ("GET", key)) for key in keys])
    assert [type(each) for each in lost] == [ConnectionLostError] * len(keys)
    assert one.told + two.told == told + 2


async def test_no_connection_is_free(nodes: tuple[ScriptedNode, ScriptedNode]) -> None:
    """Who waits for a turn as all connections wait for answers gives up in the end."""
    one, _ = nodes
    address = f"redis+cluster://127.0.0.1:{one.port}?protocol=2&max_connections=1"
    link = ClusterLink(connect_cluster(f"{address}&socket_timeout={PATIENCE_S}", 0.0))
    await link.call("key", ("SET", "key", "value"))
    one.answer = None
    unanswered = asyncio.create_task(link.call("key", ("GET", "key")))
    while not one.asked[1:]:  # noqa: ASYNC110  # a node has no event
        await asyncio.sleep(0)
    with pytest.raises(StoreUnavailable, match="all connections to the store are in use"):
        await RedisBackend(link, Keys(), patience=0.1).turn_keeper().ask(ticket(), 0)
    unanswered.cancel()
    await asyncio.wait([unanswered])
    await link.aclose()


async def test_no_cancellation_is_lost(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """Whenever asking for a turn is cancelled, it ends then."""
    nodes[0].answer, keeper = b":0\r\n", RedisBackend(link, Keys()).turn_keeper()
    for turns in [*range(40)] * 3:  # more turns of the event loop than an answer takes
        asking = asyncio.create_task(keeper.ask(ticket(), 0))
        for _ in range(turns):
            await asyncio.sleep(0)
        if asking.cancel():
            with pytest.raises(asyncio.CancelledError):
                await asking


HOSTS = pytest.mark.parametrize("host", [b"127.0.0.1", b""], ids=["known host", "unknown host"])
"""Where its host is unknown, the other node is on that of the node which names it."""


@HOSTS
async def test_moved(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink, host: bytes
) -> None:
    """A slot's new node is asked from the first MOVED on."""
    one, two = nodes
    one.first.append(b"-MOVED 12539 %b:%d\r\n" % (host, two.port))
    for _ in range(2):
        assert await link.call("key", ("GET", "key")) == (b"OK", True)
    assert (one.asked, two.asked) == ([b"SET", b"GET"], [b"GET", b"GET"])


@HOSTS
async def test_asking(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink, host: bytes
) -> None:
    """ASK is for one command: the next is asked of the slot's own node again."""
    one, two = nodes
    one.answer = b"-ASK 12539 %b:%d\r\n" % (host, two.port)
    for _ in range(2):
        assert await link.call("key", ("GET", "key")) == (b"OK", True)
    assert one.asked == [b"SET", b"GET", b"GET"]
    assert two.asked == [b"ASKING", b"GET"] * 2


async def test_asking_a_node_without_slots(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """A node that only ASK names is kept for the next one, and confirms what it was told."""
    one, _ = nodes
    joined = ScriptedNode()
    async with joined.running():
        one.answer = b"-ASK 12539 127.0.0.1:%d\r\n" % joined.port
        joined.first.extend((OK, OK, OK, b":0\r\n"))
        command = ("SET", "key", "value")
        assert await link.call("key", command, Wait(1, 10)) == (True, False)
        assert joined.asked == [b"ASKING", b"SET", b"ASKING", b"WAIT"]
        assert link._client.nodes_manager.get_node("127.0.0.1", joined.port)


async def test_asking_where_nobody_is(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """A host that is named is asked, and no other in its place."""
    one, two = nodes
    one.answer = b"-ASK 12539 127.0.0.2:%d\r\n" % two.port
    with pytest.raises((ConnectionLostError, LateError)):
        await link.call("key", ("GET", "key"))
    assert not two.asked


async def test_a_slot_that_there_is_not(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """What the library cannot make of an answer is an error of the connection: ask again."""
    one, two = nodes
    one.first.append(b"-MOVED 99999 127.0.0.1:%d\r\n" % two.port)
    with pytest.raises(ConnectionLostError, match="no node has the slot"):
        await link.call("key", ("GET", "key"))
    assert await link.call("key", ("GET", "key")) == (b"OK", True)


async def test_several_keys(nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink) -> None:
    """Of commands on several keys each is sent once, to where its own has moved."""
    one, two = nodes
    keys = ("key", "other")
    assert await link.spread([(key, ("GET", key)) for key in keys]) == [b"OK", b"OK"]
    assert one.asked == [b"SET", b"GET", b"GET"]
    ask = b"-ASK 12539 127.0.0.1:%d\r\n" % two.port
    one.first.extend((ask, OK, ask))
    assert await link.spread([(key, ("GET", key)) for key in keys]) == [b"OK", b"OK"]
    assert two.asked == [b"ASKING", b"GET"]
    assert not link.in_order, "keys are on different nodes"


async def test_who_is_away(nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink) -> None:
    """Of all servers asked the same, one that is away is an error in its place."""
    nodes[0].answer = HANG_UP
    (answer,) = await link.everywhere(("INFO",))
    assert isinstance(answer, ConnectionLostError)


async def test_a_part_that_is_away(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """Of commands on several keys those are errors whose key moves to where nobody answers."""
    one, two = nodes
    ask = b"-ASK 12539 127.0.0.1:%d\r\n" % two.port
    one.first.extend((OK, ask, ask))
    two.answer = HANG_UP
    got, lost = await link.spread([("key", ("GET", "key")), ("other", ("GET", "other"))])
    assert got == b"OK"
    assert isinstance(lost, ConnectionLostError)


async def test_where_many_have_moved_is_away(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """Who hangs is waited for once, not for each key of those that have moved there."""
    one, two = nodes
    keys = ("key", "other", "third")
    one.answer, two.answer = b"-ASK 12539 127.0.0.1:%d\r\n" % two.port, None
    lost = await link.spread([(key, ("GET", key)) for key in keys])
    assert [type(each) for each in lost] == [ConnectionLostError] * len(keys)
    assert two.asked == [b"ASKING", b"GET"]


async def test_too_many_at_once(nodes: tuple[ScriptedNode, ScriptedNode]) -> None:
    """A node that has no connection left has its slots all the same, and none asks for them."""
    one, two = nodes
    url = f"redis+cluster://127.0.0.1:{one.port}?protocol=2&max_connections=1"
    link = ClusterLink(connect_cluster(url, 0.0))
    await link.call("key", ("SET", "key", "value"))
    told, one.answer = one.told + two.told, None
    waiting = asyncio.create_task(link.call("key", ("GET", "key")))
    while len(one.asked) < 2:  # noqa: ASYNC110  # the node's
        await asyncio.sleep(0)
    with pytest.raises(MaxConnectionsError):
        await link.call("key", ("GET", "key"))
    assert one.told + two.told == told
    waiting.cancel()
    await asyncio.wait([waiting])
    await link.aclose()


async def test_learned_together(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several wait for the same answer, each for itself; where none comes, the first error stays.

    The node that has failed is asked last.
    """
    monkeypatch.setattr(cluster, "_REST_S", -PATIENCE_S)
    one, two = nodes
    one.answer, one.shard = b"-CLUSTERDOWN The cluster is down\r\n", None
    before = one.told
    for _ in range(9):  # the library asks the others in any order
        with pytest.raises(ClusterDownError):
            await link.call("key", ("GET", "key"))
    assert one.told == before
    two.shard, told = None, two.told
    asked = [asyncio.create_task(link.call("key", ("GET", "key"))) for _ in range(3)]
    while two.told == told:  # noqa: ASYNC110  # the node's
        await asyncio.sleep(0)
    asked[0].cancel()
    await asyncio.wait(asked)
    assert asked[0].cancelled()
    assert [type(each.exception()) for each in asked[1:]] == [ClusterDownError] * 2
    assert two.told == told + 1


async def test_a_watch_finds_another_node(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """A watch whose node hangs up as it begins is an error, and the next is on another node."""
    one, two = nodes
    one.answer, two.shard = HANG_UP, [two, one]
    with pytest.raises(ConnectionLostError):
        async with link.subscription("channel") as listening:
            await listening.get_message(timeout=None)
    async with link.subscription("channel"):
        while b"SSUBSCRIBE" not in two.asked:  # noqa: ASYNC110  # the node's
            await asyncio.sleep(0)


async def test_closed_while_it_learns(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """To close a link ends its search for the nodes that have the slots."""
    for node in nodes:
        node.answer, node.shard = HANG_UP, None
    asked = asyncio.create_task(link.call("key", ("GET", "key")))
    while link._learning is None:  # noqa: ASYNC110  # the link's
        await asyncio.sleep(0)
    await link.aclose()
    assert link._learning.cancelled()
    await asyncio.wait([asked])


async def test_moved_in_a_circle(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """Nodes that send the link to each other are asked a few times and no more."""
    one, two = nodes
    for node, other in ((one, two), (two, one)):
        node.answer = b"-MOVED 12539 127.0.0.1:%d\r\n" % other.port
        node.asked.clear()
    with pytest.raises(MovedError):
        await link.call("key", ("GET", "key"))
    assert len(one.asked) == len(two.asked) == 3


async def test_lost_before_it_is_confirmed(
    nodes: tuple[ScriptedNode, ScriptedNode], link: ClusterLink
) -> None:
    """A connection that is lost before WAIT is answered is an error: the commit is sent again."""
    nodes[0].first.extend((OK, HANG_UP))
    with pytest.raises(ConnectionLostError):
        await link.call("key", ("SET", "key", "value"), Wait(1, 10))
    nodes[0].first.extend((OK, b":1\r\n"))
    assert await link.call("key", ("SET", "key", "value"), Wait(1, 10)) == (True, True)
