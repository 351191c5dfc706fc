"""InWork: the answers that are being worked on in each chat, and what waits for them."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.platforms.discord.answering import Answering


class InWork:
    """The answers in work, chat by chat; None stands for a change of an earlier answer."""

    def __init__(self) -> None:
        """Begin with none."""
        self._answers: dict[str, list[Answering | None]] = {}
        self._crossing: set[str] = set()
        """The chats in which several were in work at the same time since the chat was last idle."""
        self._calls: dict[str, list[Callable[[], None]]] = {}
        """What is to be called as soon as a chat is idle."""

    def __contains__(self, chat: object) -> bool:
        """Tell whether an answer is in work in ``chat``."""
        return chat in self._answers

    def crosses(self, chat: str) -> bool:
        """Tell whether answers of ``chat`` crossed one another since it was idle."""
        return chat in self._crossing

    @contextmanager
    def working_on(self, chat: str, answer: Answering | None) -> Iterator[None]:
        """Count ``answer`` as in work while the block runs; then it was given, or never will be.

        Others in work meanwhile cross it, but not one that has already shown its board: that only
        waits for the id of its message, which players may see and press by then.
        """
        answers = self._answers.setdefault(chat, [])
        if any(other is None or other.shown_at == math.inf for other in answers):
            self._crossing.add(chat)
        answers.append(answer)
        try:
            yield
        finally:
            answers.remove(answer)
            if not answers:
                self._end(chat)

    def _end(self, chat: str) -> None:
        """Forget ``chat``, which is idle now, and call those who waited for that."""
        del self._answers[chat]
        self._crossing.discard(chat)
        for call in self._calls.pop(chat, ()):
            call()

    def call_when_idle(self, chat: str, call: Callable[[], None]) -> None:
        """Call ``call``, which must not fail, when the last answer in work there has been given."""
        self._calls.setdefault(chat, []).append(call)

    async def idle(self, chat: str) -> None:
        """Wait until no answer is in work in ``chat``."""
        while chat in self._answers:
            idle = asyncio.Event()
            self.call_when_idle(chat, idle.set)
            await idle.wait()
