"""Real servers with the settings that ``deploy`` gives them."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.store.program import server_program
from tests.patience import PATIENCE_S

DEPLOY = Path(__file__).parents[2] / "deploy"
PASSWORD, ADMIN = "a-password-of-the-bot", "a-password-of-the-admin"  # of tests


def address(folder: Path, user: str = "bot", password: str = PASSWORD) -> str:
    """Return the REDIS_URL of the server in ``folder`` for a user."""
    return f"unix://{user}@{quote(str(folder / 's'))}?password={quote(password)}"


def administrator(folder: Path) -> Redis:
    """Return a client that may do everything."""
    return Redis.from_url(address(folder, "admin", ADMIN))


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Path]:
    """Run a server in ``folder`` with our users and configuration, and ``options`` over them."""
    (folder / "valkey_bot").write_text(f"{PASSWORD}\n")
    (folder / "valkey_admin").write_text(ADMIN)
    if not (folder / "valkey-server").exists():
        (folder / "valkey-server").symlink_to(server_program())
    environment = {"VALKEY_CONF": str(DEPLOY / "valkey"), "PATH": f"{folder}:{os.environ['PATH']}"}
    environment |= {"VALKEY_SECRETS": str(folder), "VALKEY_RUN": str(folder)}
    command = [str(DEPLOY / "valkey" / "start.sh"), "--port", "0", "--dir", str(folder)]
    command += ["--unixsocket", str(folder / "s"), *options]
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen(  # noqa: S603  # our own script
            command, stdout=log, stderr=log, env=environment
        )
    try:
        _await(folder)
        yield folder
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def _await(folder: Path) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            with administrator(folder) as client:
                client.ping()
        except (RedisConnectionError, FileNotFoundError):
            assert time.monotonic() < deadline, (folder / "log").read_text()
            time.sleep(0.02)
        else:
            return
