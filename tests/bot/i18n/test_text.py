"""Texts, languages and chances as data."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.i18n import LANGUAGES, Text, Translator, about, best_language, percent, whole_percent

TRANSLATOR = Translator()


def test_texts_are_values() -> None:
    """Two texts with the same key and arguments, in any order, are equal and hash alike."""
    one, other = Text("a", x=1, y="b"), Text("a", y="b", x=1)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Text("a", x=1)


def test_an_argument_may_be_called_key() -> None:
    """A text may have an argument named "key"."""
    assert Text("a", key="b").args == (("key", "b"),)


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("ru", "ru"),
        ("ru-RU", "ru"),
        ("RU_ru", "ru"),
        ("be", "ru"),
        ("kk-Cyrl-KZ", "ru"),
        ("uk", "en"),
        ("ky", "ru"),
        ("uz-Cyrl", "ru"),
        ("zh", "zh"),
        ("ZH", "zh"),
        ("zh-hans", "zh"),
        ("zh-Hans-HK", "zh"),
        ("zh_CN", "zh"),
        ("zh_CN.GB18030", "zh"),
        ("zh-SG", "zh"),
        ("cmn-Hans-TW", "zh"),
        ("yue-CN", "zh"),
        ("nan", "zh"),
        ("zh-TW", "zh-TW"),
        ("zh_TW.UTF-8", "zh-TW"),
        ("zh-HK", "zh-TW"),
        ("zh-MO", "zh-TW"),
        ("zh-hant", "zh-TW"),
        ("zh_Hant_HK", "zh-TW"),
        ("ZH-HANT-CN", "zh-TW"),
        ("cmn_TW", "zh-TW"),
        ("yue", "zh-TW"),
        ("yue-HK", "zh-TW"),
        ("ru-TW", "ru"),
        ("en-Hant-HK", "en"),
        ("en-GB", "en"),
        ("en_US.UTF-8", "en"),
        ("tlh", "en"),
        ("", "en"),
        ("  ", "en"),
        (None, "en"),
        ("-", "en"),
        ("C.UTF-8", "en"),
    ],
)
def test_best_language(code: str | None, language: str) -> None:
    """A platform's language code leads to the nearest language, an unknown one to English."""
    assert best_language(code) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_is_its_own_best(language: str) -> None:
    """The code of each language leads to it, in any case, with hyphens or underscores."""
    for code in (language, language.lower(), language.upper(), language.replace("-", "_")):
        assert best_language(code) == language


@given(st.text())
def test_best_language_of_anything(code: str) -> None:
    """Any text at all leads to a language that the bot has."""
    assert best_language(code) in LANGUAGES


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.0, "0%"),
        (1e-9, "<1%"),
        (0.0049, "<1%"),
        (0.006, "1%"),
        (0.124, "12%"),
        (0.5, "50%"),
        (0.9899, "99%"),
        (0.9969, "99.6%"),
        (0.9989, "99.8%"),
        (0.999, "99.9%"),
        (0.9999, ">99.9%"),
        (1 - 1e-9, ">99.9%"),
        (1 - 1e-15, "100%"),
        (1.0, "100%"),
    ],
)
def test_percent(chance: float, said: str) -> None:
    """A chance is shown as a short percentage that is 0% or 100% only if exactly so."""
    assert TRANSLATOR.say(percent(chance), "en") == said


@pytest.mark.parametrize(
    ("ratio", "said"),
    [
        (0.0, "0%"),
        (0.004, "<1%"),
        (0.006, "1%"),
        (0.994, "99%"),
        (0.996, "99%"),
        (1.0, "100%"),
        (1.004, "100%"),
        (1.04, "104%"),
    ],
)
def test_whole_percent(ratio: float, said: str) -> None:
    """A share that is a little below all of it is not told as all, nor a little as nothing."""
    assert TRANSLATOR.say(whole_percent(ratio), "en") == said


@pytest.mark.parametrize("missed", [0.0, 1e-15, 1e-13])
def test_what_is_certain_is_not_estimated(missed: float) -> None:
    """Sums of floats that mean 0 or 1 are shown as exactly that, not as an estimate."""
    for chance, said in ((missed, "0%"), (1 - missed, "100%")):
        assert TRANSLATOR.say(about(chance, exact=False), "en") == said
    assert TRANSLATOR.say(about(0.5, exact=False), "en") == "about 50%"
    assert about(0.5, exact=True) == percent(0.5)
    assert TRANSLATOR.say(about(0.001, exact=False), "ru") == "<1\xa0%", "and not about less"
    assert TRANSLATOR.say(about(0.9995, exact=False), "zh") == "≈99.9%", "and not about more"


def test_percent_follows_the_language() -> None:
    """Russian has a decimal comma, and a space that does not break before the sign."""
    assert TRANSLATOR.say(percent(0.996), "ru") == "99,6\xa0%"


@given(st.floats(1e-9, 1 - 1e-9))
def test_percent_never_claims_certainty(chance: float) -> None:
    """No chance between 0 and 1 is shown as 0% or 100%."""
    assert TRANSLATOR.say(percent(chance), "en") not in {"0%", "100%"}
