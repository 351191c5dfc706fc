"""Calls about the bot itself: who it is, where the gateway is, direct messages, emojis."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from tests.emulators.discord.calls import Call
from tests.emulators.discord.limits import APPLICATION_EMOJIS, EMOJI_BYTES
from tests.emulators.discord.wire import ApiError, Json, refused_form, unknown
from tests.emulators.discord.world import World

PICTURES: Final = {
    "data:image/png;base64,": b"\x89PNG\r\n\x1a\n",
    "data:image/gif;base64,": b"GIF8",
    "data:image/jpeg;base64,": b"\xff\xd8\xff",
}  # what files of each kind begin with
NAME: Final = re.compile(r"\w+", re.ASCII)  # docs, emoji: letters, digits and underscores


def get_my_user(world: World, call: Call) -> Json:
    """Return the bot's own user."""
    del call
    return world.bot.own_card()


def get_my_application(world: World, call: Call) -> Json:
    """Return the application."""
    del call
    numbers = ("guild_count", "user_install_count", "user_authorization_count")
    counts = {f"approximate_{name}": len(world.guilds) for name in numbers}
    return counts | {
        "id": str(world.hub.application),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": world.bot.card(),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": world.endpoint.verify_key,
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": world.endpoint.url,
        "role_connections_verification_url": None,
        "owner": world.owner.card(),
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }


def get_gateway(world: World, call: Call) -> Json:
    """Return the address of the gateway."""
    del call
    return {"url": world.gateway_url}


def get_bot_gateway(world: World, call: Call) -> Json:
    """Return the address of the gateway, the shards to use, and how often one may identify."""
    shards = max(world.options.shards, world.handshake.shards_wanted)
    said = get_gateway(world, call) | {"shards": shards}
    if world.options.limits_starts:
        said["session_start_limit"] = world.handshake.budget.card()
    return said


def create_dm(world: World, call: Call) -> Json:
    """Return the direct messages with a user."""
    user = world.hub.users.get(int(call.body.get("recipient_id") or 0))
    if user is None:
        raise unknown(10013, "User")
    return world.dm(user).card()


def list_application_emojis(world: World, call: Call) -> Json:
    """Return the application's emojis."""
    own_application(world, call)
    return {"items": [emoji_card(world, number) for number in world.hub.emojis]}


def create_application_emoji(world: World, call: Call) -> Json:
    """Add an emoji."""
    own_application(world, call)
    name, image = call.body.get("name") or "", call.body.get("image") or ""
    if not 2 <= len(name) <= 32:
        words = "Must be between 2 and 32 in length."
        raise refused_form(("name",), "BASE_TYPE_BAD_LENGTH", words)
    if not NAME.fullmatch(name):
        words = "String value did not match validation regex."
        raise refused_form(("name",), "STRING_TYPE_REGEX", words)
    check_picture(image)
    if name in world.hub.emojis.values():
        words = "This name is already taken"
        raise refused_form(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", words)
    if len(world.hub.emojis) >= APPLICATION_EMOJIS:
        words = f"Maximum number of application emojis reached ({APPLICATION_EMOJIS})"
        raise ApiError(400, 30008, words)
    number = world.hub.ids.next()
    world.hub.emojis[number] = name
    return emoji_card(world, number)


def delete_application_emoji(world: World, call: Call) -> None:
    """Delete an emoji."""
    own_application(world, call)
    if world.hub.emojis.pop(call.number("emoji_id"), None) is None:
        raise unknown(10014, "Emoji")


def check_picture(image: str) -> None:
    """Raise ApiError 50035 for what is no picture, or too large a one."""
    prefix = next((one for one in PICTURES if image.startswith(one)), None)
    try:
        content = base64.b64decode(image.removeprefix(prefix or ""), validate=True)
    except binascii.Error:
        content = b""
    if prefix is None or not content.startswith(PICTURES[prefix]):
        raise refused_form(("image",), "BINARY_TYPE_INVALID", "Invalid image data")
    if len(content) > EMOJI_BYTES:
        words = "File cannot be larger than 256.0 kb."
        raise refused_form(("image",), "BINARY_TYPE_MAX_SIZE", words)


def emoji_card(world: World, number: int) -> Json:
    """Return the emoji object of one of the application's."""
    about: Json = {"id": str(number), "name": world.hub.emojis[number], "roles": []}
    flags = {"require_colons": True, "managed": False, "animated": False, "available": True}
    return about | flags | {"user": world.bot.card()}


def own_application(world: World, call: Call) -> None:
    """Raise ApiError for an application that is not the bot's."""
    if call.number("application_id") != world.hub.application:
        raise ApiError(
            403, 20012, "You are not authorized to perform this action on this application"
        )


def list_commands(world: World, call: Call) -> list[Json]:
    """Return the commands registered everywhere, or in one guild."""
    own_application(world, call)
    return world.interactions.commands.of_guild.get(guild_of(world, call), [])


def replace_commands(world: World, call: Call) -> list[Json]:
    """Register commands in place of all before."""
    own_application(world, call)
    return world.interactions.commands.replace(guild_of(world, call), call.body)


def guild_of(world: World, call: Call) -> int | None:
    """Return the guild of a call about commands; raise ApiError for one without the bot."""
    if "guild_id" not in call.path:
        return None
    guild = world.guilds.get(call.number("guild_id"))
    if guild is None or not guild.installed:
        raise ApiError(403, 50001, "Missing Access")
    return guild.id
