"""Every message fits Telegram's limits, whatever characters it has."""

from __future__ import annotations

import re
from html import unescape
from itertools import chain, product
from random import Random
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.documents.tournament import Points, Tournament
from bot.app.requests.button import read_button
from bot.app.requests.menu import Page
from bot.app.screens.illustration import BoardPicture, Illustration, Plot
from bot.app.screens.people import first_named
from bot.app.screens.reply import Reply
from bot.app.screens.screen import screen_of
from bot.delivery import Scene
from bot.i18n import LANGUAGES, Text, Translator, clean_name
from bot.platforms.telegram import limits
from bot.platforms.telegram.keyboard import encode_keyboard
from bot.platforms.telegram.view import View
from core.game import Played, drawn_before
from core.move import GiveUp
from core.rules import LEVELS, Rules
from tests.emulators.telegram import keyboard
from tests.emulators.telegram.entities import formatted, utf16
from tests.emulators.telegram.limits import BUTTONS
from tests.strategies import random_game

VIEW = View(Translator())
NAMES = st.sampled_from(
    ["Ann", "😀" * 40, "<b>&</b>" * 9, "@everyone", "ж" * 32, "👨\u200d👩\u200d👧" * 40]
)
LARGEST = Rules(100, 100, 2000)
SAID = st.builds(
    Text,
    st.sampled_from(["privacy.names", "group.players", "game.busy", "hint.later"]),
    names=st.lists(NAMES.map(clean_name), min_size=1, max_size=9).map(tuple),
)


def length(html: str) -> int:
    """Return a message's length without markup, in UTF-16 units, the strictest way to count."""
    return utf16(formatted(html, "html", None)[0])


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(LEVELS)),
    st.lists(SAID, max_size=40),
    st.sampled_from(LANGUAGES),
    st.booleans(),
)
def test_every_scene(level: str, texts: list[Text], language: str, text_only: bool) -> None:  # noqa: FBT001  # drawn
    """A board with any texts and names beside it fits: as a caption, and as a text."""
    game = random_game(Random(level), LEVELS[level].rules(Random(1)), 5)
    screen = screen_of(Session(1, level, game), 0, Settings(text_only=text_only))
    scene = Scene("telegram:1", screen, tuple(texts), language, True)
    message = VIEW.scene(scene, inline=False, drawn=b"a picture")
    limit = limits.TEXT if message.picture is None else limits.CAPTION
    assert 0 < length(message.text) <= limit


@settings(max_examples=50, deadline=None)
@given(st.lists(SAID, min_size=1, max_size=40), st.booleans(), st.booleans())
def test_every_board_as_text(texts: list[Text], chances: bool, on_page: bool) -> None:  # noqa: FBT001  # drawn
    """A large board as text fits with its texts, as a page and as a running game."""
    game = random_game(Random(1), Rules(60, 60, 500), 5)
    screen = screen_of(Session(1, "a", game), 0, Settings(text_only=True))
    screen = replace(screen, chances=dict.fromkeys(range(3600), 0.5) if chances else {})
    page = Illustration(BoardPicture(screen), text_only=True)
    scene = Scene("telegram:1", screen, tuple(texts), "en", True)
    message = VIEW.scene(scene, inline=False)
    if on_page:
        message = VIEW.message(Reply(tuple(texts), picture=page, language="en"))
    assert 0 < length(message.text) <= limits.TEXT


@given(st.lists(SAID, min_size=1, max_size=40), st.sampled_from(LANGUAGES), st.booleans())
@example([Text("group.players", names=("Ann",))] * 400, "en", True)
def test_shared_texts(texts: list[Text], language: str, opens: bool) -> None:  # noqa: FBT001  # drawn
    """A text to be shared fits with its link, as a message and in its button's address."""
    link = "https://t.me/mines_test_bot?start=daily"
    message = VIEW.message(Reply(tuple(texts), language=language), link, opens=opens)
    assert 0 < length(message.text) <= limits.TEXT
    assert message.text.endswith(link)
    [[key]] = keyboard.read(msgspec.json.decode(encode_keyboard(message.keyboard)))
    asked = parse_qs(urlsplit(key["url"]).query)
    said = message.text.removesuffix(f"\n{link}")
    if not opens:
        assert asked["url"] == [link]
        assert unescape(said).startswith(asked.get("text", [""])[0])


@given(st.lists(SAID, min_size=1, max_size=40), st.sampled_from(LANGUAGES))
def test_every_page(texts: list[Text], language: str) -> None:
    """The texts of a page with a picture fit below it."""
    plot = Illustration(Plot(Text("plot.win"), (0.5, 1.0)))
    message = VIEW.message(Reply(tuple(texts), picture=plot, language=language))
    assert 0 < length(message.text) <= limits.CAPTION


@given(
    st.lists(SAID, min_size=1, max_size=80),
    st.sampled_from(LANGUAGES),
    st.none() | st.just("https://t.me/mines_bot?start=daily"),
)
def test_every_text(texts: list[Text], language: str, link: str | None) -> None:
    """A reply without a board tells as many of its texts as fit, each one whole, and its link."""
    message = VIEW.message(Reply(tuple(texts), language=language), link)
    told = formatted(message.text, "html", None)[0].removesuffix(f"\n{link}")
    said = [VIEW.says((text,), language) for text in texts]
    lines = told.split("\n")
    assert lines == said[: len(lines)]
    assert len(lines) == len(said) or link or utf16(f"{told}\n{said[len(lines)]}") >= limits.TEXT
    assert length(message.text) <= limits.TEXT


@pytest.mark.parametrize("size", [*(level.rules(Random(1)) for level in LEVELS.values()), LARGEST])
@pytest.mark.parametrize("is_mapped", [True, False])
@pytest.mark.parametrize("is_over", [True, False])
@pytest.mark.parametrize("inline", [True, False])
def test_text_fits_a_phone(size: Rules, *, is_mapped: bool, is_over: bool, inline: bool) -> None:
    """No line of a board as text is longer than a phone shows, and what is seen can be moved."""
    game = random_game(Random(1), size, 1)
    given = game.play(GiveUp(), drawn_before)
    game = given.game if is_over and isinstance(given, Played) else game
    screen = screen_of(Session(1, "a", game), 0, Settings(text_only=True))
    screen = replace(screen, chances=dict.fromkeys(range(9), 0.5) if is_mapped else {})
    scene = Scene("telegram:1", screen, (), "en", True)
    message = VIEW.scene(scene, inline=inline)
    lines = unescape(message.text).partition("<pre>")[2].partition("</pre>")[0].splitlines()
    assert max(map(len, lines), default=0) <= 31
    labels = {key["text"] for row in message.keyboard for key in row}
    assert "▶" in labels or not lines or len(lines[-1].split()) == 1 + size.cols


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("page", Page)
def test_every_keyboard(page: Page, *, private: bool) -> None:
    """No keyboard of a board, on any page, is too large, and each of its buttons can be read."""
    for rows, cols in product(range(2, 21), range(2, 12)):
        game = random_game(Random(rows), Rules(rows, cols, 1), 3)
        screen = replace(screen_of(Session(1, "a", game), 0, Settings()), page=page)
        scene = Scene("telegram:1", screen, (), "en", private)
        keys = [*chain(*VIEW.scene(scene, inline=False, plain=True).keyboard)]
        assert len(keys) <= BUTTONS, (rows, cols)
        for key in keys:
            read_button(key["callback_data"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_crowd_in_a_tournament(language: str) -> None:
    """A caption names the first of a tournament's crowd, how many more there are, and who played.

    It has room for what a few of them have achieved, too.
    """
    crowd = tuple(
        Points(f"p{each}", f"Player number {each} of 40", 99 - each) for each in range(40)
    )
    players, names = tuple(each.player for each in crowd), tuple(each.name for each in crowd)
    given = random_game(Random(1), LEVELS["expert"].rules(Random(1)), 1).play(
        GiveUp(), drawn_before
    )
    assert isinstance(given, Played)
    session = Session(
        1, "p0", given.game, players, names, private=False, tournament=Tournament(3, 3, crowd)
    )
    scene = Scene("telegram:1", screen_of(session, 0, Settings()), (), language, private=False)
    told = formatted(VIEW.scene(scene, inline=False, drawn=b"a picture").text, "html", None)[0]
    lines = told.splitlines()
    assert len([line for line in lines if re.match(r"  \d+\. Player", line)]) == 10
    named = first_named(names)
    assert lines[-2:] == [
        VIEW.says([Text("tournament.more", count=30)], language),
        VIEW.says([Text("group.players", names=named)], language),
    ]
