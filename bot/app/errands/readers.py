"""Readers: what a player has chosen in private, for what they alone are told."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.app.decision import Decision, Documents, Write
from bot.app.documents.reader import READER, Reader, read_reader
from bot.app.documents.spaces import player_space
from bot.app.ports import Applied, Damaged, Store, StoreUnavailable
from bot.app.requests.actions import Action, Choice, Delete, SetChoice, SetLanguage
from bot.app.requests.coach_actions import SetPublic, ShowStats
from bot.app.requests.coordinates import Coordinates
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen
from bot.bounded import BoundedDict
from bot.i18n import near_language

_LOG = logging.getLogger(__name__)
_FRESH_S: Final = 60.0
"""How long a worker goes by what it has read; so long it may miss a choice made at another one."""
_REMEMBERED: Final = 10_000


_NOBODY: Final = Reader()
_Seen: TypeAlias = tuple[float, Reader]


class Readers:
    """Knows what players read; all raise StoreUnavailable unless they say otherwise."""

    def __init__(self, store: Store) -> None:
        """Keep it in ``store``."""
        self._store = store
        self._seen: BoundedDict[str, _Seen] = BoundedDict(_REMEMBERED)
        self._heard: BoundedDict[str, str] = BoundedDict(_REMEMBERED)
        """The languages that clients spoke last, as far as they need not be noted again."""

    async def note(self, request: Request) -> None:
        """Note what is chosen in a private chat."""
        choose = _chosen(request.action) if request.chat.private else None
        if choose is not None:
            await self._change(request, choose)

    async def hear(self, request: Request) -> None:
        """Note the language of the asking player's client, for requests that do not say it."""
        player, client = request.player.id, near_language(request.language) or ""
        if self._heard.get(player) == client or isinstance(request.action, Delete):
            return
        heard = replace(request, operation=f"{request.operation}:client")
        await self._change(heard, lambda reader: replace(reader, client=client))
        self._heard[player] = client

    async def heard(self, request: Request) -> Request:
        """Return ``request``, which does not say the client's language, with the one noted last.

        While there is no store, with the one that this worker knows of.
        """
        reader = await self._known(request)
        client = self._heard.get(request.player.id) if reader is None else reader.client
        return replace(request, language=client) if client else request

    async def _change(self, request: Request, choose: Callable[[Reader], Reader]) -> None:
        keep = partial(_keep, choose=choose)
        operation = f"reader:{request.operation}"
        player, now = request.player.id, asyncio.get_running_loop().time()
        kept = await self._store.update(player_space(player), operation, keep)
        self._seen.pop(player, None)
        if isinstance(kept, Applied):
            self._seen[player] = now, kept.reply

    def forget(self, player: str) -> None:
        """Go by nothing that was known of ``player``, who was deleted."""
        self._seen[player] = asyncio.get_running_loop().time(), _NOBODY
        self._heard.pop(player, None)

    async def of(self, request: Request) -> Reader:
        """Return what is known of the player who asks, as it was within the last minute.

        While there is no store, what was known of them last.
        """
        player, now = request.player.id, asyncio.get_running_loop().time()
        seen = self._seen.get(player)
        if seen is not None and now - seen[0] < _FRESH_S:
            return seen[1]
        try:
            reader = await self._store.view(player_space(player), read_reader)
        except StoreUnavailable:
            if seen is None:
                raise
            return seen[1]
        except Damaged:  # it is set aside, and what was asked is answered all the same
            _LOG.warning("a player's settings are damaged and set aside; the usual ones apply")
            reader = _NOBODY
        if self._seen.get(player) is seen:  # else more is known since this was read
            self._seen[player] = now, reader
        return reader

    async def address(self, request: Request, reply: Reply) -> Reply:
        """Return ``reply`` as its reader wants it if it is for one alone in a group, else as is.

        While there is no store, as is: what was asked for is committed.
        """
        if reply.private or is_about_oneself(request.action):
            return await self.told(request, reply)
        return reply

    async def told(self, request: Request, reply: Reply) -> Reply:
        """Return ``reply`` as the one who asked alone reads it; unchanged while there is no store.

        The board that may go with it stays as the group sees it.
        """
        if isinstance(request.action, SetLanguage) and not reply.private:
            return reply  # which language a group has now is said in it
        reader = await self._known(request)
        return reply if reader is None else told_to(reader, reply, request)

    def told_now(self, request: Request, reply: Reply) -> Reply:
        """Return ``reply`` as the one who asked reads it, as far as this worker knows of them.

        In this way it is said that there is no store, or that the bot may not write where it was
        asked, in private chats too.
        """
        _, reader = self._seen.get(request.player.id, (0.0, _NOBODY))
        return told_to(reader, reply, request)

    async def drawn(self, request: Request, screen: Screen) -> Screen:
        """Return ``screen`` as the one who asked alone sees it; unchanged while there is no store.

        Its theme stays the group's.
        """
        reader = await self._known(request)
        if reader is None or reader.coordinates is None:
            return screen
        return replace(screen, coordinates=reader.coordinates)

    async def _known(self, request: Request) -> Reader | None:
        """Return what is known of the one who asks; None in private, and if it cannot be read."""
        if request.chat.private:
            return None
        try:
            return await self.of(request)
        except StoreUnavailable:
            _LOG.warning(
                "a reader's settings cannot be read; a notice for them is as for the group"
            )
            return None


def told_to(reader: Reader, reply: Reply, request: Request) -> Reply:
    """Return ``reply`` to ``request`` as it is said to ``reader`` alone."""
    texts = reply.texts
    if reader.coordinates is not None:
        texts = tuple(map(reader.coordinates.respell, texts))
    # Who has chosen none is told in their client's, or where that is none of ours as all are.
    spoken = reader.language or near_language(request.language) or reply.language
    return replace(reply, texts=texts, language=spoken)


def is_about_oneself(action: Action) -> bool:
    """Tell whether ``action`` asks for what is its player's own: the statistics."""
    is_stats = isinstance(action, ShowStats) and not action.name
    return is_stats or isinstance(action, SetPublic)


def _chosen(action: Action) -> Callable[[Reader], Reader] | None:
    """Return what ``action`` changes about its player as a reader; None for nothing."""
    match action:
        case SetLanguage(language):
            return lambda reader: replace(reader, language=language)
        case SetChoice(Choice.COORDINATES, value) if value in set(Coordinates):
            return lambda reader: replace(reader, coordinates=Coordinates(value))
    return None


def _keep(
    documents: Documents, _now: int, *, choose: Callable[[Reader], Reader]
) -> Decision[Reader]:
    known = read_reader(documents)
    chosen = choose(known)
    return Decision(chosen, {} if chosen == known else {READER: Write(chosen)})
