"""Builds the data of a person's slash command, and refuses what the client would not send."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tests.emulators.discord.commands import (
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    NUMBER,
    SLASH,
    STRING,
    SUBCOMMAND,
    USER,
)
from tests.emulators.discord.people import User
from tests.emulators.discord.permissions import Permission
from tests.emulators.discord.wire import Json

if TYPE_CHECKING:
    from tests.emulators.discord.channel import Channel

LARGEST_INTEGER: Final = 2**53  # docs, application command option type
TYPES: Final[dict[int, tuple[type, ...]]] = {
    STRING: (str,),
    INTEGER: (int,),
    BOOLEAN: (bool,),
    NUMBER: (int, float),
}


def filled(place: Channel, user: User, words: str, options: dict[str, Any]) -> Json:
    """Return the data of a command with ``options``, each checked as the client does.

    Raise LookupError for a command the person is not offered, ValueError for a wrong option.
    """
    command, path = found(place, user, words)
    offered = {naming(one, user): one for one in path[-1].get("options") or []}
    check_given(offered, options)
    given = [admitted(offered[name], value) for name, value in options.items()]
    return data_of(command, path, given) | resolved(place, given)


def typing(place: Channel, user: User, words: str, focused: str, options: dict[str, Any]) -> Json:
    """Return the data of a command whose option ``focused`` is being typed."""
    command, path = found(place, user, words)
    offered = {naming(one, user): one for one in path[-1].get("options") or []}
    if not offered[focused].get("autocomplete"):
        raise ValueError(f"{focused} proposes nothing")
    given = []
    for name, value in options.items():
        one = {"name": offered[name]["name"], "type": offered[name]["type"], "value": value}
        given.append(one | ({"focused": True} if name == focused else {}))
    return data_of(command, path, given)


def found(place: Channel, user: User, words: str) -> tuple[Json, list[Json]]:
    """Return the command that ``words`` name, and the path down to its subcommand."""
    name, *rest = words.split()
    guild = place.guild.id if place.guild and place.guild.installed else None
    offered = [one for one in place.interactions.commands.visible(guild) if one["type"] == SLASH]
    command = named(offered, name, user)
    check_place(command, place, user)
    path = [command]
    for step in rest:
        path.append(named(path[-1].get("options") or [], step, user))
    if any(one["type"] in {SUBCOMMAND, GROUP} for one in path[-1].get("options") or []):
        raise LookupError(f"/{words} wants a subcommand")
    return command, path


def named(offered: list[Json], name: str, user: User) -> Json:
    """Return the command or option that ``user`` knows as ``name``, translated or not."""
    for one in offered:
        if name in {one["name"], naming(one, user)}:
            return one
    raise LookupError(f"{name} is not among {[one['name'] for one in offered]}")


def naming(one: Json, user: User) -> str:
    """Return the name of a command or option in the language of ``user``."""
    return str((one.get("name_localizations") or {}).get(user.locale, one["name"]))


def check_place(command: Json, place: Channel, user: User) -> None:
    """Raise LookupError where a command is not offered to ``user``."""
    owners = place.owners(user)
    context = place.origin(user)["context"]
    kinds = [str(one) for one in command.get("integration_types") or [0]]
    contexts = command.get("contexts")
    if contexts is not None and context not in contexts:
        raise LookupError(f"/{command['name']} is not for this kind of place")
    if not set(owners) & set(kinds):
        raise LookupError(f"/{command['name']} is not installed here")
    wanted = Permission(int(command.get("default_member_permissions") or 0))
    if place.guild and (wanted | Permission.USE_APPLICATION_COMMANDS) & ~place.may(user):
        raise LookupError(f"{user.name} may not use /{command['name']}")


def check_given(offered: dict[str, Json], options: dict[str, Any]) -> None:
    """Raise ValueError for unknown options, and for required ones left out."""
    missing = {name for name, one in offered.items() if one.get("required")} - set(options)
    if missing or set(options) - set(offered):
        raise ValueError(f"missing {missing}, unknown {set(options) - set(offered)}")


def admitted(one: Json, value: Any) -> Json:
    """Return an option as it is sent; raise ValueError for a value the client refuses."""
    if one["type"] in {USER, CHANNEL}:
        return {"name": one["name"], "type": one["type"], "value": str(value.id)}
    types = TYPES[one["type"]]
    fits = isinstance(value, types) and (bool in types or not isinstance(value, bool))
    choices = [choice["value"] for choice in one.get("choices") or []]
    if not fits or (choices and value not in choices) or not within(one, value):
        raise ValueError(f"{value!r} does not fit {one['name']}")
    return {"name": one["name"], "type": one["type"], "value": value}


def within(one: Json, value: Any) -> bool:
    """Return whether a value is within an option's limits of size or length."""
    if isinstance(value, str):
        return bool((one.get("min_length") or 0) <= len(value) <= (one.get("max_length") or 6000))
    least, most = one.get("min_value"), one.get("max_value")
    least = -LARGEST_INTEGER if least is None else least
    most = LARGEST_INTEGER if most is None else most
    return bool(least <= value <= most)


def data_of(command: Json, path: list[Json], given: list[Json]) -> Json:
    """Return the data of a command, options nested in their subcommand."""
    for one in reversed(path[1:]):
        given = [{"name": one["name"], "type": one["type"], "options": given}]
    data = {"id": command["id"], "name": command["name"], "type": command["type"]}
    where = {"guild_id": command["guild_id"]} if "guild_id" in command else {}
    return data | where | {"options": given}


def resolved(place: Channel, given: list[Json]) -> Json:
    """Return the objects of the users that options name."""
    numbers = [int(one["value"]) for one in given if one["type"] == USER]
    users = {str(number): place.hub.users[number].card() for number in numbers}
    return {"resolved": {"users": users}} if users else {}
