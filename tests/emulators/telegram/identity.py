"""getMe, command menus, name and descriptions."""

from __future__ import annotations

from functools import partial

from tests.emulators.telegram import limits
from tests.emulators.telegram.params import Params
from tests.emulators.telegram.profile import checked, language_key, scope_key
from tests.emulators.telegram.wire import Json, bad_request
from tests.emulators.telegram.world import World

LONGEST = {
    "name": limits.BOT_NAME,
    "description": limits.BOT_DESCRIPTION,
    "short_description": limits.BOT_SHORT_DESCRIPTION,
}


def get_me(world: World, params: Params) -> Json:
    """Describe the bot to itself."""
    del params
    can = ("can_join_groups", "supports_inline_queries")
    cannot = (
        "supports_guest_queries", "can_connect_to_business", "has_main_web_app",
        "has_topics_enabled", "allows_users_to_create_topics", "can_manage_bots",
    )  # fmt: skip
    abilities = dict.fromkeys(can, True) | dict.fromkeys(cannot, False)
    return world.bot.card() | abilities | {"can_read_all_group_messages": not world.hub.privacy}


def menu_key(params: Params) -> tuple[str, str]:
    """Return scope and language of a command menu."""
    return scope_key(params.data("scope")), language_key(params.text("language_code"))


def set_my_commands(world: World, params: Params) -> bool:
    """Set a command menu; an empty one is none."""
    key, commands = menu_key(params), checked(params.data("commands"))
    if not commands:
        return delete_my_commands(world, params)
    world.profile.menus[key] = commands
    return True


def get_my_commands(world: World, params: Params) -> list[Json]:
    """Return a command menu."""
    return world.profile.menus.get(menu_key(params), [])


def delete_my_commands(world: World, params: Params) -> bool:
    """Remove a command menu."""
    world.profile.menus.pop(menu_key(params), None)
    return True


def set_text(kind: str, world: World, params: Params) -> bool:
    """Set the bot's name or a description for a language."""
    text, language = params.text(kind), language_key(params.text("language_code"))
    if len(text) > LONGEST[kind]:
        raise bad_request(f"bot {kind.replace('_', ' ')} is too long")
    world.profile.texts[kind, language] = text
    return True


def get_text(kind: str, world: World, params: Params) -> Json:
    """Return the bot's name or a description, in a language or else for all."""
    texts = world.profile.texts
    fallback = world.bot.first_name if kind == "name" else ""
    common = texts.get((kind, ""), fallback)
    return {kind: texts.get((kind, language_key(params.text("language_code"))), common)}


set_my_name = partial(set_text, "name")
get_my_name = partial(get_text, "name")
set_my_description = partial(set_text, "description")
get_my_description = partial(get_text, "description")
set_my_short_description = partial(set_text, "short_description")
get_my_short_description = partial(get_text, "short_description")
