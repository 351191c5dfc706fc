"""Answering: the answers to one interaction, the first of which may be no more than "wait"."""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeAlias, TypeVar

import discord

from bot.app.ports import Clock
from bot.platforms.discord import limits
from bot.platforms.discord.api import ORIGINAL, Answer, AnswerType, Api
from bot.platforms.discord.components import EPHEMERAL, Payload
from bot.platforms.discord.events import Interaction
from bot.platforms.discord.ids import made_at
from bot.platforms.discord.outage import OUTAGE, soon_s


class TooLateError(Exception):
    """Raised when an answer was given, and Discord probably no longer waited for it."""


Respond: TypeAlias = Callable[[Answer], Awaitable[str | None]]
"""Gives the first answer; returns the id of the message made, where Discord tells it.

TooLateError where Discord does not tell whether it has taken the answer, which probably was late.
"""
_PAUSES_S: Final = (0.1, 0.3, 1.0, 2.0)
"""Between attempts to reach the message that Discord is yet to make of an answer by HTTP."""
_UNKNOWN_WEBHOOK: Final = 10015
"""Discord's code for an interaction that it has no answer to yet."""
_INVALID_TOKEN: Final = 50027
"""Discord's code for an interaction that is too old."""
_UNCHANGED: Final = frozenset({10008, 50083})
"""Discord's codes for a message that is gone, or in an archived thread; docs, JSON error codes."""
_T = TypeVar("_T")


class Answering:
    """Answers an interaction by whichever way is still open."""

    def __init__(
        self,
        api: Api,
        interaction: Interaction,
        respond: Respond,
        clock: Clock,
        now: Callable[[], float],
    ) -> None:
        """Answer ``interaction`` by ``respond`` first, by ``api`` after that.

        ``now`` is Unix time, which tells whether the interaction can still be answered.
        """
        self._clock = clock
        self._now = now
        self._api = api
        self.interaction = interaction
        self._respond = respond
        self._where = interaction.application, interaction.token
        self._deferred: AnswerType | None = None
        self._is_for_one = False
        self._is_spent = False
        """Whether Discord has said that the interaction is too old: our clock may be behind."""
        self._message = ORIGINAL
        """The id of the message answered with last, for calls with the interaction's token."""
        self.is_taken_back = False
        """Whether the last message is taken away, because another answer shows the same."""
        self.in_time = True
        """Whether Discord has taken what was answered, as far as can be told."""
        self.began_at = time.monotonic()
        """When the interaction came."""
        self.shown_at = math.inf
        """When a first answer with a board was given (``time.monotonic``), before its message's id
        was asked for; infinite if none was."""

    async def defer(self, *, update: bool, ephemeral: bool = False) -> None:
        """Say that the answer takes a moment."""
        if self._deferred is not None:
            return
        flags = {"flags": EPHEMERAL} if ephemeral else {}
        kind = AnswerType.DEFER_UPDATE if update else AnswerType.DEFER_MESSAGE
        await self._first(Answer(kind, data=flags))
        self._deferred = kind
        self._is_for_one = ephemeral

    async def show(self, payload: Payload, *, update: bool) -> str | None:
        """Change the message whose button was pressed, or send a new one; return its id.

        A message that is gone or in an archived thread cannot be changed: then a new one is sent,
        which takes the thread out of the archive.
        """
        try:
            return await self._show(payload, update=update)
        except discord.HTTPException as error:
            if error.code not in _UNCHANGED or not update:
                raise
        return await self._show(payload, update=False)

    async def _show(self, payload: Payload, *, update: bool) -> str | None:
        if self._deferred is AnswerType.DEFER_UPDATE and not update:
            return await self.follow(payload)
        if self._deferred is not None:
            shown = await self.amend(payload)
            self.in_time = True
            return shown
        kind = AnswerType.UPDATE if update else AnswerType.MESSAGE
        made = await self._first(Answer(kind, payload))
        self.shown_at = time.monotonic()
        if update:
            return self.interaction.message
        return made or await self._made()

    async def follow(self, payload: Payload) -> str | None:
        """Send another message, which ``amend`` changes from now on; return its id."""
        made = await self.say_beside(payload)
        self._message = made or self._message
        return made

    async def say_beside(self, payload: Payload) -> str | None:
        """Send another message, while ``amend`` still changes the last one; return its id."""
        send = partial(self._api.follow_up, *self._where, payload)
        return await self._after(send, repeats=True)

    async def _made(self) -> str | None:
        """Return the id of the message that the first answer made, once Discord has made it."""
        try:
            return await self._after(partial(self._api.original, *self._where))
        except OUTAGE:
            return None

    async def _after(self, call: Callable[[], Awaitable[_T]], *, repeats: bool = False) -> _T:
        """Return what ``call`` does; try again while Discord has not carried out the first answer.

        By HTTP Discord takes an answer first and carries it out later: until then there is nothing
        to follow or to change. Short outages are waited for too, or a player who was told to wait
        would do so for a quarter of an hour; but a call that ``repeats`` might send a message twice
        if Discord took it and its answer was lost.

        TimeoutError where the interaction is too old: Discord would refuse the call, and counts
        what it refuses.
        """
        for pause in _PAUSES_S:
            try:
                return await self._before_its_end(call)
            except OUTAGE as error:
                asked = soon_s(error, repeats=repeats)
                if isinstance(error, discord.NotFound) and error.code == _UNKNOWN_WEBHOOK:
                    asked = 0.0
                if asked is None:
                    raise
                await self._clock.sleep(max(pause, asked))
        return await self._before_its_end(call)

    async def _before_its_end(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Return what ``call`` does; TimeoutError if the interaction is too old for it."""
        age = self._now() - made_at(self.interaction.id)
        if self._is_spent or age >= limits.TOKEN_S:
            raise TimeoutError("the interaction is too old to be answered once more")
        try:
            return await call()
        except discord.HTTPException as error:
            self._is_spent = error.code == _INVALID_TOKEN
            raise

    async def notice(self, payload: Payload) -> None:
        """Say something that only the one who asked can see."""
        if self._deferred is None:
            await self._first(Answer(AnswerType.MESSAGE, payload))
        elif self._deferred is AnswerType.DEFER_MESSAGE and self._is_for_one:
            await self.amend(payload)
        else:
            if self._deferred is AnswerType.DEFER_MESSAGE:
                # The next message would take the place of that answer, and be as public.
                await self.withdraw()
            await self.follow(payload)

    async def amend(self, payload: Payload) -> str | None:
        """Change what was answered last; return its id."""
        change = partial(self._api.edit_answer, *self._where, self._message, payload)
        return await self._after(change)

    async def withdraw(self) -> None:
        """Delete the first answer; of a press that was put off, the message with the button."""
        await self._after(partial(self._api.delete_answer, *self._where))

    async def take_back(self) -> None:
        """Delete the message answered with last, because another answer shows the same."""
        self.is_taken_back = True
        await self._after(partial(self._api.delete_answer, *self._where, self._message))

    async def plain(self, kind: AnswerType, data: dict[str, object]) -> None:
        """Give an answer that is no message."""
        await self._first(Answer(kind, data=data))

    async def _first(self, answer: Answer) -> str | None:
        """Give the first answer; return the id of the message made, if that is told."""
        try:
            return await self._respond(answer)
        except TooLateError:
            self.in_time = False
            return None
