"""A store for the tests of what is shown."""

from __future__ import annotations

import pytest

from bot.app.documents.codec import DocumentCodec
from bot.store.mailbox import MailboxStore
from bot.store.memory import MemoryBackend


@pytest.fixture
def store() -> MailboxStore:
    """Return an empty store."""
    return MailboxStore(MemoryBackend(), DocumentCodec())
