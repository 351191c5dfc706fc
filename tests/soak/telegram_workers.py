"""Workers of the whole bot that can be killed, and a balancer of a webhook's requests to them."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from tests.bot.store.users import alive
from tests.emulators.telegram.server import TOKEN
from tests.processes import FROM_HERE

SECRET: Final = "soak"  # noqa: S105  # between processes of a soak
_PATH: Final = "/hook"
_START_S: Final = 120.0

# Workers are forked from one process that has imported everything, kernels too: a start takes no
# second of CPU that the others miss, nor half a minute where they are not compiled yet. What is
# forked is ``python -m bot`` from its first line on.
_NURSERY: Final = """
import json, os, signal, sys
import bot.cli
import core.generate, core.solver

core.solver.warm()
core.generate.warm()
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    child = os.fork()
    if child:
        os.write(1, b"%d\\n" % child)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.environ.update(json.loads(line))
    os._exit(bot.cli.main([]))
"""


class Nursery:
    """Starts workers."""

    def __init__(self, log: Path) -> None:
        """Start the process that they are forked from; what workers complain of goes to ``log``."""
        with log.open("ab") as file:
            self._process = subprocess.Popen(  # noqa: S603  # our own command line
                [sys.executable, "-c", _NURSERY],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=file,
                cwd=log.parent,
                env=os.environ | FROM_HERE,
            )

    async def start(self, environment: dict[str, str]) -> int:
        """Return the process of a new worker."""
        return await asyncio.to_thread(self._start, json.dumps(environment))

    def _start(self, line: str) -> int:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(line.encode() + b"\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()


class Balancer:
    """Gives each connection to the next of the workers that takes it."""

    def __init__(self, ports: list[int]) -> None:
        """Spread over ``ports``."""
        self._ports = ports
        self._turn = itertools.count()
        self.port = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen on a free port while the block runs."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(server.sockets[0].getsockname()[1])
        try:
            yield
        finally:
            server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        first = next(self._turn) % len(self._ports)
        for port in self._ports[first:] + self._ports[:first]:
            with suppress(OSError):
                there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
                await asyncio.gather(_pump(reader, there_writer), _pump(there_reader, writer))
                return
        writer.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass  # one end was killed, which is what all this is for
    finally:
        writer.close()


class Workers:
    """A number of workers, each started again when it was killed."""

    def __init__(self, nursery: Nursery, environments: list[dict[str, str]]) -> None:
        """Have a worker for each of ``environments``."""
        self._nursery = nursery
        self._environments = environments
        self._processes: list[int] = []

    async def start(self) -> None:
        """Start all."""
        self._processes = [await self._nursery.start(each) for each in self._environments]

    async def kill(self, number: int) -> None:
        """Kill one with no chance to do anything more, and start it again.

        Where it listens, wait until it does: the others are to serve meanwhile, and Telegram
        waits ever longer after each refusal.
        """
        place = number % len(self._processes)
        environment = self._environments[place]
        with suppress(ProcessLookupError):  # it has ended by itself
            os.kill(self._processes[place], signal.SIGKILL)
        self._processes[place] = await self._nursery.start(environment)
        listen = environment.get("TELEGRAM_WEBHOOK_LISTEN", environment.get("DISCORD_HTTP_LISTEN"))
        if listen:
            port = int(listen.rpartition(":")[2])
            await until(lambda: listens(port), _START_S, "a worker does not listen")

    async def revive(self) -> int:
        """Start those again that have ended by themselves, as a supervisor does; return how many.

        A worker ends at its start when the store does not answer then.
        """
        ended = [place for place, process in enumerate(self._processes) if not alive(process)]
        for place in ended:
            self._processes[place] = await self._nursery.start(self._environments[place])
        return len(ended)

    async def end(self) -> None:
        """Kill all for good, and wait until they are gone: the last user stops the server."""
        for process in self._processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        await until(lambda: not any(map(_is_there, self._processes)), _START_S, "a worker lives on")


def _is_there(process: int) -> bool:
    """Tell whether anything is left of a process: its last thread holds its locks on the store."""
    return Path(f"/proc/{process}").exists()


def listens(port: int) -> bool:
    """Tell whether somebody listens on ``port``."""
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def polling_worker(api: str, data: Path) -> dict[str, str]:
    """Return the settings of a worker that polls."""
    return {
        "TELEGRAM_TOKEN": TOKEN,
        "TELEGRAM_API_URL": api,
        "DATA_DIR": str(data),
        "LOG_LEVEL": "WARNING",
    }


def webhook_worker(api: str, data: Path, balancer: int, port: int) -> dict[str, str]:
    """Return the settings of a worker that listens on ``port``, behind the balancer's."""
    return polling_worker(api, data) | {
        "TELEGRAM_WEBHOOK_URL": f"http://127.0.0.1:{balancer}{_PATH}",
        "TELEGRAM_WEBHOOK_LISTEN": f"127.0.0.1:{port}",
        "TELEGRAM_WEBHOOK_SECRET": SECRET,
    }


async def until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    """Wait for other processes to get somewhere; TimeoutError says ``what`` did not happen."""
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while not condition():
        if loop.time() > deadline:
            raise TimeoutError(what)
        await asyncio.sleep(0.01)
