"""Insisting: what a Redis server or cluster may do in a moment is asked of it again."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from redis.exceptions import RedisError

from bot.app.ports import StoreUnavailable, StoreUnfit
from bot.store.cancelling import cancellable
from bot.store.causes import cause_of, is_refusal

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.5
"""Seconds between two tries: each pause is twice the one before."""


async def _at_once(_deadline: float) -> None:
    """Try again after the pause alone."""


async def insist(
    attempt: Callable[[], Awaitable[T]],
    patience: float,
    before_next: Callable[[float], Awaitable[None]] = _at_once,
) -> T:
    """Make ``attempt`` until it succeeds or ``patience`` (s) ends; repeating it must do no harm.

    StoreUnavailable then; StoreUnfit at once for a refusal, which does not pass. ``before_next`` is
    awaited after each pause, with the deadline on the monotonic clock.
    """
    deadline, pause = time.monotonic() + patience, _FIRST_PAUSE
    while True:
        try:
            return await cancellable(attempt())
        except (RedisError, OSError) as error:
            cause = cause_of(error)
            if is_refusal(error):
                raise StoreUnfit(cause) from error
            if time.monotonic() > deadline:
                raise StoreUnavailable(cause) from error
            _LOG.info("%s; trying again", cause)
        # Jitter, so that those who wait do not come back all at once.
        await asyncio.sleep(pause * random.uniform(0.5, 1.0))  # noqa: S311  # jitter
        pause = min(pause * 2, _LONGEST_PAUSE)
        await before_next(deadline)
