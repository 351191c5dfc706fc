"""Illustrations: every kind is drawn into the right file."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

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
from bot.app.screens.screen import screen_of
from bot.i18n import Text, Translator, percent
from bot.render.picture import MOST_BYTES, PICTURE_THEMES, prepare
from bot.render.subject_text import draw_line
from core.game import Game
from core.rules import Rules

SCREEN = screen_of(Session(1, "ann", Game.new(Rules(9, 9, 10))), 0, Settings())
MORE = {count: Text("group.others", count=count) for count in (1, 2, 3)}
FIGURES = tuple((Text("figure.rate"), percent(at / 9)) for at in range(9))
TITLES = (Text("stats.title", name="Ann"), Text("stats.card", level="easy", games=3))
SUBJECTS: dict[str, tuple[Subject, str]] = {
    "board": (BoardPicture(SCREEN), "PNG"),
    "plot": (Plot(Text("plot.win"), (0.5, 1.0, 0.0), 1), "PNG"),
    "card": (Card(TITLES, FIGURES, Plot(Text("plot.rate"), (0.5, 1.0, 0.0))), "PNG"),
    "result": (ResultCard(TITLES, FIGURES[:6], SCREEN), "PNG"),
    "animation": (Animation((SCREEN, SCREEN)), "GIF"),
}


@pytest.mark.parametrize("theme", PICTURE_THEMES)
@pytest.mark.parametrize("kind", SUBJECTS)
def test_every_kind(kind: str, theme: str) -> None:
    """Each illustration becomes a picture that opens, within the size limit of a photo."""
    subject, form = SUBJECTS[kind]
    say = partial(Translator().say, language="en")
    file = prepare(Illustration(subject, theme), say)()
    assert len(file) <= MOST_BYTES
    with Image.open(BytesIO(file)) as picture:
        picture.load()
        assert picture.format == form


@pytest.mark.parametrize(
    ("title", "drawn"),
    [
        (Text("card.title", names=("Ann", "נועה")), [Text("card.title", names=("Ann", MORE[1]))]),
        (Text("card.title", names=("محمد", "Ann", "नमस्ते", "김철수 (K)", "Bob 노")),
         [Text("card.title", names=("Ann", "Bob", MORE[3]))]),
        (Text("card.title", names=("Ann", "נועה", MORE[2])),
         [Text("card.title", names=("Ann", MORE[3]))]),
        (Text("card.title", names=("محمد", "נועה")), []),
        (Text("stats.title", name="محمد!"), []),
        (Text("stats.title", name="נועה 7"), []),
        (Text("stats.title", name="(^_^) ♥7"), [Text("stats.title", name="(^_^) ♥7")]),
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("kind", ["card", "result"])
def test_names_that_the_font_has_not(kind: str, title: Text, drawn: list[Text]) -> None:
    """Names that cannot be drawn are counted beside others; alone their title is left out."""
    card, said = SUBJECTS[kind][0], list[Text]()
    assert isinstance(card, Card | ResultCard)

    def say(text: Text) -> str:
        said.append(text)
        return "said"

    prepare(Illustration(replace(card, titles=(title, TITLES[1])), "classic"), say)
    figures = {text for figure in card.figures for text in figure}
    assert [text for text in said if text not in figures] == [*drawn, TITLES[1]]


def test_plots_as_text() -> None:
    """A plot in one line goes from its first to its last point, however many there are."""
    assert draw_line([0.0, 0.5, 1.0]) == "▁▅█"
    assert draw_line([0.3]) == "▃"
    long = draw_line([at / 999 for at in range(1000)])
    assert (len(long), long[0], long[-1]) == (32, "▁", "█")
    assert draw_line([]) == ""
