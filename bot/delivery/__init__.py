"""Delivery: how screens reach a chat within what its platform allows."""

from bot.delivery.outbox import Outbox, RetryLater
from bot.delivery.turns import Turn, Turns

__all__ = ["Outbox", "RetryLater", "Turn", "Turns"]
