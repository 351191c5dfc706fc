"""Whereabouts: what a chat is called by now, where its platform has given it other ids."""

from __future__ import annotations

from bot.app.desk import CHAT
from bot.app.ports import Documents, Store
from bot.app.spaces import chat_space
from bot.app.state import ChatState


async def whereabouts(store: Store, chat: str) -> str:
    """Return the id that ``chat`` has now; raises StoreUnavailable."""
    while (moved := await store.view(chat_space(chat), _moved_to)) is not None:
        chat = moved
    return chat


def _moved_to(documents: Documents, _now: int) -> str | None:
    state = documents.get(CHAT)
    return state.moved_to if isinstance(state, ChatState) else None
