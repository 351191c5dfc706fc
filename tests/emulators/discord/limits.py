"""Discord's limits, each with its source; "strict" marks what only this emulator refuses.

Sources: "docs" is docs.discord.com, "OpenAPI" Discord's own description of its API, "seen" what
bots report of its answers and no page states.
"""

from __future__ import annotations

from typing import Final

CONTENT: Final = 2_000  # characters; docs, create message
NONCE: Final = 25  # characters; docs, create message
SPOILERS: Final = 99  # of one message are shown as such; seen
EMBEDS: Final = 10  # docs, create message
EMBED_TOTAL: Final = 6_000  # characters of all embeds; docs, embed limits
EMBED_TITLE: Final = 256  # docs, embed limits
EMBED_DESCRIPTION: Final = 4_096  # docs, embed limits
EMBED_FIELDS: Final = 25  # docs, embed limits
EMBED_FIELD_NAME: Final = 256  # docs, embed limits
EMBED_FIELD_VALUE: Final = 1_024  # docs, embed limits
EMBED_FOOTER: Final = 2_048  # docs, embed limits
EMBED_AUTHOR: Final = 256  # docs, embed limits

COMPONENTS: Final = 40  # nested ones counted; docs, component reference
DISPLAYED_TEXT: Final = 4_000  # characters of all text displays of a message; docs
LEGACY_ROWS: Final = 5  # docs, legacy message component behaviour
ROW_BUTTONS: Final = 5  # docs, action row
CUSTOM_ID: Final = 100  # characters; docs, custom id
LABEL: Final = 80  # characters; docs, button
BUTTON_URL: Final = 512  # characters; docs, button
OPTIONS: Final = 25  # docs, string select
OPTION_TEXT: Final = 100  # characters of label, value, description; docs, string select
PLACEHOLDER: Final = 150  # characters; docs, string select
SECTION_TEXTS: Final = 3  # docs, section
GALLERY: Final = 10  # docs, media gallery
ALT_TEXT: Final = 1_024  # characters; docs, media gallery item
LARGEST_COMPONENT_ID: Final = 2**31 - 1  # OpenAPI, int32

MODAL_TITLE: Final = 45  # characters; docs, modal
MODAL_COMPONENTS: Final = 5  # docs, modal
MODAL_LABEL: Final = 45  # characters; docs, label and text input
INPUT_LENGTH: Final = 4_000  # characters; docs, text input

UPLOAD_BYTES: Final = 10 * 1024 * 1024  # a file; docs, uploading files
UPLOADS: Final = 10  # files of a message; OpenAPI

COMMANDS: Final = 100  # docs, application command limits
COMMAND_NAME: Final = 32  # characters; docs, application command
COMMAND_DESCRIPTION: Final = 100  # characters; docs, application command
COMMAND_OPTIONS: Final = 25  # docs, application command
COMMAND_TOTAL: Final = 8_000  # characters, each text in its longest translation; docs
CHOICES: Final = 25  # docs, application command option

APPLICATION_EMOJIS: Final = 2_000  # docs, emoji
EMOJI_BYTES: Final = 256 * 1024  # docs, emoji

ACKNOWLEDGE_SECONDS: Final = 3.0  # docs, receiving and responding
TOKEN_SECONDS: Final = 15 * 60.0  # docs, receiving and responding
FOLLOW_UPS: Final = 5  # where only the user has installed the app; docs, follow-up messages
STALE_SECONDS: Final = 3_600.0  # an older message is edited only seldom; docs, error 30046
STALE_EDITS: Final = (
    2  # such edits in a channel per STALE_SECONDS; the number is not stated: strict
)

GLOBAL_PER_SECOND: Final = 50  # docs, rate limits
INVALID_REQUESTS: Final = 10_000  # docs, invalid request limit
INVALID_SECONDS: Final = 600.0  # docs, invalid request limit

IDENTIFIES: Final = 1_000  # a day; docs, identifying
DAY: Final = 86_400.0  # seconds
GATEWAY_COMMANDS: Final = 120  # a minute and connection; docs, gateway rate limiting
RESUME_SECONDS: Final = 300.0  # a broken session waits for its client; not stated: strict
GATEWAY_PAYLOAD: Final = 4_096  # bytes of a message to the gateway; docs, sending events
