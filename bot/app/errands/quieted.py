"""Quieted: what nobody has asked for waits while it is quiet, unless somebody plays just now."""

from __future__ import annotations

from functools import partial
from typing import Final

from bot.app.decision import Documents, read_as
from bot.app.documents.spaces import CHAT, chat_space, game_name
from bot.app.documents.state import ChatState, Session
from bot.app.errands.whereabouts import follow, staying
from bot.app.ports import NotYet, Store

_JUST_NOW_MS: Final = 5 * 60 * 1000


async def unless_quiet(store: Store, chat: str, number: int) -> None:
    """Raise NotYet while ``chat`` has quiet hours and nobody there plays its game ``number``."""

    async def look(chat: str, number: int) -> bool:
        is_to_wait = staying(partial(_is_to_wait, number=number))
        return await store.view(chat_space(chat), is_to_wait)

    if await follow(store, chat, number, look):
        raise NotYet("it is quiet there")


def _is_to_wait(documents: Documents, now: int, *, number: int) -> bool:
    state = read_as(documents, CHAT, ChatState) or ChatState()
    session, quiet = read_as(documents, game_name(number), Session), state.settings.quiet
    if quiet is None or not quiet.is_on(now) or session is None:
        return False
    return now - session.clock.last > _JUST_NOW_MS
