"""The lesson tells a player what can be done as it is told."""

from __future__ import annotations

import re

import pytest

from bot.app.requests.coordinates import Coordinates
from bot.i18n.language import LANGUAGES
from tests.bot.app.conftest import TRANSLATOR, Table


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("coordinates", [Coordinates.LETTERS, Coordinates.ONE])
@pytest.mark.parametrize("in_place", [True, False])
async def test_flags_that_are_wrong(
    table: Table, language: str, coordinates: Coordinates, *, in_place: bool
) -> None:
    """Two wrong flags are taken off by writing what the lesson says, one after the other."""
    table.private, table.in_place = True, in_place
    await table.ask(f"/settings coordinates {coordinates}")
    await table.ask("/learn")
    await table.ask("d4")
    reply = await table.ask("!a1 !b1")
    for left in (1, 0):
        assert reply.screen
        assert reply.screen.lesson
        told = TRANSLATOR.say(reply.screen.lesson, language)
        [written] = re.findall(r"\?[^.。]+", told)
        reply = await table.ask(written)
        assert reply.screen
        assert sum(reply.screen.board.flagged) == left


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("coordinates", "first", "wrong"),
    [(Coordinates.LETTERS, "d4", "a1"), (Coordinates.ZERO, "3 3", "0 0")],
)
async def test_commands_among_others(
    table: Table, language: str, coordinates: Coordinates, first: str, wrong: str
) -> None:
    """In a group, where a mark with a cell is not heard, commands are told that are followed."""
    table.private, table.in_place = False, True
    await table.ask(f"/settings coordinates {coordinates}")
    await table.ask("/learn")
    await table.ask(f"/open {first}")
    reply = await table.ask(f"/flag {wrong}")
    followed = []
    while (screen := reply.screen) and screen.lesson and screen.lesson.key.endswith("_command"):
        told = TRANSLATOR.say(screen.lesson, language)
        [written] = re.findall(r"/\w+ \w+(?::\w+)?", told)
        followed.append(written.partition(" ")[0])
        reply = await table.ask(written)
    assert followed == ["/unflag", "/flag", "/chord"]


async def test_nothing_is_at_stake(table: Table) -> None:
    """A hint costs nothing in the lesson, which is no game of one's own."""
    for asked, at_stake in (("/learn", False), ("/newgame easy", True)):
        screen = (await table.ask(asked)).screen
        assert screen
        assert screen.at_stake is at_stake


async def test_a_lesson_that_was_left(table: Table) -> None:
    """Who has left the lesson is asked for no next step; its board is one to learn with still."""
    await table.ask("/learn")
    left = (await table.ask("/giveup yes")).screen
    assert left
    assert (left.lesson, left.marked, left.taught) == (None, frozenset(), True)
