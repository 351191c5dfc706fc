"""Boards: what the answers to interactions have shown, so that it need not be sent once more."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from functools import partial
from operator import attrgetter
from typing import Final, TypeAlias

from msgspec import Struct

from bot.app.documents.shown import Shown
from bot.app.ports import Clock, Damaged, StoreUnavailable
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.app.screens.screen import Screen
from bot.app.service import Service
from bot.bounded import BoundedDict
from bot.delivery import Courier, RetryLater
from bot.platforms.discord.answering import Answering
from bot.platforms.discord.api import Api
from bot.platforms.discord.by_answer import ByAnswer, amend, withdraw_old
from bot.platforms.discord.display import ANSWER, BOARD, pin
from bot.platforms.discord.in_work import InWork
from bot.platforms.discord.outage import OUTAGE

_LOG = logging.getLogger(__name__)
_REMEMBERED: Final = 10_000
_PROMPT_S: Final = 1.0
"""Time within which nearly all answers are given. A worker whose answer crosses another's waits so
long before it shows the board again; one that answers later looks by itself whether it has
overwritten a newer board."""

_TRANSIENT: Final = frozenset({"board", "elapsed", "changed", "marked", "chances"})
"""Fields that need not be compared: the revision stands for the board, the clock goes on by itself,
and the others go with what was just said of the board, which is not kept."""
_Look: TypeAlias = tuple[object, ...]
_look: Final[Callable[[Screen], _Look]] = attrgetter(
    *(field for field in Screen.__struct_fields__ if field not in _TRANSIENT)
)
"""Returns the fields that decide how a board looks."""


class _Answered(Struct, frozen=True):
    """What an answer has shown of a game."""

    message: str
    look: _Look
    by_answer: ByAnswer | None
    """What changes the board where only answers can, because the bot is no member there."""
    sure: bool
    """Whether the message certainly shows this: the answer was in time, and meanwhile neither was
    another in work, here or as far as is known elsewhere, nor a message for the chat: of two
    changes it is not known which comes last."""
    prompt: bool
    """Whether it was given within _PROMPT_S: so long do workers wait whose answers it crosses."""
    alone: bool | None
    """Whether no other worker's answer was in work; None where that is not known."""
    crossed_at: float
    """When another worker's answer was last known to be in work; it may arrive after this one."""
    shown_at: float
    """When it was given (``time.monotonic``)."""


class Boards:
    """Shows games as effects ask for it, unless an answer has done so."""

    def __init__(self, service: Service, courier: Courier, api: Api, clock: Clock) -> None:
        """Look at games with ``service``; what no answer shows is shown by ``courier``."""
        self._api = api
        self._clock = clock
        self._service = service
        self._courier = courier
        self._in_work = InWork()
        self._waiting: Counter[tuple[str, int]] = Counter()
        """How often a game is to be shown once its chat is idle."""
        self._shown: BoundedDict[tuple[str, int], _Answered] = BoundedDict(_REMEMBERED)
        self._only_answers: BoundedDict[str, bool] = BoundedDict(_REMEMBERED)
        """Whether the bot may do nothing but answer in a chat, by what was asked there last."""

    def redraw(self, chat: str, number: int, *, unasked: bool) -> Awaitable[None]:
        """Show a game as it is, unless an answer does so that is in work or given from now on.

        One given before does not count: this effect may be one that another worker left behind. Nor
        does one that has crossed another worker's answer, which may arrive later. That is waited
        for, for _PROMPT_S; after that it is its own worker that looks again.
        """
        since = time.monotonic()
        if unasked:
            return self._redraw_unasked(chat, number, since)
        if chat not in self._in_work:
            return self._redraw(chat, number, since)
        done = asyncio.get_running_loop().create_future()
        self._waiting[chat, number] += 1
        self._in_work.call_when_idle(chat, partial(self._settle, chat, number, since, done))
        return done

    async def _redraw_unasked(self, chat: str, number: int, since: float) -> None:
        """Show a game that was changed from elsewhere, unless an answer shows the change.

        It waits first: an answer of another worker without that change may still be on its way.
        """
        await self._clock.sleep(_PROMPT_S)
        await self._redraw(chat, number, since)

    def _settle(self, chat: str, number: int, since: float, done: asyncio.Future[None]) -> None:
        """Show a game now that ``chat`` is idle, unless an answer has done it, as is usual.

        If it was to be shown more than once, some of the changes may be missing in the answer, such
        as a rival's move or an achievement.
        """
        is_its_own = self._waiting[chat, number] == 1
        if done.done() or (is_its_own and self._is_last_word(chat, number, since)):
            self._waits_no_more(chat, number)
            _finish(done)
        else:
            showing = asyncio.create_task(self._show_due(chat, number, since, done))
            # Who stops waiting for ``done`` stops the work for it as well.
            done.add_done_callback(lambda _: showing.cancel())

    def _is_last_word(self, chat: str, number: int, since: float) -> bool:
        """Tell whether an answer after ``since`` is certainly seen, and no other may be newer."""
        shown = self._shown.get((chat, number))
        if shown is None or shown.shown_at <= since:
            return False
        return shown.sure and shown.prompt and shown.alone is True

    async def _show_due(
        self, chat: str, number: int, since: float, done: asyncio.Future[None]
    ) -> None:
        """Show a game that no answer has shown for certain."""
        self._waits_no_more(chat, number)
        shown = self._shown.get((chat, number))
        try:
            if shown is not None and shown.shown_at > since:
                crossing = shown.crossed_at + _PROMPT_S - time.monotonic()
                if crossing > 0.0:
                    await self._clock.sleep(crossing)
                    since = time.monotonic()
            await self._redraw(chat, number, since)
        except Exception as error:  # noqa: BLE001  # theirs who wait
            if not done.done():
                done.set_exception(error)
        else:
            _finish(done)

    async def _redraw(self, chat: str, number: int, since: float) -> None:
        """Show a game as the store has it, unless an answer after ``since`` shows just that."""
        screen = await self._seen_idle(chat, number)
        shown = self._shown.get((chat, number))
        if screen is None:  # deleted, and its board is to be taken away
            if shown is not None:
                await withdraw_old(shown.by_answer, shown.by_answer)
            if not self._only_answers.get(chat):
                await self._courier.redraw(chat, number)
            return
        is_new = shown is not None and shown.sure and shown.shown_at > since
        if shown is not None and is_new and _is_of(screen, shown.look):
            return
        while screen is not None:
            if shown is None or shown.by_answer is None:
                await self._courier.redraw(chat, number)
            else:
                await amend(shown.by_answer, screen)
            # An answer given meanwhile may have arrived first and been overwritten.
            look, screen = _look(screen), await self._service.screen(chat, number)
            if _is_of(screen, look):
                return

    async def _seen_idle(self, chat: str, number: int) -> Screen | None:
        """Return a game as it is while no answer is in work in its chat, which would show it."""
        while True:
            self._waiting[chat, number] += 1
            try:
                await self._in_work.idle(chat)
            finally:
                self._waits_no_more(chat, number)
            screen = await self._service.screen(chat, number)
            if chat not in self._in_work:
                return screen

    def _waits_no_more(self, chat: str, number: int) -> None:
        self._waiting[chat, number] -= 1
        if not self._waiting[chat, number]:
            del self._waiting[chat, number]

    def is_seen(self, chat: str, number: int) -> bool:
        """Tell whether the answer just given shows the game as it is, or an effect is about to."""
        return self._waiting[chat, number] > 0 or self._is_last_word(chat, number, -math.inf)

    async def look_again(self, chat: str, number: int) -> None:
        """Show a game as it is, unless an answer certainly shows it so."""
        try:
            await self._redraw(chat, number, -math.inf)
        except (StoreUnavailable, Damaged, RetryLater, *OUTAGE) as error:
            _LOG.warning("a board was not looked at again: %s", error)

    def answering(
        self, request: Request, answer: Answering | None = None
    ) -> AbstractContextManager[None]:
        """Let the effects of this request wait until ``answer`` has been given."""
        self._only_answers[request.chat.id] = request.chat.only_answers
        return self._in_work.working_on(request.chat.id, answer)

    async def remember(
        self,
        chat: str,
        reply: Reply,
        message: str,
        answer: Answering | None = None,
        *,
        by_answer: ByAnswer | None,
    ) -> bool:
        """Note that ``message`` shows the game of ``reply`` as it is; tell whether that is kept.

        ``by_answer`` changes the message where nothing else can. If ``answer`` was not in time, the
        message may not show the game. What is known of a later answer stays. The message that
        showed the game before is taken away.
        """
        assert reply.screen is not None  # noqa: S101  # the caller has shown it
        key = (chat, reply.screen.number)
        if not await self._is_adopted(*key, message, by_answer):
            return False
        now = time.monotonic()
        shown_at = now if answer is None else min(now, answer.shown_at)
        known = self._shown.get(key)  # another answer may have been remembered meanwhile
        if known is not None and known.message == message and known.shown_at > shown_at:
            return True
        self._courier.remember(chat, reply)
        is_only = reply.alone is not False  # as far as is known
        is_crossed = self._in_work.crosses(chat) or self._courier.is_at_work(chat)
        crossed_before = -math.inf if known is None else known.crossed_at
        self._shown[key] = _Answered(
            message=message,
            look=_look(reply.screen),
            by_answer=by_answer,
            sure=(answer is None or answer.in_time) and is_only and not is_crossed,
            prompt=answer is not None and shown_at < answer.began_at + _PROMPT_S,
            alone=reply.alone,
            crossed_at=crossed_before if is_only else now,
            shown_at=shown_at,
        )
        if known is not None and known.message != message:
            await withdraw_old(known.by_answer, by_answer)
        return True

    async def _is_adopted(
        self, chat: str, number: int, message: str, by_answer: ByAnswer | None
    ) -> bool:
        """Have the store keep that ``message`` shows a game; tell whether it does.

        If the game was dropped meanwhile, its board is taken away: it was never played, and another
        was asked for before it was known which message shows this one.
        """
        known, is_member = self._shown.get((chat, number)), by_answer is None
        if known and known.message == message and (known.by_answer is None) == is_member:
            return True  # as the store knows already
        shown = Shown(message, BOARD if is_member else ANSWER)
        try:
            is_there = await self._courier.adopt(chat, number, shown)
        except StoreUnavailable as error:
            # The next press there tells where the game is shown.
            _LOG.warning("where a board is shown was not kept: %s", error)
            return False
        if not is_there:
            await withdraw_old(by_answer, by_answer)
        return is_there

    def forget(self, chat: str, number: int) -> None:
        """Note that the message that has shown a game is gone."""
        self._shown.pop((chat, number), None)

    async def pin(self, request: Request, message: str, screen: Screen) -> None:
        """Pin a new board, or unpin one that is over, where that is wanted and allowed."""
        if request.chat.private or not request.chat.may_pin:
            return
        try:
            seen = await self._service.glance(request)
        except (StoreUnavailable, Damaged):
            _LOG.warning("a chat's settings cannot be read; a board is not pinned")
            return
        if seen.settings.pinned:
            await pin(self._api, request.chat.id, message, screen)


def _finish(done: asyncio.Future[None]) -> None:
    """End the wait for ``done``, if it has not ended yet."""
    if not done.done():
        done.set_result(None)


def _is_of(screen: Screen | None, look: _Look) -> bool:
    """Tell whether a board with this ``look`` shows ``screen``."""
    return screen is not None and _look(screen) == look
