"""Carrier: effects that are messages go to the bot of their platform, all others elsewhere."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping
from typing import Protocol

from bot.app.documents.effects import MESSAGES, DayOver, Redraw
from bot.app.errands.quieted import unless_quiet
from bot.app.ports import Carry, NotOurs, Store


class Shows(Protocol):
    """The bot on one platform, as far as effects are about messages there."""

    def redraw(self, chat: str, number: int, *, unasked: bool = False) -> Awaitable[None]:
        """Show a game as it is now; what is returned is done when that is.

        ``unasked``: nobody there has asked for anything.
        """

    async def day_over(self, chat: str, day: int) -> None:
        """Send a chat the table of a day; raises NotYet before its time."""


def carrier(others: Carry, bots: Mapping[str, Shows], store: Store) -> Carry:
    """Return what carries messages out by ``bots``, and other effects by ``others``.

    The bots' keys are the names of platforms, which ids of chats begin with. Boards that nobody has
    asked for wait for the end of the chat's quiet hours, which are read from ``store``.
    """

    def bot_of(effect: Redraw | DayOver) -> Shows | None:
        return bots.get(effect.chat.partition(":")[0])

    def carry(space: str, effect: object) -> Awaitable[None]:
        if isinstance(effect, Redraw) and not effect.unasked and (bot := bot_of(effect)):
            # Nearly every move has one of these; no task is made for a future of the bot's.
            return bot.redraw(effect.chat, effect.number)
        return carry_by(space, effect)

    async def carry_by(space: str, effect: object) -> None:
        if not isinstance(effect, MESSAGES):
            await others(space, effect)
        elif (bot := bot_of(effect)) is None:
            raise NotOurs(effect.chat)
        elif isinstance(effect, DayOver):
            await bot.day_over(effect.chat, effect.day)
        else:
            await unless_quiet(store, effect.chat, effect.number)
            await bot.redraw(effect.chat, effect.number, unasked=True)

    return carry
