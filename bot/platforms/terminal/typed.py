"""Typed: what the buttons of a page do, as the commands that do it: a terminal has no buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from bot.app.requests.actions import Action, SetLanguage
from bot.app.requests.board_actions import Daily, DailyTables, ShowCard, ShowTop
from bot.app.requests.button import Row
from bot.app.requests.coach_actions import Replay, Review, SetPublic, ShowStats, Train
from bot.i18n import Text

_SINGLE: Final[Mapping[Action, str]] = {
    Daily(): "/daily",
}


def typed_rows(buttons: tuple[Row, ...], say: Callable[[Text], str]) -> Iterator[str]:
    """Yield a line for each row of ``buttons``: what each is called, and its command."""
    for row in buttons:
        commands = ((button.label, command_of(button.action)) for button in row)
        if said := [_typed(label, command) for label, command in commands if command]:
            yield " · ".join(map(say, said))


def _typed(label: Text, command: str) -> Text:
    return Text("control.in_words", name=label, command=command)


def command_of(action: Action) -> str | None:
    """Return the command for ``action``.

    None for one that its page tells of in its own words, and for those that are about the game of
    the page: ``/again`` and ``/share`` are about the current one, which sharing makes casual.
    """
    match action:
        case ShowStats(level=level):
            words = ["/stats", level]
        case SetPublic(on, level):
            words = ["/stats", "public" if on else "private", level]
        case Train(answer):
            words = ["/train", answer]
        case Review(move=move, where=where):
            words = ["/review", str(move or ""), where]
        case Replay(where=where):
            words = ["/review", "replay", where]
        case ShowCard(where=where):
            words = ["/card", where]
        case ShowTop(level, scope, last):
            words = ["/top", level or "", scope or "", "last" if last else ""]
        case DailyTables(server):
            words = ["/daily", "server" if server else "table"]
        case SetLanguage(language):
            words = ["/language", language]
        case _:
            return _SINGLE.get(action)
    return " ".join(filter(None, words))
