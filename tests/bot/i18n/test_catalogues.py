"""The shipped catalogues: complete, equal in their keys, and ready to be shown."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from icu4py.messageformat import MessageFormat

from bot.i18n import LANGUAGES, Text, Translator
from bot.i18n.pattern import braced, placeholders
from bot.i18n.text import Arg

TRANSLATOR = Translator()
FORM = re.compile(r"(=?\w+)\s*\{")
FORMS = {
    "en": {"one", "other"},
    "ru": {"one", "few", "many", "other"},
    "zh": {"other"},
    "zh-TW": {"other"},
}


def patterns(language: str) -> list[tuple[str, str]]:
    """Return every key with its pattern."""
    return [(key, TRANSLATOR.pattern(key, language)) for key in sorted(TRANSLATOR.keys(language))]


def emptied(branches: str) -> str:
    """Return ``branches`` with nothing between their outermost braces."""
    for inside in braced(branches):
        branches = branches.replace(f"{{{inside}}}", "{}", 1)
    return branches


def plurals(pattern: str) -> Iterator[set[str]]:
    """Yield the forms that each plural of ``pattern`` spells out, at any depth."""
    for inside in braced(pattern):
        _, *kind = (part.strip() for part in inside.split(",", 2))
        branches = kind[-1] if len(kind) == 2 else ""
        if kind[:1] == ["plural"]:
            yield set(FORM.findall(emptied(branches)))
        for branch in braced(branches):
            yield from plurals(branch)


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_are_equal(language: str) -> None:
    """Every language has the same keys."""
    assert TRANSLATOR.keys(language) == TRANSLATOR.keys("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_equal(language: str) -> None:
    """A pattern shows the arguments that the English one shows, and uses no others."""
    for key, pattern in patterns(language):
        here, english = placeholders(pattern), placeholders(TRANSLATOR.pattern(key, "en"))
        shown = [{name for name in names if names[name]} for names in (here, english)]
        assert shown[0] == shown[1], key
        assert here.keys() <= english.keys(), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pattern_formats(language: str) -> None:
    """Every pattern parses, formats, and leaves no brace behind."""
    for key, pattern in patterns(language):
        names = placeholders(pattern)
        for value in (1, 2, 5, 1.5):
            said = TRANSLATOR.say(Text(key, **dict.fromkeys(names, value)), language)
            assert said.strip(), key
            assert not set(said) & set("{}#"), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_forms_of_their_language(language: str) -> None:
    """Every plural has its language's forms, or 0 or 1 and other where only those differ."""
    usual = FORMS[language]
    for key, pattern in patterns(language):
        for forms in plurals(pattern):
            assert forms in (
                {"=0", "other"},
                {"=1", "other"},
                usual,
                usual | {"=0", "=1", "=2"} & forms,
            ), key


def test_russian_forms_of_one_say_how_many() -> None:
    """The form for one, which 21, 31 and 101 take too, has the number, or is for =1 only."""
    for key, pattern in patterns("ru"):
        for form in re.findall(r"\bone \{((?:[^{}]|\{[^{}]*\})*)\}", pattern):
            assert "#" in form, key


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("hint.wrong_flag", "Флаги противоречат числам"),
        ("hint.overfull", "Вокруг чисел больше флагов, чем они допускают"),
        ("reason.exact_safe", "Осталась 21 мина, и все они — у"),
        ("reason.exact_mine_alone", "Осталась 21 мина — ровно по числу неизвестных клеток"),
    ],
)
def test_twenty_one_in_russian(key: str, said: str) -> None:
    """Of 21 flags or mines Russian texts do not say what holds for one only."""
    shown = dict.fromkeys(placeholders(TRANSLATOR.pattern(key, "ru")), 21)
    assert TRANSLATOR.say(Text(key, **shown), "ru").startswith(said)


@pytest.mark.parametrize("number", [5, 12])
def test_mines_are_no_minutes_in_russian(number: int) -> None:
    """No Russian text has "мин." after a number, which would be read as minutes."""
    for key, pattern in patterns("ru"):
        said = TRANSLATOR.say(Text(key, **dict.fromkeys(placeholders(pattern), number)), "ru")
        assert not re.search(r"\d мин\.", said), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_pattern_quotes_by_accident(language: str) -> None:
    """No apostrophe stands before a brace, where it would quote the placeholder."""
    for key, pattern in patterns(language):
        assert not re.search(r"'[{}#|]", pattern), key


def test_traditional_chinese_is_no_simplified() -> None:
    """Every ideograph of the zh-TW catalogue is in Taiwan's character set."""
    said = dict(patterns("zh-TW"))
    del said["language.zh"]  # simplified Chinese's own name
    ideographs = {char for text in said.values() for char in text if "一" <= char <= "鿿"}
    # Both are in that set, but only as variants that are not used in these words.
    assert not ideographs & set("么体")
    assert not {char for char in ideographs if not char.encode("cp950", errors="ignore")}


def test_rows_and_columns_of_taiwan() -> None:
    """In zh-TW a row is 列 and a column 欄, never 行, which means the other one elsewhere."""
    for key in ("newgame.usage", "typed.off_board", "board.part", "alt.board", "help.newgame"):
        pattern = TRANSLATOR.pattern(key, "zh-TW")
        assert "行" not in pattern
        assert 0 <= pattern.index("列") < pattern.index("欄")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "text",
    [
        Text("board.game", number=9999, level="easy"),
        Text("games.name", number=9999, name="evening"),
        Text("games.number", number=9999),
        Text("games.show", number=9999),
        Text("handover.duel", number=9999, name="Ann"),
        Text("handover.heir", number=9999, name="Ann"),
        Text("handover.open", number=9999),
        Text("newgame.range_mines", low=1, high=9999),
        Text("review.move", number=9999, count=10000, time="1:00", cells="a1"),
        Text("review.no_move", number=9999, count=9999),
        Text("review.turning", number=9999, cells="a1", what="."),
    ],
    ids=lambda text: text.key,
)
def test_numbers_that_are_typed_are_told_as_they_are_read(language: str, text: Text) -> None:
    """Numbers that players type back are shown without thousands separators."""
    assert "9999" in TRANSLATOR.say(text, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_percent_signs(language: str) -> None:
    """What stands between a number and its percent sign is what CLDR has in each language."""
    half = MessageFormat("{share, number, percent}", language).format({"share": 0.5})
    usual = half.removeprefix("50")
    for key, pattern in patterns(language):
        assert set(re.findall(r"(?<=\})[^\w{}]?%", pattern)) <= {usual}, key


@pytest.mark.parametrize(
    ("key", "args", "usual", "russian"),
    [
        ("board.mines_left", {"count": -3}, " -3", " −3"),
        ("alt.mines_left", {"count": -3}, "-3", "−3"),
        (
            "tournament.line",
            {"rank": 2, "name": "x-5", "points": -1234},
            "x-5 -1,234",
            "x-5 −1\xa0234",
        ),
        ("top.skill_line", {"above": -5}, "-5%", "−5\xa0%"),
        ("top.skill_line", {"above": 5}, "+5%", "+5\xa0%"),
        ("stats.luck", {"luck": -1.3}, "-1.3", "−1,3"),
        ("stats.luck", {"luck": 1.0}, "+1.0", "+1,0"),
        ("stats.luck", {"luck": 0.0}, " 0.0", " 0,0"),
    ],
)
def test_signs_before_numbers(key: str, args: dict[str, Arg], usual: str, russian: str) -> None:
    """A number below zero has a true minus in Russian, and elsewhere the hyphen that CLDR has."""
    for language in LANGUAGES:
        shown = dict.fromkeys(placeholders(TRANSLATOR.pattern(key, language)), 0) | args
        said = TRANSLATOR.say(Text(key, **shown), language)
        assert (russian if language == "ru" else usual).strip() in said
        assert ("−" in said) == (language == "ru" and "−" in russian)


OTHER_WORDS = {
    "en": {"nswer this message": "reply to", "nswer a message": "reply to", "behind it": "then"},
    "ru": {"парти": "игра", "надёжн": "безопасна", "вне рекордов": "вне зачёта"},
    "zh": {"逻辑": "推理", "按“": "点", "取下": "拔", "发过 /": "用过", "发 /": "用"},
    "zh-TW": {"邏輯": "推理", "按「": "點", "個聊天的": "聊天室"},
}
"""Words that players met beside the one for the same thing, with that one."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_word_for_one_thing(language: str) -> None:
    """A language has one word for a thing, the one that the platforms' own buttons have."""
    said = dict(patterns(language))
    for word, usual in OTHER_WORDS[language].items():
        assert not [key for key, text in said.items() if word in text], (word, usual)
