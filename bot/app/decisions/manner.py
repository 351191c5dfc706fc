"""Manner: how a chat is answered by what it has chosen."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec.structs import replace

from bot.app.documents.state import Settings
from bot.app.screens.reply import Reply


@dataclass(frozen=True, slots=True)
class Manner:
    """How a chat is answered."""

    chat: str
    """As it is called by now."""
    language: str
    settings: Settings
    silent: bool
    """Whether its hours are quiet."""

    def told(self, reply: Reply) -> Reply:
        """Return ``reply`` as the chat is told it."""
        return replace(
            reply,
            texts=tuple(map(self.settings.coordinates.spell, reply.texts)),
            language=self.language,
            chat_language=self.language,
            chat=self.chat,
            silent=self.silent,
        )
