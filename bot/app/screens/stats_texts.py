"""What statistics say: each with how many games it comes from, and what of it is luck."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.app.documents.interval import wilson
from bot.app.documents.mode import RANKED, Mode
from bot.app.documents.stats import Stats, Tally
from bot.app.screens.times import duration, speed
from bot.i18n import Arg, Text, percent, whole_percent
from core.rules import DEFAULT

SOLVER_WINS_FROM_OPENING: Final = {
    DEFAULT: 0.9855,
    "beginner": 0.97202,
    "medium": 0.89162,
    "hard": 0.785,
    "expert": 0.5468,
}
"""The share of games of a level that the solver wins where the first open is an opening.

Games whose first cell is only safe are in the same tallies; of those it wins fewer.

Source: docs/curve.md for the default, docs/solver.md for the others, beside their commands.
"""


def level_texts(stats: Stats, level: str) -> Iterator[Text]:
    """Say everything about one level, ranked games first, the other modes apart."""
    for mode in Mode:
        tally = stats.tally(level, mode)
        if tally.games:
            yield _rate_text(level, mode, tally)
            if mode is Mode.RANKED and level in SOLVER_WINS_FROM_OPENING:
                yield _solver_text(SOLVER_WINS_FROM_OPENING[level], tally)
            if mode in RANKED:
                yield from _times_texts(tally)
            yield from _skill_texts(tally)


def brief_text(stats: Stats, level: str) -> Text:
    """Return one line about a level: its ranked games, or if there are none all others, by mode."""
    ranked = stats.tally(level, Mode.RANKED)
    if ranked.games:
        return _brief("stats.brief", level, (ranked,))
    others = {mode: stats.tally(level, mode) for mode in Mode if stats.tally(level, mode).games}
    modes = tuple(Text(f"stats.as_{mode}") for mode in others)
    return _brief("stats.brief_apart", level, tuple(others.values()), modes=modes)


def _brief(key: str, level: str, tallies: tuple[Tally, ...], **args: Arg) -> Text:
    games, wins = sum(each.games for each in tallies), sum(each.wins for each in tallies)
    name, rate = Text(f"level.{level}"), percent(wins / games)
    return Text(key, level=name, games=games, wins=wins, rate=rate, **args)


def _rate_text(level: str, mode: Mode, tally: Tally) -> Text:
    low, high = wilson(tally.wins, tally.games)
    return Text(
        f"stats.{mode}",
        level=Text(f"level.{level}"),
        games=tally.games,
        wins=tally.wins,
        rate=percent(tally.wins / tally.games),
        low=percent(low),
        high=percent(high),
        hints=tally.hints,
    )


def _solver_text(rate: float, tally: Tally) -> Text:
    """Say what the solver wins, to be beaten where that is more."""
    is_ahead = rate > tally.wins / tally.games
    return Text("stats.solver_ahead" if is_ahead else "stats.solver", rate=percent(rate))


def _times_texts(tally: Tally) -> Iterator[Text]:
    yield Text("stats.streaks", streak=tally.streak, best=tally.best_streak)
    if tally.best is not None and tally.median_time is not None:
        yield Text(
            "stats.times",
            best=duration(tally.best),
            median=duration(tally.median_time),
        )
        efficiency = whole_percent(tally.efficiency or 0.0)
        fast = speed(tally.bbbv_per_second, tally.won_time)
        if fast is None:
            yield Text("stats.efficiency", efficiency=efficiency)
        else:
            yield Text("stats.speed", speed=fast, efficiency=efficiency)


def _skill_texts(tally: Tally) -> Iterator[Text]:
    made, worth = tally.guesses, tally.worth
    if worth.mean_accuracy is not None:
        yield Text(
            "stats.skill",
            accuracy=percent(worth.mean_accuracy),
            guesses=round(made.made / worth.games, 1),
        )
    if worth.games:
        expected = round(worth.expected_wins, 1)
        luck = round(worth.wins - expected, 1)  # so that all three agree as they are told
        some = worth.games if worth.games < tally.games else 0  # else it is of all of them
        yield Text("stats.luck", some=some, wins=worth.wins, expected=expected, luck=luck)
