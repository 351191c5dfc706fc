"""Illustrations drawn: what the app wants to be shown, as files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from bot.app.screens.illustration import (
    Animation,
    BoardPicture,
    Card,
    Illustration,
    Plot,
    ResultCard,
)
from bot.app.screens.people import with_others
from bot.i18n import Arg, Text
from bot.render.picture.board_picture import draw_picture
from bot.render.picture.card import Figure, draw_card
from bot.render.picture.plot import draw_plot
from bot.render.picture.progress_card import draw_progress_card
from bot.render.picture.replay import draw_replay
from bot.render.picture.text import is_drawn, legible
from bot.render.picture.theme import load_picture_theme


def drawing_of(
    picture: Illustration | None, say: Callable[[Text], str]
) -> Callable[[], bytes] | None:
    """Return what draws ``picture``; None where there is none, or where it is to be text."""
    return None if picture is None or picture.text_only else prepare(picture, say)


def prepare(picture: Illustration, say: Callable[[Text], str]) -> Callable[[], bytes]:
    """Return what draws ``picture`` as a PNG file, an animation as a GIF file.

    Its words are said now, so that it can be drawn in another thread.
    """
    theme = load_picture_theme(picture.theme)
    match picture.subject:
        case BoardPicture(screen):
            return partial(draw_picture, screen, theme)
        case Plot(points=points, turning=turning):
            return partial(draw_plot, points, turning, theme)
        case Animation(screens):
            return partial(draw_replay, screens, theme)
        case ResultCard() as card:
            return partial(draw_card, *_said(card, say), card.screen, theme)
        case Card() as card:
            return partial(draw_progress_card, *_said(card, say), card.plot.points, theme)


def _said(card: Card | ResultCard, say: Callable[[Text], str]) -> tuple[list[str], list[Figure]]:
    """Return the titles and figures of ``card`` in words."""
    figures = [Figure(say(name), say(value)) for name, value in card.figures]
    return [*map(say, _drawn(card.titles))], figures


def _drawn(titles: Iterable[Text]) -> Iterator[Text]:
    """Yield ``titles`` as they can be drawn, without those in which no name can be.

    The font has no letters for some, such as those in Hebrew: beside others these are counted.
    """
    for title in titles:
        names = [part for _, arg in title.args for part in _parts(arg) if isinstance(part, str)]
        if not names or any(map(is_drawn, names)):
            yield Text(title.key, **{key: _known(arg) for key, arg in title.args})


def _parts(arg: Arg) -> tuple[Arg, ...]:
    return arg if isinstance(arg, tuple) else (arg,)


def _known(arg: Arg) -> Arg:
    if not isinstance(arg, tuple):
        return arg
    known = [part for part in arg if not isinstance(part, str) or is_drawn(part)]
    names = tuple(legible(part) if isinstance(part, str) else part for part in known)
    return with_others(names, len(arg) - len(names))
