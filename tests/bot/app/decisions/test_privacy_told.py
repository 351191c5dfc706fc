"""What /privacy and /delete say is kept, and for how long, is true."""

from __future__ import annotations

import json
import re

import pytest

from bot.app.decisions.desk import _KEEP_NUMBER_S
from bot.app.documents.day import KEEP_TRIED_S
from bot.app.documents.duel import KEEP_DUEL_S
from bot.app.documents.forgotten import KEEP_FORGOTTEN_S
from bot.app.documents.keeping import KEEP_FINISHED_S
from bot.app.documents.shared import KEEP_SHARED_S
from bot.app.documents.spaces import CHAT, chat_space
from bot.app.documents.state import KEEP_PASSING_S, ChatState
from bot.app.errands.tops import _KEEP_S
from bot.app.requests.actions import Delete
from bot.i18n import LANGUAGES, Text
from tests.bot.app.conftest import TRANSLATOR, Table

WALL = "3x4/3 ##M# ##M# ##M#"
TOLD = {
    "statistics": "statistics",
    "achievements": "achievements",
    "training": "exercises",
    "daily": "boards of the day",
    "reads": "language",
    "settings": "settings",
    "games": "games",
}
"""The parts of the exported file, each with what /privacy calls it."""
OF_OTHERS = {"player", "statistics_public"}
"""Who asks, and one of the settings."""


def days(key: str, language: str) -> list[int]:
    """Return the numbers of days that a sentence tells in digits."""
    return [int(each) for each in re.findall("[0-9]+", TRANSLATOR.say(Text(key), language))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_days(language: str) -> None:
    """Every language tells after how many days each kind of data is deleted."""
    seconds = (KEEP_FINISHED_S, KEEP_SHARED_S, _KEEP_S, KEEP_DUEL_S, KEEP_PASSING_S)
    assert days("privacy.until", language) == [each // 86_400 for each in seconds]
    assert KEEP_TRIED_S == KEEP_FORGOTTEN_S == 2 * 86_400, "which is said in a word"
    for key in ("privacy.rights", "delete.done"):
        assert days(key, language) == [_KEEP_NUMBER_S // 86_400]


async def test_what_is_kept(table: Table) -> None:
    """/privacy names each part of the file that players get of their data."""
    file = (await table.ask("/export")).file
    assert file
    assert json.loads(file).keys() == TOLD.keys() | OF_OTHERS
    kept = (await table.say("/privacy"))[0]
    assert [word for word in TOLD.values() if word not in kept] == []


async def test_names_of_saved_games(table: Table) -> None:
    """The name of a saved game is all that is kept as it was written, as /privacy says."""
    await table.deal(WALL)
    await table.ask("/save evening")
    kept = table.backend.documents.values()
    assert any(b"evening" in stored.blob for stored, _ in kept)
    [said] = [each for each in await table.say("/privacy") if "not kept" in each]
    assert said.endswith("but for the names that you save games under.")


async def test_names_of_players(table: Table) -> None:
    """A name is kept with each game that somebody plays, also alone, as /privacy says."""
    await table.deal(WALL)
    await table.ask("!c2")
    kept = table.backend.documents[chat_space(table.chat), "game:1"]
    assert b"Ann" in kept[0].blob
    [said] = [each for each in await table.say("/privacy") if "name is kept" in each]
    assert said.startswith("Your name is kept with each game you play, ")


async def test_left_by_a_deletion(table: Table) -> None:
    """After a deletion a private chat keeps only how many games it has had, as is said."""
    await table.deal(WALL)
    await table.ask(Delete(sure=True))
    left = await table.store.view(chat_space(table.chat), lambda found, _: found.get(CHAT))
    assert left == ChatState(next_number=2)
    assert "how many games a private chat has had" in (await table.say("/delete yes"))[0]
