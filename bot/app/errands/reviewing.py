"""Reviewing: answers with reviews and replays, the first words at once."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Awaitable, Callable
from typing import Final, Protocol, TypeVar

from msgspec.structs import replace

from bot.app.counsel import Progress
from bot.app.decisions.desk import Desk
from bot.app.decisions.manner import Manner
from bot.app.decisions.review import (
    Reviewed,
    move_page,
    replay_page,
    reviewed,
    summary_page,
    unfinished,
)
from bot.app.ports import Advisor
from bot.app.requests import coach_actions
from bot.app.requests.request import Request
from bot.app.screens.reply import Reply
from bot.i18n import Text
from core.review import Review

T = TypeVar("T")

_FIRST_S: Final = 0.1
"""A review that takes longer is announced: the first words are to be there within 0.3 s."""
_NEXT_S: Final = 2.0
"""How often it is said how far a review is."""


class Look(Protocol):
    """Reads a chat's documents for a request."""

    def __call__(self, request: Request, look: Callable[[Desk], T]) -> Awaitable[T]:
        """Return what ``look`` makes of them; what it raises reaches the caller."""


class Reviewing:
    """Answers requests for reviews and replays of finished games."""

    def __init__(self, look: Look, advisor: Advisor) -> None:
        """Find games by ``look`` and ask ``advisor`` what their moves were worth."""
        self._look = look
        self._advisor = advisor

    async def review(self, request: Request, action: coach_actions.Review) -> Reply:
        """Return the page that is asked for, or the first words where it takes a while."""
        return await self._answered(request, action, _FIRST_S, is_first=True)

    async def more(self, request: Request, so_far: Reply) -> Reply:
        """Return the page once it is there, or how far it is.

        Its game is named by the button of ``so_far``: another may have ended since.
        """
        action = so_far.buttons[0][0].action
        assert isinstance(action, coach_actions.Review)  # noqa: S101  # as ``unfinished`` makes it
        named = replace(request, action=action)
        return await self._answered(named, action, _NEXT_S, is_first=False)

    async def replay(self, request: Request, _action: coach_actions.Replay) -> Reply:
        """Return a finished game as an animation."""
        manner, game = await self._look(request, _found)
        return manner.told(await asyncio.to_thread(replay_page, game))

    async def _answered(
        self, request: Request, action: coach_actions.Review, patience: float, *, is_first: bool
    ) -> Reply:
        """Return the page that ``action`` asks for, that of the game as a whole for move 0."""
        manner, game = await self._look(request, _found)
        made = await self._advisor.review(game.session.game, patience)
        page = dataclasses.replace(action, game=game.number, where=game.where)
        count = made.of if isinstance(made, Progress) else len(made.moves)
        if page.move > count:
            reply = Reply((Text("review.no_move", number=game.number, count=count),), private=True)
        elif isinstance(made, Progress):
            reply = unfinished(game, page, made, is_first=is_first)
        else:
            reply = await self._page(game, made, page.move)
        return manner.told(reply)

    async def _page(self, game: Reviewed, review: Review, number: int) -> Reply:
        if not number:
            return await asyncio.to_thread(summary_page, game, review)
        move, chances = await self._advisor.explain(review.moves[number - 1])
        return move_page(game, review, number, move, chances)


def _found(desk: Desk) -> tuple[Manner, Reviewed]:
    found = reviewed(desk)
    # All see the pages, whoever turns them: they are in the language of their board.
    return desk.manner_beside(found.session), found
