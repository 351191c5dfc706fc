"""Sweeping: effects are carried out while a bot runs, those that others left behind as well."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import chain, repeat
from typing import Final

from bot.app.ports import Carry, StoreUnavailable
from bot.store.mailbox import MailboxStore

_LOG = logging.getLogger(__name__)
_SWEEP_S: Final = 30.0
"""Time between looks for effects that others left behind, but while the store is away."""
_LEFT_BEHIND_MS: Final = 10_000
"""From this age on an effect's own worker is taken to have died."""
_END_S: Final = 5.0
"""How long the end waits for effects that are being carried out."""


@asynccontextmanager
async def carrying_out(
    store: MailboxStore, carry: Carry, *, alone: bool = False, ending_s: float = _END_S
) -> AsyncIterator[None]:
    """Have ``carry`` carry out the effects committed here, and those that others left behind.

    The latter are looked for at once, again when what a worker left that has just died is old
    enough, and then every _SWEEP_S. ``alone``: no other worker runs, so the first look takes
    effects of any age. At the end those that have begun get ``ending_s`` seconds; other workers
    find what is left.
    """
    store.carry = carry
    sweeper = asyncio.create_task(_sweep(store, 0 if alone else _LEFT_BEHIND_MS))
    try:
        yield
    finally:
        sweeper.cancel()
        try:
            await asyncio.wait([sweeper])
            with suppress(TimeoutError):
                await asyncio.wait_for(store.settled(), ending_s)
        finally:  # also for who is told to end once more, or the store would wait for effects
            await store.abandon()


async def _sweep(store: MailboxStore, age_ms: int) -> None:
    """Look for effects, the first time for those older than ``age_ms``."""
    soon_s, is_away = _LEFT_BEHIND_MS / 1000, False
    for pause in chain([soon_s], repeat(_SWEEP_S)):
        try:
            await store.sweep(age_ms)
            if is_away:
                _LOG.warning("all of the store answers again")
            is_away = False
        except StoreUnavailable as away:
            is_away = True
            _LOG.warning("effects left behind are looked for later: %s", away)
        except Exception:  # noqa: BLE001  # without it nobody would carry out what others left
            _LOG.exception("effects left behind cannot be looked for, and are later")
        await asyncio.sleep(soon_s if is_away else pause)
        age_ms = _LEFT_BEHIND_MS
