"""Ports for servers of the tests."""

from __future__ import annotations

import random
import socket
from typing import Final

_PORTS: Final = range(10_000, 32_000)
"""Below the ports that systems give to outgoing connections, from 32,768 or from 49,152 on."""

_given: set[int] = set()


def free_port() -> int:
    """Return a port of 127.0.0.1 that nobody listens on, another one each time."""
    while True:
        port = random.SystemRandom().choice(_PORTS)
        if port not in _given and _is_free(port):
            _given.add(port)
            return port


def _is_free(port: int) -> bool:
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
