"""Names of players, however wild."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from icu4py.breakers import CharacterBreaker

from bot.i18n import clean_name, isolate
from bot.i18n.names import MAX_NAME

PLANES = range(0, 0x110000, 0x10000)
"""Each ends with two noncharacters; U+FDD0 to U+FDEF are such as well."""

# In the manner of the Big List of Naughty Strings (minimaxir, MIT).
NAUGHTY = [
    "",
    "undefined",
    "\x00\x07\x1b[31mred\x1b[0m",
    "\u200b\u200c\u200d\u2060\ufeff",
    "\u202etest\u202c",
    "\u2066test\u2067",
    "\ud800",
    "a\udfffb",
    "\ufffe\uffff",
    "\u3164\u2800\u115f",
    "Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤ ̖t̝͕̳̣̻̪͞h̼͓̲̦̳̘̲e͇̣̰̦̬͎ ̢̼̻̱̘h͚͎͙̜̣̲ͅi̦̲̣̰̤v̻͍e̺̭̳̪̰-m̢iͅn̖̺̞̲̯̰d̵̼̟͙̩̼̘̳",
    "﷽" * 10,
    "𒐫" * 40,
    "مُنَاقَشَةُ سُبُلِ اِسْتِخْدَامِ اللُّغَةِ",
    "בְּרֵאשִׁית",
    "👨‍👩‍👧‍👦" * 40,
    "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    "a" * 5_000,
    "\u0301" * 50,
    "e\u200b\u0301",
    "<script>alert(1)</script>",
    "{0} {name} '{' #",
    "\r\n\t line \u2028 ends \u2029",
    "田中さんにあげて下さい",
    "ᄀ" * 300,
]


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \n B ", "Ann B"),
        ("", "?"),
        ("\u200b\u202e", "?"),
        ("\ud800", "?"),
        ("\ud800Bob", "Bob"),
        ("\u202eBob", "Bob"),
        ("B\x00o\x1bb", "Bob"),
        ("\u0301Bob", "Bob"),
        ("Ann\n\u0301Bob", "Ann Bob"),
        ("e\u0301", "é"),
        ("Z\u0335\u0337\u0321\u0322", "Z\u0335\u0337"),
        ("👩‍🚀", "👩‍🚀"),
        ("a\u200db", "ab"),
        ("\u200d🚀", "🚀"),
        ("Иван", "Иван"),
        ("王小明", "王小明"),
        ("t.me/win", "t.\u2060me/win"),
        ("Ann www.win.example", "Ann www.\u2060win.\u2060example"),
        ("https://win", "https:/\u2060/\u2060win"),
        ("ann@win.example", "ann@win.\u2060example"),
        ("/again", "/\u2060again"),
        ("J. R. and/or J.R.", "J. R. and/or J.R."),
        ("v1.0 @ 3 / 4", "v1.0 @ 3 / 4"),
        ("x" * MAX_NAME, "x" * MAX_NAME),
        ("x" * (MAX_NAME + 1), "x" * (MAX_NAME - 1) + "…"),
        ("👩‍👩‍👧‍👦" * 18, "👩‍👩‍👧‍👦" * 18),
        ("👩‍👩‍👧‍👦" * 19, "👩‍👩‍👧‍👦" * 18 + "…"),
        ("ᄀ" * 128, "ᄀ" * 128),
        ("ᄀ" * 128 + "a", "ᄀ" * 127 + "…"),
        ("ᄀ" * 300, "ᄀ" * 127 + "…"),
        ("a\u3164\u2800b", "ab"),
        ("".join(chr(plane + end) for plane in PLANES for end in (0xFFFE, 0xFFFF)), "?"),
        (" ".join(map(chr, range(0xFDD0, 0xFDF0))), "?"),
        ("\ufdf0\ufffd", "\ufdf0\ufffd"),
    ],
)
def test_clean_name(raw: str, name: str) -> None:
    """Names lose characters that are invisible, pile up or would make a link; the rest is kept."""
    assert clean_name(raw) == name


def assert_tidy(raw: str) -> None:
    """Assert that the cleaned name of ``raw`` is visible, short, one line and settled."""
    name = clean_name(raw)
    assert name == clean_name(name)
    assert name == " ".join(name.split())
    shown = re.sub("(?<=[./])\u2060(?=[\\w/])", "", name)
    assert 1 <= len(list(CharacterBreaker(shown, "en"))) <= MAX_NAME
    assert not {unicodedata.category(char) for char in name} & {"Cc", "Cs", "Co"}
    assert all(unicodedata.category(char) != "Cf" for char in shown if char != "\u200d")
    assert not re.search(r"\w\.\w\w|://|(^|[^\w<>])/\w", name)
    assert name.encode("utf-8")


@pytest.mark.parametrize("raw", NAUGHTY)
def test_naughty_names_become_tidy(raw: str) -> None:
    """Strings known to break programs become plain names."""
    assert_tidy(raw)


WILD = st.text(
    st.one_of(
        st.characters(codec=None, exclude_categories=()),
        st.sampled_from(
            "a./: \u0301\u0300\u0327\u200d\u202e\U0001f468\U0001f3fd\ufe0fᄀé\u05d0\u094d"
        ),
    ),
    max_size=200,
)


@example(" \u0300")
@example("\u200d\u200d\U0001f600")
@example("\u3164\u200d\U0001f600")
@example("a\u200d\u0301")
@given(WILD)
def test_any_name_becomes_tidy(raw: str) -> None:
    """Whatever name a platform gives, it becomes visible, short, and stable when cleaned again."""
    assert_tidy(raw)


@given(WILD)
def test_isolated_text_is_closed(text: str) -> None:
    """Isolated text has no directional controls but its own pair, and can be encoded."""
    isolated = isolate(text)
    inside = isolated.removeprefix("\u2068").removesuffix("\u2069")
    assert not set(inside) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
    assert len(isolated) - len(inside) in {0, 2}
    assert isolated.encode("utf-8") is not None


@pytest.mark.parametrize(
    ("text", "isolated"),
    [
        ("c4", "c4"),
        ("Иван", "Иван"),
        ("two\nlines\tkept", "two\nlines\tkept"),
        ("\x1b[31m", "[31m"),
        ("\u202eevil", "evil"),
        ("דנה", "\u2068דנה\u2069"),
        ("a\u0661", "\u2068a\u0661\u2069"),
        ("\ud800x", "x"),
    ],
)
def test_isolate(text: str, isolated: str) -> None:
    """Only text that could disturb its surroundings is isolated, and controls are dropped."""
    assert isolate(text) == isolated
