"""Shelf: updates that wait on disk, so that Telegram need not keep them for us."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryFile

from bot.platforms.telegram.limits import UPDATE_SECONDS


class Shelf:
    """A directory with a file for each update.

    Updates older than a day are dropped, as Telegram would have done: the store remembers for two
    days what it has done, and nothing may come back after that.
    """

    def __init__(self, directory: Path, now: Callable[[], float] = time.time) -> None:
        """Keep in ``directory``, which is made if it is not there; it belongs to one bot."""
        self._directory = directory
        self._now = now

    async def keep(self, update_id: int, body: bytes) -> None:
        """Return when ``body`` would survive a crash; raises OSError when it would not."""
        await asyncio.to_thread(self._keep, update_id, body)

    async def drop(self, update_id: int) -> None:
        """Forget an update, if it is kept."""
        await asyncio.to_thread(self._file(update_id).unlink, missing_ok=True)

    async def kept(self) -> list[tuple[int, bytes]]:
        """Return all that is kept, in the order of update_ids.

        Raises OSError also where nothing can be kept: when something has to be, it is too late.
        """
        return await asyncio.to_thread(self._kept)

    def _keep(self, update_id: int, body: bytes) -> None:
        self._make()
        file = self._file(update_id)
        draft = file.with_suffix(".new")
        with draft.open("wb") as out:
            out.write(body)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
        _keep_names(self._directory)

    def _kept(self) -> list[tuple[int, bytes]]:
        self._make()
        with TemporaryFile(dir=self._directory):
            pass  # it may be somebody else's
        # Not by glob, which finds nothing where it may not look.
        kept = (file for file in self._directory.iterdir() if file.suffix == ".json")
        files = sorted(kept, key=lambda file: int(file.stem))
        for file in files:
            if file.stat().st_mtime < self._now() - UPDATE_SECONDS:
                file.unlink()
        return [(int(file.stem), file.read_bytes()) for file in files if file.exists()]

    def _make(self) -> None:
        if not self._directory.exists():
            self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _file(self, update_id: int) -> Path:
        return self._directory / f"{update_id}.json"


def _keep_names(directory: Path) -> None:
    """Have the names in ``directory`` survive a crash; Windows has no way to ask for that."""
    if os.name == "nt":
        return
    opened = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
