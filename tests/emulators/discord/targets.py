"""What a call is about: its channel, message or interaction, and whether the bot may."""

from __future__ import annotations

from tests.emulators.discord.calls import Call
from tests.emulators.discord.channel import OF_POSTS, Channel
from tests.emulators.discord.interactions import Interaction
from tests.emulators.discord.limits import STALE_EDITS, STALE_SECONDS
from tests.emulators.discord.message import Message
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.wire import (
    ApiError,
    missing_access,
    missing_permissions,
    too_many_requests,
    unknown,
)
from tests.emulators.discord.world import World

STALE_WORDS = "Maximum number of edits to messages older than 1 hour reached. Try again later"


def channel_of(world: World, call: Call, *needed: Permission) -> Channel:
    """Return the channel of a call; raise ApiError when the bot cannot see it or lacks a right."""
    channel = world.channels.get(call.number("channel_id"))
    if channel is None or channel.deleted:
        raise unknown(10003, "Channel")
    rights = channel.may(world.bot)
    if not channel.has_bot or Permission.VIEW_CHANNEL not in rights:
        raise missing_access()
    if any(one not in rights for one in needed):
        raise missing_permissions()
    return channel


def writable(world: World, call: Call) -> Channel:
    """Return the channel a call sends to; raise ApiError where the bot may not write."""
    channel = channel_of(world, call)
    if channel.sort in OF_POSTS:
        raise ApiError(400, 50024, "Cannot execute action on this channel type")
    right = Permission.SEND_MESSAGES_IN_THREADS if channel.parent else Permission.SEND_MESSAGES
    files = (Permission.ATTACH_FILES,) if call.uploads else ()
    cards = (Permission.EMBED_LINKS,) if call.body.get("embeds") else ()
    channel_of(world, call, right, *files, *cards)
    if any(one.closed for one in channel.people):
        raise ApiError(403, 50007, "Cannot send messages to this user")
    if channel.archived and channel.locked:
        raise archived()
    return channel


def archived() -> ApiError:
    """Return the 400 of a thread in which nothing can be changed."""
    return ApiError(400, 50083, "Thread is archived")


def message_of(world: World, call: Call) -> Message:
    """Return the message of a call; raise ApiError 10008 when there is none."""
    channel = channel_of(world, call)
    message = channel.messages_by_id.get(call.number("message_id"))
    if message is None or message.deleted or message.viewer is not None:
        raise unknown(10008, "Message")
    return message


def open_to_changes(message: Message) -> Message:
    """Return ``message``; raise ApiError for one that is gone or in the archive."""
    if message.home.deleted:
        raise unknown(10003, "Channel")
    if message.deleted:
        raise unknown(10008, "Message")
    if message.home.archived:
        raise archived()
    return message


def charge_stale(message: Message, seconds: float) -> None:
    """Count an edit of an old message; raise ApiError 30046 when it is one too many.

    ``seconds`` is how long the client is told to wait.
    """
    now = message.home.hub.clock.now()
    if now - message.made_at <= STALE_SECONDS:
        return
    recent = [at for at in message.home.stale_edits if at > now - STALE_SECONDS]
    if len(recent) >= STALE_EDITS:
        error = too_many_requests(seconds)
        error.code, error.message = 30046, STALE_WORDS
        raise error
    message.home.stale_edits = [*recent, now]


def interaction_of(world: World, call: Call) -> Interaction:
    """Return the interaction whose token a call uses; raise ApiError for a useless token."""
    known = world.interactions.by_token.get(call.path["webhook_token"])
    if known is None or call.number("webhook_id") != world.hub.application:
        raise unknown(10015, "Webhook")
    if known.expired:
        raise ApiError(401, 50027, "Invalid Webhook Token")
    if not known.answered:
        raise unknown(10015, "Webhook")
    return known


def answer_of(world: World, call: Call) -> Message:
    """Return the answer or follow-up of a call; raise ApiError 10008 when it is gone."""
    known = interaction_of(world, call)
    if "message_id" not in call.path:
        message = known.original
    else:
        mine = [*known.follow_ups, *([known.original] if known.original else [])]
        number = call.number("message_id")
        message = next((one for one in mine if one.id == number), None)
    if message is None or message.deleted:
        raise unknown(10008, "Message")
    return message
