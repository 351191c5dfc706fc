"""The bot's name, descriptions and command menus, by language and scope."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Final

from tests.emulators.telegram.limits import COMMANDS
from tests.emulators.telegram.people import User
from tests.emulators.telegram.wire import Json, bad_request

NAME: Final = re.compile(r"[a-z0-9_]{1,32}")  # API, BotCommand
DESCRIPTION: Final = 256  # characters; API, BotCommand
LANGUAGE: Final = re.compile(r"([a-z]{2})?")
SCOPES: Final = {
    "default": (),
    "all_private_chats": (),
    "all_group_chats": (),
    "all_chat_administrators": (),
    "chat": ("chat_id",),
    "chat_administrators": ("chat_id",),
    "chat_member": ("chat_id", "user_id"),
}


@dataclass
class Profile:
    """Texts by kind and language; commands by scope and language."""

    texts: dict[tuple[str, str], str] = field(default_factory=dict)
    menus: dict[tuple[str, str], list[Json]] = field(default_factory=dict)

    def menu(self, user: User, chat_id: int, kind: str, *, admin: bool) -> list[Json]:
        """Return the commands shown to ``user``; see "Determining list of commands" of the API."""
        languages = [(user.language or "")[:2], ""]
        for scope in scopes_of(user.id, chat_id, kind, admin=admin):
            for language in languages:
                if (scope, language) in self.menus:
                    return self.menus[scope, language]
        return []


def scopes_of(user_id: int, chat_id: int, kind: str, *, admin: bool) -> list[str]:
    """Return the scopes that hold in a chat, narrowest first."""
    if kind == "private":
        return [f"chat {chat_id}", "all_private_chats", "default"]
    narrow = [f"chat_member {chat_id} {user_id}"]
    of_chat = [f"chat_administrators {chat_id}"] if admin else []
    of_all = ["all_chat_administrators"] if admin else []
    return [*narrow, *of_chat, f"chat {chat_id}", *of_all, "all_group_chats", "default"]


def scope_key(scope: Any) -> str:
    """Return the key of a BotCommandScope; raise ApiError 400 for an unknown one."""
    kind = scope.get("type") if isinstance(scope, dict) else "default"
    if kind not in SCOPES:
        raise bad_request("can't parse BotCommandScope: Unsupported type specified")
    if any(name not in scope for name in SCOPES[kind]):
        raise bad_request("can't parse BotCommandScope: Can't find field")
    return " ".join([kind, *(str(scope[name]) for name in SCOPES[kind])])


def language_key(code: str) -> str:
    """Return ``code`` if it has two letters or none; raise ApiError 400 otherwise."""
    if LANGUAGE.fullmatch(code) is None:
        raise bad_request("LANG_CODE_INVALID")
    return code


def checked(commands: Any) -> list[Json]:
    """Return ``commands`` if Telegram would take them; raise ApiError 400 otherwise."""
    if not isinstance(commands, list):
        raise bad_request("expected an Array of BotCommand")
    if len(commands) > COMMANDS:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    for command in commands:
        if NAME.fullmatch(command["command"]) is None:
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(command["description"]) <= DESCRIPTION:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    return commands
