"""Typed: what a page's buttons do is printed as commands."""

from __future__ import annotations

import pytest

from bot.app.requests.actions import Action, Help, SetLanguage
from bot.app.requests.board_actions import Daily, DailyTables, ShowCard, ShowTop
from bot.app.requests.button import Button
from bot.app.requests.coach_actions import Replay, Review, SetPublic, ShowStats, Train
from bot.app.requests.commands import read
from bot.app.requests.scope import Scope
from bot.app.screens.reply import Reply
from bot.i18n import Text
from bot.platforms.terminal.typed import command_of
from tests.bot.platforms.terminal.test_view import view


@pytest.mark.parametrize(
    "action",
    [
        *(ShowStats("easy"), SetPublic(on=True), SetPublic(on=False, level="expert")),
        *(Train(), Train("?"), Review(), Review(move=12), Replay()),
        *(ShowTop(), ShowTop("skill", Scope.ALL, last=True)),
        *(DailyTables(), DailyTables(server=True), Daily(), SetLanguage("zh-TW")),
        *(ShowCard(), ShowCard(where="e7"), Replay(where="e7")),
        *(Review(where="e7"), Review(move=12, where="e7")),
    ],
)
def test_commands(action: Action) -> None:
    """The command that is named for a button does what the button does."""
    command = command_of(action)
    assert command is not None
    assert read(command) == action


def test_rows() -> None:
    """What stands in a row is on one line, and buttons without a command are left out."""
    progress = Button(Text("train.progress"), Train("?"))
    summary = Button(Text("review.to_whole"), Review())
    rows = (
        (Button(Text("train.next"), Train()), progress),
        (Button(Text("game.none"), Help()),),
        (Button(Text("game.none"), Help()), summary),
    )
    assert list(view().lines(Reply((Text("train.title"),), buttons=rows))) == [
        "Your patterns:",
        "▶ Next one: /train · 📊 My progress: /train ?",
        "📈 Summary: /review",
    ]


def test_what_follows_by_itself() -> None:
    """While a page is being worked out nothing has to be written to see it."""
    rows = ((Button(Text("train.next"), Train()),),)
    said = Reply((Text("train.title"),), buttons=rows, unfinished=True)
    assert list(view().lines(said)) == ["Your patterns:"]
