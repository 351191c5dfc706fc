"""Slash commands: what is registered with Discord, in all languages."""

from __future__ import annotations

from typing import Any, Final

from bot.app.access import Access
from bot.i18n import LANGUAGES, Text, Translator
from core.rules import LEVELS, MAX_LIVES, MAX_SIDE, MIN_SIDE

_STRING, _INTEGER, _BOOLEAN = 3, 4, 5
_LOCALES: Final = {"ru": ("ru",), "zh": ("zh-CN", "zh-TW")}
"""Discord's locales that a language of ours is shown in."""
_EVERYWHERE: Final = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
"""In servers, with the bot and anywhere else; installed by servers and by people."""

Option = dict[str, Any]


def slash_commands(translator: Translator) -> list[dict[str, Any]]:
    """Return every command with its options, as the API takes them."""
    made = _Maker(translator)
    level: Option = {"type": _STRING, "choices": [made.choice(f"level.{x}", x) for x in LEVELS]}
    side: Option = {"type": _INTEGER, "min_value": MIN_SIDE, "max_value": MAX_SIDE}
    lives: Option = {"type": _INTEGER, "min_value": 1, "max_value": MAX_LIVES}
    cell: Option = {"type": _STRING, "required": True, "autocomplete": True}
    name: Option = {"type": _STRING, "required": True, "max_length": 100}
    who: Option = {
        "type": _STRING,
        "required": True,
        "choices": [made.choice(f"control.access_{x}", x.value) for x in Access],
    }
    return [
        made.command(
            "newgame",
            level=level,
            rows=side,
            cols=side,
            mines={"type": _INTEGER, "min_value": 1},
            lives=lives,
            casual={"type": _BOOLEAN},
            noguess={"type": _BOOLEAN},
            drifting={"type": _BOOLEAN},
            blindfold={"type": _BOOLEAN},
        ),
        made.command("open", cell=cell),
        made.command("flag", cell=cell),
        made.command("chord", cell=cell),
        made.command("hint"),
        made.command("board"),
        made.command("again"),
        made.command("undo"),
        made.command("giveup"),
        made.command("stats"),
        made.command("train", cell={"type": _STRING}),
        made.command("games"),
        made.command("save", name=name),
        made.command("load", name=name),
        made.command("access", who=who),
        made.command("takeover"),
        made.command("code"),
        made.command("evf"),
        made.command("play", code={"type": _STRING, "required": True}),
        made.command("duel", level={**level}),
        made.command("rematch"),
        made.command(
            "tournament",
            rounds={"type": _INTEGER, "required": True, "min_value": 2, "max_value": 9},
            level={**level},
        ),
        made.command("learn"),
        made.command("settings", change={"type": _STRING}),
        made.command("language"),
        made.command("help"),
        made.command("privacy"),
        made.command("export"),
        made.command("delete"),
    ]


class _Maker:
    """Says names and descriptions in all languages."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator

    def command(self, name: str, /, **options: Option) -> dict[str, Any]:
        """Return a command; its options in order, those that are required first."""
        described = self._described(f"command.{name}", "description")
        listed = [
            {"name": key} | self._described(f"option.{key}", "description") | option
            for key, option in options.items()
        ]
        named = self._localised(f"slash.{name}")
        return {
            "name": name,
            "name_localizations": named,
            "type": 1,
            "options": listed,
            **described,
            **_EVERYWHERE,
        }

    def choice(self, key: str, value: str) -> dict[str, Any]:
        """Return a choice."""
        name = self._translator.say(Text(key), "en")
        return {"name": name, "name_localizations": self._localised(key), "value": value}

    def _described(self, key: str, field: str) -> dict[str, Any]:
        return {
            field: self._translator.say(Text(key), "en"),
            f"{field}_localizations": self._localised(key),
        }

    def _localised(self, key: str) -> dict[str, str]:
        return {
            locale: self._translator.say(Text(key), language)
            for language in LANGUAGES
            for locale in _LOCALES.get(language, ())
        }
