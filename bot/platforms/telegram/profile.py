"""Profile: the bot's commands and descriptions, by language and kind of chat."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from telegram.error import TelegramError

from bot.i18n import LANGUAGES, Text, Translator
from bot.platforms.telegram.api import ApiBot

_LOG = logging.getLogger(__name__)
PRIVATE: Final = (
    "newgame", "daily", "duel", "hint", "board", "again", "review", "solve", "train", "stats",
    "games", "save", "load", "giveup", "share", "card", "top", "proof", "code", "evf", "scan",
    "learn", "settings", "language", "help", "privacy", "export", "delete",
)  # fmt: skip
"""The commands offered in private chats, the most used first."""
GROUP: Final = (
    "newgame", "daily", "duel", "hint", "board", "open", "flag", "again", "review", "stats",
    "games", "save", "load", "giveup", "share", "play", "top", "tournament", "access",
    "takeover", "settings", "language", "help", "privacy",
)  # fmt: skip
_SCOPES: Final = {"all_private_chats": PRIVATE, "all_group_chats": GROUP, "default": PRIVATE}
_DEFAULT: Final = "en"
"""The language shown to people whose own has no commands."""


async def publish_profile(bot: ApiBot, translator: Translator) -> None:
    """Tell Telegram the commands and descriptions; what it refuses is logged, and no more."""
    calls = [
        call
        for language in LANGUAGES
        for call in (*_commands(translator, language), *_descriptions(translator, language))
    ]
    await asyncio.gather(*(_call(bot, method, given) for method, given in calls))


def _commands(translator: Translator, language: str) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("setMyCommands", _in(language) | {"scope": {"type": scope}, "commands": commands})
        for scope, names in _SCOPES.items()
        for commands in [
            [
                {"command": name, "description": translator.say(Text(f"command.{name}"), language)}
                for name in names
            ]
        ]
    ]


def _descriptions(translator: Translator, language: str) -> list[tuple[str, dict[str, Any]]]:
    long = translator.say(Text("about.long"), language)
    short = translator.say(Text("about.short"), language)
    return [
        ("setMyDescription", _in(language) | {"description": long}),
        ("setMyShortDescription", _in(language) | {"short_description": short}),
    ]


def _in(language: str) -> dict[str, Any]:
    return {} if language == _DEFAULT else {"language_code": language}


async def _call(bot: ApiBot, method: str, given: dict[str, Any]) -> None:
    try:
        await bot.call(method, given)
    except TelegramError as error:
        _LOG.warning("%s did not succeed: %s", method, error.message)
