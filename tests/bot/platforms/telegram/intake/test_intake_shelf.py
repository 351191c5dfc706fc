"""The shelf keeps updates over restarts, in order, for as long as Telegram would have."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from bot.platforms.telegram.intake import Shelf


def files_in(directory: Path) -> list[Path]:
    """Return all that lies in ``directory``."""
    return list(directory.iterdir())


def inode_of(path: Path) -> int:
    """Return the number that identifies a file, however it was opened."""
    return path.stat().st_ino


async def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    """A new process finds what the old one kept, by number, and not what it dropped."""
    shelf = Shelf(tmp_path / "telegram" / "updates")
    assert await shelf.kept() == []
    for number in (10, 9, 8):
        await shelf.keep(number, b"%d" % number)
    await shelf.drop(9)
    await shelf.drop(9)
    assert await Shelf(tmp_path / "telegram" / "updates").kept() == [(8, b"8"), (10, b"10")]


async def test_kept_updates_are_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keeping an update syncs its whole file before it is renamed, and then the directory."""
    synced: list[tuple[int, list[str]]] = []
    sizes: list[int] = []
    sync, directory = os.fsync, inode_of(tmp_path)

    def noting(opened: int) -> None:
        synced.append((os.fstat(opened).st_ino, [each.name for each in files_in(tmp_path)]))
        sizes.append(os.fstat(opened).st_size)
        sync(opened)

    monkeypatch.setattr(os, "fsync", noting)
    await Shelf(tmp_path).keep(7, b"an update")
    assert synced == [(inode_of(tmp_path / "7.json"), ["7.new"]), (directory, ["7.json"])]
    assert sizes[0] == len(b"an update")


@pytest.mark.skipif(os.name == "nt", reason="Windows has other rights")
async def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    """The directory of updates, which has people's words, is closed to other accounts."""
    await Shelf(tmp_path / "updates").keep(7, b"7")
    assert (tmp_path / "updates").stat().st_mode & 0o077 == 0


async def test_an_unfinished_file_is_no_update(tmp_path: Path) -> None:
    """A file whose writing was cut short by a crash is not taken for an update."""
    (tmp_path / "7.new").write_bytes(b'{"upd')
    assert await Shelf(tmp_path).kept() == []


async def test_what_is_too_old_is_dropped(tmp_path: Path) -> None:
    """After a day an update is gone, as it would be with Telegram."""
    await Shelf(tmp_path).keep(1, b"1")
    assert await Shelf(tmp_path, lambda: time.time() + 24 * 3600 - 60).kept() == [(1, b"1")]
    assert await Shelf(tmp_path, lambda: time.time() + 24 * 3600 + 60).kept() == []
    assert files_in(tmp_path) == []
