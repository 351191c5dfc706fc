"""What the store keeps of a chat of a soak: its games, and which message shows the newest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from bot.app.decision import Documents
from bot.app.documents.shown import Shown, shown_name
from bot.app.documents.state import ChatState, Session
from bot.app.screens.screen import screen_of
from bot.delivery import Scene
from bot.store import MailboxStore

T = TypeVar("T")


async def games_of(space: str, store: MailboxStore) -> dict[int, Session]:
    """Return the games of the chat with this space, by number."""

    def look(documents: Documents, _now: int) -> dict[int, Session]:
        state = documents.get("chat")
        last = state.next_number if isinstance(state, ChatState) else 1
        found = {number: documents.get(f"game:{number}") for number in range(1, last)}
        return {number: each for number, each in found.items() if isinstance(each, Session)}

    return await store.view(space, look)


async def newest_of(
    space: str, number: int, store: MailboxStore, drawn: Callable[[Scene], T]
) -> tuple[T, int | None]:
    """Return the game ``number`` as it has to be ``drawn``, and the message that shows it."""

    def look(documents: Documents, now: int) -> tuple[T, int | None]:
        session, chat = documents.get(f"game:{number}"), documents.get("chat")
        shown = documents.get(shown_name(number))
        assert isinstance(session, Session)
        assert isinstance(chat, ChatState)
        screen = screen_of(session, now, chat.settings)
        scene = Scene("", screen, (), session.language, session.private)
        return drawn(scene), int(shown.message) if isinstance(shown, Shown) else None

    return await store.view(space, look)
