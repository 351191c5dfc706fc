"""Slash commands: what is registered with Discord, in all languages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from bot.app.documents.tournament import LEAST_ROUNDS, MOST_ROUNDS
from bot.app.requests.access import Access
from bot.app.requests.day import DAY_LEVELS
from bot.app.requests.scope import DAILY_PAGE, SKILL_PAGE, TOP_LEVELS, Scope
from bot.i18n import LANGUAGES, Text, Translator
from bot.platforms.discord.spoilers import TOY_COLS, TOY_ROWS
from core.rules import CUSTOM, LEVELS, MAX_LIVES, MAX_SIDE, MIN_SIDE

_STRING, _INTEGER, _BOOLEAN, _USER = 3, 4, 5, 6
_OTHER_CODES: Final = {"zh": "zh-CN"}
LOCALES: Final = {each: _OTHER_CODES.get(each, each) for each in LANGUAGES if each != "en"}
"""Discord's locale that a language of ours is shown in; English is shown in all the others."""
_EVERYWHERE: Final = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
"""In servers, with the bot and anywhere else; installed by servers and by people."""
_YES_NO: Final = {"type": _BOOLEAN}
_PROPOSED: Final = {"type": _STRING, "autocomplete": True}
_SIDE: Final = {"type": _INTEGER, "min_value": MIN_SIDE, "max_value": MAX_SIDE}
_MINES: Final = {"type": _INTEGER, "min_value": 1}
_NEEDED: Final = {"required": True}
_MODES: Final = {f"choice.{mode}": mode for mode in ("open", "flag")}
_SOLVING: Final = {f"choice.{how}": how for how in ("step", "all", "stop", "new")}
_ACCESS: Final = {f"control.access_{access}": access.value for access in Access}
_LEVELS: Final = {f"level.{level}": level for level in LEVELS}
_TABLES: Final = {f"choice.{which}": which for which in ("table", "server")}
_DAYS: Final = {f"level.{level}": level for level in DAY_LEVELS} | _TABLES
_PAGES: Final = {f"level.{level}": level for level in TOP_LEVELS} | {
    f"choice.{page}": page for page in (SKILL_PAGE, DAILY_PAGE)
}
_SCOPES: Final = {
    "choice.chat": Scope.CHAT.value,
    "choice.server": Scope.SERVER.value,
    "choice.everybody": Scope.ALL.value,
}
_FAIR: Final = {
    "noguess": _YES_NO,
    "safe": _YES_NO,
    "lives": {"type": _INTEGER, "min_value": 1, "max_value": MAX_LIVES},
    "blindfold": _YES_NO,
}
"""Options of a board on which people play against each other."""
_LANGUAGES: Final = {f"language.{language}": language for language in LANGUAGES}

Option: TypeAlias = dict[str, Any]


def slash_commands(translator: Translator) -> list[dict[str, Any]]:
    """Return every command with its options, as the API takes them."""
    made = _Maker(translator)
    return [*_moves(made), *_games(made), *_boards(made), *_coach(made), *_about(made)]


def _moves(made: _Maker) -> Iterable[dict[str, Any]]:
    cell = _PROPOSED | _NEEDED
    yield made.command("open", cell=cell)
    yield made.command("flag", cell=cell)
    yield made.command("unflag", cell=cell)
    yield made.command("chord", cell=cell)
    yield made.command("mode", mode=made.choices(_MODES) | _NEEDED)
    yield made.command("hint", whole=_YES_NO)
    yield made.command("undo")
    yield made.command("giveup")
    yield made.command("scan", cell=_PROPOSED | {"about": "middle"})


def _games(made: _Maker) -> Iterable[dict[str, Any]]:
    size = {"level": _PROPOSED, "rows": _SIDE, "cols": _SIDE, "mines": _MINES}
    kind = _FAIR | {"casual": _YES_NO, "drifting": _YES_NO}
    name: Option = {"type": _STRING, "max_length": 100} | _NEEDED
    yield made.command("newgame", **size, **kind)
    yield made.command("again")
    yield made.command("board", cell=_PROPOSED | {"about": "where"})
    yield made.command("games")
    yield made.command("save", name=name)
    yield made.command("load", name=name | {"autocomplete": True})
    yield made.command("access", who=made.choices(_ACCESS) | _NEEDED)
    yield made.command("takeover")
    yield made.command("invite", player={"type": _USER} | _NEEDED)


def _boards(made: _Maker) -> Iterable[dict[str, Any]]:
    code: Option = {"type": _STRING} | _NEEDED
    toy = {
        "rows": _SIDE | {"max_value": TOY_ROWS} | _NEEDED,
        "cols": _SIDE | {"max_value": TOY_COLS} | _NEEDED,
        "mines": _MINES | _NEEDED,
    }
    yield made.command("daily", level=made.choices(_DAYS) | {"about": "day"})
    page = made.choices(_PAGES) | {"about": "table"}
    yield made.command("top", level=page, scope=made.choices(_SCOPES), last=_YES_NO)
    yield made.command("listed", on=_YES_NO | {"about": "listed"} | _NEEDED)
    yield made.command("share")
    yield made.command("play", code=code)
    yield made.command("code")
    yield made.command("card")
    yield made.command("evf")
    invitation: Option = {"type": _STRING, "about": "invitation"}
    yield made.command("duel", level=_PROPOSED, code=invitation, **_FAIR)
    yield made.command("rematch")
    rounds: Option = {
        "type": _INTEGER,
        "min_value": LEAST_ROUNDS,
        "max_value": MOST_ROUNDS,
    } | _NEEDED
    yield made.command("tournament", rounds=rounds, level=_PROPOSED, **_FAIR)
    yield made.command("next")
    yield made.command("proof")
    yield made.command("spoiler", **toy)


def _coach(made: _Maker) -> Iterable[dict[str, Any]]:
    level = made.choices(_LEVELS | {"level.custom": CUSTOM}) | {"about": "which"}
    move: Option = {"type": _INTEGER, "min_value": 1}
    yield made.command("stats", level=level, player={"type": _USER}, public=_YES_NO)
    yield made.command("review", move=move, replay=_YES_NO)
    yield made.command("solve", how=made.choices(_SOLVING))
    yield made.command("train", cell={"type": _STRING, "about": "answer"})
    yield made.command("learn")


def _about(made: _Maker) -> Iterable[dict[str, Any]]:
    yield made.command("settings", change={"type": _STRING})
    yield made.command("language", language=made.choices(_LANGUAGES))
    yield made.command("help")
    yield made.command("privacy")
    yield made.command("export")
    yield made.command("delete")


class _Maker:
    """Says names and descriptions in all languages."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator

    def command(self, name: str, /, **options: Option) -> dict[str, Any]:
        """Return a command; its options in order, those that are required first."""
        return {
            "name": name,
            "name_localizations": self._localised(f"slash.{name}"),
            "type": 1,
            "options": [self._option(key, option) for key, option in options.items()],
            **self._described(f"command.{name}"),
            **_EVERYWHERE,
        }

    def choices(self, values: Mapping[str, str]) -> Option:
        """Return an option with these ``values``, each by the key of the text that names it."""
        return {"type": _STRING, "choices": [self._choice(*each) for each in values.items()]}

    def _choice(self, key: str, value: str) -> dict[str, Any]:
        name = self._translator.say(Text(key), "en")
        return {"name": name, "name_localizations": self._localised(key), "value": value}

    def _option(self, name: str, option: Option) -> Option:
        """Return an option; ``about`` in it is the key of its description, else its name is."""
        given = {key: value for key, value in option.items() if key != "about"}
        named = {"name": name, "name_localizations": self._localised(f"option_name.{name}")}
        return named | self._described(f"option.{option.get('about', name)}") | given

    def _described(self, key: str) -> dict[str, Any]:
        return {
            "description": self._translator.say(Text(key), "en"),
            "description_localizations": self._localised(key),
        }

    def _localised(self, key: str) -> dict[str, str]:
        return {
            locale: self._translator.say(Text(key), language)
            for language, locale in LOCALES.items()
        }
