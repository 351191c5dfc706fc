"""Quieted: what nobody has asked for waits while it is quiet, unless somebody plays just now."""

from __future__ import annotations

from typing import Final

from bot.app.decision import Documents, read_as
from bot.app.documents.spaces import game_name
from bot.app.documents.state import Session, read_chat
from bot.app.errands.whereabouts import view_game
from bot.app.ports import NotYet, Store

_JUST_NOW_MS: Final = 5 * 60 * 1000


async def unless_quiet(store: Store, chat: str, number: int) -> None:
    """Raise NotYet while ``chat`` has quiet hours and nobody there plays its game ``number``."""
    if await view_game(store, chat, number, _is_to_wait):
        raise NotYet("it is quiet there")


def _is_to_wait(documents: Documents, now: int, *, number: int) -> bool:
    session = read_as(documents, game_name(number), Session)
    quiet = read_chat(documents).settings.quiet
    if quiet is None or not quiet.is_on(now) or session is None:
        return False
    return now - session.clock.last > _JUST_NOW_MS
