"""Telegram's limits, each with its source; "strict" marks what only this emulator refuses.

Sources: "API" is the Bot API description, "FAQ" is core.telegram.org/bots/faq, "server" is the
public Bot API server (tdlib/telegram-bot-api), "MTProto" is core.telegram.org/api/errors.
"""

from __future__ import annotations

from typing import Final

TEXT: Final = 4096  # characters after parsing; API, sendMessage
CAPTION: Final = 1024  # characters after parsing; API, sendPhoto
TOAST: Final = 200  # characters, UTF-16 units to be strict; API, answerCallbackQuery
CALLBACK_DATA: Final = 64  # bytes; API, InlineKeyboardButton
COPY_TEXT: Final = 256  # characters; API, CopyTextButton
INLINE_QUERY: Final = 256  # characters; API, InlineQuery
INLINE_RESULTS: Final = 50  # API, answerInlineQuery
RESULT_ID: Final = 64  # bytes; API, InlineQueryResult*
COMMANDS: Final = 100  # API, setMyCommands
BOT_NAME: Final = 64  # characters; API, setMyName
BOT_DESCRIPTION: Final = 512  # characters; API, setMyDescription
BOT_SHORT_DESCRIPTION: Final = 120  # characters; API, setMyShortDescription
SECRET: Final = 256  # characters; API, setWebhook

ROW: Final = 8  # buttons in a row; clients show no more: strict
BUTTONS: Final = 100  # buttons of one keyboard; server
KEYBOARD: Final = 9_500  # bytes as JSON; one of little more was refused (python-telegram-
# bot/issues/5104), and beyond 10,000 all are (tginfo/Telegram-Limits/issues/187): strict
ENTITIES: Final = 100  # of one message; MTProto (ENTITIES_TOO_LONG), where clients drop the rest

PHOTO_BYTES: Final = 10 * 1024 * 1024  # API, sendPhoto
PHOTO_SIDES: Final = 10_000  # pixels, width and height together; API, sendPhoto
PHOTO_RATIO: Final = 20  # API, sendPhoto

POLL_BATCH: Final = 100  # updates; API, getUpdates
POLL_SECONDS: Final = 50  # longest long poll; server
PRESS_SECONDS: Final = (
    150  # a press waits for its answer, and an undelivered one is dropped; server
)
UPDATE_SECONDS: Final = 24 * 3600  # API, getting updates
DELETE_SECONDS: Final = 48 * 3600  # API, deleteMessage
WEBHOOK_SECONDS: Final = 60  # an endpoint has to answer; server
WEBHOOK_LONGEST_PAUSE: Final = 60  # between retries, doubled from 2; server (at random 60 to 120)
WEBHOOK_CONNECTIONS: Final = 40  # API, setWebhook

CHAT_RATE: Final = 1.0  # messages a second to one chat; FAQ
CHAT_BURST: Final = 3  # messages beyond the rate; "short bursts" of the FAQ have no number: strict
GROUP_PER_MINUTE: Final = 20  # FAQ
OVERALL_PER_SECOND: Final = 30  # FAQ
