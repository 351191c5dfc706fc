"""Strings that have broken programs before, by the kinds of the Big List of Naughty Strings.

Written out here by kind, not copied: nothing, numbers, punctuation, scripts, directions, stacked
marks, emoji, markup, commands, formats, mentions, and characters that show nothing.
"""

from __future__ import annotations

from typing import Final

NOTHING: Final = (
    "undefined", "null", "NULL", "nil", "None", "true", "false", "NaN", "-", "\\", "()", "''",
    "\u00a0", "\u200b", "\ufeff", "\u2028", "\u2800", "\u3164", "\u115f", "\u00ad", "\u180e",
)  # fmt: skip
NUMBERS: Final = (
    "0", "1", "-1", "1.00", "$1.00", "1/2", "1E2", "1/0", "0/0", "--1", "-.", "0..0", "0,0,0",
    "999999999999999999999999", "0x0", "0xffffffff", "Infinity", "-0", "1_000", "1'000",
    "１２３", "٣٤", "१२", "½", "²", "Ⅷ", "𝟙𝟚", "零", "0b1", "1e1000",
)  # fmt: skip
SIGNS: Final = (
    ",./;'[]\\-=", '<>?:"{}|_+', "!@#$%^&*()`~", "\x01\x02\x7f\x80", "Ω≈ç√∫˜µ≤", "¡™£¢∞§¶•ªº",
    "'\"''''\"", "`⁄€‹›ﬁﬂ", "ЁЂЃЄ", "⁰⁴⁵₀₁₂", "()=", "/", "/ /",
    "//", "／", "@", "#", "!", "?", "*",
)  # fmt: skip
SCRIPTS: Final = (
    "田中さんにあげて下さい", "사회과학원", "𠜎𠜱𠝹", "Ⱥ", "ﬀ", "ǅ", "ß", "ı", "İ",
    "Ｔｈｅ",    "𝐓𝐡𝐞",    "ヽ༼ຈل͜ຈ༽ﾉ", "(｡◕ ∀ ◕｡)", "т", "а1", "с3", "ñ", "n\u0303", "กำ", "ண்",
    "ᚻᛖ", "⠠⠃",
)  # fmt: skip
DIRECTIONS: Final = (
    "ثم نفس", "הָיְתָה", "\u202etest\u202c", "\u202btest", "\u2066test\u2067", "\u200ftest",
    "abc\u202e\u202e\u202e", "\u2067\u2069\u2069", "שלום a1", "\u061ctest",
)  # fmt: skip
MARKS: Final = (
    "T̶̨̛͚̥͖̦h̵e",
    "Z" + "\u0351\u0323\u0489" * 60,
    "\u0300\u0301",
    "a" + "\u20dd" * 30,
    "҉" * 20,
)
EMOJI: Final = (
    "😍", "👩🏽", "👨‍👩‍👧‍👦", "🇺🇸🇷🇺🇸", "🏴\U000e0067\U000e0062\U000e007f", "0️⃣ 1️⃣", "\u200d",
    "👾 🙇", "😀" * 2000, "🧑‍" * 100, "✋🏿", "❤️",
)  # fmt: skip
MARKUP: Final = (
    "<b>bold", "</pre>", "<a href=tg://user?id=1>x</a>", "&lt;b&gt;", "&#x41;", "&", "<", "<<",
    "*bold* _it_ `code` [x](http://x)", "||spoiler||", "```", "<tg-spoiler>", "<script>alert(1)",
    "<img src=x onerror=alert(1)>", "]]>", "<!--", "{{7*7}}", "${7*7}", "#{7*7}", "<%= 7 %>",
)  # fmt: skip
ORDERS: Final = (
    "1;DROP TABLE users", "' OR 1=1 -- 1", "$(touch x)", "`id`", "../../../etc/passwd", "%d%s%n",
    "{0}", "{name}", "{}", "{count, plural, other {#}}", "%(x)s", "$HOME", "C:\\con", "file:///x",
    "\r\nHELO", "a\nb", "a\tb", "\x1b[31m", "\x00", "EVAL 'x' 0", "game:1", "chat:telegram:1",
)  # fmt: skip
CALLS: Final = ("@everyone", "@here", "@mines_test_bot", "#tag", "$TAG", "tg://resolve?domain=x")

NAUGHTY: Final = (
    *NOTHING, *NUMBERS, *SIGNS, *SCRIPTS, *DIRECTIONS, *MARKS, *EMOJI, *MARKUP, *ORDERS, *CALLS,
)  # fmt: skip
SURROGATE: Final = "\ud800"
"""Half of a surrogate pair: JSON carries it as an escape, and UTF-8 cannot encode it."""
