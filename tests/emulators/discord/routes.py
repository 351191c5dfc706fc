"""Every operation the emulator answers, by Discord's own name for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from tests.emulators.discord import callbacks, identity, messaging, webhooks
from tests.emulators.discord.calls import Call
from tests.emulators.discord.world import World

Handler = Callable[[World, Call], Any]

MESSAGES: Final = "/channels/{channel_id}/messages"
TYPING: Final = "/channels/{channel_id}/typing"
MESSAGE: Final = MESSAGES + "/{message_id}"
WEBHOOK: Final = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL: Final = WEBHOOK + "/messages/@original"
ANSWER: Final = WEBHOOK + "/messages/{message_id}"
APPLICATION: Final = "/applications/{application_id}"
EMOJIS: Final = APPLICATION + "/emojis"
PIN: Final = "/channels/{channel_id}/messages/pins/{message_id}"
COMMANDS: Final = APPLICATION + "/commands"
GUILD_COMMANDS: Final = APPLICATION + "/guilds/{guild_id}/commands"
CALLBACK: Final = "/interactions/{interaction_id}/{interaction_token}/callback"


@dataclass(frozen=True)
class Route:
    """An operation: how it is called, and who carries it out."""

    method: str
    path: str
    name: str
    handler: Handler
    status: int = 200  # of an answer with a body

    @property
    def open(self) -> bool:
        """Return whether the token in the path replaces the bot's."""
        return "{webhook_token}" in self.path or "{interaction_token}" in self.path


ROUTES: Final = (
    Route("GET", "/users/@me", "get_my_user", identity.get_my_user),
    Route("GET", "/applications/@me", "get_my_application", identity.get_my_application),
    Route(
        "GET",
        "/oauth2/applications/@me",
        "get_my_oauth2_application",
        identity.get_my_application,
    ),
    Route("GET", "/gateway", "get_gateway", identity.get_gateway),
    Route("GET", "/gateway/bot", "get_bot_gateway", identity.get_bot_gateway),
    Route("POST", "/users/@me/channels", "create_dm", identity.create_dm),
    Route("GET", EMOJIS, "list_application_emojis", identity.list_application_emojis),
    Route("POST", EMOJIS, "create_application_emoji", identity.create_application_emoji, 201),
    Route(
        "DELETE",
        EMOJIS + "/{emoji_id}",
        "delete_application_emoji",
        identity.delete_application_emoji,
    ),
    Route("GET", COMMANDS, "list_application_commands", identity.list_commands),
    Route("PUT", COMMANDS, "bulk_set_application_commands", identity.replace_commands),
    Route("GET", GUILD_COMMANDS, "list_guild_application_commands", identity.list_commands),
    Route("PUT", GUILD_COMMANDS, "bulk_set_guild_application_commands", identity.replace_commands),
    Route("POST", CALLBACK, "create_interaction_response", callbacks.create_interaction_response),
    Route("POST", WEBHOOK, "execute_webhook", webhooks.execute_webhook),
    Route("GET", ORIGINAL, "get_original_webhook_message", webhooks.get_answer),
    Route("PATCH", ORIGINAL, "update_original_webhook_message", webhooks.edit_answer),
    Route("DELETE", ORIGINAL, "delete_original_webhook_message", webhooks.delete_answer),
    Route("GET", ANSWER, "get_webhook_message", webhooks.get_answer),
    Route("PATCH", ANSWER, "update_webhook_message", webhooks.edit_answer),
    Route("DELETE", ANSWER, "delete_webhook_message", webhooks.delete_answer),
    Route("GET", "/channels/{channel_id}", "get_channel", messaging.get_channel),
    Route("POST", TYPING, "trigger_typing_indicator", messaging.trigger_typing),
    Route("GET", MESSAGES, "list_messages", messaging.list_messages),
    Route("POST", MESSAGES, "create_message", messaging.create_message),
    Route("PUT", PIN, "create_pin", messaging.create_pin),
    Route("DELETE", PIN, "delete_pin", messaging.delete_pin),
    Route("GET", MESSAGE, "get_message", messaging.get_message),
    Route("PATCH", MESSAGE, "update_message", messaging.update_message),
    Route("DELETE", MESSAGE, "delete_message", messaging.delete_message),
)
