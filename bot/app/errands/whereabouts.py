"""Whereabouts: what a chat is called by now, where its platform has given it other ids.

A chat that gets another id is closed first: from then on whoever would change something in it finds
that it is another one. So what is brought there is all that there is. Where it goes nothing changes
until all has come. Whoever asks for the chat meanwhile brings what is left before they go on.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TypeAlias, TypeVar
from uuid import uuid4

from msgspec.structs import replace

from bot.app.deciding import follow_chat
from bot.app.decision import Documents
from bot.app.documents.spaces import chat_space
from bot.app.documents.state import read_chat
from bot.app.errands.moving import bring, close, stay
from bot.app.needed import Moved
from bot.app.ports import Damaged, Store
from bot.app.requests.request import Request
from bot.app.screens.illustration import EndedPage

T = TypeVar("T")
_Closed: TypeAlias = tuple[str, str]
"""A chat that is closed, and what it is to become."""


async def whereabouts(store: Store, chat: str, behind: tuple[_Closed, ...] = ()) -> str:
    """Return the id that ``chat`` has now; raises StoreUnavailable.

    Those ``behind`` are to go there, one after the other, the nearest first.
    """
    chat, _ = await game_now(store, chat, 0, behind)
    return chat


async def game_now(
    store: Store, chat: str, number: int, behind: tuple[_Closed, ...] = ()
) -> tuple[str, int]:
    """Return where the game ``number`` of ``chat`` is now, and its number there; as above."""
    while True:
        state = await store.view(chat_space(chat), read_chat)
        # Where it goes has been left as well, or what is damaged does not come along.
        with suppress(Moved, Damaged):
            if state.coming is not None:
                await bring(store, state.coming, chat)
            elif state.moved_to is None:
                break
            elif not state.leaving:
                number += state.raised.get(state.moved_to, 0)
                chat = state.moved_to
            elif _is_to_stay(closed := (chat, state.moved_to), behind):
                reopen = partial(stay, closed_to=state.moved_to)
                await store.update(chat_space(chat), f"stayed:{uuid4().hex}", reopen)
            else:
                there = await whereabouts(store, state.moved_to, (closed, *behind))
                if there != chat:  # it may have stayed, and be closed again by now
                    await bring(store, chat, there)
    return chat, number


def _is_to_stay(closed: _Closed, behind: tuple[_Closed, ...]) -> bool:
    """Tell whether all go to the chat that is ``closed``, though it was told to become another.

    That is one of those in a circle, in which each was told to become the next: the way there has
    come by it before. It is the same one wherever that begins.
    """
    if closed not in behind:
        return False
    circle = behind[: behind.index(closed) + 1]
    return closed == min(circle)


async def move(store: Store, old: str, new: str) -> None:
    """Move everything of the chat ``old`` to ``new``; called again it goes on where it stopped."""
    new = await whereabouts(store, new)

    async def leave(chat: str, _number: int) -> None:
        if chat == old and chat != new:
            await store.update(chat_space(old), f"moved:{new}", partial(close, to=new))

    await follow(store, old, 0, leave)
    await whereabouts(store, old)


async def follow(
    store: Store, chat: str, number: int, ask: Callable[[str, int], Awaitable[T]]
) -> T:
    """Return what ``ask`` gives where the game ``number`` of ``chat`` is now; raises as it does.

    It raises Moved where the chat is to be looked up again, as what is ``staying`` does.
    """
    while True:
        try:
            return await ask(chat, number)
        except Moved:
            chat, number = await game_now(store, chat, number)


async def view_game(store: Store, chat: str, number: int, look: Callable[..., T]) -> T:
    """Return what ``look`` sees of the game ``number`` of ``chat`` where it is now; as above.

    It is given the documents there, the time, and the ``number`` that the game has there.
    """

    async def view(chat: str, number: int) -> T:
        return await store.view(chat_space(chat), staying(partial(look, number=number)))

    return await follow(store, chat, number, view)


async def followed(store: Store, request: Request) -> Request:
    """Return ``request`` as it is asked where its chat is now, about the same game; as above."""
    chat, raised = await game_now(store, request.chat.id, 0)
    action, number = request.action, request.game and request.game + raised
    if isinstance(action, EndedPage) and action.game is not None:
        action = dataclasses.replace(action, game=action.game + raised)
    return replace(request, chat=replace(request.chat, id=chat), action=action, game=number)


def staying(look: Callable[[Documents, int], T]) -> Callable[[Documents, int], T]:
    """Return ``look``, be it a decision or not, as it raises Moved in a chat that is moved."""

    def at_home(documents: Documents, now: int) -> T:
        follow_chat(read_chat(documents))
        return look(documents, now)

    return at_home
