"""Calls about the messages of channels."""

from __future__ import annotations

from tests.emulators.discord.calls import Call
from tests.emulators.discord.channel import Channel
from tests.emulators.discord.content import Content
from tests.emulators.discord.drafting import Draft
from tests.emulators.discord.events import CONTENT_FIELDS, Intent
from tests.emulators.discord.limits import NONCE
from tests.emulators.discord.message import Message
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.targets import (
    channel_of,
    charge_stale,
    message_of,
    open_to_changes,
    writable,
)
from tests.emulators.discord.wire import (
    ApiError,
    Form,
    Json,
    missing_permissions,
    refused_form,
)
from tests.emulators.discord.world import World


def create_message(world: World, call: Call) -> Json:
    """Send a message; one with an enforced nonce is sent only once."""
    channel = writable(world, call)
    nonce, form = str(call.body.get("nonce") or ""), Form()
    form.length(("nonce",), nonce, 0, NONCE)
    form.check()
    enforced = bool(nonce and call.body.get("enforce_nonce"))
    if enforced and nonce in channel.nonces:
        return channel.nonces[nonce].card()
    quoted = replied_to(world, call, channel)
    content = Draft(call.body, call.uploads, channel).new()
    if channel.archived:
        channel.wake()
    message = channel.post(channel.draft(world.bot, content, quoted))
    if enforced:
        channel.nonces[nonce] = message
    return message.card()


def replied_to(world: World, call: Call, channel: Channel) -> Message | None:
    """Return the message that a call answers; raise ApiError when that cannot be."""
    reference = call.body.get("message_reference")
    if reference is None:
        return None
    if Permission.READ_MESSAGE_HISTORY not in channel.may(world.bot):
        words = "Cannot reply without permission to read message history"
        raise ApiError(403, 160002, words)
    quoted = channel.messages_by_id.get(int(reference["message_id"]))
    if quoted is not None and not quoted.deleted:
        return quoted
    if reference.get("fail_if_not_exists", True):
        raise refused_form(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None


def update_message(world: World, call: Call) -> Json:
    """Edit a message of the bot's own."""
    message = message_of(world, call)
    if message.author is not world.bot:
        raise ApiError(403, 50005, "Cannot edit a message authored by another user")
    open_to_changes(message)
    content = Draft(call.body, call.uploads, message.home).edit(message.content)
    charge_stale(message, world.options.stale_retry)
    message.show(content)
    return message.card()


def delete_message(world: World, call: Call) -> None:
    """Delete a message."""
    message = message_of(world, call)
    own = message.author is world.bot
    if not own and message.home.guild is None:
        raise ApiError(403, 50003, "Cannot execute action on a DM channel")
    if not own and Permission.MANAGE_MESSAGES not in message.home.may(world.bot):
        raise missing_permissions()
    message.delete()


def create_pin(world: World, call: Call) -> None:
    """Pin a message, and say so in the channel."""
    channel = channel_of(world, call, Permission.PIN_MESSAGES)
    message = message_of(world, call)
    if not message.pinned:
        message.pinned = True
        line = channel.draft(world.bot, Content())
        line.pins = message
        channel.post(line)


def delete_pin(world: World, call: Call) -> None:
    """Unpin a message."""
    channel_of(world, call, Permission.PIN_MESSAGES)
    message_of(world, call).pinned = False


def get_message(world: World, call: Call) -> Json:
    """Return a message."""
    channel_of(world, call, Permission.READ_MESSAGE_HISTORY)
    return readable(world, message_of(world, call))


def list_messages(world: World, call: Call) -> list[Json]:
    """Return the newest messages of a channel, newest first."""
    channel = channel_of(world, call)
    newest = channel.messages[::-1][: int(call.query.get("limit", "50"))]
    return [readable(world, one) for one in newest]


def readable(world: World, message: Message) -> Json:
    """Return a message with what the bot may read of it."""
    named = message.own or world.bot.id in message.content.mentions
    if message.home.guild is None or named or world.options.privileged & Intent.MESSAGE_CONTENT:
        return message.card()
    return message.card() | CONTENT_FIELDS


def trigger_typing(world: World, call: Call) -> None:
    """Show that the bot is typing."""
    writable(world, call)


def get_channel(world: World, call: Call) -> Json:
    """Return a channel."""
    return channel_of(world, call).card()
