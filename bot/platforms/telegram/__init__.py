"""Telegram: the Bot API through python-telegram-bot, with an intake of our own."""
