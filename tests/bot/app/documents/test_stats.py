"""Statistics: the same whatever the order in which results arrive."""

from __future__ import annotations

from functools import reduce
from random import Random
from statistics import fmean, median_low

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from bot.app.documents.interval import wilson
from bot.app.documents.mode import RANKED, Mode
from bot.app.documents.stats import Guesses, Result, Stats, Streaks, Tally, Worth


def streak_and_best(outcomes: list[bool]) -> tuple[int, int]:
    """Return the last run of wins and the longest, counted the simple way."""
    runs = [len(run) for run in "".join("LW"[won] for won in outcomes).split("L")]
    return runs[-1], max(runs)


@given(st.lists(st.booleans(), max_size=60), st.data())
def test_streaks(outcomes: list[bool], data: st.DataObject) -> None:
    """Streaks follow when games ended, even if results arrive up to 20 games late."""
    games, first = list(enumerate(outcomes)), data.draw(st.integers(0, 18))
    together = [games[:first], *(games[at : at + 19] for at in range(first, len(games), 19))]
    arrivals = [game for each in together for game in data.draw(st.permutations(each))]
    streaks = Streaks()
    for ended_at, won in arrivals:
        streaks = streaks.add(ended_at, won=won)
    best = max(streaks.best_before, *streaks.runs)
    assert (streaks.runs[-1], best) == streak_and_best(outcomes)


def test_long_streaks() -> None:
    """Streaks longer than the games kept singly are counted, and the best is kept."""
    streaks = Streaks()
    for ended_at in range(30):
        streaks = streaks.add(ended_at, won=True)
    assert (len(streaks.newest), streaks.runs[-1]) == (20, 30)
    for ended_at in range(30, 60):
        streaks = streaks.add(ended_at, won=ended_at > 57)
    assert (streaks.runs[-1], max(streaks.best_before, *streaks.runs)) == (2, 30)


RESULTS = st.builds(
    Result,
    level=st.sampled_from(["easy", "expert"]),
    mode=st.sampled_from(Mode),
    won=st.booleans(),
    ended_at=st.just(0),
    elapsed=st.none() | st.integers(1, 200_000),
    bbbv=st.integers(1, 99),
    guesses=st.builds(Guesses, st.integers(0, 9), st.integers(0, 9), st.integers(0, 36).map(
        lambda quarters: quarters / 4  # sums of quarters are exact
    )),
    hints=st.integers(0, 3),
    clicks=st.integers(1, 300),
    worth=st.none() | st.builds(
        Worth.of, won=st.booleans(), expected=st.floats(-1, 2), accuracy=st.none() | st.floats(0, 1)
    ),
)  # fmt: skip


def in_order(results: list[Result]) -> list[Result]:
    """Return ``results`` with the times at which they ended."""
    return [replace(result, ended_at=at) for at, result in enumerate(results)]


@given(st.lists(RESULTS, max_size=19), st.randoms(use_true_random=False))
def test_any_order(results: list[Result], rng: Random) -> None:
    """Statistics are the same in whatever order results arrive."""
    results = in_order(results)
    shuffled = list(results)
    rng.shuffle(shuffled)
    assert reduce(Stats.add, results, Stats()) == reduce(Stats.add, shuffled, Stats())


@given(st.lists(RESULTS, max_size=19), RESULTS, st.integers(0, 19))
def test_taken_back(results: list[Result], undone: Result, at: int) -> None:
    """A casual end that was undone leaves no trace, whenever it was counted."""
    results, undone = in_order(results), replace(undone, mode=Mode.CASUAL, ended_at=99)
    expected = reduce(Stats.add, results, Stats()).tally(undone.level, Mode.CASUAL)
    with_it = reduce(Stats.add, [*results[:at], undone, *results[at:]], Stats())
    assert with_it.take_back(undone).tally(undone.level, Mode.CASUAL) == expected


@given(st.lists(RESULTS, min_size=1, max_size=40))
def test_figures_are_those_of_the_games(results: list[Result]) -> None:
    """Each figure equals a simple count over the games."""
    results = in_order(results)
    stats = reduce(Stats.add, results, Stats())
    for level in ("easy", "expert"):
        for mode in Mode:
            games = [r for r in results if (r.level, r.mode) == (level, mode)]
            check(stats.tally(level, mode), games, ranked=mode in RANKED)


def check(tally: Tally, games: list[Result], *, ranked: bool) -> None:
    """Compare a tally with the games it is of."""
    won = [game for game in games if game.won]
    assert (tally.games, tally.wins) == (len(games), len(won))
    worth = [game.worth for game in games if game.worth]
    assert tally.worth.games == len(worth)
    expected = sum(w.expected for w in worth)
    assert tally.worth.expected == expected
    told = sorted((0, expected / 1_000_000, len(worth)))[1]
    assert tally.worth.expected_wins == told, "as far as that is possible"
    accuracies = [w.mean_accuracy for w in worth if w.mean_accuracy is not None]
    mean = fmean(accuracies) if accuracies else None
    assert tally.worth.mean_accuracy == (pytest.approx(mean) if accuracies else None)
    timed = [game for game in won if game.elapsed is not None] if ranked else []
    times = [game.elapsed for game in timed if game.elapsed is not None]
    assert tally.best == min(times, default=None)
    low = median_low([time // 1000 for time in times]) * 1000 if times else None
    assert tally.median_time == low
    if not times:
        assert tally.efficiency is tally.bbbv_per_second is None
        return
    solved = sum(game.bbbv for game in timed)
    assert tally.bbbv_per_second == solved * 1000 / sum(times)
    assert tally.efficiency == solved / sum(game.clicks for game in timed)


@given(st.lists(st.booleans(), max_size=250))
def test_progress_is_of_the_newest_games(outcomes: list[bool]) -> None:
    """Progress keeps the newest hundred ranked games, the oldest first."""
    stats = Stats()
    for ended_at, won in enumerate(outcomes):
        result = Result("easy", Mode.RANKED, won, ended_at, 1000, 1, Guesses())
        stats = stats.add(result)
    newest = stats.tally("easy", Mode.RANKED).newest
    assert [won for _, won in newest] == outcomes[-100:]


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # From R: prop.test(wins, games, correct = FALSE)$conf.int
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.27753),
        (5, 10, 0.23659, 0.76341),
        (10, 10, 0.72247, 1.0),
        (81, 263, 0.25525, 0.36618),
    ],
)
def test_wilson(wins: int, games: int, low: float, high: float) -> None:
    """The interval is Wilson's, as in Newcombe's example (1998) of 81 in 263."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=1e-4)


def test_what_is_kept_does_not_grow() -> None:
    """However many games were played, as many single ones are kept as after the first hundreds."""
    kept, stats = set[tuple[int, int]](), Stats()
    for at in range(400):
        stats = stats.add(Result("easy", Mode.RANKED, at % 3 > 0, at, 1000, 1, Guesses()))
        lost = Result(
            "easy", Mode.CASUAL, won=False, ended_at=at, elapsed=1, bbbv=1, guesses=Guesses()
        )
        stats = stats.add_undoable(lost, f"game:{at}")
        if at >= 200:
            kept.add((len(stats.tally("easy", Mode.RANKED).newest), len(stats.undoable)))
    assert len(kept) == 1


def test_the_middle_of_times() -> None:
    """The median time is that of the middle win, of two the faster one's."""
    stats = Stats()
    for seconds, middle in ((50, 50), (10, 10), (30, 30), (40, 30), (60, 40)):
        won = Result("easy", Mode.RANKED, True, seconds, seconds * 1000, 1, Guesses())  # a win
        stats = stats.add(won)
        assert stats.tally("easy", Mode.RANKED).median_time == middle * 1000
