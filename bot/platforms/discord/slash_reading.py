"""Slash reading: what a slash command asks for, and a command that is typed instead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from bot.app.requests.actions import BOT_INVITED, Action, Invite, Misread
from bot.app.requests.board_actions import Challenge, JoinDuel
from bot.app.requests.board_commands import read_duel
from bot.app.requests.coach_actions import ShowStats
from bot.app.requests.commands import read
from bot.app.requests.coordinates import NUMBERS
from bot.i18n import Text, clean_name
from bot.platforms.discord.ids import discord_id
from core.typed import plain

Json: TypeAlias = Mapping[str, Any]

TOY: Final = "spoiler"
"""The command that sends a board of spoilers."""
_ORDER: Final = {
    "newgame": (
        *("level", "rows", "cols", "mines", "noguess", "safe", "lives", "casual"),
        *("drifting", "blindfold"),
    ),
    "review": ("replay", "move"),
    "stats": ("public", "level"),
    "tournament": ("rounds", "level", "noguess", "safe", "lives", "blindfold"),
}
"""The order in which options are read, since players give them in any."""
_SIZE: Final = ("rows", "cols", "mines")
"""The options of a new game that only mean something together, and without a level."""
_ONE: Final = "review"
"""The command of which one option is read, the first there is."""
_YES_NO: Final = {"on": ("on", "off"), "public": ("public", "private"), "whole": ("all", "")}
"""The words for an option that is true or false; those of others are its name, or nothing."""


def command_of(data: Json, asker: str = "") -> Action:
    """Return what a slash command asks for, which is what its text would ask for.

    ``asker`` is the id of the player who gives it and may name themselves in it.
    """
    options = options_of(data)
    name = str(data.get("name", ""))
    if "player" in options and "public" not in options:  # that is about one's own statistics
        return _about_player(name, data, str(options["player"]), asker)
    if name == "duel" and "code" in options:
        # Some paste the whole command that they were sent, and from Telegram comes a link.
        meant = read_duel(code := str(options["code"]))
        return JoinDuel(code) if isinstance(meant, Challenge | Misread) else meant
    given = {key for key in ("level", *_SIZE) if options.get(key) is not None}
    if name == "newgame" and given & {*_SIZE} and given != {*_SIZE}:
        size = {key: Text(f"option_name.{key}") for key in _SIZE}
        return Misread(Text("newgame.together", **size))
    order = _ORDER.get(name, tuple(options))
    words = [_word(key, options[key]) for key in order if options.get(key) is not None]
    words = [word for word in words if word]
    return read(" ".join([f"/{name}", *(words[:1] if name == _ONE else words)]))


def read_typed(text: str) -> Action:
    """Return what a text asks for; of a command that can only be chosen it is said where."""
    word, _, _ = plain(text).strip(" /").partition(" ")
    return Misread(Text("spoiler.choose")) if word == TOY else read(text)


def options_of(data: Json) -> dict[str, Any]:
    """Return the values of a command's options by name."""
    return {option["name"]: option.get("value") for option in data.get("options", [])}


def focused_of(data: Json) -> tuple[str, str]:
    """Return the option that is being typed, and what was typed of it."""
    options: list[Json] = data.get("options", [])
    focused: Json = next((each for each in options if each.get("focused")), {})
    return str(focused.get("name", "")), str(focused.get("value", ""))


def _about_player(command: str, data: Json, player: str, asker: str) -> Action:
    """Return what is asked about somebody, whom Discord describes beside the options."""
    if not (player.isascii() and player.isdigit()):
        return Misread(Text("unknown.nothing", numbers=NUMBERS))
    resolved = data.get("resolved", {})
    user = resolved.get("users", {}).get(player, {})
    member = resolved.get("members", {}).get(player, {})
    name = clean_name(member.get("nick") or user.get("global_name") or user.get("username", ""))
    chosen = discord_id(player)
    if command != "stats":
        return Misread(BOT_INVITED) if user.get("bot") else Invite(chosen, name)
    level = str(options_of(data).get("level") or "")
    return ShowStats(level) if chosen == asker else ShowStats(level, name, chosen)


def _word(key: str, value: object) -> str:
    if isinstance(value, bool):
        return _YES_NO.get(key, (key, ""))[not value]
    if key == "lives":
        return f"lives {value}"
    return str(value)
