"""Telegram's limits, each with its source.

Sources: "API" is the description of the Bot API (core.telegram.org/bots/api), "FAQ" is
core.telegram.org/bots/faq, "server" the public Bot API server (github.com/tdlib/telegram-bot-api),
"MTProto" is core.telegram.org/api/errors. "Undocumented" is what was seen, and may change.
"""

from __future__ import annotations

from typing import Final

TEXT: Final = 4096  # characters after parsing; API, sendMessage
CAPTION: Final = 1024  # characters after parsing; API, sendPhoto
TOAST: Final = 200  # characters; API, answerCallbackQuery
CALLBACK_DATA: Final = 64  # bytes; API, InlineKeyboardButton
COPY_TEXT: Final = 256  # characters; API, CopyTextButton
DEEP_LINK: Final = 64  # characters A-Z a-z 0-9 _ -; core.telegram.org/bots/features#deep-linking
INLINE_QUERY: Final = 256  # characters; API, InlineQuery
INLINE_RESULTS: Final = 50  # API, answerInlineQuery
RESULT_ID: Final = 64  # bytes; API, InlineQueryResult
COMMANDS: Final = 100  # API, setMyCommands
COMMAND_NAME: Final = 32  # characters a-z 0-9 _; API, BotCommand
COMMAND_DESCRIPTION: Final = 256  # characters; API, BotCommand

ROW: Final = 8  # buttons in a row, all of one width; undocumented, clients show no more
BUTTONS: Final = 100  # buttons of one keyboard; server
ENTITIES: Final = 100  # of one message, spoilers counted; MTProto

CHAT_PER_SECOND: Final = 1.0  # messages and edits to one chat; FAQ ("more than one per second")
GROUP_PER_MINUTE: Final = 20  # messages and edits to one group; FAQ

PHOTO_BYTES: Final = 100_000  # larger pictures are spaced out; undocumented
UPLOAD_BYTES: Final = 50 * 1024 * 1024  # API, sending files
PHOTO_UPLOAD_BYTES: Final = 10 * 1024 * 1024  # API, sendPhoto
PHOTO_SIDES: Final = 10_000  # pixels, width and height together; API, sendPhoto
PHOTO_RATIO: Final = 20  # API, sendPhoto
DOWNLOAD_BYTES: Final = 20 * 1024 * 1024  # API, getFile

POLL_BATCH: Final = 100  # updates; API, getUpdates
POLL_SECONDS: Final = 50  # of a long poll; server
PRESS_SECONDS: Final = 150  # a press lives: undelivered or unanswered; undocumented
UPDATE_SECONDS: Final = 24 * 3600  # API, getting updates
DELETE_SECONDS: Final = 48 * 3600  # API, deleteMessage
WEBHOOK_SECONDS: Final = 60  # the server waits for the answer of a webhook; undocumented
WEBHOOK_CONNECTIONS: Final = 100  # at most, and at least 1; API, setWebhook
SECRET: Final = 256  # characters A-Z a-z 0-9 _ - of a webhook's secret; API, setWebhook
