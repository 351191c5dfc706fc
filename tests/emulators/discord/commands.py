"""The commands that a bot has registered, and Discord's rules for them."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Final

from tests.emulators.discord.limits import (
    CHOICES,
    COMMAND_DESCRIPTION,
    COMMAND_NAME,
    COMMAND_OPTIONS,
    COMMAND_TOTAL,
    COMMANDS,
)
from tests.emulators.discord.snowflakes import Snowflakes
from tests.emulators.discord.wire import ApiError, Form, Json, Path

SLASH: Final = 1  # the type of commands that are typed
SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL = 1, 2, 3, 4, 5, 6, 7
NUMBER: Final = 10
NAME: Final = re.compile(r"[-_'\w]+")  # letters and digits of any script
LOCALES: Final = frozenset(
    [
        "id",
        "da",
        "de",
        "en-GB",
        "en-US",
        "es-ES",
        "es-419",
        "fr",
        "hr",
        "it",
        "lt",
        "hu",
        "nl",
        "no",
        "pl",
        "pt-BR",
        "ro",
        "fi",
        "sv-SE",
        "vi",
        "tr",
        "cs",
        "el",
        "bg",
        "ru",
        "uk",
        "hi",
        "th",
        "zh-CN",
        "ja",
        "zh-TW",
        "ko",
    ]
)


class Commands:
    """Global commands, and those of single guilds."""

    def __init__(self, ids: Snowflakes, application: int) -> None:
        """Start with none."""
        self._ids = ids
        self._application = application
        self.of_guild: dict[int | None, list[Json]] = {None: []}

    def replace(self, guild: int | None, wanted: list[Json]) -> list[Json]:
        """Register ``wanted`` in place of all before; raise ApiError for what Discord refuses.

        A command that is the same as before keeps its identifier.
        """
        if len(wanted) > COMMANDS:
            raise ApiError(
                400, 30032, f"Maximum number of application commands reached ({COMMANDS})"
            )
        _checked(json.dumps(wanted))
        before = {one["name"]: one["id"] for one in self.of_guild.get(guild, [])}
        self.of_guild[guild] = [self._card(one, guild, before.get(one["name"])) for one in wanted]
        return self.of_guild[guild]

    def visible(self, guild: int | None) -> list[Json]:
        """Return the commands offered in ``guild``, its own first."""
        own = self.of_guild.get(guild, []) if guild is not None else []
        return [*own, *self.of_guild[None]]

    def _card(self, one: Json, guild: int | None, number: str | None) -> Json:
        rights = one.get("default_member_permissions")
        about: Json = {
            "id": number or str(self._ids.next()),
            "application_id": str(self._application),
            "version": str(self._ids.next()),
            "type": one.get("type") or SLASH,
            "default_member_permissions": None if rights is None else str(rights),
            "dm_permission": True,
            "nsfw": bool(one.get("nsfw")),
        }
        given = {name: value for name, value in one.items() if value is not None}
        where = {} if guild is None else {"guild_id": str(guild)}
        usual: Json = {"description": "", "integration_types": [0]} if guild is None else {}
        return usual | {"contexts": None} | given | about | where


@lru_cache(maxsize=8)
def _checked(wanted: str) -> None:
    """Check commands written as JSON, once: nearly every test registers the same."""
    check(json.loads(wanted))


def check(wanted: list[Json]) -> None:
    """Raise ApiError 50035 for commands that Discord refuses."""
    form, names = Form(), set[object]()
    for index, one in enumerate(wanted):
        key = (one.get("type") or SLASH, one.get("name"))
        if key in names:
            words = "Application command names must be unique"
            form.fault((index,), "APPLICATION_COMMANDS_DUPLICATE_NAME", words)
        names.add(key)
        check_command(one, (index,), form)
        if size(one) > COMMAND_TOTAL:
            words = f"Command exceeds maximum size of {COMMAND_TOTAL}"
            form.fault((index,), "APPLICATION_COMMAND_TOO_LARGE", words)
    form.check()


def check_command(one: Json, path: Path, form: Form) -> None:
    """Note what is wrong with a command or an option."""
    typed = (one.get("type") or SLASH) == SLASH or len(path) > 1
    check_name(one.get("name"), (*path, "name"), form, typed=typed)
    if typed:
        form.length((*path, "description"), one.get("description"), 1, COMMAND_DESCRIPTION)
    check_translations(one, path, form)
    options = one.get("options") or []
    form.length((*path, "options"), options, 0, COMMAND_OPTIONS)
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        words = "Required options must be placed before non-required options"
        form.fault((*path, "options"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words)
    if len({option.get("name") for option in options}) < len(options):
        words = "Option names must be unique"
        form.fault((*path, "options"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", words)
    for index, option in enumerate(options):
        check_command(option, (*path, "options", index), form)
        check_choices(option, (*path, "options", index), form)


def check_name(name: object, path: Path, form: Form, *, typed: bool) -> None:
    """Note a name that nobody could type."""
    form.length(path, name, 1, COMMAND_NAME)
    if typed and isinstance(name, str) and (not NAME.fullmatch(name) or name != name.lower()):
        form.fault(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def check_translations(one: Json, path: Path, form: Form) -> None:
    """Note translations into languages Discord does not have, or too long."""
    for field, most in (("name", COMMAND_NAME), ("description", COMMAND_DESCRIPTION)):
        translations = f"{field}_localizations"
        place = (*path, translations)
        for locale, text in (one.get(translations) or {}).items():
            form.length((*place, locale), text, 1, most)
            if locale not in LOCALES:
                form.fault((*place, locale), "BASE_TYPE_CHOICES", f"{locale} is no locale.")
            if field == "name":
                check_name(text, (*place, locale), form, typed=True)


def check_choices(option: Json, path: Path, form: Form) -> None:
    """Note choices that are too many, too long, or beside autocompletion."""
    choices = option.get("choices") or []
    form.length((*path, "choices"), choices, 0, CHOICES)
    for index, choice in enumerate(choices):
        form.length((*path, "choices", index, "name"), choice.get("name"), 1, COMMAND_DESCRIPTION)
    if choices and option.get("autocomplete"):
        words = "Options with autocomplete cannot have choices"
        form.fault(path, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", words)


def size(one: Json) -> int:
    """Return the characters of a command's texts, each in its longest translation."""
    own = sum(longest(one, field) for field in ("name", "description"))
    own += sum(
        longest(choice, "name") + len(str(choice.get("value")))
        for choice in one.get("choices") or []
    )
    return own + sum(size(option) for option in one.get("options") or [])


def longest(one: Json, field: str) -> int:
    """Return the length of the longest translation of a field."""
    texts = [one.get(field) or "", *(one.get(f"{field}_localizations") or {}).values()]
    return max(len(text) for text in texts)
