"""Spaces in texts: between Chinese and other characters, and nowhere else in Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from bot.i18n import LANGUAGES, Text, Translator
from bot.i18n.pattern import placeholders
from bot.i18n.text import Arg

TRANSLATOR = Translator()
CHINESE = ("zh", "zh-TW")

_HAN = "[\u3400-\u9fff]"
_MARK = "[，。：；、（）“”「」！？～…—]"
TOO_CLOSE = re.compile(rf"{_HAN}[A-Za-z0-9%/!?@+<>≈]|[A-Za-z0-9%*+?>]{_HAN}")
TOO_WIDE = re.compile(rf"{_HAN} +{_HAN}|{_MARK} | +{_MARK}")
DATE = re.compile(r"\d+年\d+月")
SEVERAL_WORDS = re.compile(rf"/newgame( {_HAN}+){{3}}")
"""Rows, columns and mines, which are typed with spaces."""
ILL_SPACED = re.compile(r"(?<=\S) {2,}| +[,;:)»”]|[^;\s] +[.!?](?!\S)|[(«“] +|\s+$")
"""In any language: several spaces, but where a line begins; one inside of marks; one at the end."""

CELLS = ("a1", "b2")
CLUE = Text("reason.clue_left", cell="c3", number=2, left=1)
SAFE = Text("reason.are_safe", cells=CELLS, count=2)
BECAUSE = Text("reason.because", verdict=SAFE, clue=Text("reason.clue", cell="c3", number=2))
GUESSED = Text("percent.about", chance=Text("percent.exactly", value=40))
WHOLE = Text("reason.zero", clue=CLUE, verdict=SAFE)
FIGURES = dict.fromkeys(("bbbv", "zini", "openings", "islands", "correctness", "throughput"), 5)
SPOKEN: dict[str, Arg] = {
    "after": GUESSED,
    "before": GUESSED,
    "best_win": GUESSED,
    "board": Text("daily.board", level=Text("level.easy"), rows=9, cols=9),
    "cells": CELLS,
    "clue": CLUE,
    "clues": (CLUE, CLUE),
    "counts": (Text("review.count_certain", count=3), Text("review.count_mine", count=1)),
    "figures": Text("review.figures", **FIGURES),
    "game": Text("games.name", number=3, name="evening"),
    "grade": Text("review.grade_first"),
    "how": Text("coordinates.letters"),
    "kinds": (Text("proof.one", count=3), Text("proof.two", count=1)),
    "known": SAFE,
    "level": Text("level.easy"),
    "line": Text("daily.line", rank=1, name="Ann", time="0:59"),
    "modes": (Text("stats.as_no_guess"), Text("stats.as_together")),
    "month": Text("month.m11", year="2025"),
    "reason": WHOLE,
    "sentence": WHOLE,
    "state": Text("games.parked"),
    "theme": Text("theme.moon"),
    "then": Text("reason.also", first=BECAUSE, second=Text("reason.too_many", clue=CLUE)),
    "verdict": SAFE,
    "what": Text("review.guess_held", safe=Text("percent.exactly", value=60)),
    "who": Text("players.open"),
    "win": GUESSED,
}
"""What placeholders yield that is not one number or word, as others do."""
OTHERWISE: dict[str, dict[str, Arg]] = {
    **{
        f"lesson.{step}{how}": {"clue": "c3"}
        for step in ("flag", "chord")
        for how in ("", "_command", "_typed")
    },
    **{
        f"reason.{pattern}": {"first": CLUE, "second": CLUE, "last": CLUE}
        for pattern in ("two_inside", "two_least", "two_most", "one_two_one", "one_two_two_one")
    },
    "newgame.together": {name: Text(f"option_name.{name}") for name in ("rows", "cols", "mines")},
    "train.level": {"level": 3, "name": Text("drill.pair")},
}
"""The same for texts in which placeholders of these names yield something else."""


def ill_spaced(said: str) -> list[str]:
    """Return what of ``said`` stands too close or too far apart."""
    words = SEVERAL_WORDS.sub("/newgame", DATE.sub("某月", said))
    return TOO_CLOSE.findall(words) + TOO_WIDE.findall(words)


def every_text(
    language: str, number: int, spoken: Mapping[str, Arg] | None = None
) -> Iterator[str]:
    """Yield what every text says of ``spoken`` things, and of ``number`` where one is asked for."""
    for key in sorted(TRANSLATOR.keys(language)):
        shown = {**(spoken or SPOKEN)} | OTHERWISE.get(key, {})
        names = placeholders(TRANSLATOR.pattern(key, language))
        args = {name: shown.get(name, number) for name in names}
        yield TRANSLATOR.say(Text(key, **args), language)


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("number", [1, 12])
def test_spaces_in_every_chinese_text(language: str, number: int) -> None:
    """A space separates Chinese from numbers, letters and commands; none is beside its marks."""
    assert not [said for said in every_text(language, number) if ill_spaced(said)]


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("name", ["Ann", "王小明", "さくら", "\x1f明\x1f"])
def test_spaces_around_names(language: str, name: str) -> None:
    """A name has spaces around it as it is Chinese or not, and so has a list by its last item."""
    others = Text("group.others", count=12), Text("alt.others", count=12)
    named: dict[str, Arg] = {"name": name, "names": (name, others[0]), "cells": ("a1", others[1])}
    assert not [said for said in every_text(language, 12, SPOKEN | named) if ill_spaced(said)]


@pytest.mark.parametrize("language", CHINESE)
def test_spaces_behind_commands(language: str) -> None:
    """What is typed behind a command has a space behind it, too."""
    said = TRANSLATOR.say(Text("settings.allowed", choice="格子", words=("on",)), language)
    assert re.search("/settings 格子 [后後]", said)
    said = TRANSLATOR.say(Text("unknown.near", command="/newgame 容易"), language)
    assert re.search("用 /newgame 容易 [吗嗎]", said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, 12])
def test_spaces_in_every_text(language: str, number: int) -> None:
    """No text has several spaces in a row, one before a punctuation mark, or one at its end."""
    assert not [said for said in every_text(language, number) if ILL_SPACED.search(said)]


@pytest.mark.parametrize("language", CHINESE)
def test_spaces_in_a_session(language: str) -> None:
    """The session shown in the README is spaced like the catalogues."""
    lines = Path(f"docs/session.{language}.txt").read_text("utf-8").splitlines()
    assert not [line for line in lines if ill_spaced(line)]
