"""Intake: updates from Telegram, acknowledged only after their effect has been committed."""

from bot.platforms.telegram.intake.incoming import Handle, Incoming, Slip
from bot.platforms.telegram.intake.kind import Kind
from bot.platforms.telegram.intake.polling import Polling, PollingEnded
from bot.platforms.telegram.intake.shapes import PressedMessage
from bot.platforms.telegram.intake.shelf import Shelf
from bot.platforms.telegram.intake.webhook import Webhook, WebhookRefused

__all__ = [
    "Handle",
    "Incoming",
    "Kind",
    "Polling",
    "PollingEnded",
    "PressedMessage",
    "Shelf",
    "Slip",
    "Webhook",
    "WebhookRefused",
]
