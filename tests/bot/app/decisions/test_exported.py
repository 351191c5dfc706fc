"""What stands in the file of an export, by name and unit."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.decisions import exported
from bot.app.documents.dailies import Dailies
from bot.app.documents.mode import Mode
from bot.app.documents.practice import Task, Training
from bot.app.documents.stats import Guesses, Result, Stats, Worth
from bot.app.requests.day import OnDay
from core.trainer import Drill


def result(*, won: bool, ended_at: int, elapsed: int | None = 61_500) -> Result:
    """Return a ranked game of three guesses, two of which were survived."""
    worth = Worth.of(won=won, expected=0.75, accuracy=0.9 if won else None)
    guesses = Guesses(3, 2, 2.25)
    return Result(
        "easy", Mode.RANKED, won, ended_at, elapsed, 20, guesses, 1 if won else 3, 25, worth
    )


def tally(stats: Stats, mode: Mode) -> Any:  # as a reader of the file has it
    """Return what the export says of the games of a mode."""
    levels: Any = exported.statistics(stats)
    return levels["easy"][mode]


def test_statistics() -> None:
    """The export of statistics has games, wins, streaks, times, guesses and expected wins."""
    stats = Stats()
    ends = [True, True, False, True]
    for at, won in enumerate(ends):
        stats = stats.add(result(won=won, ended_at=at * 1000, elapsed=61_500 + 2000 * at))
    assert exported.statistics(stats) == {
        "easy": {
            Mode.RANKED: {
                "games": 4,
                "wins": 3,
                "wins_in_a_row": 1,
                "most_wins_in_a_row": 2,
                "hints": 6,
                "guesses": {"made": 12, "survived": 8, "expected_to_survive": 9.0},
                "best_time_ms": 61_500,
                "median_time_ms": 63_000,
                "time_of_timed_wins_ms": 61_500 + 63_500 + 67_500,
                "3bv_of_timed_wins": 60,
                "clicks_of_timed_wins": 75,
                "timed_wins_by_time_in_s": {"61": 1, "63": 1, "67": 1},
                "reviewed": {
                    "games": 4,
                    "wins": 3,
                    "expected_wins": 3.0,
                    "games_with_choices": 3,
                    "mean_accuracy": 0.9,
                },
                "newest_games": [
                    {"ended_at": f"1970-01-01T00:00:0{at}.000+00:00", "won": won}
                    for at, won in enumerate(ends)
                ],
            }
        }
    }


def test_a_win_with_a_stopped_clock() -> None:
    """A win in which the clock has stood is a win, but none of those whose times are summed up."""
    stats = Stats().add(result(won=True, ended_at=0))
    stopped = result(won=True, ended_at=1, elapsed=None)
    before, after = (tally(each, Mode.RANKED) for each in (stats, stats.add(stopped)))
    assert (before["wins"], after["wins"]) == (1, 2)
    timed = {name for name in before if "timed_wins" in name}
    assert timed == {
        "time_of_timed_wins_ms",
        "3bv_of_timed_wins",
        "clicks_of_timed_wins",
        "timed_wins_by_time_in_s",
    }
    assert all(after[name] == before[name] for name in timed)


@pytest.mark.parametrize("mode", [Mode.ASSISTED, Mode.CASUAL, Mode.TOGETHER])
def test_what_is_not_kept_of_games_that_are_not_ranked(mode: Mode) -> None:
    """Nothing is said of the times of games that are not ranked, nor of wins in a row."""
    won = replace(result(won=True, ended_at=0), mode=mode)
    kept = {"games", "wins", "hints", "guesses", "reviewed"}
    assert tally(Stats().add(won), mode).keys() == kept


def test_training() -> None:
    """The export of training has, for each pattern, the exercises tried and the right answers."""
    training = Training()
    for right in (True, False, False):
        training = Training(training.practices, Task(Drill.PAIR, 7))
        training = training.answered(Task(Drill.PAIR, 7), right=right)
    known = {"tried": 3, "right": 1, "last_answers_right": (True, False, False)}
    assert exported.training(training) == {Drill.PAIR: known}


def test_days() -> None:
    """The export of daily boards has the last tries, their chats, days in a row and listings."""
    dailies, _ = Dailies().claim(OnDay(20_000, "easy"), "test:ann")
    for day, time in ((19_990, 9000), (19_998, 40_000), (19_999, 50_000)):
        dailies = dailies.ended(OnDay(day, "easy"), time)
    dailies = dailies.ended(OnDay(20_000, "medium"), 70_000, listed=False)
    dailies = dailies.ended(OnDay(20_001, "easy"), None)
    dailies = dailies.rating("2024-10", Worth.of(won=True, expected=0.5, accuracy=None))
    dailies = dailies.joining(("test:group",)).listing(("top:2024-10",))
    dailies = replace(dailies, unlisted=True)
    assert exported.daily(dailies) == {
        "last_try_begun": {"easy": {"date": "2024-10-04", "chat": "test:ann"}},
        "last_try_ended": {
            "easy": {"date": "2024-10-05", "solved_in_ms": None},
            "medium": {"date": "2024-10-04", "solved_in_ms": 70_000},
        },
        "last_try_with_stopped_clock": {"medium": "2024-10-04"},
        "days_in_a_row": [
            {"first": "2024-09-24", "last": "2024-09-24"},
            {"first": "2024-10-02", "last": "2024-10-04"},
        ],
        "most_days_in_a_row": 3,
        "solved_by_month": {"2024-09": 1, "2024-10": 3},
        "ranked_games_by_month": {
            "2024-10": {
                "games": 1,
                "wins": 1,
                "expected_wins": 0.5,
                "games_with_choices": 0,
                "mean_accuracy": None,
            }
        },
        "unlisted": True,
        "listed_in": ("top:2024-10",),
        "groups": ("test:group",),
    }
