"""The embedded server, with real processes that use it and are killed."""

from __future__ import annotations

import os
import signal
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.app.ports import StoreUnavailable
from bot.store import embedded
from bot.store.embedded import EmbeddedServer
from tests.bot.store.users import Launcher, alive, kill, leave, process_of, until


@pytest.fixture(scope="module")
def launcher() -> Iterator[Launcher]:
    """Return what starts processes that use a server."""
    made = Launcher()
    yield made
    made.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """Return a server in a folder of its own, stopped at the end."""
    made = EmbeddedServer(tmp_path / "data")
    yield made
    made.attach()
    made.detach()
    assert process_of(made) is None


def test_six_processes_use_one_server(server: EmbeddedServer, launcher: Launcher) -> None:
    """Processes that start at once share one server, and the last one to leave stops it."""
    users = launcher.start(server.folder, 6)
    first = process_of(server)
    assert first is not None
    for user in users:
        assert process_of(server) == first
        leave(user)
    assert process_of(server) is None


def test_its_log_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside the present log only the last long one of earlier servers is kept."""
    monkeypatch.setattr(embedded, "_LONGEST_LOG", 1)
    for _ in range(3):
        one = EmbeddedServer(tmp_path)
        one.attach()
        one.detach()
    logs = {each.name: each.read_text() for each in tmp_path.glob("valkey.log*")}
    assert sorted(logs) == ["valkey.log", "valkey.log.old"]
    assert [log.count("ready to exit") for log in logs.values()] == [1, 1]


def test_a_killed_user(server: EmbeddedServer, launcher: Launcher) -> None:
    """A user that is killed leaves the server running for the next one, which can stop it."""
    for user in launcher.start(server.folder):
        kill(user)
    left = process_of(server)
    assert left is not None
    server.attach()
    assert process_of(server) == left
    (other,) = launcher.start(server.folder)
    server.detach()
    assert process_of(server) == left
    leave(other)
    assert process_of(server) is None


def test_a_killed_server(server: EmbeddedServer) -> None:
    """A server that is killed is started again, with all its data, by whichever user notices."""
    server.attach()
    assert server.say(b"SET key value\r\n") == b"+OK\r\n"
    killed = process_of(server)
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    server.attach()
    assert process_of(server) not in (None, killed)
    assert server.say(b"GET key\r\n") == b"$5\r\nvalue\r\n"
    server.detach()


def test_data_outlives_the_server(server: EmbeddedServer) -> None:
    """Data written before are there when the server is started the next time."""
    server.attach()
    server.say(b"SET key value\r\n")
    server.detach()
    assert process_of(server) is None
    server.attach()
    assert server.say(b"GET key\r\n") == b"$5\r\nvalue\r\n"


def test_threads_revive_one_server(server: EmbeddedServer) -> None:
    """Several threads that notice its end at once start one server."""
    server.attach()
    killed = process_of(server)
    assert killed is not None
    os.kill(killed, signal.SIGKILL)
    threads = [threading.Thread(target=server.attach) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert process_of(server) not in (None, killed)
    server.detach()
    assert process_of(server) is None


def test_who_comes_while_it_is_stopped(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user that comes while the last one stops the server waits, and starts it again."""
    leaving, coming = EmbeddedServer(server.folder), EmbeddedServer(server.folder)
    leaving.attach()
    stop = leaving._stop
    attaching = threading.Thread(target=coming.attach)

    def stop_as_one_comes() -> None:
        attaching.start()
        attaching.join(0.2)  # long enough for one that does not wait
        stop()

    monkeypatch.setattr(leaving, "_stop", stop_as_one_comes)
    leaving.detach()
    attaching.join()
    assert process_of(coming) is not None
    coming.detach()


def test_ctrl_c_is_for_the_bot(server: EmbeddedServer) -> None:
    """Ctrl-C in a terminal does not reach the server, which ends with its last user."""
    server.attach()
    process = process_of(server)
    assert process is not None
    assert os.getpgid(process) != os.getpgid(0)
    server.detach()
    assert process_of(server) is None


def test_a_server_that_hangs_is_not_doubled(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a server runs but does not answer, no second one is started on its files."""
    server.attach()
    hanging = process_of(server)
    assert hanging is not None
    os.kill(hanging, signal.SIGSTOP)
    try:
        monkeypatch.setattr(embedded, "_START_S", 0.2)
        with pytest.raises(StoreUnavailable, match="does not answer"):
            EmbeddedServer(server.folder).attach()
        server.socket.unlink()
        with pytest.raises(StoreUnavailable, match="does not answer"):
            EmbeddedServer(server.folder).attach()
    finally:
        os.kill(hanging, signal.SIGTERM)
        os.kill(hanging, signal.SIGCONT)
    monkeypatch.undo()
    until(lambda: not alive(hanging))
    server.attach()
    assert process_of(server) not in (None, hanging)
    server.detach()


def test_only_the_owner_gets_in(server: EmbeddedServer) -> None:
    """Only their owner can use the folder and the socket, for the data tell where mines are."""
    server.attach()
    for path in (server.folder, server.socket):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    server.detach()


def test_kept_from_others_and_on_disk(server: EmbeddedServer) -> None:
    """The server is not on the network, and what it has confirmed survives a power loss."""
    server.attach()
    assert server.say(b"CONFIG GET port\r\n") == b"*2\r\n$4\r\nport\r\n$1\r\n0\r\n"
    assert (server.say(b"CONFIG GET appendfsync\r\n") or b"").endswith(b"\r\nalways\r\n")
    server.detach()


def test_a_folder_that_is_a_link(tmp_path: Path) -> None:
    """The data folder may be a link, for example to a larger disk."""
    (tmp_path / "disk").mkdir(mode=0o700)
    (tmp_path / "data").symlink_to(tmp_path / "disk")
    linked = EmbeddedServer(tmp_path / "data")
    linked.attach()
    linked.detach()
    assert [*(tmp_path / "disk").glob("appendonlydir/*")]


def test_long_and_odd_paths(tmp_path: Path) -> None:
    """If the path is too long for a socket, that is elsewhere, for its owner only."""
    long = EmbeddedServer(tmp_path / ("long" * 30) / "data")
    assert len(os.fsencode(long.socket)) <= 100
    assert long.socket != EmbeddedServer(tmp_path / ("long" * 31) / "data").socket
    long.attach()
    assert process_of(long) is not None
    assert stat.S_IMODE(long.socket.parent.stat().st_mode) == 0o700
    long.detach()
    assert process_of(long) is None
    long.socket.parent.rmdir()


def test_a_socket_folder_of_somebody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder for the socket that another user made is not trusted."""
    server = EmbeddedServer(tmp_path / ("long" * 30))
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    with pytest.raises(StoreUnavailable, match="belongs to another user"):
        server.attach()
    server.socket.parent.rmdir()


def test_a_socket_folder_that_cannot_be(tmp_path: Path) -> None:
    """What stands in the way of it is named, for that is not in DATA_DIR."""
    server = EmbeddedServer(tmp_path / ("long" * 30))
    home = server.socket.parent
    home.touch()
    try:
        with pytest.raises(StoreUnavailable, match=rf"File exists \({home}\)"):
            server.attach()
    finally:
        home.unlink()


def test_a_program_that_cannot_be_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's program is named where it is not one of this machine's kind."""
    program = tmp_path / "valkey-server"
    program.write_bytes(b"\x7fELF")
    program.chmod(0o700)
    monkeypatch.setattr(embedded, "server_program", lambda: program)
    with pytest.raises(StoreUnavailable, match=rf"Exec format error \({program}\)"):
        EmbeddedServer(tmp_path / "data").attach()


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    """A folder that cannot be made is StoreUnavailable with the reason."""
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match=r"kept in .*/file/data, .* DATA_DIR: Not a "):
        EmbeddedServer(tmp_path / "file" / "data").attach()


def test_a_program_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that does not start is StoreUnavailable, and the log has the reason."""
    monkeypatch.setattr(embedded, "server_program", lambda: Path("/bin/ls"))
    server = EmbeddedServer(tmp_path)
    with pytest.raises(StoreUnavailable, match=r"does not answer; see .*valkey\.log"):
        server.attach()
    assert (tmp_path / "valkey.log").read_text()
    assert not server._used_by_others(), "who could not start it holds nobody up"
    server.detach()


def test_detaching_twice(server: EmbeddedServer) -> None:
    """Detaching from an unused server changes nothing; attaching twice counts once."""
    server.detach()
    server.attach()
    server.attach()
    server.detach()
    assert process_of(server) is None
    server.detach()


def test_a_socket_folder_that_is_a_link(tmp_path: Path) -> None:
    """A socket folder that is a link, perhaps of somebody else's, is refused."""
    server = EmbeddedServer(tmp_path / ("long" * 30))
    server.socket.parent.symlink_to(tmp_path)
    try:
        with pytest.raises(StoreUnavailable, match="another user"):
            server.attach()
    finally:
        server.detach()
        server.socket.parent.unlink()


def fill(server: EmbeddedServer, keys: int) -> None:
    """Have so many keys in the files of ``server``."""
    server.attach()
    server.say(b"EVAL \"for i = 1, %d do redis.call('SET', i, i) end\" 0\r\n" % keys)
    server.detach()


def slowly(server: EmbeddedServer, pause: int) -> Callable[[], list[str]]:
    """Return the command of ``server`` with which it pauses for so many us at each key it reads."""
    command = [*server._command(), "--key-load-delay", str(pause)]
    command += ["--loading-process-events-interval-bytes", "1024"]
    return lambda: command


def test_a_server_with_much_to_read(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that still reads its files is waited for, however long it takes (case 39)."""
    fill(server, 6000)
    monkeypatch.setattr(server, "_command", slowly(server, 800))
    with server._open("server") as lock:
        assert embedded._locked_alone(lock)
        server._start(lock)
    until(
        lambda: bool(server.say(b"PING\r\n"))
    )  # for however long a busy machine takes to start it
    monkeypatch.setattr(embedded, "_START_S", 2.0)  # less than reading takes
    server.attach()
    assert server.say(b"DBSIZE\r\n") == b":6000\r\n"
    monkeypatch.undo()
    server.detach()


def test_a_server_with_much_to_read_given_up(
    server: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot told to end does not wait for a server that reads its files; nothing is lost."""
    fill(server, 40_000)  # it answers commands after every 1,024 keys
    monkeypatch.setattr(server, "_command", slowly(server, 400))
    attaching = threading.Thread(target=server.attach)
    attaching.start()
    until(lambda: (server.say(b"PING\r\n") or b"").startswith(b"-LOADING"))
    server.give_up()
    attaching.join()
    assert (server.say(b"PING\r\n") or b"").startswith(b"-LOADING")
    server.detach()
    assert process_of(server) is None
    monkeypatch.undo()
    server.attach()
    assert server.say(b"DBSIZE\r\n") == b":40000\r\n"
    server.detach()
