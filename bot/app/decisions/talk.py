"""Talk: what is said without touching a game: greeting, help, language."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.app.decisions.desk import Desk
from bot.app.decisions.settings import show_others_anew
from bot.app.requests.actions import (
    INVITE_USAGE,
    SETTINGS_USAGE,
    ChooseLanguage,
    ChooseLevel,
    Greet,
    Help,
    Learn,
    Misread,
    SetLanguage,
    ShowPrivacy,
    Thank,
)
from bot.app.requests.button import Button
from bot.app.requests.coordinates import EXAMPLE, NUMBERS
from bot.app.screens.reply import Reply
from bot.app.screens.settings_usage import usage_text
from bot.app.screens.ways import is_heard
from bot.i18n import LANGUAGES, Text
from core.grid import CellName

HELP: Final = (
    "open",
    "flag",
    "tap",
    "newgame",
    "again",
    "daily",
    "hint",
    "save",
    "stats",
    "language",
)
"""The lines of the help below what the game is about, ten of them: what fits on a phone."""

_IN_HELP: Final = {
    "cell": EXAMPLE,
    "numbers": NUMBERS,
    "other": CellName.of(2, 4),
    "corner": CellName.of(0, 0),
    "opposite": CellName.of(2, 2),
}
"""The cells that examples are about: in the help as the chat names them."""
PRIVACY: Final = ("kept", "names", "texts", "until", "rights")
"""The lines about what is kept."""
_GREETING: Final = (
    (Button(Text("control.levels"), ChooseLevel()), Button(Text("control.learn"), Learn())),
    (Button(Text("control.language"), ChooseLanguage()),),
)
_NAMES: Final = {code: Text(f"language.{code}") for code in LANGUAGES}
"""Each language's own name for itself, the same in all."""
LANGUAGE_MENU: Final = (tuple(Button(name, SetLanguage(code)) for code, name in _NAMES.items()),)
"""The languages to be pressed."""


_OF_OTHERS: Final = {
    INVITE_USAGE: "access.invite_alone",
    Text("access.usage"): "access.invite_alone",
    Text("tournament.usage"): "tournament.group_only",
}
"""What is misread about playing with others, and what is said to who is alone with the bot."""


def greet(desk: Desk, action: Greet) -> Reply:
    """Say what the bot is, or show the game that waits.

    A private chat whose language nobody knows goes on in that of its player's greeting.
    """
    _go_on_in(desk, action.language)
    session = desk.meant
    if session is None or session.game.outcome:
        # Where there are buttons, they say how to begin.
        begin = () if desk.request.chat.in_place else (Text("greet.begin", numbers=NUMBERS),)
        return Reply((Text("greet.hello"), *begin), buttons=_GREETING)
    is_own = desk.request.chat.private or session.is_of(desk.request.player.id)
    own = "greet.another" if action.another else "greet.back"
    return Reply((Text(own if is_own else "greet.others"),), desk.screen(session))


def thank(desk: Desk, action: Thank) -> Reply:
    """Answer thanks; where the chat's language is not known, in the language of the thanks."""
    _go_on_in(desk, action.language)
    return Reply((Text("greet.good_game" if action.for_game else "greet.welcome"),))


def _go_on_in(desk: Desk, language: str) -> None:
    """Have a private chat whose language nobody knows go on in ``language``, if that is one."""
    before, here = desk.chat.settings, desk.request
    unknown = here.chat.private and not (before.language or here.is_language_known)
    if unknown and language not in {"", here.spoken}:
        desk.write_chat(replace(desk.chat, settings=replace(before, language=language)))


def choose_language(_desk: Desk, _action: ChooseLanguage) -> Reply:
    """List the languages, each by its own name."""
    return Reply((Text("language.choose"),), buttons=LANGUAGE_MENU)


def privacy(_desk: Desk, _action: ShowPrivacy) -> Reply:
    """Say what is kept of a player, for how long and what for."""
    return Reply(tuple(Text(f"privacy.{line}") for line in PRIVACY))


def help_(desk: Desk, _action: Help) -> Reply:
    """Say what the game is about, how moves are made in this chat, and list the commands."""
    lines = {line: Text(f"help.{line}", **_IN_HELP) for line in HELP}
    here, settings = desk.request.chat, desk.chat.settings
    how = "help.typed" if is_heard(here) else "help.in_reply"
    lines["open"] = Text(how, moves=lines["open"])
    if not here.private and here.in_place and not settings.text_only:
        lines["tap"] = Text("help.tap_pressed")
    elif not here.private or not settings.smart_tap:  # a number that is typed does nothing
        del lines["tap"]
    return Reply((Text("greet.hello"), *lines.values()))


def misread(desk: Desk, action: Misread) -> Reply:
    """Say why something could not be read."""
    problem, here = action.problem, desk.request.chat
    if problem == SETTINGS_USAGE:
        problem = usage_text(here)
    elif here.private and problem in _OF_OTHERS:
        problem = Text(_OF_OTHERS[problem])
    return Reply((problem,), private=True)


def set_language(desk: Desk, action: SetLanguage) -> Reply:
    """Answer the chat in another language from now on, on the boards that are there as well."""
    before = desk.chat.settings
    desk.write_chat(replace(desk.chat, settings=replace(before, language=action.language)))
    if action.language != before.language:
        desk.show_current_anew()
        show_others_anew(desk)
    return Reply((Text("language.set"),))
