"""Telegram: the Bot API through python-telegram-bot, with an intake of our own."""

from bot.platforms.telegram.bot import TelegramBot

__all__ = ["TelegramBot"]
