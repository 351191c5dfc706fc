"""Move words: a mark's word beside cells acts as the mark; among other words it does not."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.app.requests.actions import Misread, Typed
from bot.app.requests.commands import read
from bot.app.requests.move_words import _commands
from bot.i18n import LANGUAGES, Text
from core.typed import is_moves
from tests.bot.app.conftest import TRANSLATOR, Table

_NAMED = ("open", "flag", "unflag", "chord")
_WORDS = [*_commands()]
_BESIDE = [
    "on",
    "at",
    "me",
    "and",
    "with",
    "hours",
    "на",
    "с",
    "и",
    "дня",
    "мне",
    "в",
    "把",
    "了",
    "次",
]
_NUMBERS = ["3", "24", "c1", "2024", "a", "c", "5x5", "в3", "3й"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", _NAMED)
@pytest.mark.parametrize("form", ["{} c1", "{}: 3 4", "{}  a1 b2", "c1 {}", "a1-c3, {}"])
def test_as_commands_are_called(command: str, language: str, form: str) -> None:
    """In each language a command's name beside cells does what the command does."""
    word = TRANSLATOR.say(Text(f"slash.{command}"), language)
    cells = form.replace("{}", "").strip(" :,")
    for written in (word, word.capitalize()):
        assert read(form.format(written)) == read(f"/{command} {cells}")
    assert read(f"/{word} {cells}") == read(f"/{command} {cells}")


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("flag c1", "/flag c1"),
        ("put a flag on c1", "/flag c1"),
        ("c1 flag", "/flag c1"),
        ("remove the flag from c1", "/unflag c1"),
        ("флаг с1", "/flag с1"),  # a Cyrillic letter that looks like ours
        ("Поставь флаг на c1", "/flag c1"),
        ("сними флаг с c1", "/unflag c1"),
        ("Снять флаг с с1", "/unflag с1"),
        ("снять-флаг c1", "/unflag c1"),
        ("открой 3 4", "/open 3 4"),
        ("открой вокруг c1", "/chord c1"),
        ("插旗c1", "/flag c1"),
        ("插旗　ｃ１", "/flag ｃ１"),
        ("在c1插旗", "/flag c1"),
        ("把 c1 打开", "/open c1"),
        ("開 3 4", "/open 3 4"),
        ("打开第3行第4列", "/open 第3行第4列"),
        ("双击：c1", "/chord c1"),
        ("点c1", "/open c1"),
        ("挖 c1", "/open c1"),
        ("флаг c1.", "/flag c1."),
        ("флаг 200 200", "/flag 200 200"),
        ("🚩 c1", "/flag c1"),
        ("🚩c1 d2", "/flag c1 d2"),
        ("c1🚩", "/flag c1"),
    ],
)
def test_own_words(text: str, command: str) -> None:
    """Common words of players work as well, before or behind the cell."""
    assert read(text) == read(command)
    assert isinstance(read(text), Typed)


@pytest.mark.parametrize(
    "text",
    [
        *("флаг с c1", "флаг на 3 дня", "флаги c1 c2", "c1флаг", "открытьc1", "флаг", "флаг !c1"),
        *("open 24/7", "open c1 or c2", "flag 3 of them", "3 flag 4", "open at 5", "i open c1"),
        *("3,4点", "6 4开", "插旗 3 次", "我插旗c1了", "打开 3", "флаг в3"),
    ],
)
def test_talk(text: str) -> None:
    """Text with more or less than a word and cells is no move, and no letter is guessed."""
    action = read(text)
    assert not (isinstance(action, Typed) and is_moves(action.text))


@given(st.lists(st.sampled_from([*_WORDS, *_BESIDE, *_NUMBERS]), min_size=1, max_size=7), st.data())
@example(["флаг", "c", "c1"], None)
def test_sentences(words: list[str], data: st.DataObject | None) -> None:
    """No sentence that has any other word in it is read as a move."""
    strange = st.text("abcdefgxyzабвгдежзийклмнопрст旗开了好", min_size=3, max_size=9)
    other = "please" if data is None else data.draw(strange.filter(lambda word: word not in _WORDS))
    at = 0 if data is None else data.draw(st.integers(0, len(words)))
    sentence = " ".join([*words[:at], other, *words[at:]])
    action = read(sentence)
    assert not (isinstance(action, Typed) and is_moves(action.text)), sentence


@given(st.text("abcfhлгфоткрыьаинс旗插打开 ,.!?:-", max_size=40))
def test_without_numbers(text: str) -> None:
    """A text without numbers names no cell, whatever its words."""
    action = read(text)
    assert not (isinstance(action, Typed) and is_moves(action.text))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", _NAMED)
def test_a_word_alone(command: str, language: str) -> None:
    """A move's word without a cell is answered like its command: with how to write it."""
    word = TRANSLATOR.say(Text(f"slash.{command}"), language)
    assert isinstance(read(word), Misread)
    assert read(word) == read(f"/{command}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("mode", ["open", "flag"])
def test_modes(mode: str, language: str) -> None:
    """A mode can be named by the command of its move, or as Discord's list of choices shows it."""
    for key in (f"slash.{mode}", f"choice.{mode}"):
        assert read(f"/mode {TRANSLATOR.say(Text(key), language)}") == read(f"/mode {mode}")


@pytest.mark.parametrize("word", ["флаг", "插旗", "flag"])
async def test_played(table: Table, word: str) -> None:
    """The word for a flag sets one, and the word for taking it off takes it off."""
    await table.deal("2x3/1 ##M ###")
    assert await table.say(f"{word} c1") == ["Flagged c1."]
    assert await table.say("сними флаг с c1") == ["Took the flag off c1."]
    await table.say("/mode flag")
    await table.say("открой b2")
    assert (await table.board())[1][1] == "1", "an open is one in every mode"
