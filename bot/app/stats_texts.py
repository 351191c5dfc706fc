"""What statistics say: each with how many games it comes from, and what of it is luck."""

from __future__ import annotations

from collections.abc import Iterator

from bot.app.interval import wilson
from bot.app.stats import RANKED, Mode, Stats, Tally
from bot.app.times import duration
from bot.i18n import Text, percent


def level_texts(stats: Stats, level: str) -> Iterator[Text]:
    """Say everything about one level, ranked games first, the other modes apart."""
    for mode in Mode:
        tally = stats.tally(level, mode)
        if tally.games:
            yield _rate_text(level, mode, tally)
            if mode in RANKED:
                yield from _times_texts(tally)
            yield from _skill_texts(tally)


def brief_text(stats: Stats, level: str) -> Text:
    """Return one line about a level: its ranked games, or all others where there are none."""
    ranked = stats.tally(level, Mode.RANKED)
    others = [stats.tally(level, mode) for mode in Mode if mode is not Mode.RANKED]
    games = ranked.games or sum(each.games for each in others)
    wins = ranked.wins if ranked.games else sum(each.wins for each in others)
    name = Text(f"level.{level}")
    return Text("stats.brief", level=name, games=games, wins=wins, rate=percent(wins / games))


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


def _times_texts(tally: Tally) -> Iterator[Text]:
    yield Text("stats.streaks", streak=tally.streak, best=tally.best_streak)
    if tally.best is not None and tally.median_time is not None:
        yield Text(
            "stats.times",
            best=duration(tally.best),
            median=duration(tally.median_time),
        )
        yield Text(
            "stats.speed",
            speed=round(tally.bbbv_per_second or 0.0, 2),
            efficiency=percent_of(tally.efficiency or 0.0),
        )


def _skill_texts(tally: Tally) -> Iterator[Text]:
    made, worth = tally.guesses, tally.worth
    if worth.mean_accuracy is not None:
        yield Text(
            "stats.skill",
            accuracy=percent(worth.mean_accuracy),
            guesses=round(made.made / tally.games, 1),
        )
    if worth.games:
        yield Text(
            "stats.luck",
            wins=worth.wins,
            expected=round(worth.expected_wins, 1),
            luck=round(worth.wins - worth.expected_wins, 1),
        )


def percent_of(share: float) -> Text:
    """Return a ratio that may be over 1 as whole per cent."""
    return Text("percent.exactly", value=round(share * 100))
