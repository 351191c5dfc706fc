"""Listening for HTTP where the settings say, and counting requests that are refused."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from aiohttp import web

STRANGERS_SECONDS: Final = 3600.0
"""Between two warnings about requests that are refused: anybody can send many."""


class CannotListenError(Exception):
    """An address of the settings cannot be listened at; says which, and why."""


class Strangers:
    """Counts requests that are refused because they do not prove whom they are from."""

    def __init__(self, log: logging.Logger, warning: str) -> None:
        """Write ``warning`` to ``log`` now and then; its "%d" is how many there were so far."""
        self._log = log
        self._warning = warning
        self._seen = 0
        self._told = -math.inf

    def note(self) -> None:
        """Count one."""
        self._seen += 1
        now = time.monotonic()
        if now - self._told >= STRANGERS_SECONDS:
            self._told = now
            self._log.warning(self._warning, self._seen)


@contextmanager
def listening(setting: str, host: str, port: int) -> Iterator[None]:
    """Raise CannotListenError when listening there fails: it is taken, forbidden or nowhere.

    ``setting`` is what names the address.
    """
    try:
        yield
    except OSError as error:
        why = error.strerror or error  # of several addresses' errors only the text is told
        said = f"cannot listen at {host}:{port}, which {setting} names: {why}"
        raise CannotListenError(said) from error


async def listen(setting: str, runner: web.BaseRunner, host: str, port: int) -> web.TCPSite:
    """Serve ``runner`` at ``host`` and ``port`` of ``setting``, port 0 being any that is free.

    CannotListenError when that is taken, forbidden or nowhere.
    """
    site = web.TCPSite(runner, host, port)
    with listening(setting, host, port):
        await site.start()
    return site
