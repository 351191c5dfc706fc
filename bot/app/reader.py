"""Reader: the language that a player has chosen in private, for what they alone are told."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from msgspec import Struct

from bot.app.actions import SetLanguage
from bot.app.ports import Decision, Documents, Store, Write
from bot.app.request import Request
from bot.app.screen import Reply
from bot.app.spaces import player_space

READER: Final = "reader"
"""The name of the document in a player's space."""


class Reader(Struct, frozen=True, array_like=True):
    """What a player reads."""

    language: str


class Readers:
    """Knows what players read; all raise StoreUnavailable."""

    def __init__(self, store: Store) -> None:
        """Keep it in ``store``."""
        self._store = store

    async def note(self, asked: Request) -> None:
        """Note a language that is chosen in a private chat."""
        if isinstance(asked.action, SetLanguage) and asked.chat.private:
            keep = partial(_keep, reader=Reader(asked.action.language))
            operation = f"reader:{asked.operation}"
            await self._store.update(player_space(asked.player.id), operation, keep)

    async def address(self, asked: Request, reply: Reply) -> Reply:
        """Return ``reply`` in the reader's language where in a group it is for one alone."""
        if asked.chat.private or not reply.private:
            return reply
        found = await self._store.view(player_space(asked.player.id), read_reader)
        return reply if found is None else replace(reply, language=found.language)


def read_reader(documents: Documents, _now: int) -> Reader | None:
    """Return what is noted in a player's space."""
    found = documents.get(READER)
    return found if isinstance(found, Reader) else None


def _keep(_documents: Documents, _now: int, *, reader: Reader) -> Decision[None]:
    return Decision(None, {READER: Write(reader)})
