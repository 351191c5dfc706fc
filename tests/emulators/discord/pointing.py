"""Pointing discord.py at an emulator, in this process or another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from discord import http
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL


@contextmanager
def pointed(api_url: str, gateway_url: str) -> Iterator[None]:
    """Let discord.py take ``api_url`` and ``gateway_url`` for Discord while the block runs."""
    before, read = (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE), http.json_or_text
    Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = api_url, URL(gateway_url)
    Asset.BASE = str(URL(api_url).origin())
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE = before
        http.json_or_text = read
