"""What can be written behind /settings, which depends on the chat."""

from __future__ import annotations

from typing import Final

from bot.app.documents.state import MAX_GAMES
from bot.app.requests.access import Access
from bot.app.requests.actions import SWITCHES, Choice
from bot.app.requests.coordinates import Coordinates
from bot.app.requests.request import Chat
from bot.i18n import Text

_SENDING: Final = {
    Choice.TABLE: "settings.no_sending",
    Choice.QUIET: "settings.no_quiet",
    Choice.PIN: "settings.no_pin",
}
"""What takes more than answers to have on, and what is said where the bot can do no more."""


def allowed_text(choice: Choice, here: Chat) -> Text:
    """Return what can be written behind /settings and a ``choice``, or that nothing can."""
    if choice in _SENDING and not is_sent_to(here):
        return Text(_SENDING[choice])
    match choice:
        case Choice.TEXT | Choice.THEME if not here.in_place:
            return Text("settings.printed")
        case Choice.BOARDS:
            return Text("settings.boards_allowed", most=MAX_GAMES)
        case Choice.QUIET:
            return Text("settings.quiet_allowed")
        case Choice.COORDINATES:
            words: tuple[str, ...] = tuple(Coordinates)
        case Choice.ACCESS:
            words = tuple(Access)
        case _:
            words = tuple(SWITCHES)
    return Text("settings.allowed", choice=choice, words=words)


def usage_text(here: Chat) -> Text:
    """Return what can be written behind /settings ``here``."""
    if here.private:
        return Text("settings.usage_own" if here.in_place else "settings.usage_own_printed")
    if not here.in_place:
        return Text("settings.usage_group_printed")
    return Text("settings.usage_group" if is_sent_to(here) else "settings.usage_group_answers")


def is_sent_to(here: Chat) -> bool:
    """Tell whether the bot can send what nobody asks for to a chat with others, or pin there."""
    return here.in_place and not here.only_answers
