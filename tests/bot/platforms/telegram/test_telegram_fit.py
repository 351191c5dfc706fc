"""Whatever is said fits a message of Telegram's, whichever characters it counts."""

from __future__ import annotations

from html import unescape
from itertools import product
from random import Random
from urllib.parse import parse_qs, urlsplit

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.documents.state import Session, Settings
from bot.app.requests.menu import Page
from bot.app.screens.illustration import BoardPicture, Illustration, Plot
from bot.app.screens.screen import Reply, screen_of
from bot.delivery import Scene
from bot.i18n import LANGUAGES, Text, Translator, clean_name
from bot.platforms.telegram import limits
from bot.platforms.telegram.keyboard import encode_keyboard
from bot.platforms.telegram.view import View
from core.rules import LEVELS, Rules
from tests.emulators.telegram import keyboard
from tests.emulators.telegram.entities import formatted, utf16
from tests.emulators.telegram.limits import BUTTONS
from tests.strategies import random_game

VIEW = View(Translator())
NAMES = st.sampled_from(
    ["Ann", "😀" * 40, "<b>&</b>" * 9, "@everyone", "ж" * 32, "👨\u200d👩\u200d👧" * 40]
)
SAID = st.builds(
    Text,
    st.sampled_from(["privacy.names", "group.players", "game.busy", "hint.later"]),
    names=st.lists(NAMES.map(clean_name), min_size=1, max_size=9).map(tuple),
)


def length(html: str) -> int:
    """Return how long a message is once it is read, in UTF-16's units as the most there can be."""
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
    scene = Scene("telegram:1", screen, tuple(texts), Settings(), language, True, None)
    message = VIEW.scene(scene, inline=False, drawn=b"a picture")
    limit = limits.TEXT if message.picture is None else limits.CAPTION
    assert 0 < length(message.text) <= limit


@settings(max_examples=50, deadline=None)
@given(st.lists(SAID, min_size=1, max_size=40), st.booleans(), st.booleans())
def test_every_board_as_text(texts: list[Text], chances: bool, on_page: bool) -> None:  # noqa: FBT001  # drawn
    """A large board as text fits with what is said of it, on a page and below its status."""
    game = random_game(Random(1), Rules(60, 60, 500), 5)
    screen = screen_of(Session(1, "a", game), 0, Settings(text_only=True))
    screen = replace(screen, chances=dict.fromkeys(range(3600), 0.5) if chances else {})
    page = Illustration(BoardPicture(screen), text_only=True)
    scene = Scene("telegram:1", screen, tuple(texts), Settings(), "en", True, None)
    message = VIEW.scene(scene, inline=False)
    if on_page:
        message = VIEW.message(Reply(tuple(texts), picture=page, language="en"))
    assert 0 < length(message.text) <= limits.TEXT


@given(st.lists(SAID, min_size=1, max_size=40), st.sampled_from(LANGUAGES), st.booleans())
@example([Text("group.players", names=("Ann",))] * 400, "en", True)
def test_all_that_is_sent_on(texts: list[Text], language: str, opens: bool) -> None:  # noqa: FBT001  # drawn
    """What is sent on by a link fits, as a text and in the address of the button that sends it."""
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
    """Of what is said without a board as many lines are told as fit, each whole, and its link."""
    message = VIEW.message(Reply(tuple(texts), language=language), link)
    told = formatted(message.text, "html", None)[0].removesuffix(f"\n{link}")
    said = [VIEW.says((text,), language) for text in texts]
    lines = told.split("\n")
    assert lines == said[: len(lines)]
    assert len(lines) == len(said) or link or utf16(f"{told}\n{said[len(lines)]}") >= limits.TEXT
    assert length(message.text) <= limits.TEXT


@pytest.mark.parametrize("private", [True, False])
@pytest.mark.parametrize("page", Page)
def test_every_keyboard(page: Page, *, private: bool) -> None:
    """No board, whatever its size, has more buttons than a message may, on any of its pages."""
    for rows, cols in product(range(2, 21), range(2, 12)):
        game = random_game(Random(rows), Rules(rows, cols, 1), 3)
        screen = replace(screen_of(Session(1, "a", game), 0, Settings()), page=page)
        scene = Scene("telegram:1", screen, (), Settings(), "en", private, None)
        keyboard = VIEW.scene(scene, inline=False, plain=True).keyboard
        assert sum(map(len, keyboard)) <= BUTTONS, (rows, cols)
