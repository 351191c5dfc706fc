"""Processes that use an embedded server, and can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from bot.store.embedded import EmbeddedServer
from tests.patience import PATIENCE_S

# Forks from one process that has imported everything, as importing takes a while.
_LAUNCHER = """
import os, signal, sys
from pathlib import Path
from bot.store.embedded import EmbeddedServer

def use(folder):
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    server = EmbeddedServer(Path(folder))
    server.attach()
    try:
        os.write(1, b"%d\\n" % os.getpid())
        while True:
            signal.pause()
    finally:
        server.detach()
        os._exit(0)

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    if os.fork() == 0:
        use(line.rstrip("\\n"))
"""


class Launcher:
    """Starts processes that use the server of a folder."""

    def __init__(self) -> None:
        """Start the process that starts the others."""
        self._process = subprocess.Popen(  # noqa: S603  # our own command line
            [sys.executable, "-c", _LAUNCHER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def start(self, folder: Path, number: int = 1) -> list[int]:
        """Start processes at once; return their ids when all of them use the server."""
        assert self._process.stdin
        assert self._process.stdout
        for _ in range(number):
            self._process.stdin.write(os.fsencode(folder) + b"\n")
        self._process.stdin.flush()
        return [int(self._process.stdout.readline()) for _ in range(number)]

    def close(self) -> None:
        """End the process; those it started end by ``leave`` and ``kill``."""
        self._process.communicate()


def leave(process: int) -> None:
    """Have a user of the server detach, and wait until it has ended."""
    _end(process, signal.SIGTERM)


def kill(process: int) -> None:
    """Kill a process with no chance to do anything more."""
    _end(process, signal.SIGKILL)


def _end(process: int, by: signal.Signals) -> None:
    os.kill(process, by)
    until(lambda: not alive(process))


def alive(process: int) -> bool:
    """Tell whether ``process`` runs; a zombie does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def until(condition: Callable[[], bool]) -> None:
    """Wait for another process to get somewhere."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def process_of(server: EmbeddedServer) -> int | None:
    """Return the id of the server's process, None if it does not run."""
    said = server.say(b"INFO server\r\n") or b""
    field = said.partition(b"process_id:")[2].split(b"\r", 1)[0]
    return int(field) if field else None
