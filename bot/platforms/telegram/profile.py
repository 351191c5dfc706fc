"""Profile: the bot's commands and descriptions, by language and kind of chat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any, Final

from telegram.error import TelegramError

from bot.i18n import LANGUAGES, Text, Translator, codes_near
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
    # Some dozens of calls at once would be refused; the languages of the catalogues come first.
    for code, language in _spoken():
        calls = (*_commands(translator, language), *_descriptions(translator, language))
        await asyncio.gather(*(_call(bot, method, given | _in(code)) for method, given in calls))


def _spoken() -> Iterator[tuple[str, str]]:
    """Yield the codes of languages, each with the one that its readers are answered in.

    Telegram shows who has set another language the menu in English, whatever the bot answers in.
    """
    yield from ((language, language) for language in LANGUAGES)
    yield from ((code, language) for language in LANGUAGES for code in codes_near(language))


def _commands(translator: Translator, language: str) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("setMyCommands", {"scope": {"type": scope}, "commands": commands})
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
        ("setMyDescription", {"description": long}),
        ("setMyShortDescription", {"short_description": short}),
    ]


def _in(code: str) -> dict[str, Any]:
    return {} if code == _DEFAULT else {"language_code": code}


async def _call(bot: ApiBot, method: str, given: dict[str, Any]) -> None:
    try:
        await bot.call(method, given)
    except TelegramError as error:
        _LOG.warning("%s did not succeed: %s", method, error.message)
