"""Delivery: what is shown where, in whose turn, within what a platform allows."""

from bot.delivery.carrier import Shows, carrier
from bot.delivery.courier import Courier
from bot.delivery.digests import Digests
from bot.delivery.scene import ChatGone, ChatMoved, Display, RetryLater, Scene
from bot.delivery.turns import Turn, Turns
from bot.delivery.waits import cancelled, ended, within

__all__ = [
    "ChatGone",
    "ChatMoved",
    "Courier",
    "Digests",
    "Display",
    "RetryLater",
    "Scene",
    "Shows",
    "Turn",
    "Turns",
    "cancelled",
    "carrier",
    "ended",
    "within",
]
