"""Albums: each of their pictures is a message of its own, which any worker may read."""

from __future__ import annotations

from typing import Final

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.spaces import chat_space
from bot.app.ports import Applied, Store

_ALBUM: Final = "album"
"""A document that there never is: not writing it is remembered as an operation like any other."""


class Albums:
    """Knows of which albums a picture was read."""

    def __init__(self, store: Store) -> None:
        """Note that in ``store``."""
        self._store = store

    async def is_first(self, chat: str, album: str) -> bool:
        """Note that a picture of ``album`` was read in ``chat``; tell whether none was before.

        StoreUnavailable when that cannot be said.
        """
        noted = await self._store.update(chat_space(chat), f"telegram:album:{album}", _note)
        return isinstance(noted, Applied)


def _note(_documents: Documents, _now: int) -> Decision[None]:
    return Decision(None, {_ALBUM: Write(None)})
