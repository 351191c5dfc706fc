"""What comes in: an update as the bot's handler gets it, and the handler itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from telegram import Update

from bot.platforms.telegram.intake.kind import Kind
from bot.platforms.telegram.intake.shapes import PressedMessage


@dataclass(slots=True)
class Slip:
    """What the response to a webhook's request carries: a call whose result nobody learns."""

    call: dict[str, Any] | None = None
    gone: bool = False
    """Whether the response has been sent without it: what comes later needs a call of its own."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """One update. ``lane`` names what it has to keep in order with: a chat, mostly.

    ``update`` lacks the keyboards, the message pressed (``pressed`` is that), and of messages that
    are only quoted (replied to, pinned) the formatting and pictures. ``board_data`` is the data of
    the first button of the message pressed or replied to.
    """

    update_id: int
    kind: Kind
    update: Update
    lane: str
    board_data: str | None = None
    pressed: PressedMessage | None = None
    slip: Slip | None = None
    """Given where the response to the request that brought the update can carry a call."""


Handle: TypeAlias = Callable[[Incoming], Awaitable[None]]
"""Returns when the update's effect has been committed, which acknowledges it.

Raises bot.app.ports.StoreUnavailable when that cannot be said: the update will come again. What
else it raises is a fault of ours: logged, and acknowledged, for it would fail the next time too.
"""
