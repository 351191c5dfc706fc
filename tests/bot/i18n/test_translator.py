"""The translator, on catalogues written for the purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.i18n import LANGUAGES, Text, Translator
from bot.i18n.pattern import placeholders

LISTS = '[list]\nlast = "{first} & {second}"\nmore = "{first}, {second}"\n'
GAME = """
plain = "Say {what}."
[mines]
left = "{count, plural, one {# mine} other {# mines}}"
"""
RU = """
plain = "Скажи {what}."
[mines]
left = "{count, plural, one {# мина} few {# мины} many {# мин} other {# мины}}"
"""


def write_catalogues(folder: Path) -> Path:
    """Write a small catalogue of every language under ``folder``."""
    for language in LANGUAGES:
        (folder / language).mkdir()
        (folder / language / "lists.toml").write_text(LISTS)
        (folder / language / "game.toml").write_text(RU if language == "ru" else GAME, "utf-8")
        (folder / language / "notes.md").write_text("no catalogue")
    return folder


@pytest.fixture
def translator(tmp_path: Path) -> Translator:
    """Return a translator of the small catalogues."""
    return Translator(write_catalogues(tmp_path))


def test_keys_come_from_tables(translator: Translator) -> None:
    """Keys are made of the names of the tables in each topic's file."""
    assert translator.keys("en") == {"list.last", "list.more", "plain", "mines.left"}


def test_foreign_text_is_said_as_it_is(translator: Translator) -> None:
    """An argument that looks like a pattern is shown unchanged."""
    assert translator.say(Text("plain", what="{count} '#'"), "en") == "Say {count} '#'."


def test_right_to_left_text_is_isolated(translator: Translator) -> None:
    """A right-to-left name cannot turn the text after it around."""
    assert translator.say(Text("plain", what="דנה"), "en") == "Say \u2068דנה\u2069."


def test_texts_nest(translator: Translator) -> None:
    """A text inside a text is in the same language."""
    text = Text("plain", what=Text("mines.left", count=2))
    assert translator.say(text, "en") == "Say 2 mines."
    assert translator.say(text, "ru") == "Скажи 2 мины."


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ((), "Say ."),
        (("a",), "Say a."),
        (("a", "b"), "Say a & b."),
        (("a", "b", Text("mines.left", count=1)), "Say a, b & 1 mine."),
    ],
)
def test_tuples_are_lists(translator: Translator, items: tuple[str | Text, ...], said: str) -> None:
    """A tuple is joined as a list in the way of the language."""
    assert translator.say(Text("plain", what=items), "en") == said


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 мин"),
        (1, "1 мина"),
        (2, "2 мины"),
        (5, "5 мин"),
        (11, "11 мин"),
        (21, "21 мина"),
        (22, "22 мины"),
        (111, "111 мин"),
        (1.5, "1,5 мины"),
        (1234, "1\u00a0234 мины"),
    ],
)
def test_russian_plurals(translator: Translator, count: float, said: str) -> None:
    """Russian has four plural forms."""
    assert translator.say(Text("mines.left", count=count), "ru") == said


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_chinese_has_one_form(translator: Translator, count: int) -> None:
    """Chinese takes the form "other" for every number, even where "one" is written."""
    assert translator.say(Text("mines.left", count=count), "zh") == f"{count} mines"


def test_unknown_keys_are_errors(translator: Translator) -> None:
    """An unknown key is a KeyError at once, not an odd text on a screen."""
    with pytest.raises(KeyError, match="nonsense"):
        translator.say(Text("nonsense"), "en")


@pytest.mark.parametrize(("stored", "nearest"), [("xx", "en"), ("be", "ru"), ("zh-HK", "zh-TW")])
def test_languages_of_a_newer_release(translator: Translator, stored: str, nearest: str) -> None:
    """A language known only to a newer release is replaced by the nearest one."""
    for text in (Text("mines.left", count=5), Text("plain", what=Text("mines.left", count=5))):
        assert translator.say(text, stored) == translator.say(text, nearest)


def test_missing_arguments_are_errors(translator: Translator) -> None:
    """A missing argument is a KeyError that names it."""
    with pytest.raises(KeyError, match="plain needs what"):
        translator.say(Text("plain"), "en")


def test_a_key_defined_twice_is_an_error(tmp_path: Path) -> None:
    """Two topics cannot define the same key."""
    folder = write_catalogues(tmp_path)
    (folder / "en" / "more.toml").write_text('plain = "again"')
    with pytest.raises(ValueError, match=r"more\.toml defines again: plain"):
        Translator(folder)


def test_a_pattern_is_compiled_once(translator: Translator) -> None:
    """Showing a text again uses the compiled pattern."""
    first = translator._message("plain", "en")
    assert translator._message("plain", "en") is first


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("nothing", {}),
        ("{a} and { b }", {"a": True, "b": True}),
        ("{n, number}", {"n": True}),
        ("{n, plural, one {it} other {them}}", {"n": False}),
        ("{n, plural, one {# {a}} other {#}}", {"n": True, "a": True}),
        ("{n, plural, one {it} other {them}} {n}", {"n": True}),
        ("{n, selectordinal, one {#st {a}} other {#th}}", {"n": True, "a": True}),
        ("{k, select, x {#} other {{b}}}", {"k": False, "b": True}),
        ("it''s '{quoted}' {a}", {"a": True}),
    ],
)
def test_placeholders(pattern: str, found: dict[str, bool]) -> None:
    """The arguments of a pattern are found, and whether each is shown."""
    assert placeholders(pattern) == found
