"""EmbeddedServer: a Valkey or Redis server of the bot's own, shared by all its processes."""

from __future__ import annotations

import fcntl
import hashlib
import os
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from stat import S_ISDIR
from typing import IO, Final

from bot.app.ports import StoreUnavailable
from bot.store.program import server_program

_LONGEST_SOCKET: Final = 100
"""Bytes; a Unix socket's path has 108 at the most (unix(7)), the end mark included."""
_LONGEST_LOG: Final = 1_000_000
"""Bytes of a server's log from which on the next server begins another."""
_START_S: Final = 20.0
_STOP_S: Final = 20.0
_POLL_S: Final = 0.01


class EmbeddedServer:
    """Attaches to the server of ``folder``, or starts it; the last user shuts it down.

    Three locks hold that together, and the kernel drops each when its holders are killed:
    ``start`` is held while the server is looked for, started or stopped; ``users`` is shared by
    everyone who uses it, so whoever gets it alone is the last; ``server`` is held by the server
    itself, so that there are never two on the same files, even if one does not answer.
    """

    def __init__(self, folder: Path) -> None:
        """Keep the data, the log and the locks in ``folder``."""
        self.folder = folder.absolute()
        self._users: IO[bytes] | None = None
        self._server: subprocess.Popen[bytes] | None = None
        self._is_given_up = False

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
        try:
            self._make_folders()
            with self._starting():
                self._attach()
        except OSError as error:
            # Neither the socket's folder nor the server's program need be in DATA_DIR.
            at = f" ({error.filename})" if error.filename else ""
            why = f"{error.strerror or error}{at}"
            said = f"No games can be kept in {self.folder}, which is in DATA_DIR: {why}."
            raise StoreUnavailable(said) from error

    def give_up(self) -> None:
        """Have an ``attach`` in another thread not wait for a server that reads its files.

        Nor for another process that starts it: StoreUnavailable then.
        """
        self._is_given_up = True

    def detach(self) -> None:
        """Use the server no more, and shut it down if nobody else does."""
        self._is_given_up = False
        if self._users is None:
            return
        self._let_go(self._users)
        with self._open("start") as lock:
            while not _locked_alone(lock):
                if self._used_by_others():
                    return  # as whoever starts it does: the last of them shuts it down
                time.sleep(_POLL_S)
            if not self._used_by_others():
                self._stop()

    def _make_folders(self) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        home = self.socket.parent
        home.mkdir(mode=0o700, exist_ok=True)
        found = home.lstat()
        if home != self.folder and (found.st_uid != os.getuid() or not S_ISDIR(found.st_mode)):
            # In the folder for temporary files anybody may have made it first, or linked it.
            raise StoreUnavailable(f"{home} belongs to another user.")

    def _attach(self) -> None:
        if self._users:
            self._ensure_running()
            return
        self._users = self._open("users")
        fcntl.flock(self._users, fcntl.LOCK_SH)
        try:
            self._ensure_running()
        except BaseException:
            self._let_go(self._users)
            raise

    def _let_go(self, users: IO[bytes]) -> None:
        users.close()
        self._users = None
        if self._server and self._server.poll() is None:
            # It may serve other processes: Popen must not warn that it outlives this one.
            self._server.returncode = 0
        self._server = None

    def _used_by_others(self) -> bool:
        with self._open("users") as users:
            return not _locked_alone(users)

    @contextmanager
    def _starting(self) -> Iterator[None]:
        with self._open("start") as lock:
            while not _locked_alone(lock):  # another process may have it read very many games
                if self._is_given_up:
                    raise StoreUnavailable("Another process starts the server.")
                time.sleep(_POLL_S)
            yield

    def _open(self, lock: str) -> IO[bytes]:
        return (self.folder / f"{lock}.lock").open("ab")

    def _ensure_running(self) -> None:
        deadline, started = time.monotonic() + _START_S, False
        while (answer := self.say(b"PING\r\n") or b"") != b"+PONG\r\n":
            if answer.startswith(b"-LOADING"):
                if self._is_given_up:
                    return
                # It is at work: with a million games in its files it takes more than a minute.
                deadline = time.monotonic() + _START_S
            with self._open("server") as lock:
                gone = _locked_alone(lock)
                if gone and not started:
                    self._start(lock)
            if (gone and started) or time.monotonic() > deadline:
                log = self.folder / "valkey.log"
                raise StoreUnavailable(f"The embedded server does not answer; see {log}.")
            started = started or gone
            time.sleep(_POLL_S)

    def _start(self, lock: IO[bytes]) -> None:
        if self._server:
            self._server.wait()
        with self._log().open("ab") as output:
            self._server = subprocess.Popen(  # noqa: S603  # our own command line
                self._command(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                # The lock stays with the server after this process has closed its file.
                pass_fds=[lock.fileno()],
                # Ctrl-C in the terminal is for the bot; the server ends with its last user.
                start_new_session=True,
            )

    def _log(self) -> Path:
        """Return the file that the next server logs to; one that is long is put aside first.

        A server that cannot start is tried again with each move, so such a log grows.
        """
        log = self.folder / "valkey.log"
        if log.exists() and log.stat().st_size > _LONGEST_LOG:
            log.replace(log.with_suffix(".log.old"))
        return log

    def _command(self) -> list[str]:
        return [
            *(str(server_program()), "--port", "0"),
            *("--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--dir", str(self.folder), "--daemonize", "no", "--save", ""),
            *("--appendonly", "yes", "--appendfsync", "always"),
            # Without the RDB preamble every server of version 7 or newer opens the others' files.
            *("--aof-use-rdb-preamble", "no", "--maxmemory-policy", "noeviction"),
        ]

    def say(self, command: bytes) -> bytes | None:
        """Return what the server answers to ``command``, None if there is no answer."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(_START_S)
            try:
                client.connect(str(self.socket))
                client.sendall(command)
                return client.recv(1024) or None
            except OSError:
                return None

    def _stop(self) -> None:
        self.say(b"SHUTDOWN\r\n")
        deadline = time.monotonic() + _STOP_S
        while self._runs() and time.monotonic() < deadline:
            time.sleep(_POLL_S)

    def _runs(self) -> bool:
        with self._open("server") as lock:
            return not _locked_alone(lock)


def _locked_alone(lock: IO[bytes]) -> bool:
    """Lock the file exclusively if nobody else has locked it; tell whether that was so."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
