"""Manner: how a chat is answered by what it has chosen."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from bot.app.requests.coordinates import Coordinates
from bot.app.screens.screen import Reply


@dataclass(frozen=True, slots=True)
class Manner:
    """How ``chat``, as it is called by now, is answered.

    ``coordinates``: how cells are named; ``silent``: whether its hours are quiet.
    """

    chat: str
    language: str
    coordinates: Coordinates
    silent: bool

    def told(self, reply: Reply) -> Reply:
        """Return ``reply`` as the chat is told it."""
        return replace(
            reply,
            texts=tuple(map(self.coordinates.spell, reply.texts)),
            language=self.language,
            chat_language=self.language,
            chat=self.chat,
            silent=self.silent,
        )
