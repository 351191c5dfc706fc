"""Backup and restore as the runbook has them, on real servers."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

from bot.advisor import SolverPool
from bot.app.documents.codec import DocumentCodec
from bot.app.requests import actions
from bot.app.requests.request import Chat, Player, Request
from bot.app.service import Service
from bot.store import open_store
from tests.deploy.valkey_server import address, administrator, serving

ANN = Player("telegram:7", "Ann")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Return two empty folders."""
    found = tmp_path / "old", tmp_path / "new"
    for folder in found:
        folder.mkdir()
    return found


async def ask(folder: Path, operation: str, action: actions.Action) -> str:
    """Return the board that a worker on the server in ``folder`` shows after ``action``."""
    solver = SolverPool(0.1)
    async with open_store(address(folder), folder, DocumentCodec()) as store:
        request = Request(operation, Chat(ANN.id), ANN, action)
        reply = await Service(store, solver).carry_out(request)
    solver.close()
    assert reply.screen
    return f"{reply.screen.number} {reply.screen.board}"


def back_up(folder: Path) -> Path:
    """Have a snapshot made, while the bot plays on, and return it."""
    with administrator(folder) as client:
        before = client.lastsave()
        while client.lastsave() == before:  # it counts in seconds
            if not client.info("persistence")["rdb_bgsave_in_progress"]:
                client.bgsave()
            time.sleep(0.05)
    return folder / "dump.rdb"


def put_back(snapshot: Path, folder: Path) -> None:
    """Have the append-only files of a server in ``folder`` begin with ``snapshot``."""
    files = folder / "appendonlydir"
    files.mkdir()
    shutil.copy(snapshot, files / "appendonly.aof.1.base.rdb")
    manifest = "file appendonly.aof.1.base.rdb seq 1 type b\n"
    (files / "appendonly.aof.manifest").write_text(manifest)


async def test_restored_from_a_snapshot(folders: tuple[Path, Path]) -> None:
    """A fresh server with a snapshot has its game and operations, after a restart as well."""
    old, new = folders
    with serving(old):
        await ask(old, "1", actions.NewGame())
        board = await ask(old, "2", actions.Typed("3 3"))
        put_back(back_up(old), new)
        await ask(old, "3", actions.Resign())
    with serving(new):
        assert await ask(new, "4", actions.ShowBoard()) == board
    with serving(new):
        assert await ask(new, "5", actions.ShowBoard()) == board
        # An operation carried out before the snapshot is known there too.
        assert await ask(new, "2", actions.Typed("3 3")) == board


async def test_killed(folders: tuple[Path, Path]) -> None:
    """Every acknowledged move is there after the server ended without a snapshot."""
    folder, _ = folders
    with serving(folder):
        await ask(folder, "1", actions.NewGame())
        board = await ask(folder, "2", actions.Typed("3 3"))
    with serving(folder):
        assert await ask(folder, "3", actions.ShowBoard()) == board
    assert not (folder / "dump.rdb").exists()
