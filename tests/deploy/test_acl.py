"""The users of Valkey: the bot's may do what the store needs, and nothing else."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final
from uuid import uuid4

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoPermissionError, ResponseError

from bot.app.ports import Applied, StoreUnfit
from bot.app.turns import Return
from bot.config import Wait
from bot.store import MailboxStore
from bot.store.backend import Backend
from bot.store.keys import Keys
from bot.store.memory import MemoryBackend
from bot.store.opening import connect, link_to
from bot.store.redis_backend import RedisBackend
from bot.store.turns_redis import RedisTurns
from tests.bot.store.conftest import Backends, TextCodec, append
from tests.bot.store.test_store_contract import *  # noqa: F403  # the whole suite, on this server
from tests.bot.store.turn_keepers import ticket
from tests.deploy.valkey_server import ADMIN, DEPLOY, PASSWORD, address, administrator, serving
from tests.patience import PATIENCE_S


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return the folder of a server with the users of ``deploy``."""
    with serving(tmp_path_factory.mktemp("acl")) as folder:
        yield folder


class Guarded(Backends):
    """Makes backends that log in as the bot."""

    def __init__(self, folder: Path) -> None:
        """Use the server in ``folder``, with the keys that the bot has there."""
        self.kind = "redis"
        self.keys = Keys()
        self.memory = MemoryBackend()
        self.client = Redis.from_url(address(folder, "admin", ADMIN))
        self._folder = folder
        self._made: list[Backend] = []

    def make(self, patience: float | None = None) -> Backend:
        """Return another backend on the same data."""
        backend = RedisBackend(connect(address(self._folder)), self.keys, patience)
        self._made.append(backend)
        return backend


@pytest.fixture
async def backends(guarded: Path) -> AsyncIterator[Backends]:
    """Return a maker of backends on an empty server."""
    with administrator(guarded) as admin:
        admin.flushall()
    made = Guarded(guarded)
    yield made
    await made.close()


@pytest.fixture
async def bot(guarded: Path) -> AsyncIterator[Redis]:
    """Return a client that has logged in as the bot."""
    async with Redis.from_url(address(guarded)) as client:
        yield client


async def test_turns(guarded: Path) -> None:
    """The bot's user may take turns of sending, and give them back."""
    client = connect(address(guarded))
    keeper = RedisTurns(client, Keys())
    mine = ticket()
    assert await keeper.ask(mine, 0) == 0
    await keeper.give_back(mine, Return(postpone=1))
    assert await keeper.ask(ticket(), 0) > 0.5
    await client.aclose()


@pytest.mark.parametrize("option", ["db=1", "client_name=bot", "protocol=3"])
async def test_options_of_the_address(guarded: Path, option: str) -> None:
    """What the address says of the connection, such as another database, the bot's user may ask."""
    backend = RedisBackend(connect(f"{address(guarded)}&{option}"), Keys(), patience=0)
    await backend.try_out()
    assert await backend.snapshot("den", ("log",)) == {}
    await backend.close()


async def test_waiting_for_replicas(guarded: Path) -> None:
    """The bot's user may wait for replicas; a move that none of them has is kept, unconfirmed."""
    wait = Wait(1, 10)
    client = link_to(address(guarded), wait)
    store = MailboxStore(RedisBackend(client, Keys(), wait=wait), TextCodec())
    done = await store.update("den", uuid4().hex, append("a"))
    assert isinstance(done, Applied)
    assert not done.confirmed
    await store.close()


RIGHTS: Final = (DEPLOY / "valkey" / "users.acl").read_text().splitlines()[1].split()[4:]
BY_THE_LIBRARY: Final = {"+ping", "+unsubscribe", "+select", "+client|setinfo", "+client|setname"}
"""What nothing of the bot's own needs."""
OPTIONAL: Final = {"+info", "+wait"}
"""What the bot can do without, or many a bot."""
NEEDED: Final = [
    right for right in RIGHTS if right[0] == "+" and right not in BY_THE_LIBRARY | OPTIONAL
]


@pytest.mark.parametrize(
    ("missing", "told"),
    [*((right, f"'{right[1:]}'") for right in NEEDED), *((r, "key") for r in RIGHTS if r[0] == "~"),
     *((right, "channel") for right in RIGHTS if right[0] == "&")],
)  # fmt: skip
async def test_a_right_that_is_missing(guarded: Path, missing: str, told: str) -> None:
    """A start without one of the rights says at once which is missing; what it leaves expires."""
    backend = lacking(guarded, {missing})
    with administrator(guarded) as admin:
        before = set(admin.scan_iter())
        async with asyncio.timeout(PATIENCE_S):
            with pytest.raises(StoreUnfit, match=f"users.acl allows: .*{re.escape(told)}"):
                await backend.try_out()
        assert all(admin.ttl(key) > 0 for key in set(admin.scan_iter()) - before)
    await backend.close()


def lacking(folder: Path, missing: set[str], wait: Wait | None = None) -> RedisBackend:
    """Return a backend that has all of the bot's rights on the server but the ``missing`` ones."""
    rights = [right for right in RIGHTS if right not in missing]
    with administrator(folder) as admin:
        admin.execute_command("ACL", "SETUSER", "less", "reset", "on", ">its-password", *rights)
    link = connect(address(folder, "less", "its-password"))
    return RedisBackend(link, Keys(), 10 * PATIENCE_S, wait=wait)


async def test_rights_that_are_optional(guarded: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Without INFO a start goes on with a warning; without WAIT, where nothing waits, with none."""
    backend = lacking(guarded, OPTIONAL)
    await backend.try_out()
    await backend.close()
    [told] = caplog.messages
    assert "'info'" in told
    backend = lacking(guarded, OPTIONAL, Wait(1, 10))
    with pytest.raises(StoreUnfit, match="'wait'"):
        await backend.try_out()
    await backend.close()


async def test_a_wrong_password(guarded: Path) -> None:
    """A start with a wrong password says so at once."""
    backend = RedisBackend(connect(address(guarded, "bot", "x")), Keys(), 10 * PATIENCE_S)
    async with asyncio.timeout(PATIENCE_S):
        with pytest.raises(StoreUnfit, match="another user or password than REDIS_URL has"):
            await backend.try_out()
    await backend.close()


@pytest.mark.parametrize(
    "command",
    [
        "FLUSHALL",
        "KEYS *",
        "SCAN 0",
        "CONFIG GET *",
        "ACL LIST",
        "SHUTDOWN",
        "MONITOR",
        "REPLICAOF 127.0.0.1 1",
        "SCRIPT FLUSH",
        "GET other",
        "SET ms:{x1}:d:s:d 1",
        "PUBLISH elsewhere x",
        "FUNCTION LIST",
    ],
)
async def test_nothing_else(bot: Redis, command: str) -> None:
    """Everything that is not the store's is refused."""
    with pytest.raises(NoPermissionError):
        await bot.execute_command(*command.split())  # type: ignore[no-untyped-call]  # redis's


async def test_nothing_else_in_scripts(bot: Redis) -> None:
    """Within a script no more is allowed than outside."""
    for call in ("'FLUSHALL'", "'GET', 'other'"):
        with pytest.raises(ResponseError, match=r"(?i)permission"):
            await bot.eval(f"return redis.call({call})", 0)


async def test_a_new_password(guarded: Path) -> None:
    """Two passwords work while one replaces the other, and one that is taken away is refused."""
    with administrator(guarded) as admin:
        admin.execute_command("ACL", "SETUSER", "bot", ">another-password")
        for password in (PASSWORD, "another-password"):
            async with Redis.from_url(address(guarded, "bot", password)) as client:
                assert await client.ping()
        admin.execute_command("ACL", "SETUSER", "bot", "<another-password")
    with pytest.raises(RedisConnectionError, match="invalid username-password"):
        await Redis.from_url(address(guarded, "bot", "another-password")).ping()


async def test_nobody_else(guarded: Path) -> None:
    """Without the right name and password nothing is answered."""
    for user, password in (("bot", "wrong"), ("default", ""), ("default", "x")):
        with pytest.raises(RedisConnectionError, match="invalid username-password"):
            await Redis.from_url(address(guarded, user, password)).ping()


@pytest.mark.parametrize("secret", ["valkey_bot", "valkey_admin"])
@pytest.mark.parametrize("held", [None, "", "\n"])
def test_no_server_without_passwords(tmp_path: Path, secret: str, held: str | None) -> None:
    """With a secret missing or empty the server does not start, instead of being open to all."""
    for name in ("valkey_bot", "valkey_admin"):
        (tmp_path / name).write_text(PASSWORD)
    (tmp_path / secret).unlink()
    if held is not None:
        (tmp_path / secret).write_text(held)
    server = tmp_path / "valkey-server"
    server.write_text("#!/bin/sh\necho started")
    server.chmod(0o755)
    ended = subprocess.run(  # noqa: S603  # our own script
        [str(DEPLOY / "valkey" / "start.sh")],
        env={
            "VALKEY_CONF": str(DEPLOY / "valkey"),
            "VALKEY_SECRETS": str(tmp_path),
            "VALKEY_RUN": str(tmp_path),
            "PATH": f"{tmp_path}:{os.environ['PATH']}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode != 0
    assert secret in ended.stderr
    assert "started" not in ended.stdout
