"""Declined: how a decision answers a request that changes nothing."""

from __future__ import annotations

from bot.app.screens.reply import Reply
from bot.i18n import Text


class Declined(Exception):  # noqa: N818  # no error: the answer to a request that changes nothing
    """Raised by a handler that declines a request; ``reply`` says why."""

    def __init__(self, said: Text | Reply) -> None:
        """Keep what is said: a text goes to the one who asked alone."""
        super().__init__()
        self.reply = Reply((said,), private=True) if isinstance(said, Text) else said
