"""Carrier: what carries effects out: what is shown or sent on its platform, all else elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Protocol

from bot.app.documents.effects import MESSAGES, DayOver, Redraw
from bot.app.errands.quieted import unless_quiet
from bot.app.ports import Carry, NotOurs, Store


class Shows(Protocol):
    """The bot on one platform, as far as effects are about messages there."""

    def redraw(self, chat: str, number: int, *, unasked: bool = False) -> Awaitable[None]:
        """Show a game as it is; a future where somebody else is about to, and no task is needed.

        ``unasked``: nobody there has asked for anything.
        """

    async def day_over(self, chat: str, day: int) -> None:
        """Send a chat the table of a day; raises NotYet before its time."""


def carrier(others: Carry, bots: Mapping[str, Shows], store: Store) -> Carry:
    """Return what carries effects out by ``bots``, by what the ids of chats begin with.

    What nobody has asked for waits for the end of quiet hours, as ``store`` knows them.
    """

    def carry(space: str, effect: object) -> Awaitable[None]:
        bot = bots.get(effect.chat.partition(":")[0]) if isinstance(effect, Redraw) else None
        if isinstance(effect, Redraw) and bot is not None and not effect.unasked:
            return bot.redraw(effect.chat, effect.number)
        return carry_by(space, effect)

    async def carry_by(space: str, effect: object) -> None:
        if not isinstance(effect, MESSAGES):
            await others(space, effect)
        elif (bot := bots.get(effect.chat.partition(":")[0])) is None:
            raise NotOurs(effect.chat)
        elif isinstance(effect, DayOver):
            await bot.day_over(effect.chat, effect.day)
        else:
            await unless_quiet(store, effect.chat, effect.number)
            await bot.redraw(effect.chat, effect.number, unasked=True)

    return carry
