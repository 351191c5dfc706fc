"""The bot's process on Telegram's emulator, in real time."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from aiohttp import ClientError, ClientSession

from tests.emulators.telegram.server import TOKEN
from tests.patience import PATIENCE_S
from tests.ports import free_port
from tests.processes import bare_environment


async def until(reached: Callable[[], bool]) -> None:
    """Wait until ``reached``; TimeoutError when that takes too long."""
    async with asyncio.timeout(PATIENCE_S):
        while not reached():  # noqa: ASYNC110  # another process sets no event
            await asyncio.sleep(0.02)


class BotProcess:
    """``python -m bot`` with a token."""

    def __init__(self, data: Path, api_url: str, more: dict[str, str] | None = None) -> None:
        """Keep its games in ``data``, unless ``more`` settings say otherwise."""
        self.health = f"http://127.0.0.1:{(port := free_port())}"
        self._env = bare_environment() | {
            "DATA_DIR": str(data),
            "TELEGRAM_TOKEN": TOKEN,
            "TELEGRAM_API_URL": api_url,
            "HEALTH_LISTEN": f"127.0.0.1:{port}",
            "LOG_FORMAT": "json",
            **(more or {}),
        }
        self._log = data.parent / f"{port}.log"
        self._process: asyncio.subprocess.Process | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[BotProcess]:
        """Run it while the block runs; stop it then if it still does, or else kill it."""
        with self._log.open("wb") as log:
            command = (sys.executable, "-m", "bot")
            self._process = await asyncio.create_subprocess_exec(
                *command, stdout=log, stderr=log, cwd=self._log.parent, env=self._env
            )
        try:
            yield self
        finally:
            with suppress(ProcessLookupError, TimeoutError):
                self._process.terminate()  # so that it stops its server, too
                await asyncio.wait_for(self._process.wait(), PATIENCE_S)
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def ask(self, path: str) -> tuple[int, str]:
        """Return what it says of its health: the status, 0 where nobody listens, and the text."""
        try:
            async with ClientSession() as session, session.get(f"{self.health}{path}") as answer:
                return answer.status, (await answer.text()).strip()
        except ClientError:
            return 0, ""

    async def ready(self, status: int = 200) -> None:
        """Wait until it is ready, or whatever ``status`` says, as long as it runs."""
        assert self._process
        async with asyncio.timeout(PATIENCE_S):
            while (await self.ask("/readyz"))[0] != status:  # as above
                assert self._process.returncode is None, self.logged()
                await asyncio.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Tell it to stop."""
        assert self._process
        self._process.send_signal(how)

    async def ended(self) -> int:
        """Wait for its end and return the exit code."""
        assert self._process
        return await asyncio.wait_for(self._process.wait(), PATIENCE_S)

    def logged(self) -> str:
        """Return what it has written."""
        return self._log.read_text()
