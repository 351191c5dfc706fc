"""Profile: the bot's commands and descriptions, by language and kind of chat."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Final, TypeAlias
from uuid import uuid4

from msgspec.json import encode
from telegram.error import TelegramError

from bot.app.decision import Decision, Documents, Write, read_as
from bot.app.documents.profile import KEEP_PROFILE_S, PROFILE, Profile, profile_space
from bot.app.ports import Damaged, Store, StoreUnavailable
from bot.i18n import LANGUAGES, Text, Translator, codes_near
from bot.platforms.telegram.api import ApiBot

_Call: TypeAlias = tuple[str, dict[str, Any]]
"""A method of the Bot API and its parameters."""

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
_SHORT: Final = 2
"""Letters of the codes that Telegram takes: those of ISO 639-1."""


async def publish_profile(bot: ApiBot, translator: Translator, store: Store) -> None:
    """Tell Telegram the commands and descriptions, unless a worker has told it the same lately.

    What Telegram refuses is logged, and told again by the worker that starts next.
    """
    lots = _calls(translator)
    profile = _profile(lots)
    try:
        if await store.view(_space(bot.id), _known) == profile:
            return
        accepted = [
            each
            for lot in lots
            for each in await asyncio.gather(*(_call(bot, *call) for call in lot))
        ]
        if all(accepted):
            await _note(bot.id, profile, store)
    except (StoreUnavailable, Damaged) as error:
        _LOG.warning("whether Telegram knows the bot's commands cannot be told: %s", error)
    except Exception:  # noqa: BLE001  # nobody waits for this to end, and the bot serves without it
        _LOG.exception("Telegram was not told the bot's commands")


async def _note(bot_id: int, profile: Profile, store: Store) -> None:
    noted = Decision(None, {PROFILE: Write(profile, KEEP_PROFILE_S)})
    await store.update(_space(bot_id), f"told:{uuid4().hex}", lambda *_: noted)


def _space(bot_id: int) -> str:
    return profile_space(f"telegram:{bot_id}")


def _known(documents: Documents, _now: int) -> Profile | None:
    return read_as(documents, PROFILE, Profile)


def _profile(lots: list[list[_Call]]) -> Profile:
    return Profile(sha256(encode(lots)).digest())


def _calls(translator: Translator) -> list[list[_Call]]:
    """Return what Telegram is told, in lots of calls that may be made at once.

    All of them at once would be refused. The languages of the catalogues come first.
    """
    told = {
        language: [*_commands(translator, language), *_descriptions(translator, language)]
        for language in LANGUAGES
    }
    return [
        [(method, given | _in(code)) for method, given in told[language]]
        for code, language in _spoken()
    ]


def _spoken() -> Iterator[tuple[str, str]]:
    """Yield the codes of languages, each with the one that its readers are answered in.

    To readers of other languages Telegram shows the menu in English, whatever the bot answers in.
    It takes codes of two letters alone, so that Chinese has one menu for both ways of writing.
    """
    yield from ((language, language) for language in LANGUAGES if len(language) == _SHORT)
    yield from ((code, language) for language in LANGUAGES for code in codes_near(language))


def _commands(translator: Translator, language: str) -> list[_Call]:
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


def _descriptions(translator: Translator, language: str) -> list[_Call]:
    long = translator.say(Text("about.long"), language)
    short = translator.say(Text("about.short"), language)
    return [
        ("setMyDescription", {"description": long}),
        ("setMyShortDescription", {"short_description": short}),
    ]


def _in(code: str) -> dict[str, Any]:
    return {} if code == _DEFAULT else {"language_code": code}


async def _call(bot: ApiBot, method: str, given: dict[str, Any]) -> bool:
    """Tell whether Telegram has accepted a call."""
    try:
        await bot.call(method, given)
    except TelegramError as error:
        _LOG.warning("%s did not succeed: %s", method, error.message)
        return False
    return True
