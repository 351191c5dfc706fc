"""Opening a store by its address."""

from __future__ import annotations

import asyncio
import fcntl
import os
import signal
import sys
from contextlib import ExitStack, nullcontext
from pathlib import Path
from uuid import uuid4

import pytest

from bot.app.ports import Applied, StoreUnavailable, StoreUnfit
from bot.config import Wait
from bot.store import open_store, opening, redis_backend, trial
from bot.store.embedded import EmbeddedServer
from bot.store.opening import link_to
from tests.bot.store.conftest import Backends, TextCodec, append, look
from tests.bot.store.test_embedded import fill, slowly
from tests.bot.store.users import process_of
from tests.patience import PATIENCE_S


async def test_embedded_without_an_address(tmp_path: Path) -> None:
    """Without an address a server in the data folder keeps the games until the next start."""
    for expected in ("a", "aa"):
        async with open_store(None, tmp_path, TextCodec()) as store:
            assert await store.update("room", expected, append("a")) == Applied(expected)
    assert process_of(EmbeddedServer(tmp_path / "valkey")) is None


async def test_no_files_are_looked_for(on_redis: Backends, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection is made without a look for the library's files, which holds up everybody."""
    monkeypatch.setattr("importlib.metadata.version", pytest.fail)
    async with open_store(on_redis.url, Path(), TextCodec()) as store:
        assert await store.update(uuid4().hex, "1", append("a")) == Applied("a")
    await link_to("redis+cluster://a:1,b:2").aclose()


@pytest.mark.parametrize("turns", range(4))
def test_told_to_end_while_it_starts(tmp_path: Path, turns: int) -> None:
    """A cancellation while the embedded server starts leaves no server behind."""

    async def play() -> None:
        async with open_store(None, tmp_path, TextCodec()):
            await asyncio.Event().wait()

    async def cancel() -> None:
        playing = asyncio.create_task(play())
        for _ in range(turns):
            await asyncio.sleep(0)
        playing.cancel()
        await asyncio.wait([playing])
        assert playing.cancelled()

    asyncio.run(cancel())  # which also waits for the loop's threads
    assert process_of(EmbeddedServer(tmp_path / "valkey")) is None


@pytest.mark.parametrize("starts", [True, False])
def test_told_to_end_again_and_again(tmp_path: Path, *, starts: bool) -> None:
    """However often it is told to end, who uses the embedded server leaves none behind.

    All tasks are told, as asyncio tells them at the second Ctrl-C.
    """
    is_open = asyncio.Event()

    async def play() -> None:
        async with open_store(None, tmp_path, TextCodec()):
            is_open.set()
            await asyncio.Event().wait()

    async def cancel() -> None:
        playing = asyncio.create_task(play())
        await (asyncio.sleep(0) if starts else is_open.wait())
        while not playing.done():
            for each in asyncio.all_tasks() - {asyncio.current_task()}:
                each.cancel()
            await asyncio.sleep(0)
        assert playing.cancelled()

    asyncio.run(cancel())  # which also waits for the loop's threads
    assert process_of(EmbeddedServer(tmp_path / "valkey")) is None


async def test_told_to_end_while_it_loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancellation while the embedded server reads its files does not wait for it."""
    server = EmbeddedServer(tmp_path / "valkey")
    fill(server, 40_000)
    command = slowly(server, 400)()
    monkeypatch.setattr(EmbeddedServer, "_command", lambda _self: command)

    async def play() -> None:
        async with open_store(None, tmp_path, TextCodec()):
            await asyncio.Event().wait()

    playing = asyncio.create_task(play())
    async with asyncio.timeout(PATIENCE_S):
        while not await loads(server):
            assert not playing.done()
        playing.cancel()
        await asyncio.wait([playing])
    assert process_of(server) is None
    log = (server.folder / "valkey.log").read_text()
    assert log.count("Ready to accept") == 1, "when the files were made, and not again"


async def test_told_to_end_while_it_loads_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ending while a restarted server reads its files does not wait for it."""
    server = EmbeddedServer(tmp_path / "valkey")
    fill(server, 40_000)
    command = slowly(server, 400)()
    async with asyncio.timeout(PATIENCE_S):
        async with open_store(None, tmp_path, TextCodec()) as store:
            monkeypatch.setattr(EmbeddedServer, "_command", lambda _self: command)
            process = process_of(server)
            assert process is not None
            os.kill(process, signal.SIGKILL)
            looking = asyncio.ensure_future(store.view("room", look()))
            while not await loads(server):
                assert not looking.done()
            looking.cancel()
    assert process_of(server) is None
    log = (server.folder / "valkey.log").read_text()
    assert log.count("Ready to accept") == 2, "when the files were made and opened, and not again"


async def test_told_to_end_while_another_starts_it(tmp_path: Path) -> None:
    """Who is told to end waits for no other process that starts the server, or has it load."""
    folder = tmp_path / "valkey"
    folder.mkdir()

    async def play() -> None:
        async with open_store(None, tmp_path, TextCodec()):
            await asyncio.Event().wait()

    with (folder / "start.lock").open("ab") as start:
        fcntl.flock(start, fcntl.LOCK_EX)
        playing = asyncio.create_task(play())
        for _ in range(3):
            await asyncio.sleep(0)
        playing.cancel()
        await asyncio.wait([playing], timeout=PATIENCE_S)
        assert playing.cancelled()


async def test_told_to_end_while_another_starts_it_again(tmp_path: Path) -> None:
    """So it is for who has used the server: the one that starts it uses it, and stops it later."""
    server = EmbeddedServer(tmp_path / "valkey")
    is_open, is_over = asyncio.Event(), asyncio.Event()

    async def play() -> None:
        async with open_store(None, tmp_path, TextCodec()):
            is_open.set()
            await is_over.wait()

    playing = asyncio.create_task(play())
    await asyncio.wait_for(is_open.wait(), PATIENCE_S)
    with ExitStack() as other:
        for name, how in (("users", fcntl.LOCK_SH), ("start", fcntl.LOCK_EX)):
            lock = other.enter_context((server.folder / f"{name}.lock").open("ab"))
            fcntl.flock(lock, how)
        is_over.set()
        await asyncio.wait([playing], timeout=PATIENCE_S)
        assert playing.done()
        assert process_of(server) is not None
    server.attach()
    server.detach()
    assert process_of(server) is None


async def loads(server: EmbeddedServer) -> bool:
    """Tell whether ``server`` says that it reads its files."""
    answer = await asyncio.to_thread(server.say, b"PING\r\n")
    return (answer or b"").startswith(b"-LOADING")


async def test_what_was_begun_is_done_at_the_end(server: EmbeddedServer, tmp_path: Path) -> None:
    """A store that is closed first commits what it was asked to."""
    async with open_store(f"unix://{server.socket}", tmp_path, TextCodec()) as store:
        asked = asyncio.ensure_future(store.update(uuid4().hex, "1", append("a")))
        await asyncio.sleep(0)
    assert asked.done()
    assert await asked == Applied("a")


async def test_odd_folders(tmp_path: Path) -> None:
    """The data folder's name may hold characters that are special in an address."""
    async with open_store(None, tmp_path / "a b%20?#&é", TextCodec()) as store:
        assert await store.update("room", "1", append("a")) == Applied("a")


async def test_a_server_killed_under_the_store(tmp_path: Path) -> None:
    """A store whose server is killed restarts it and goes on with all its data."""
    server = EmbeddedServer(tmp_path / "valkey")
    async with open_store(None, tmp_path, TextCodec()) as store:
        for number in range(3):
            await store.update("room", str(number), append("a"))
            process = process_of(server)
            assert process is not None
            os.kill(process, signal.SIGKILL)
        assert await store.view("room", look()) == "aaa"


async def test_by_address(server: EmbeddedServer, tmp_path: Path) -> None:
    """A given address is used, and its server is left running at the end."""
    unused = EmbeddedServer(tmp_path / "valkey")
    async with open_store(f"unix://{server.socket}", tmp_path, TextCodec()) as store:
        assert await store.view("room", look()) is None
        assert process_of(unused) is None
    assert process_of(server) is not None


async def test_memory(tmp_path: Path) -> None:
    """A store in memory keeps nothing once it is closed."""
    for _ in range(2):
        async with open_store("memory://", tmp_path, TextCodec()) as store:
            assert await store.update("room", "1", append("a")) == Applied("a")


async def test_not_on_unix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the embedded server cannot run, the error says what to do."""
    monkeypatch.setitem(sys.modules, "bot.store.embedded", None)
    with pytest.raises(StoreUnavailable, match="set REDIS_URL"):
        async with open_store(None, tmp_path, TextCodec()):
            pass


async def test_nobody_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An address where no server answers is StoreUnavailable at once, before anybody plays."""
    monkeypatch.setattr(redis_backend, "PATIENCE_S", 0.1)
    with pytest.raises(StoreUnavailable, match="does not answer"):
        async with open_store(f"unix://{tmp_path}/none", tmp_path, TextCodec()):
            pass


async def test_a_server_that_evicts(on_redis: Backends, tmp_path: Path) -> None:
    """A server that would forget games when its memory is full keeps none of the bot's."""
    await on_redis.client.config_set("maxmemory-policy", "volatile-lru")
    async with open_store(on_redis.url, tmp_path, TextCodec()):
        pass  # without a limit nothing is evicted
    await on_redis.client.config_set("maxmemory", "1gb")
    try:
        with pytest.raises(StoreUnfit, match="is volatile-lru and must be noeviction"):
            async with open_store(on_redis.url, tmp_path, TextCodec()):
                pass
    finally:
        await on_redis.client.config_set("maxmemory", 0)
        await on_redis.client.config_set("maxmemory-policy", "noeviction")


async def test_a_server_without_files(
    on_redis: Backends, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """That moves would be lost with the server is warned of once, unless replicas have them."""
    await on_redis.client.config_set("appendonly", "no")
    try:
        async with open_store(on_redis.url, tmp_path, TextCodec(), wait=Wait(1, 10)):
            assert not caplog.messages
        async with open_store(on_redis.url, tmp_path, TextCodec()):
            [told] = caplog.messages
    finally:
        await on_redis.client.config_set("appendonly", "yes")
        # It does not shut down before it has written what it holds.
        while (await on_redis.client.info("persistence"))["aof_rewrite_in_progress"]:
            pass
    assert "no append-only file" in told


@pytest.mark.parametrize(("version", "is_fit"), [("6.2.14", False), ("7.0.15", True), (10, True)])
def test_versions(version: object, is_fit: bool) -> None:  # noqa: FBT001  # pytest's
    """A server older than 7, of which no program is at hand, is not used."""
    with nullcontext() if is_fit else pytest.raises(StoreUnfit, match=r"6\.2\.14"):
        trial._judge({"redis_version": version}, is_cluster=False)


async def test_nothing_is_left_behind(on_redis: Backends, tmp_path: Path) -> None:
    """What is tried out at the start leaves nothing in the store."""
    before = await on_redis.client.dbsize()
    async with open_store(on_redis.url, tmp_path, TextCodec()):
        assert await on_redis.client.dbsize() == before


@pytest.mark.parametrize(
    "address",
    ["redis://host:port", "redis://:secret@[::1", "unix:///x?db=y", "redis://bot:secret/x@host",
     "redis://:secret@host/0?pasword=secret", "unix:///x?pasword=secret",
     "redis://:secret@host?protocol=9", "rediss://:secret@host?ssl_cert_reqs=some"],
)  # fmt: skip
def test_no_address(address: str) -> None:
    """Something that is no address is StoreUnfit in a sentence without its secrets."""
    with pytest.raises(StoreUnfit) as caught:
        opening.connect(address)
    assert "REDIS_URL" in str(caught.value)
    assert "secret" not in str(caught.value)
