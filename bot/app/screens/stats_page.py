"""Statistics as a page: one level in full with its card, the others in a line each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.app.documents.achievements import Achievement
from bot.app.documents.interval import wilson
from bot.app.documents.mode import Mode
from bot.app.documents.state import Settings
from bot.app.documents.stats import Stats, Tally
from bot.app.requests.button import Button, Row
from bot.app.requests.coach_actions import SetPublic, ShowStats
from bot.app.screens.illustration import LEAST_POINTS, Card, Illustration, Plot
from bot.app.screens.reply import Reply
from bot.app.screens.stats_texts import brief_text, level_texts
from bot.app.screens.times import duration, speed
from bot.i18n import Text, clean_name, percent, whole_percent
from core.rules import CUSTOM, LEVELS

_WINDOW: Final = 20
"""Games whose win rate a point of the progress is: few enough to move, enough to mean something."""
_A_ROW: Final = 3


def stats_page(stats: Stats, name: str, level: str, settings: Settings, *, own: bool) -> Reply:
    """Return the statistics of the player called ``name``, ``level`` in full.

    If they have not played that, or none is asked for, it is the level that they played most.
    """
    played = [each for each in (*LEVELS, CUSTOM) if _games(stats, each)]
    if not played:
        nothing = Text("stats.none" if own else "stats.none_of", name=clean_name(name))
        return Reply((nothing,), private=not own)
    chosen = level if level in played else max(played, key=lambda each: _games(stats, each))
    title = Text("stats.title", name=clean_name(name))
    missing = Text("stats.none_at", level=Text(f"level.{level}"))
    unplayed = (missing,) if level and level != chosen else ()
    others = tuple(brief_text(stats, each) for each in played if each != chosen)
    won = tuple(Text(f"achievement.{each}") for each in Achievement if each in stats.achievements)
    if won:
        count = len(Achievement)
        others = (*others, Text("achievement.list", what=won, won=len(won), count=count))
    return Reply(
        (*unplayed, title, *level_texts(stats, chosen), *others),
        buttons=_buttons(stats, [each for each in played if each != chosen], level) if own else (),
        picture=_card(stats.tally(chosen, Mode.RANKED), title, chosen, settings),
    )


def _games(stats: Stats, level: str) -> int:
    return sum(stats.tally(level, mode).games for mode in Mode)


def _buttons(stats: Stats, others: list[str], asked: str) -> tuple[Row, ...]:
    levels = [Button(Text(f"level.{each}"), ShowStats(level=each)) for each in others]
    rows = [tuple(levels[at : at + _A_ROW]) for at in range(0, len(levels), _A_ROW)]
    other_way = Text("stats.hide" if stats.public else "stats.show")
    return (*rows, (Button(other_way, SetPublic(not stats.public, asked)),))


def _card(tally: Tally, title: Text, level: str, settings: Settings) -> Illustration | None:
    """Return the card of ranked games with the win rate over time; None without progress."""
    if len(tally.newest) < LEAST_POINTS:  # earlier releases have kept games without their order
        return None
    heading = Text("stats.card", level=Text(f"level.{level}"), games=tally.games)
    plot = Plot(Text("plot.rate"), progress(tally))
    card = Card((title, heading), tuple(_figures(tally)), plot)
    return Illustration(card, settings.drawn_theme, settings.text_only)


def progress(tally: Tally) -> tuple[float, ...]:
    """Return the win rate of each of the newest ranked games and those up to 19 before it."""
    won = [each for _, each in tally.newest]
    spans = (won[max(at + 1 - _WINDOW, 0) : at + 1] for at in range(len(won)))
    return tuple(sum(span) / len(span) for span in spans)


def _figures(tally: Tally) -> Iterator[tuple[Text, Text]]:
    low, high = wilson(tally.wins, tally.games)
    between = Text("stats.between", low=percent(low), high=percent(high))
    yield Text("figure.rate"), percent(tally.wins / tally.games)
    yield Text("figure.interval"), between
    yield Text("figure.best_streak"), Text("figure.value", value=str(tally.best_streak))
    worth = tally.worth
    if 0 < worth.games < tally.games:  # of which the next two figures are
        yield Text("figure.reviewed"), Text("figure.value", value=worth.games)
    if worth.games:
        expected = Text("figure.value", value=round(worth.expected_wins, 1))
        yield Text("figure.expected", wins=worth.wins), expected
    if worth.mean_accuracy is not None:
        yield Text("figure.accuracy"), percent(worth.mean_accuracy)
    if tally.best is not None and tally.median_time is not None:
        yield Text("figure.best"), Text("figure.value", value=duration(tally.best))
        yield Text("figure.median"), Text("figure.value", value=duration(tally.median_time))
        fast = speed(tally.bbbv_per_second, tally.won_time)
        if fast is not None:
            yield Text("figure.speed"), Text("figure.value", value=fast)
        yield Text("figure.efficiency"), whole_percent(tally.efficiency or 0.0)
