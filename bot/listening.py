"""Listening for HTTP where the settings say."""

from __future__ import annotations

from aiohttp import web


class CannotListenError(Exception):
    """An address of the settings cannot be listened at; says which, and why."""


async def listen(runner: web.BaseRunner, host: str, port: int) -> web.TCPSite:
    """Serve ``runner`` at ``host`` and ``port``, 0 being any that is free.

    CannotListenError when that is taken, forbidden or nowhere.
    """
    site = web.TCPSite(runner, host, port)
    try:
        await site.start()
    except OSError as error:
        raise CannotListenError(f"cannot listen at {host}:{port}: {error.strerror}") from error
    return site
