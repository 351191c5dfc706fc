"""Alt text of pictures other than running boards: positions, plots, cards, replays."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.documents.state import Session, Settings
from bot.app.screens.illustration import (
    Animation,
    BoardPicture,
    Card,
    Illustration,
    Plot,
    ResultCard,
    Subject,
)
from bot.app.screens.screen import Screen, screen_of
from bot.i18n import LANGUAGES, Text, Translator
from bot.platforms.discord.limits import ALT_TEXT as LIMIT
from bot.render import in_text
from bot.render.alt_text import alt_text, picture_text
from core.game import Game
from core.rules import Rules
from tests.strategies import random_game, seeded

TRANSLATOR = Translator()
ENGLISH = partial(TRANSLATOR.say, language="en")
SCREEN: Screen = screen_of(Session(1, "a", Game.new(Rules(9, 9, 10))), 0, Settings())
BUSY: Screen = screen_of(
    Session(1, "a", random_game(seeded(5), Rules(16, 30, 99, lives=9), 60)), 0, Settings()
)
"""One of which more could be said than there is room for."""
CARD = Card(
    (Text("level.easy"),),
    ((Text("control.mode_open"), Text("board.time", time="0:07")),),
    Plot(Text("plot.rate"), (0.25, 0.5, 1.0)),
)


def test_position() -> None:
    """A position that is looked back on is described like a running board."""
    assert picture_text(Illustration(BoardPicture(SCREEN)), ENGLISH, LIMIT) == alt_text(
        SCREEN, None, ENGLISH, LIMIT
    )


def test_plot() -> None:
    """Of a plot of chances the ends and extremes are told."""
    said = picture_text(Illustration(Plot(Text("plot.win"), (0.5, 0.125, 0.75), 1)), ENGLISH, LIMIT)
    named = ENGLISH(Text("plot.win"))
    assert said == f"{named} A line of 3 values, from 50% to 75%; lowest 12%, highest 75%."


@pytest.mark.parametrize("language", LANGUAGES)
def test_plots_are_named(language: str) -> None:
    """A plot is introduced by what it shows, in alt text and where text replaces the picture."""
    say = partial(TRANSLATOR.say, language=language)
    for name in (Text("plot.win"), Text("plot.rate")):
        plot = Plot(name, (0.5, 0.25, 1.0))
        for subject in (plot, Card((), (), plot)):
            assert picture_text(Illustration(subject), say, LIMIT).startswith(say(name))
            assert in_text(subject, str, list, say) == [say(name), "▅▃█"]


def test_card() -> None:
    """A card's titles, figures and plot are told."""
    assert picture_text(Illustration(CARD), ENGLISH, LIMIT) == (
        f"{ENGLISH(Text('level.easy'))}. {ENGLISH(Text('control.mode_open'))}: time 0:07. "
        f"{ENGLISH(Text('plot.rate'))} "
        "A line of 3 values, from 25% to 100%; lowest 25%, highest 100%."
    )


@pytest.mark.parametrize(("language", "stop"), [("en", ". "), ("ru", ". "), ("zh", "。")])
def test_titles_are_said_apart(language: str, stop: str) -> None:
    """Each title of a card, which has no full stop, is followed by a pause for screen readers."""
    say = partial(TRANSLATOR.say, language=language)
    easy, hard = Text("level.easy"), Text("level.hard")
    said = picture_text(Illustration(ResultCard((easy, hard), CARD.figures, SCREEN)), say, LIMIT)
    assert said.startswith(f"{say(easy)}{stop}{say(hard)}{stop}")


@pytest.mark.parametrize("language", ["zh", "zh-TW"])
@pytest.mark.parametrize(
    "subject",
    [
        BoardPicture(SCREEN),
        CARD,
        ResultCard(CARD.titles, CARD.figures, SCREEN),
        Animation((SCREEN,)),
        Plot(Text("plot.win"), (0.5, 1.0)),
    ],
)
def test_no_space_after_a_full_width_mark(language: str, subject: Subject) -> None:
    """In Chinese no space follows a full-width full stop or colon."""
    said = picture_text(Illustration(subject), partial(TRANSLATOR.say, language=language), LIMIT)
    assert not {"。 ", "： "} & set(map("".join, pairwise(said)))


def test_replay() -> None:
    """Of a replay the end is told."""
    said = picture_text(Illustration(Animation((SCREEN, SCREEN))), ENGLISH, LIMIT)
    assert said.startswith("The whole game as an animation. It ends like this: Minesweeper board")


@pytest.mark.parametrize("language", LANGUAGES)
@given(limit=st.integers(200, LIMIT))
def test_limit(language: str, limit: int) -> None:
    """Every picture's alt text keeps to its limit, and is not empty."""
    say = partial(TRANSLATOR.say, language=language)
    card = ResultCard(CARD.titles, CARD.figures, BUSY)
    for subject in (
        BoardPicture(BUSY),
        Plot(Text("plot.win"), (0.5,)),
        CARD,
        Animation((BUSY,)),
        card,
    ):
        assert 0 < len(picture_text(Illustration(subject), say, limit)) <= limit


@given(name=st.text(min_size=1, max_size=200), count=st.integers(1, 40))
def test_result_of_many(name: str, count: int) -> None:
    """Whatever the number and names of players, the alt text of a result keeps to its limit."""
    who = Text("card.title", names=(name,) * count, result=Text("level.easy"))
    card = ResultCard((who, Text("level.easy")), CARD.figures, SCREEN)
    assert 0 < len(picture_text(Illustration(card), ENGLISH, LIMIT)) <= LIMIT
