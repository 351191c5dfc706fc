"""Wishes: accepted within the allowed ranges, and otherwise refused with the range."""

from __future__ import annotations

import re
import tracemalloc
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.requests.wish import Wish, WishError, grant, read_wish
from bot.i18n import LANGUAGES, Text
from core.rules import FirstOpen, Rules
from tests.bot.app.conftest import TRANSLATOR

RNG = Random(7)


@pytest.mark.parametrize(
    ("wish", "rules"),
    [
        (Wish(), Rules(10, 10, 10)),
        (Wish(level="expert"), Rules(16, 30, 99)),
        (Wish(size=(100, 100, 9999)), Rules(100, 100, 9999)),
        (Wish(size=(2, 2, 1)), Rules(2, 2, 1)),
        (
            Wish(level="easy", first_open=FirstOpen.SAFE, lives=3, casual=True),
            Rules(8, 8, 10, FirstOpen.SAFE, lives=3, undo=True),
        ),
    ],
)
def test_granted(wish: Wish, rules: Rules) -> None:
    """A wish within the ranges becomes the game's rules."""
    assert grant(wish, RNG) == rules


def test_simple_draws_its_mines() -> None:
    """The simple level draws two to five mines, and each number occurs."""
    assert {grant(Wish(level="simple"), RNG).mines for _ in range(200)} == {2, 3, 4, 5}


@pytest.mark.parametrize(
    ("wish", "key", "low", "high"),
    [
        (Wish(size=(0, 10, 10)), "rows", 2, 100),
        (Wish(size=(10**9, 10**9, 1)), "rows", 2, 100),
        (Wish(size=(10, 101, 10)), "cols", 2, 100),
        (Wish(size=(10, 10, 0)), "mines", 1, 99),
        (Wish(size=(10, 10, 100)), "mines", 1, 99),
        (Wish(lives=0), "lives", 1, 9),
        (Wish(lives=10), "lives", 1, 9),
    ],
)
def test_refused(wish: Wish, key: str, low: int, high: int) -> None:
    """A wish out of range is refused with the range."""
    with pytest.raises(WishError) as caught:
        grant(wish, RNG)
    assert caught.value.text == Text(f"newgame.range_{key}", low=low, high=high)


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("-1 8 5", "rows"),
        (f"8 -{'9' * 20} 5", "cols"),
        ("8x8 \N{MINUS SIGN}5", "mines"),
        ("easy lives -3", "lives"),
    ],
)
def test_negative(written: str, key: str) -> None:
    """A negative number is refused with the range."""
    with pytest.raises(WishError) as caught:
        grant(read_wish(written), RNG)
    assert caught.value.text.key == f"newgame.range_{key}"


@pytest.mark.parametrize("size", ["100000 100000 1", f"{'9' * 5000} {'9' * 5000} 1"])
def test_nothing_is_allocated(size: str) -> None:
    """An impossible board is refused before memory for it is allocated (case 27)."""
    tracemalloc.start()
    with pytest.raises(WishError):
        grant(read_wish(size), RNG)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("10 на 10 15 мин", "10 10 15"),
        ("10на10, 15мин", "10 10 15"),
        ("10 на 10 с 15 минами", "10 10 15"),
        ("9x9 10 mines", "9 9 10"),
        ("9 by 9 with 10 mines", "9 9 10"),
        ("9×9 10雷", "9 9 10"),
        ("9乘9 10个雷", "9 9 10"),
        ("9 9 10 mines casual", "9 9 10 casual"),
        ("lives 3 9x9 10 mines", "9 9 10 lives 3"),
        ("expert no guess", "expert noguess"),
        ("эксперт без угадывания", "expert noguess"),
        ("без-угадывания эксперт", "expert noguess"),
        ("лёгкий вслепую", "easy blindfold"),
        ("вне зачёта, 8 8 10", "8 8 10 casual"),
        ("高级无猜", "expert noguess"),
        ("无猜局", "noguess"),
        ("盲扫 容易", "easy blindfold"),
        ("容易盲掃", "easy blindfold"),
        ("easy 3 lives", "easy lives 3"),
        ("8 8 10 3 жизни", "8 8 10 lives 3"),
        ("3条命 容易", "easy lives 3"),
        ("8 8 10 lives 3", "8 8 10 lives 3"),
    ],
)
def test_in_own_words(written: str, meant: str) -> None:
    """A size in a sentence, and options in words, are read as meant."""
    assert read_wish(written) == read_wish(meant)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("added", ["casual", "noguess", "drifting", "blindfold", "safe"])
def test_added_by_its_name(added: str, language: str) -> None:
    """Each option is read by the name of its command option, in each language."""
    name = TRANSLATOR.say(Text(f"option_name.{added}"), language)
    assert read_wish(f"easy {name}") == read_wish(f"{name.capitalize()} easy")
    assert read_wish(f"easy {name}") == read_wish(f"easy {added}") != read_wish("easy")


@pytest.mark.parametrize("language", LANGUAGES)
def test_usage(language: str) -> None:
    """Usage and help tell the options in the reader's language, by words that can be read."""
    usage = TRANSLATOR.say(Text("newgame.usage"), language)
    of_help = TRANSLATOR.say(Text("help.newgame"), language)
    everything = Wish(None, None, FirstOpen.SAFE, 3, True, True, True, True)
    for said in (usage.strip(".。"), re.split("[;；]", of_help)[-2]):
        told = re.split("[,，、:：] *", said)[-6:]
        assert read_wish(" ".join(told)) == everything
    of_duels = TRANSLATOR.say(Text("duel.usage"), language)
    if language != "en":
        assert not re.search(
            "[a-z]", (usage + of_duels).replace("/newgame", "").replace("/duel", "")
        )


@pytest.mark.parametrize(
    "written",
    ["15 мин", "10 мин 10 10", "9x9", "9x9 mines", "9 9 10 hours", "10 10 10 lives", "без мин",
     "9 9 10 mines mines", "9-9-10", "9 9 - 10", "guess", "слепая", "不猜", "10 на", "на 10 10 10"],
)  # fmt: skip
def test_no_wish(written: str) -> None:
    """A partial size or anything else is refused."""
    with pytest.raises(WishError):
        read_wish(written)


@given(
    st.lists(
        st.sampled_from(["10", "9x9", "мин", "mines", "на", "by", "без", "угадывания", "no", "3",
                         "guess", "вслепую", "命", "无猜", "lives", "easy", "雷", "с", "safe"]),
        max_size=7,
    ),
    st.text("abcdgpqабвгджзилпя好是的", min_size=3, max_size=9),
    st.integers(0, 7),
)  # fmt: skip
def test_talk_is_no_wish(words: list[str], other: str, at: int) -> None:
    """A sentence with a word that says nothing of a game is refused as a wish."""
    with pytest.raises(WishError):
        read_wish(" ".join([*words[:at], other, *words[at:]]))
