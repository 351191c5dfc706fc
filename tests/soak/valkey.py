"""A real server that a soak or a benchmark starts, kills and starts again on its files."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Final
from urllib.parse import quote

from redis import Redis
from redis.exceptions import BusyLoadingError
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.store.program import server_program

_START_S: Final = 600.0
"""Ten million documents are read in a minute or two."""
_LOOK_S: Final = 0.01


class Valkey:
    """A server with the settings of the embedded one, all of whose writes reach the disk first."""

    def __init__(self, folder: Path) -> None:
        """Keep the files in ``folder``."""
        self.folder = folder
        self.socket = folder / "s"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"unix://{quote(str(self.socket))}"

    @property
    def process(self) -> int:
        """The id of the server's process."""
        assert self._process
        return self._process.pid

    @property
    def appended(self) -> int:
        """The bytes of the append-only files."""
        return sum(each.stat().st_size for each in (self.folder / "appendonlydir").iterdir())

    async def start(self) -> float:
        """Start the server; return the seconds until it answers with everything read."""
        command = [str(server_program()), "--port", "0", "--unixsocket", str(self.socket)]
        command += ["--dir", str(self.folder), "--save", "", "--appendonly", "yes"]
        command += ["--appendfsync", "always", "--aof-use-rdb-preamble", "no"]
        command += ["--maxmemory-policy", "noeviction"]
        began = time.monotonic()
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(  # noqa: ASYNC220, S603  # our own command line
                command, stdout=log, stderr=log
            )
        while not self._answers():
            assert time.monotonic() - began < _START_S, (self.folder / "log").read_text()[-2000:]
            await asyncio.sleep(_LOOK_S)
        return time.monotonic() - began

    def kill(self) -> None:
        """Kill the server with no chance to do anything more."""
        if self._process is not None:
            os.kill(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process = None

    def client(self) -> Redis:
        """Return a client of the server, to be closed."""
        return Redis(unix_socket_path=str(self.socket))

    def memory(self) -> int:
        """Return the bytes that the server has allocated."""
        with self.client() as client:
            info = client.info("memory")
        assert isinstance(info, dict)
        return int(info["used_memory"])

    def _answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except (RedisConnectionError, BusyLoadingError):
            return False
