"""Every board fits into a message of Discord's."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.app.requests.menu import Page
from bot.app.screens.screen import Face, Screen
from bot.delivery import Scene
from bot.i18n import LANGUAGES, Text, Translator
from bot.platforms.discord.components import button, distinct, row
from bot.platforms.discord.view import View
from core.rules import Rules
from tests.emulators.discord.components import check
from tests.emulators.discord.wire import Form
from tests.strategies import random_game, seeded

VIEW = View(Translator())
SIZES = ((2, 2, 1), (5, 5, 4), (6, 5, 5), (9, 9, 10), (14, 14, 30), (16, 16, 40), (24, 30, 99))


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Return the scene of a game of any size, state and language."""
    rng = seeded(draw(st.integers(0, 10_000)))
    rules = Rules(*draw(st.sampled_from(SIZES)))
    board = random_game(rng, rules, draw(st.integers(0, 8))).board
    screen = Screen(
        number=draw(st.integers(1, 999_999_999)),
        revision=draw(st.integers(0, 99_999)),
        rules=rules,
        level="custom",
        board=board,
        face=draw(st.sampled_from(Face)),
        elapsed=draw(st.integers(0, 10**9)),
        lives=draw(st.integers(1, 3)),
        undone=draw(st.integers(0, 9)),
        flagging=draw(st.booleans()),
        page=draw(st.sampled_from(Page)),
        text_only=draw(st.booleans()),
        over=draw(st.booleans()),
        players=tuple("*@everyone*" * 3 for _ in range(draw(st.integers(0, 20)))),
        focus=draw(st.none() | st.integers(0, len(board.opened) - 1)),
    )
    language = draw(st.sampled_from(tuple(LANGUAGES)))
    texts = (Text("game.busy"),) * draw(st.integers(0, 60))
    return Scene("discord:1", screen, texts, language, draw(st.booleans()))


@settings(max_examples=25, deadline=None)
@given(scenes())
def test_every_scene_fits(scene: Scene) -> None:
    """Case 32: a board fits Discord's limits, by the emulator's rules, and mentions nobody."""
    data = VIEW.scene(scene).data()
    form = Form()
    check(data["components"], form, v2=True, emojis=set())
    assert not form.tree
    assert data["allowed_mentions"] == {"parse": []}


def test_distinct_buttons() -> None:
    """A button with the id of an earlier one is left out, and so is a row without buttons."""
    one, two = button("one", "a"), button("two", "a")
    other = button("other", "b")
    assert distinct([row([one, two]), row([two]), row([other, one])]) == (row([one]), row([other]))
