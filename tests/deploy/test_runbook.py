"""The runbook's procedures, typed as they are written.

A script stands in for ``docker``: what a command does within the container it does
to a real server in a folder, which is started again whenever it ends, as by Compose.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from bot.store.program import server_program
from tests.deploy.valkey_server import DEPLOY, address
from tests.patience import PATIENCE_S
from tests.processes import bare_environment

_DOCKER: Final = r"""#!/bin/sh -eu
test "$1 $2 $3" = "compose -f deploy/compose.yaml"
shift 3
if test "$1" = exec; then
    test "$2 $3 $4 $5" = "-T valkey sh -c"
    script=$(printf %s "$6" | sed -e "s#/data#$SERVER#g" -e "s#/run/secrets#deploy/secrets#g")
    shift 6
    exec sh -c "$script" "$@"
fi
echo "$@" >> docker.log
"""
_CLI: Final = """#!{python}
import os, socket, sys, time
from hiredis import Reader, ReplyError, pack_command
_, user, name, *command = sys.argv
assert user == "--user"
until = time.monotonic() + {patience}
def said_to(*words):
    server.sendall(pack_command(words))
    while (said := replies.gets()) is False:
        if not (more := server.recv(65536)):
            raise ConnectionError("the server has ended")
        replies.feed(more)
    if isinstance(said, ReplyError):
        raise ConnectionError(said) if str(said).startswith("LOADING") else said
    return said
while True:
    try:
        with socket.socket(socket.AF_UNIX) as server:
            replies = Reader()
            server.connect(os.environ["SERVER"] + "/s")
            said_to("AUTH", name, os.environ["REDISCLI_AUTH"])
            said = said_to(*command)
    except (ConnectionError, FileNotFoundError) as error:
        if command[0] == "SHUTDOWN":
            break
        assert time.monotonic() < until, error
        time.sleep(0.05)
    else:
        print(said.decode() if isinstance(said, bytes) else said)
        break
"""
"""A stand-in for valkey-cli, which does not come with the embedded server.

It is started some thirty times; to load redis-py took it most of the time of these tests.
"""


def typed(section: str, start: str) -> str:
    """Return the commands of the block that begins with ``start``."""
    runbook = (DEPLOY / "RUNBOOK.md").read_text()
    text = runbook.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    blocks: list[str] = re.findall(r"```\n(.*?)```", text, re.DOTALL)
    [found] = [block for block in blocks if block.startswith(start)]
    return found


@pytest.mark.parametrize(
    ("env", "cause"),
    [
        ({"HINT_MS": "0"}, "a setting"),
        ({"REDIS_URL": "redis://a:1?pasword=x"}, "a store that is not as the bot needs it"),
        ({"TELEGRAM_TOKEN": "", "REDIS_URL": "memory://"}, "a bot without any token"),
        ({"DATA_DIR": "/dev/null"}, "a store that does not answer"),
        ({"REDIS_URL": "memory://", "ALL_PROXY": "socks5://a:1"}, "a proxy that is no HTTP proxy"),
    ],
)
def test_exit_codes(tmp_path: Path, env: dict[str, str], cause: str) -> None:
    """A worker that cannot play ends with the code that the alert BotDown names for the cause."""
    env = bare_environment() | {"TELEGRAM_TOKEN": "1:a"} | env
    ended = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert b"Traceback" not in ended.stderr
    assert b"exception" not in ended.stderr
    runbook = (DEPLOY / "RUNBOOK.md").read_text()
    told = " ".join(runbook.partition("### BotDown")[2].partition("###")[0].split())
    causes = re.findall(r"(\d) is ([^;]*)", told)
    assert [int(code) for code, some in causes if cause in some] == [ended.returncode]


class Machine:
    """A folder with the repository's ``deploy``, and a shell in it."""

    def __init__(self, folder: Path) -> None:
        """Have it in ``folder``."""
        self.folder = folder
        self.server = folder / "server"
        self.secrets = folder / "deploy" / "secrets"
        programs = folder / "programs"
        for each in (self.server, programs, folder / "deploy"):
            each.mkdir()
        cli = _CLI.format(python=sys.executable, patience=PATIENCE_S)
        for name, text in (("docker", _DOCKER), ("valkey-cli", cli)):
            (programs / name).write_text(text)
            (programs / name).chmod(0o755)
        for name in ("valkey-server", "valkey-check-rdb"):
            (programs / name).symlink_to(server_program())
        self.environment = os.environ | {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "SERVER": str(self.server),
            "VALKEY_CONF": str(DEPLOY / "valkey"),
            "VALKEY_SECRETS": str(self.secrets),
            "VALKEY_RUN": str(self.server),
        }

    def type(self, commands: str) -> str:
        """Return the shell's output for ``commands``, each of which must succeed."""
        ended = subprocess.run(  # noqa: S603  # the runbook's own words
            ["/bin/sh", "-eu", "-c", commands],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def client(self, user: str) -> Redis:
        """Return a client of the server, by the password that is in the file."""
        password = (self.secrets / f"valkey_{user}").read_text().strip()
        return Redis.from_url(address(self.server, user, password))

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Run the server, and again whenever it ends."""
        start = shlex.quote(str(DEPLOY / "valkey" / "start.sh"))
        socket, folder = str(self.server / "s"), str(self.server)
        options = shlex.join(["--port", "0", "--dir", folder, "--unixsocket", socket])
        with (self.server / "log").open("ab") as log:
            running = subprocess.Popen(  # noqa: S603  # our own script
                ["/bin/sh", "-c", f"while :; do {start} {options}; done"],
                stdout=log,
                stderr=log,
                env=self.environment,
                start_new_session=True,
            )
        try:
            yield
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            running.wait(PATIENCE_S)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Return a machine that has its secrets."""
    made = Machine(tmp_path)
    made.type(typed("Start", "mkdir"))
    return made


def functions() -> str:
    """Return the functions that are defined in the block about backups."""
    return typed("Backup", "in_valkey").partition("cli LASTSAVE")[0]


def test_secrets_are_root_s(machine: Machine) -> None:
    """Only the owner gets into the folder of secrets; users of containers can read the files."""
    assert stat.S_IMODE(machine.secrets.stat().st_mode) == 0o700
    files = {each.name: stat.S_IMODE(each.stat().st_mode) for each in machine.secrets.iterdir()}
    assert files.keys() >= {"valkey_bot", "valkey_admin", "redis_url", "telegram_token"}
    assert set(files.values()) == {0o644}


def test_restored(machine: Machine) -> None:
    """A snapshot made and put back as the runbook says brings everything back."""
    backup = typed("Backup", "in_valkey")
    with machine.serving():
        machine.type(functions() + "cli SET kept 1")
        machine.type(backup)
        [snapshot] = machine.folder.glob("games-*.rdb")
        assert stat.S_IMODE(snapshot.stat().st_mode) == 0o600
        machine.type(functions() + "cli DEL kept; cli SET later 1")
        restore = typed("Restore", "in_valkey").replace("games-2026-11-21.rdb", snapshot.name)
        assert machine.type(functions() + restore).splitlines()[-1] == "1"
        assert machine.client("admin").keys() == [b"kept"]
        machine.type(functions() + "cli SET after 1; cli SHUTDOWN")
        assert machine.type(functions() + "cli DBSIZE") == "2\n"
    assert (machine.folder / "docker.log").read_text() == "stop bot\nstart bot\n"


def test_a_damaged_snapshot(machine: Machine) -> None:
    """A truncated snapshot is refused, and replaces nothing even if the commands go on."""
    restore = typed("Restore", "in_valkey").replace("games-2026-11-21.rdb", "cut.rdb")
    with machine.serving():
        machine.type(functions() + "cli SET kept 1")
        machine.type(typed("Backup", "in_valkey"))
        [snapshot] = machine.folder.glob("games-*.rdb")
        (machine.folder / "cut.rdb").write_bytes(snapshot.read_bytes()[:-9])
        with pytest.raises(AssertionError, match="RDB ERROR DETECTED"):
            machine.type(functions() + restore)
        assert not (machine.folder / "docker.log").exists()
        machine.type(f"{functions()}set +e\n{restore}")
        assert machine.type(functions() + "cli GET kept") == "1\n"


def test_a_new_password(machine: Machine) -> None:
    """After the password is changed as the runbook says, neither the old nor an empty one works."""
    with machine.serving():
        machine.type(functions() + "cli PING")
        before = (machine.secrets / "valkey_bot").read_text().strip()
        machine.type(functions() + typed("Rotate tokens and passwords", "cd deploy"))
        assert machine.client("bot").ping()
        for refused in (before, ""):
            with pytest.raises(RedisConnectionError, match="invalid username-password"):
                Redis.from_url(address(machine.server, "bot", refused)).ping()
        url = (machine.secrets / "redis_url").read_text()
        assert (machine.secrets / "valkey_bot").read_text().strip() in url
        machine.type(functions() + "cli SHUTDOWN; cli PING")
        assert machine.client("bot").ping()
    assert not {"old", "new"} & {each.name for each in machine.secrets.iterdir()}
    assert (machine.folder / "docker.log").read_text() == "restart bot\n"
