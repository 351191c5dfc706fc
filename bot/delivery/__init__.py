"""Delivery: how screens reach a chat within what its platform allows."""

from bot.delivery.outbox import Outbox, RetryLater

__all__ = ["Outbox", "RetryLater"]
