"""The lesson tells players only what they can do exactly as it is told."""

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
    screen = await table.shown("!a1 !b1")
    for left in (1, 0):
        assert screen.lesson
        told = TRANSLATOR.say(screen.lesson, language)
        [written] = re.findall(r"\?[^.。]+", told)
        screen = await table.shown(written)
        assert sum(screen.board.flagged) == left


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("coordinates", "first", "wrong"),
    [(Coordinates.LETTERS, "d4", "a1"), (Coordinates.ZERO, "3 3", "0 0")],
)
async def test_commands_among_others(
    table: Table, language: str, coordinates: Coordinates, first: str, wrong: str
) -> None:
    """In a group, where typed marks are not heard, the lesson tells commands, and they work."""
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("private", [True, False])
async def test_boards_as_text(table: Table, language: str, *, private: bool) -> None:
    """With boards as text the lesson never speaks of tapping, and what it says to write works."""
    table.private, table.in_place = private, True
    await table.ask("/settings text on")
    screen = await table.shown("/learn")
    assert screen.lesson
    assert screen.lesson.key == ("lesson.open_typed" if private else "lesson.open")
    await table.ask("/open d4")
    screen = await table.shown("/flag a1")
    for marked, by_command in (("?a1", "/unflag a1"), ("!c2", "/flag c2"), ("@b3", "/chord b3")):
        assert screen.lesson
        told = TRANSLATOR.say(screen.lesson, language)
        assert (marked if private else by_command) in told
        assert not re.search(r"\b[Tt]ap\b|ажмите|点|點|ode|ежим|模式", told)
        screen = await table.shown(marked)
    assert screen.lesson
    assert screen.lesson.key == ("lesson.type_typed" if private else "lesson.type_answer")


@pytest.mark.parametrize(
    ("language", "flag"), [("en", "flag"), ("ru", "флаг"), ("zh", "旗"), ("zh-TW", "旗")]
)
async def test_a_chord_around_a_mine_that_has_gone_off(
    table: Table, language: str, flag: str
) -> None:
    """Of a number with a mine that has gone off it is not said that all its mines are flagged."""
    await table.ask("/learn")
    await table.ask("d4")
    screen = await table.shown("c2")
    assert screen.lesson
    assert sum(screen.board.exploded) == 1
    assert screen.lesson.key.startswith("lesson.chord")
    assert flag not in TRANSLATOR.say(screen.lesson, language)


async def test_nothing_is_at_stake(table: Table) -> None:
    """A hint costs nothing in the lesson, which does not count as a game."""
    for asked, at_stake in (("/learn", False), ("/newgame easy", True)):
        screen = await table.shown(asked)
        assert screen.at_stake is at_stake


async def test_a_lesson_that_was_left(table: Table) -> None:
    """A lesson that was left asks for no next step, but still counts as a board to learn on."""
    await table.ask("/learn")
    left = await table.shown("/giveup yes")
    assert (left.lesson, left.marked, left.taught) == (None, frozenset(), True)
