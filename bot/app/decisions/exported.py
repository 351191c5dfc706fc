"""Exported: what is kept of a player with names that whoever opens the file can read.

The names tell units; days and moments are written by ISO 8601, in UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TypeAlias

from bot.app.documents.dailies import Dailies
from bot.app.documents.mode import RANKED, Mode
from bot.app.documents.practice import Training
from bot.app.documents.stats import MILLION, Stats, Tally, Worth
from bot.app.requests.day import date_of

Exported: TypeAlias = Mapping[str, object]
"""An object of the file."""


def statistics(stats: Stats) -> Exported:
    """Return the tallies by level and mode."""
    return {
        level: {mode: _tally(mode, each) for mode, each in modes.items()}
        for level, modes in stats.tallies.items()
    }


def training(practised: Training) -> Exported:
    """Return the answers by drill."""
    return {
        drill: {"tried": each.tried, "right": each.right, "last_answers_right": each.lately}
        for drill, each in practised.practices.items()
    }


def daily(dailies: Dailies) -> Exported:
    """Return the tries at boards of the day, and where they are listed."""
    return {
        "last_try_begun": {
            level: {"date": date_of(each.day), "chat": each.chat}
            for level, each in dailies.claims.items()
        },
        "last_try_ended": {
            level: {"date": date_of(day), "solved_in_ms": time}
            for level, (day, time) in dailies.times.items()
        },
        "last_try_with_stopped_clock": {
            level: date_of(day) for level, day in dailies.stopped.items()
        },
        "days_in_a_row": [
            {"first": date_of(first), "last": date_of(last)} for first, last in dailies.streak.runs
        ],
        "most_days_in_a_row": dailies.streak.best,
        "solved_by_month": dailies.solved,
        "ranked_games_by_month": {month: _worth(each) for month, each in dailies.rated.items()},
        "unlisted": dailies.unlisted,
        "listed_in": dailies.listed_in,
        "groups": dailies.groups,
    }


def _tally(mode: Mode, tally: Tally) -> Exported:
    return {
        "games": tally.games,
        "wins": tally.wins,
        "hints": tally.hints,
        "guesses": {
            "made": tally.guesses.made,
            "survived": tally.guesses.survived,
            "expected_to_survive": tally.guesses.expected,
        },
        "reviewed": _worth(tally.worth),
        **(_of_ranked(tally) if mode in RANKED else {}),
    }


def _of_ranked(tally: Tally) -> Exported:
    """Return what is kept of ranked games alone; in timed wins the clock has never stood."""
    return {
        "wins_in_a_row": tally.streak,
        "most_wins_in_a_row": tally.best_streak,
        "best_time_ms": tally.best,
        "median_time_ms": tally.median_time,
        "time_of_timed_wins_ms": tally.won_time,
        "3bv_of_timed_wins": tally.won_bbbv,
        "clicks_of_timed_wins": tally.won_clicks,
        "timed_wins_by_time_in_s": {str(each): n for each, n in sorted(tally.times.items())},
        "newest_games": [
            {"ended_at": _moment(ended_at), "won": won} for ended_at, won in tally.newest
        ],
    }


def _worth(worth: Worth) -> Exported:
    return {
        "games": worth.games,
        "wins": worth.wins,
        "expected_wins": worth.expected / MILLION,
        "games_with_choices": worth.choices,
        "mean_accuracy": worth.mean_accuracy,
    }


def _moment(at: int) -> str:
    """Return the moment ``at`` ms since the epoch."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")
