"""The platforms people play on; none of them knows another.

A platform with an SDK is imported only by a worker that has a token for it.
"""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.delivery import Shows

__all__ = ["Bot", "PlatformRefused"]


class PlatformRefused(Exception):  # noqa: N818  # named after what has happened
    """Raised when a platform will not let the bot work; says why in a sentence."""


class Bot(Shows, Protocol):
    """The bot on one platform."""

    intake: str
    """The platform and how the bot takes what comes from it, in words."""

    def connected(self) -> AbstractAsyncContextManager[None]:
        """Be known to the platform; raises PlatformRefused."""

    async def run(self, stopping: asyncio.Event) -> None:
        """Take what comes until ``stopping``; raises PlatformRefused."""

    async def ready(self) -> None:
        """Wait until it takes what comes."""
