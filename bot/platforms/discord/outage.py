"""Outage: what to do while Discord cannot be reached, and when it will not have the bot."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final, TypeVar

import discord
from aiohttp import ClientConnectorError, ClientError
from discord.utils import MISSING

from bot.app.ports import Clock
from bot.platforms import PlatformRefused

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
OUTAGE: Final = (
    discord.HTTPException,
    discord.RateLimited,
    ClientError,
    OSError,
    TimeoutError,
)
"""What calls raise when Discord, or the way to it, has trouble."""
AGAIN_S: Final = 5.0
SOON_S: Final = 2.0
"""The longest that a player is let wait for Discord to take an answer."""
_LOOK_S: Final = 300.0
"""Between looks whether Discord knows the token."""
_UNKNOWN: Final = "Discord does not know DISCORD_TOKEN."
_TRIED_ON: Final = frozenset({500, 502, 504, 524})
"""Statuses after which the library itself tries again, for half a minute, before it raises."""


async def patiently(ask: Callable[[], Awaitable[T]], clock: Clock) -> T:
    """Return what ``ask`` returns, asked again for as long as Discord cannot be reached."""
    while True:
        try:
            return await ask()
        except OUTAGE as error:
            _LOG.error("Discord cannot be reached, trying on: %s", named(error))
            asked = error.retry_after if isinstance(error, discord.RateLimited) else 0.0
            await clock.sleep(max(AGAIN_S, asked))


def named(error: Exception) -> str:
    """Return what kind of error it is, and which address had no connection, if it says so.

    An answer of Discord's, or of what stands before it, may say anything, and is not quoted.
    """
    kind = type(error).__name__
    return f"{kind}: {error}" if isinstance(error, ClientConnectorError) else kind


async def log_in(client: discord.Client, token: str, clock: Clock) -> None:
    """Log ``client`` in, whenever Discord is there; raises PlatformRefused for a wrong token."""

    async def try_to() -> None:
        try:
            await client.login(token)
        except OUTAGE:
            # The library makes another session each time, and would leave this one open.
            await client.http.close()
            client.http.connector = MISSING
            raise

    try:
        await patiently(try_to, clock)
    except discord.LoginFailure as error:
        raise PlatformRefused(_UNKNOWN) from error


async def stay_known(ask: Callable[[], Awaitable[object]], clock: Clock) -> None:
    """Call ``ask`` every few minutes; PlatformRefused once Discord knows the token no more."""
    while True:
        await clock.sleep(_LOOK_S)
        try:
            await ask()
        except (*OUTAGE, ValueError) as error:  # of a way there that says what is no JSON
            if isinstance(error, discord.HTTPException) and is_of_token(error):
                raise PlatformRefused(_UNKNOWN) from error


def is_passing(error: discord.HTTPException) -> bool:
    """Tell whether the same call may succeed when it is made again."""
    return error.status >= HTTPStatus.INTERNAL_SERVER_ERROR or is_too_many(error)


def is_too_many(error: discord.HTTPException) -> bool:
    """Tell whether Discord wants fewer calls."""
    return error.status == HTTPStatus.TOO_MANY_REQUESTS


def is_shut_out(error: discord.HTTPException) -> bool:
    """Tell whether it is not Discord that wants fewer calls, but what stands before it.

    That refuses every call from an address for the seconds it names; the library does not wait for
    these.
    """
    return is_too_many(error) and not error.response.headers.get("Via")


def is_of_token(error: discord.HTTPException) -> bool:
    """Tell whether Discord knows the bot's token no more, in a call that is made with it.

    Discord shuts out an address for too many such calls. Docs, "Invalid Request Limit".
    """
    return error.status == HTTPStatus.UNAUTHORIZED


def soon_s(error: Exception, *, repeats: bool) -> float | None:
    """Return after how many seconds a call that raised ``error`` may succeed; None if not soon.

    If the connection broke, the call may have been carried out: one that ``repeats`` what it sends
    is not to be made again then.
    """
    if isinstance(error, discord.HTTPException):
        if is_too_many(error):
            asked = asked_s(error)
            return asked if asked <= SOON_S else None
        return 0.0 if is_passing(error) and error.status not in _TRIED_ON else None
    # After a timeout the player has waited long enough.
    is_broken = isinstance(error, ClientError) and not isinstance(error, TimeoutError)
    return 0.0 if is_broken and not repeats else None


def asked_s(error: discord.HTTPException) -> float:
    """Return for how many seconds no call is wanted; AGAIN_S where that is not said."""
    try:
        return float(error.response.headers.get("Retry-After", ""))
    except ValueError:
        return AGAIN_S
