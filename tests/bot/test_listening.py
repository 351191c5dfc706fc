"""Listening where the settings say, or a sentence why that fails."""

from __future__ import annotations

import socket

import pytest
from aiohttp import ClientSession, web

from bot.listening import CannotListenError, listen, listening


async def test_listening() -> None:
    """A listening server can be reached; a port already taken is named with the reason."""
    runner = web.AppRunner(web.Application(), access_log=None)
    await runner.setup()
    try:
        await listen("HEALTH_LISTEN", runner, "127.0.0.1", 0)
        port = runner.addresses[0][1]
        async with ClientSession() as session, session.get(f"http://127.0.0.1:{port}/") as answer:
            assert answer.status == 404
        with socket.create_server(("127.0.0.1", 0)) as other:
            taken = other.getsockname()[1]
            with pytest.raises(CannotListenError) as refused:
                await listen("HEALTH_LISTEN", runner, "127.0.0.1", taken)
        assert str(refused.value).startswith(
            f"cannot listen at 127.0.0.1:{taken}, which HEALTH_LISTEN names: "
        )
        assert "address already in use" in str(refused.value)
    finally:
        await runner.cleanup()


def test_an_error_without_a_number() -> None:
    """Where none of several addresses can be listened at, the error's own words are the reason."""
    words = r"^cannot listen at nowhere:1, which X_LISTEN names: no such place$"
    with pytest.raises(CannotListenError, match=words), listening("X_LISTEN", "nowhere", 1):
        raise OSError("no such place")
