"""By answer: boards that nothing but the answer that has made them can change.

There are such where the bot is no member and only a player has it installed.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable

from msgspec import Struct

from bot.app.screens.screen import Screen
from bot.platforms.discord.outage import OUTAGE

_LOG = logging.getLogger(__name__)


class ByAnswer(Struct, frozen=True):
    """How a message is changed and taken away by the answer that has made it; raises OUTAGE.

    ``asker`` is the id of the player that it answers.
    """

    asker: str
    amend: Callable[[Screen], Awaitable[None]]
    withdraw: Callable[[], Awaitable[None]]


async def withdraw_old(old: ByAnswer | None, new: ByAnswer | None) -> None:
    """Take an ``old`` board away where the courier cannot, as long as its answer can be changed.

    One that answers another player stays: it may be the only board that player sees.
    """
    if old is not None and new is not None and old.asker == new.asker:
        await withdrawn(old.withdraw)


async def withdrawn(withdraw: Callable[[], Awaitable[None]]) -> None:
    """Have ``withdraw`` take an old board away; one that it cannot stays."""
    try:
        await withdraw()
    except OUTAGE as error:
        _LOG.info("an old board where the bot is no member stays: %s", error)


async def amend(by_answer: ByAnswer, screen: Screen) -> None:
    """Show ``screen`` by an answer given before, if Discord still takes that."""
    try:
        await by_answer.amend(screen)
    except OUTAGE as error:
        _LOG.info("a board where the bot is no member was not changed: %s", error)
