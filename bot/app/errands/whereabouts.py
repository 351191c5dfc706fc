"""Whereabouts: what a chat is called by now, where its platform has given it other ids."""

from __future__ import annotations

from bot.app.decision import Documents, read_as
from bot.app.documents.spaces import CHAT, chat_space
from bot.app.documents.state import ChatState
from bot.app.ports import Store


async def whereabouts(store: Store, chat: str) -> str:
    """Return the id that ``chat`` has now; raises StoreUnavailable."""
    chat, _ = await game_now(store, chat, 0)
    return chat


async def game_now(store: Store, chat: str, number: int) -> tuple[str, int]:
    """Return where the game ``number`` of ``chat`` is now, and its number there; as above."""
    while (state := await store.view(chat_space(chat), _state)) and state.moved_to is not None:
        number += state.raised.get(state.moved_to, 0)
        chat = state.moved_to
    return chat, number


def _state(documents: Documents, _now: int) -> ChatState | None:
    return read_as(documents, CHAT, ChatState)
