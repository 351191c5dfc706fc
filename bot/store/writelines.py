"""A mend for asyncio, in force once this module is loaded: writelines() on a lost connection.

From Python 3.12 to 3.13.5 it does not look whether the connection has been lost, as write() does
(python/cpython#136234). It then raises a TypeError or an AttributeError, or leaves the socket's
number with the event loop: the next socket with that number, such as that of the connection that
is made instead, is never said to be ready. The Redis client writes so (redis/redis-py#4217).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

if (3, 12) <= sys.version_info < (3, 13, 6):
    from asyncio.selector_events import _SelectorSocketTransport  # type: ignore[attr-defined]

    _written = _SelectorSocketTransport.writelines

    def _writelines(transport: Any, pieces: Iterable[bytes]) -> None:
        """Write ``pieces``, unless the connection has been lost: whoever drains it is told."""
        if not transport._conn_lost:  # noqa: SLF001  # as the library itself does since
            _written(transport, pieces)

    _SelectorSocketTransport.writelines = _writelines
