"""Albums: each of their pictures is a message of its own, which any worker may read."""

from __future__ import annotations

from typing import Final

from telegram import Message

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.spaces import chat_space
from bot.app.ports import Applied, Repeated, Store
from bot.bounded import BoundedDict

_ALBUM: Final = "album"
"""A document that never exists: to write nothing there is an operation, and so is remembered."""
_REMEMBERED: Final = 1000


class Albums:
    """Knows of which albums a picture was read."""

    def __init__(self, store: Store) -> None:
        """Note that in ``store``."""
        self._store = store
        self._first: BoundedDict[str, int] = BoundedDict(_REMEMBERED)
        """By album, the message read first, in this process: it comes again if not answered."""

    async def is_more(self, chat: str, message: Message | None) -> bool:
        """Note that ``message`` was read in ``chat``; tell whether one of its album was before.

        StoreUnavailable when that cannot be said.
        """
        if message is None or (album := message.media_group_id) is None:
            return False
        if self._first.get(album) == message.message_id:
            return False
        noted = await self._store.update(chat_space(chat), f"telegram:album:{album}", _note)
        if isinstance(noted, Applied):
            self._first[album] = message.message_id
        return isinstance(noted, Repeated)


def _note(_documents: Documents, _now: int) -> Decision[None]:
    return Decision(None, {_ALBUM: Write(None)})
