"""Level names: a level is understood by the names it has in any Minesweeper."""

from __future__ import annotations

import pytest

from bot.app.requests import actions as asked
from bot.app.requests.board_actions import Challenge, Daily, NewTournament, ShowTop
from bot.app.requests.coach_actions import ShowStats
from bot.app.requests.commands import read
from bot.app.requests.level_names import also_called, level_called
from bot.app.requests.wish import Wish
from bot.i18n import LANGUAGES, Text
from core.rules import CUSTOM, DEFAULT, LEVELS
from tests.bot.app.conftest import TRANSLATOR


@pytest.mark.parametrize(
    ("written", "level"),
    [
        ("intermediate", "medium"),
        ("Beginner", "beginner"),
        ("EXPERT", "expert"),
        ("новичок", "beginner"),
        ("Любитель", "medium"),
        ("профессионал", "expert"),
        ("ЛЁГКИЙ", "easy"),
        ("легкий", "easy"),
        ("средний", "medium"),
        ("сложный", "hard"),
        ("трудный", "hard"),
        ("初级", "beginner"),
        ("中级", "medium"),
        ("高级", "expert"),
        ("中級", "medium"),
        ("困难", "hard"),
        ("困難", "hard"),
        ("標準", "default"),
    ],
)
def test_any_word(written: str, level: str) -> None:
    """A level is understood by its names in other games, in any case, wherever one is typed."""
    assert read(f"/newgame {written}") == asked.NewGame(Wish(level=level))
    assert read(f"/newgame {written} safe") == read(f"/newgame {level} safe")
    assert read(f"/duel {written}") == Challenge(Wish(level=level))
    assert read(f"/tournament 3 {written}") == NewTournament(3, Wish(level=level))
    assert read(f"/top {written}") == ShowTop(level=level)
    assert read(f"/stats {written}") == ShowStats(level=level)


def test_day() -> None:
    """Of levels named behind /daily, those that have boards of the day are understood."""
    assert read("/daily Intermediate") == Daily("medium")
    assert read("/daily 高级") == Daily("expert")
    assert read("/daily новичок") == asked.Misread(Text("daily.usage"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_usage(language: str) -> None:
    """The usage of /newgame has every level by the name shown on boards, which can be read."""
    usage = TRANSLATOR.say(Text("newgame.usage"), language)
    for level in LEVELS.keys() - {DEFAULT}:
        assert TRANSLATOR.say(Text(f"level.{level}"), language) in usage


def test_each_name_is_of_one_level() -> None:
    """No two levels share a name, and each is understood by its shown names."""
    for level in LEVELS:
        shown = {TRANSLATOR.say(Text(f"level.{level}"), language) for language in LANGUAGES}
        for name in (level, *shown, *also_called(level)):
            assert level_called(name) == level_called(name.upper()) == level


@pytest.mark.parametrize("written", ["", "no", "nightmare", "3"])
def test_no_level(written: str) -> None:
    """Anything else is no level, and "custom" alone begins no game."""
    assert level_called(written) is None
    assert read(f"/newgame {TRANSLATOR.say(Text('level.custom'), 'zh')}") == asked.Misread(
        Text("newgame.usage")
    )
    assert level_called("custom") == CUSTOM


@pytest.mark.parametrize("written", ["no guess", "no guessing", "No-guess", "noguess"])
def test_no_guess(written: str) -> None:
    """A board without guessing can be asked for in one word or in two."""
    assert read(f"/newgame expert {written}") == asked.NewGame(Wish(level="expert", no_guess=True))


@pytest.mark.parametrize(
    ("text", "level"), [("expert", "expert"), ("/expert", "expert"), ("Сложный", "hard")]
)
def test_alone(text: str, level: str) -> None:
    """A level without a command is answered with the command that begins it."""
    assert read(text) == asked.Misread(Text("unknown.near", command=f"/newgame {level}"))
