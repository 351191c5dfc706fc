"""Telegram's limits, each with its source.

Sources: "API" is the description of the Bot API (core.telegram.org/bots/api), "FAQ" is
core.telegram.org/bots/faq, "server" the public Bot API server (github.com/tdlib/telegram-bot-api).
"""

from __future__ import annotations

from typing import Final

# Characters of messages are code points, though entities are placed by UTF-16's units: 4096 times
# U+1F600 are taken, and once more is refused (measured: github.com/FerroxLabs/wayland/issues/934).
TEXT: Final = 4096  # characters after parsing; API, sendMessage
CAPTION: Final = 1024  # characters after parsing; API, sendPhoto
# A keyboard of some 10,000 bytes is refused as too long (measured: github.com/tginfo/
# Telegram-Limits/issues/187, github.com/python-telegram-bot/python-telegram-bot/issues/5104).
SENT_ON: Final = 6_000  # bytes of the address that sends a text on, beside other buttons
TOAST: Final = 200  # characters, here perhaps UTF-16's units; API, answerCallbackQuery

# Sends and edits count together: github.com/tdlib/td/issues/3034.
CHAT_PER_SECOND: Final = 1.0  # messages to one chat; FAQ ("more than one per second")
CHAT_BURST: Final = 3  # at once all the same; "short bursts" of the FAQ are not given a number
GROUP_PER_MINUTE: Final = 20  # messages to one group; FAQ

POLL_BATCH: Final = 100  # updates; API, getUpdates
POLL_SECONDS: Final = 50  # of a long poll; server
UPDATE_SECONDS: Final = 24 * 3600  # API, getting updates
