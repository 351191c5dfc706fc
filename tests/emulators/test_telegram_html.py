"""Telegram's HTML and the entities it finds, without a server."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.emulators.telegram.entities import formatted, kept, utf16
from tests.emulators.telegram.wire import ApiError, Json

SURROGATE = (
    "Text contains invalid Unicode characters after decoding HTML entities, "
    "check for unmatched surrogate code units"
)
PREFIX = "Bad Request: can't parse entities: "


def marks(source: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the text of HTML and each entity's type with the text it covers."""
    text, entities = formatted(source, "HTML", None)
    units = text.encode("utf-16-le")
    spans = [(one["offset"] * 2, (one["offset"] + one["length"]) * 2) for one in entities]
    covered = [units[start:end].decode("utf-16-le") for start, end in spans]
    return text, [(one["type"], part) for one, part in zip(entities, covered, strict=True)]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("🏟 🏟&lt;<abacaba", "Unclosed start tag at byte offset 13"),
        ("🏟 🏟&lt;<abac aba>", 'Unsupported start tag "abac" at byte offset 13'),
        ("🏟 🏟&lt;<abac>", 'Unsupported start tag "abac" at byte offset 13'),
        ("🏟 🏟&lt;<i   =aba>", 'Empty attribute name in the tag "i" at byte offset 13'),
        (
            "🏟 🏟&lt;<i    aba>",
            'Expected equal sign in declaration of an attribute of the tag "i" at byte offset 13',
        ),
        ("🏟 🏟&lt;<i    aba  =  ", 'Unclosed start tag "i" at byte offset 13'),
        ("🏟 🏟&lt;<i    aba  =  190azAz-.,", "Unexpected end of name token at byte offset 27"),
        ('🏟 🏟&lt;<i    aba  =  "&lt;&gt;&quot;>', "Unclosed start tag at byte offset 13"),
        ("🏟 🏟&lt;</", "Unexpected end tag at byte offset 13"),
        ("🏟 🏟&lt;<b></b></", "Unexpected end tag at byte offset 20"),
        ("🏟 🏟&lt;<i>a</i   ", "Unclosed end tag at byte offset 17"),
        (
            "🏟 🏟&lt;<i>a</em   >",
            'Unmatched end tag at byte offset 17, expected "</i>", found "</em>"',
        ),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        (
            "&#57311;",
            SURROGATE,
        ),
    ],
)
def test_bad_html_is_refused_in_telegrams_words(source: str, words: str) -> None:
    """Each fault is named as TDLib names it, with its place in bytes."""
    with pytest.raises(ApiError) as caught:
        formatted(source, "HTML", None)
    assert caught.value.description == PREFIX + words


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("&lt;&gt;&amp;&quot;&laquo;&#33;&#x21;&#12345678;", '<>&"&laquo;!!&#12345678;', []),
        ("<b>a<i>b</i></b>", "ab", [("bold", "ab"), ("italic", "b")]),
        ("💣<u>💣</u>", "💣💣", [("underline", "💣")]),
        ('<a href="tg://x?a=1&amp;b">c</a>', "c", [("text_link", "c")]),
        ("<a>https://x.org</a>", "https://x.org", [("text_link", "https://x.org")]),
        ("<a href=''></a>", "", []),
        ('<span class="tg-spoiler">x</span>', "x", [("spoiler", "x")]),
        ("<blockquote expandable>x</blockquote>", "x", [("expandable_blockquote", "x")]),
        ("<tg-emoji emoji-id='5'>x</tg-emoji>", "x", [("custom_emoji", "x")]),
        ("<pre><code class='language-py'>x</code></pre>", "x", [("pre", "x")]),
        (
            "<b>a<code>b</code>c</b>",
            "abc",
            [("bold", "a"), ("code", "b"), ("bold", "c")],
        ),
        ("<pre> a </pre>", " a", [("pre", " a")]),
        ("  <b>x</b>\n", "x", [("bold", "x")]),
        ("a\x01\r\tb", "a  b", []),
    ],
)
def test_html_becomes_entities(source: str, text: str, expected: list[tuple[str, str]]) -> None:
    """Tags become entities over the cleaned text, counted in UTF-16."""
    assert marks(source) == (text, expected)


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("&lt&gt=&amp &quot", '<>=& "'),
        ("&ltb&amplt;&AMP;", "&ltb&amplt;&AMP;"),
        ("&#33&#x21 &#X21;&#;&#x;&#0;&#٣٣;", "!! &#X21;&#;&#x;&#0;&#٣٣;"),
        ("&#0000033;&#x000021;&#00000033;&#x0000021;", "!!&#00000033;&#x0000021;"),
        ("&#x10fffe;&#x10ffff;", "\U0010fffe&#x10ffff;"),
    ],
)
def test_references_to_characters(source: str, text: str) -> None:
    """A reference that Telegram does not know, or is long, stays as it is written."""
    assert marks(source)[0] == text


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("/newgame@mines_test_bot 8 8", [("bot_command", "/newgame@mines_test_bot")]),
        ("1/2 </x> a/b", []),
        ("hi @annie, @a", [("mention", "@annie")]),
        ("see https://x.org/a.", [("url", "https://x.org/a")]),
        ("#daily #1", [("hashtag", "#daily")]),
        ("<code>/start</code>", [("code", "/start")]),
    ],
)
def test_what_telegram_marks_by_itself(source: str, expected: list[tuple[str, str]]) -> None:
    """Commands, mentions, links and hashtags are found outside of code."""
    assert marks(source.replace("</x>", "&lt;/x>"))[1] == expected


def test_given_entities_are_cut_around_code() -> None:
    """Bold is cut where it covers code; a quotation around code stays whole."""
    marked: list[Json] = [
        {"type": "bold", "offset": 0, "length": 3},
        {"type": "italic", "offset": 2, "length": 1},
        {"type": "blockquote", "offset": 0, "length": 4},
        {"type": "code", "offset": 1, "length": 2},
    ]
    found = [
        (one["type"], one["offset"], one["length"]) for one in formatted("abcd", "", marked)[1]
    ]
    assert found == [("blockquote", 0, 4), ("bold", 0, 1), ("code", 1, 2)]


def test_other_modes_are_not_modelled() -> None:
    """Markdown is refused loudly instead of being sent as it stands."""
    with pytest.raises(ApiError, match="unsupported parse_mode"):
        formatted("*x*", "MarkdownV2", None)


@given(st.text(max_size=30))
def test_escaped_text_survives(text: str) -> None:
    """Text escaped for HTML comes out as plain text does."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert formatted(escaped, "HTML", None) == kept(text, [])


CODES = st.integers(0, 0x120000) | st.sampled_from([0, 0xD800, 0xDFFF, 0x10FFFE, 0x10FFFF])
REFERENCES = st.builds(
    "&{}{}".format,
    st.sampled_from(["lt", "gt", "amp", "quot", "nbsp", "laquo", "LT", "#", "#x", ""])
    | CODES.map("#{}".format)
    | CODES.map("#x{:x}".format),
    st.sampled_from([";", ""]),
)
"""References to characters: named, decimal and hexadecimal, unknown ones too, ended or not."""


@given(st.lists(st.text("ab<>/&;= \"'ib💣", max_size=15) | REFERENCES, max_size=5).map("".join))
def test_any_html_is_parsed_or_refused(source: str) -> None:
    """Any source becomes a text with entities inside it, or is refused in Telegram's words."""
    words, text = "", ""
    entities: tuple[Json, ...] = ()
    try:
        text, entities = formatted(source, "HTML", None)
    except ApiError as error:
        words = error.description
    assert words.startswith(PREFIX) or not words
    assert all(one["offset"] + one["length"] <= utf16(text) for one in entities)
