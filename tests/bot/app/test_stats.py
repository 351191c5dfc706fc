"""Statistics: the same whatever the order in which results arrive."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.app.stats import Guesses, Mode, Result, Stats, Streaks


def streak_and_best(outcomes: list[bool]) -> tuple[int, int]:
    """Return the last run of wins and the longest, counted the simple way."""
    runs = [len(run) for run in "".join("LW"[won] for won in outcomes).split("L")]
    return runs[-1], max(runs)


@given(st.lists(st.booleans(), max_size=60), st.data())
def test_streaks(outcomes: list[bool], data: st.DataObject) -> None:
    """Streaks go by when games ended, also where some results arrive up to 20 games late."""
    arrivals = list(enumerate(outcomes))
    for index in data.draw(st.lists(st.integers(0, max(len(outcomes) - 20, 0)), max_size=5)):
        arrivals[index : index + 19] = data.draw(st.permutations(arrivals[index : index + 19]))
        arrivals = (
            sorted(arrivals[:index]) + arrivals[index : index + 19] + sorted(arrivals[index + 19 :])
        )
    streaks = Streaks()
    for ended_at, won in arrivals:
        streaks = streaks.add(ended_at, won=won)
    best = max(streaks.best_before, *streaks.runs)
    assert (streaks.runs[-1], best) == streak_and_best(outcomes)


def test_long_streaks() -> None:
    """Streaks go on beyond the games that are kept apart, and are remembered after they end."""
    streaks = Streaks()
    for ended_at in range(30):
        streaks = streaks.add(ended_at, won=True)
    assert (len(streaks.newest), streaks.runs[-1]) == (20, 30)
    for ended_at in range(30, 60):
        streaks = streaks.add(ended_at, won=ended_at > 57)
    assert (streaks.runs[-1], max(streaks.best_before, *streaks.runs)) == (2, 30)


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 10**6), st.integers(1, 99)), min_size=1))
def test_ranked_times(wins: list[tuple[bool, int, int]]) -> None:
    """Best and mean time and 3BV/s are those of the ranked wins."""
    stats = Stats()
    for ended_at, (won, elapsed, bbbv) in enumerate(wins):
        result = Result("easy", Mode.RANKED, won, ended_at, elapsed, bbbv, Guesses())
        stats = stats.add(result)
    tally = stats.tally("easy", Mode.RANKED)
    times = [elapsed for won, elapsed, _ in wins if won]
    assert tally.best == min(times, default=None)
    assert tally.mean_time == (sum(times) / len(times) if times else None)
    solved = sum(bbbv for won, _, bbbv in wins if won)
    assert tally.bbbv_per_second == (solved * 1000 / sum(times) if times else None)
