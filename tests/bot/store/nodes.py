"""A real cluster on loopback: primaries with replicas, which tests kill, stop and rearrange."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from redis import Redis
from redis.exceptions import RedisError

from bot.store.program import server_program
from tests.bot.store.wire import Wire
from tests.patience import PATIENCE_S
from tests.ports import free_port

SLOTS = 16_384
_POLL_S = 0.02
_TRIES = 5
_ASSEMBLY_TIMEOUT_MS = 2000
"""How long a node may be silent while the cluster is assembled: the less, the more nodes gossip."""


class Node:
    """A server of a cluster."""

    def __init__(self, folder: Path, wire: Wire | None = None) -> None:
        """Start it with its files in ``folder``.

        Replicas, unlike clients, connect through ``wire`` where there is one.
        """
        self._folder = folder
        for _ in range(_TRIES):
            self.port, self._bus = free_port(), free_port()
            self._command = self._with_ports(wire)
            self.client: Redis = Redis(port=self.port, socket_timeout=5.0)
            """To look behind the scenes with."""
            self.start()
            until(lambda: self._process.poll() is not None or answers(self))
            if self._process.poll() is None:
                return
            # Another process has taken a port meanwhile.
            self.client.close()

    def _with_ports(self, wire: Wire | None) -> list[str]:
        command = [str(server_program()), "--port", str(self.port), "--dir", str(self._folder)]
        command += ["--bind", "127.0.0.1", "--cluster-enabled", "yes"]
        command += ["--cluster-announce-ip", "127.0.0.1"]
        command += ["--cluster-port", str(self._bus), "--appendonly", "yes", "--save", ""]
        # Written at once, so that kill -9 loses nothing: ``everysec`` waits while it syncs.
        command += ["--appendfsync", "no"]
        command += ["--cluster-node-timeout", str(_ASSEMBLY_TIMEOUT_MS)]
        command += ["--cluster-require-full-coverage", "no"]
        command += ["--repl-diskless-sync-delay", "0"]
        command += ["--enable-debug-command", "local"]
        if wire is not None:
            wire.target = self.port
            command += ["--cluster-announce-port", str(wire.port)]
            command += ["--cluster-announce-client-port", str(self.port)]
        return command

    def start(self) -> None:
        """Start the server, perhaps again."""
        self._folder.mkdir(parents=True, exist_ok=True)
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(self._command, stdout=log, stderr=log)  # noqa: S603  # our own

    @property
    def id(self) -> str:
        """The name by which the cluster knows it."""
        return str(self.say("CLUSTER", "MYID"))

    def say(self, *command: str | int) -> Any:
        """Return what the server answers, texts as such."""
        answer: Any = self.client.execute_command(*command)  # type: ignore[no-untyped-call]  # the library's
        return answer.decode() if isinstance(answer, bytes) else answer

    def meet(self, other: Node) -> None:
        """Make it know ``other``."""
        self.say("CLUSTER", "MEET", "127.0.0.1", other.port, other._bus)

    def info(self, section: str, field: str) -> str:
        """Return a field of what the server says about itself."""
        return str(self.client.info(section).get(field, ""))

    def kill(self) -> None:
        """End it with kill -9."""
        self._process.kill()
        self._process.wait()

    def stop(self) -> None:
        """Make it hang."""
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it go on after it hung."""
        self._process.send_signal(signal.SIGCONT)

    def revive(self) -> None:
        """Have it answer again, whether it was killed or hangs."""
        if self._process.poll() is None:
            self.go_on()
        else:
            self.start()

    def close(self) -> None:
        """End it for good."""
        self.client.close()
        self.kill()


class Cluster:
    """Primaries that share the slots evenly, each with replicas."""

    def __init__(
        self,
        folder: Path,
        primaries: int = 3,
        replicas: int = 1,
        timeout_ms: int = 2000,
        wires: Sequence[Wire] = (),
    ) -> None:
        """Start the servers, and have them agree; replicas connect through ``wires``.

        A primary that is silent for ``timeout_ms`` is then replaced by its replica.
        """
        count = primaries * (1 + replicas)
        self.nodes = [
            Node(folder / str(number), wires[number] if wires else None) for number in range(count)
        ]
        until(lambda: all(answers(node) for node in self.nodes))
        self._assemble(primaries)
        self.set_timeout(timeout_ms)

    def set_timeout(self, timeout_ms: int) -> None:
        """Have a primary that is silent for ``timeout_ms`` be replaced by its replica."""
        for node in self.nodes:
            node.say("CONFIG", "SET", "cluster-node-timeout", timeout_ms)

    def _assemble(self, primaries: int) -> None:
        first, *others = self.nodes
        for number, node in enumerate(self.nodes):
            node.say("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in others:
            first.meet(node)
        until(lambda: all(self._knows_all(node) for node in self.nodes))
        for number, node in enumerate(self.nodes[:primaries]):
            low, high = SLOTS * number // primaries, SLOTS * (number + 1) // primaries - 1
            node.say("CLUSTER", "ADDSLOTSRANGE", low, high)
        for number, node in enumerate(self.nodes[primaries:]):
            node.say("CLUSTER", "REPLICATE", self.nodes[number % primaries].id)
        until(self.is_whole)

    def join(self, folder: Path) -> None:
        """Have another server join, without slots."""
        node = Node(folder)
        self.nodes.append(node)
        node.meet(self.nodes[0])
        until(lambda: all(self._knows_all(each) for each in self.nodes))
        until(self.is_whole)

    def _knows_all(self, node: Node) -> bool:
        return len(node.say("CLUSTER", "NODES").splitlines()) == len(self.nodes)

    def is_whole(self) -> bool:
        """Tell whether every node sees every slot served, and every replica follows."""
        try:
            states = [node.client.cluster("INFO") for node in self.nodes]
            links = [node.info("replication", "master_link_status") for node in self.nodes]
        except RedisError:
            return False
        is_covered = all(
            state["cluster_state"] == "ok" and int(state["cluster_slots_ok"]) == SLOTS
            for state in states
        )
        return is_covered and all(link in {"", "up"} for link in links)

    @property
    def url(self) -> str:
        """The REDIS_URL of the cluster."""
        return f"redis+cluster://{','.join(f'127.0.0.1:{node.port}' for node in self.nodes[:3])}"

    def primary_of(self, key: str) -> Node:
        """Return the server that has the slot of ``key``, as one that answers knows it."""
        seer = next(node for node in self.nodes if answers(node))
        slot = int(seer.say("CLUSTER", "KEYSLOT", key))
        owners = seer.say("CLUSTER", "SLOTS")
        port = next(first[1] for low, high, first, *_ in owners if low <= slot <= high)
        return next(node for node in self.nodes if node.port == port)

    def primaries(self) -> list[Node]:
        """Return the servers that have slots, or could."""
        return [node for node in self.nodes if node.info("replication", "role") == "master"]

    def close(self) -> None:
        """End every server."""
        for node in self.nodes:
            node.close()


class Moving:
    """A slot on its way from one primary to another, key by key."""

    def __init__(self, cluster: Cluster, key: str) -> None:
        """Begin to move the slot of ``key``."""
        self.source = cluster.primary_of(key)
        primaries = cluster.primaries()
        self.target = next(node for node in primaries if node is not self.source)
        self._others = [node for node in primaries if node not in {self.source, self.target}]
        self.slot = int(self.source.say("CLUSTER", "KEYSLOT", key))
        self.target.say("CLUSTER", "SETSLOT", self.slot, "IMPORTING", self.source.id)
        self.source.say("CLUSTER", "SETSLOT", self.slot, "MIGRATING", self.target.id)

    def carry(self) -> None:
        """Move the keys."""
        while names := self.source.say("CLUSTER", "GETKEYSINSLOT", self.slot, 10):
            migrate = ("MIGRATE", "127.0.0.1", self.target.port, "", 0, 5000, "KEYS")
            self.source.say(*migrate, *names)

    def end(self) -> None:
        """Tell every primary, the new one first."""
        for node in (self.target, self.source, *self._others):
            node.say("CLUSTER", "SETSLOT", self.slot, "NODE", self.target.id)


def answers(node: Node) -> bool:
    """Tell whether a server takes commands."""
    try:
        return bool(node.client.ping())
    except RedisError:
        return False


def until(condition: Callable[[], object]) -> None:
    """Wait for servers to get somewhere."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < deadline, condition
        time.sleep(_POLL_S)
