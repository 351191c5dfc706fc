"""Sequels: what follows on an answer without being asked for."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from typing import Any, Final

from msgspec.structs import replace

from bot.app.ports import StoreUnavailable
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen
from bot.app.service import Service
from bot.delivery import Courier, Scene
from bot.platforms.discord.answering import Answering
from bot.platforms.discord.boards import Boards
from bot.platforms.discord.by_answer import ByAnswer
from bot.platforms.discord.outage import OUTAGE
from bot.platforms.discord.view import View

_LOG = logging.getLogger(__name__)
_UNFINISHED: Final = "an answer stays unfinished; its button asks again"


class Sequels:
    """Shows boards that change by themselves, as when the solver plays."""

    def __init__(self, service: Service, courier: Courier, view: View, boards: Boards) -> None:
        """Ask ``service`` for what follows; ``courier`` shows it, ``boards`` notes answers."""
        self._service = service
        self._courier = courier
        self._view = view
        self._boards = boards
        self._tasks: set[asyncio.Task[None]] = set()

    def follow(self, request: Request, reply: Reply, answering: Answering | None) -> None:
        """Show what follows on a reply that is unfinished, as long as something does.

        ``answering`` is changed for that where the bot can change nothing but answers.
        """
        if reply.unfinished:
            self._begin(self._follow(reply, partial(self._step, request, answering)))

    def amend(
        self, request: Request, reply: Reply, show: Callable[[Reply], Awaitable[None]]
    ) -> None:
        """Have ``show`` change an unfinished text, as long as something follows on it."""

        async def step(so_far: Reply) -> Reply:
            more = await self._service.more(request, so_far)
            await show(more)
            return more

        self._begin(self._follow(reply, step))

    def complete(self, request: Request, reply: Reply, show: Callable[[Reply], None]) -> None:
        """Have ``show`` show what follows on an unfinished text, in its place."""
        self._begin(self._complete(request, reply, show))

    def look_again(self, chat: str, number: int) -> None:
        """Show a game as it is where the answer just given may not have shown it so.

        No effect follows on a press that changed nothing, but its answer may have taken so long
        that it has overwritten a newer one of another worker. The request does not wait for this:
        the chat's turn may be a long 429 away.
        """
        if not self._boards.is_seen(chat, number):
            self._begin(self._boards.look_again(chat, number))

    async def drain(self) -> None:
        """Wait until all that is to be sent, and all that follows on it, has been shown."""
        await self._courier.drain()
        while self._tasks:
            await asyncio.wait(self._tasks)
            await self._courier.drain()

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def by_answer(self, request: Request, reply: Reply, answering: Answering) -> ByAnswer:
        """Return what changes the board of ``reply``, with which ``request`` was answered."""

        async def amend(screen: Screen) -> None:
            language = screen.language or reply.chat_language
            beside = replace(reply, screen=screen, chat_language=language)
            now = await self._courier.for_all(request.chat.id, beside)
            scene = scene_of(request, now, now.screen or screen)
            await answering.amend(await self._view.shown(scene))

        return ByAnswer(request.player.id, amend, answering.take_back)

    @staticmethod
    async def _follow(reply: Reply, step: Callable[[Reply], Awaitable[Reply | None]]) -> None:
        more: Reply | None = reply
        while more is not None and more.unfinished:
            try:
                more = await step(more)
            except StoreUnavailable:
                _LOG.warning(_UNFINISHED)
                return
            except OUTAGE as error:
                _LOG.warning("the rest of an answer was not shown: %s", error)
                return

    async def _complete(
        self, request: Request, reply: Reply, show: Callable[[Reply], None]
    ) -> None:
        try:
            more = await self._service.more(request, reply)
        except StoreUnavailable:
            _LOG.warning(_UNFINISHED)
        else:
            show(more)

    async def _step(
        self, request: Request, answering: Answering | None, reply: Reply
    ) -> Reply | None:
        """Show what comes next, and return it; None where nobody would see it."""
        if answering is None:
            more = await self._service.more(request, reply)
            if self._courier.is_unheard(request.chat.id):
                _LOG.info("what follows on an answer is seen by nobody")
                return None
            if more.screen is not None:
                self._courier.show(request.chat.id, more)
        else:
            with self._boards.answering(request):
                more = await self._service.more(request, reply)
                if more.screen is not None:
                    await self._amend(request, more, answering)
        return more

    async def _amend(self, request: Request, more: Reply, answering: Answering) -> None:
        assert more.screen is not None  # noqa: S101  # the caller has looked
        scene = scene_of(request, more, more.screen)
        message = None
        try:
            if not answering.is_taken_back:
                message = await answering.amend(await self._view.shown(scene))
        except OUTAGE:
            if not answering.is_taken_back:
                raise
        if answering.is_taken_back:
            # Another board has taken its place meanwhile, and shows what follows as an effect.
            self._courier.remember(scene.chat, more)
        elif message is not None:
            by_answer = self.by_answer(request, more, answering)
            await self._boards.remember(scene.chat, more, message, by_answer=by_answer)


def scene_of(request: Request, reply: Reply, screen: Screen) -> Scene:
    """Return ``screen`` as it is shown where ``request`` came from."""
    return Scene(
        chat=request.chat.id,
        screen=screen,
        texts=reply.texts,
        language=reply.language,
        private=request.chat.private,
    )
