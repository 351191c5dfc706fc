"""Shared boards in the store: published under a code, and found by it."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write, read_as
from bot.app.documents.shared import KEEP_SHARED_S, SHARED, SharedBoard, share_space
from bot.app.ports import Store


async def publish(store: Store, code: str, board: SharedBoard) -> None:
    """Have ``board`` found under ``code``; doing it again only makes it last longer."""
    decide = partial(_keep, board=board)
    await store.update(share_space(code), f"published:{uuid4().hex}", decide)


def _keep(documents: Documents, _now: int, *, board: SharedBoard) -> Decision[None]:
    """Write ``board`` with the best of the times it was won in."""
    known = documents.get(SHARED)
    times = [each.won_in for each in (board, known) if isinstance(each, SharedBoard)]
    best = min((time for time in times if time is not None), default=None)
    return Decision(None, {SHARED: Write(replace(board, won_in=best), KEEP_SHARED_S)})


async def find_shared(store: Store, code: str) -> SharedBoard | None:
    """Return what is shared under ``code``; StoreUnavailable."""

    def look(documents: Documents, _now: int) -> SharedBoard | None:
        return read_as(documents, SHARED, SharedBoard)

    return await store.view(share_space(code), look)
