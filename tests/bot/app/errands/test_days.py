"""Tables and days in a row: the same in whatever order, and however often, results come."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.app.documents.dailies import Claim, Dailies, DayStreak
from bot.app.documents.table import KEPT_ENTRIES, Table, TimeEntry, is_possible
from bot.app.requests.day import OnDay

ENTRIES = st.builds(TimeEntry, st.integers(1, 50), st.sampled_from("abcdefgh"), st.just("N"))


@given(st.lists(ENTRIES, unique_by=lambda each: each.player), st.randoms())
def test_order_of_arrival(entries: list[TimeEntry], order: object) -> None:
    """A table does not depend on the order in which players finished."""
    shuffled = list(entries)
    order.shuffle(shuffled)  # type: ignore[attr-defined]  # a Random
    tables = []
    for each in (entries, shuffled):
        table = Table()
        for entry in each:
            table = table.add(entry, solved=True)
        tables.append(table)
    assert tables[0] == tables[1]
    assert tables[0].tried == len(entries)


@given(st.lists(ENTRIES))
def test_best_of_each(entries: list[TimeEntry]) -> None:
    """A player is in a table once, with the best time; equal times share a place."""
    table = Table()
    for entry in entries:
        table = table.listing(entry)
    best = {e.player: min(x.time for x in entries if x.player == e.player) for e in entries}
    assert {each.player: each.time for each in table.entries} == best
    for rank, entry in table.ranked():
        assert rank == 1 + sum(time < entry.time for time in best.values())
    for player in best:
        assert player not in {each.player for each in table.without(player).entries}


def test_only_the_best_are_kept() -> None:
    """However many play, a table keeps only the best and counts them all."""
    table = Table()
    for time in range(300, 0, -1):
        table = table.add(TimeEntry(time, f"p{time}", "N"), solved=True)
    assert len(table.entries) == KEPT_ENTRIES
    assert table.entries[-1].time == KEPT_ENTRIES
    assert (table.tried, table.solved) == (300, 300)


@given(st.sets(st.integers(0, 18), min_size=1), st.randoms())
def test_streaks(days: set[int], order: object) -> None:
    """Days in a row are counted right, however late and often a day's result arrives."""
    told = [*days, *days]
    order.shuffle(told)  # type: ignore[attr-defined]  # a Random
    streak = DayStreak()
    for day in told:
        streak = streak.add(day)
    today = max(days)
    run = next(n for n in range(40) if today - n not in days)
    assert streak.at(today) == streak.at(today + 1) == run
    assert streak.at(today + 2) == 0
    longest = max(next(n for n in range(40) if day + n not in days) for day in days)
    assert streak.best == longest


def test_long_past() -> None:
    """The longest run is remembered even when its days are no longer kept."""
    streak = DayStreak()
    for day in (*range(9), *range(20, 80, 2)):
        streak = streak.add(day)
    assert (streak.best, len(streak.runs)) == (9, 10)
    assert DayStreak().at(5) == DayStreak().best == 0


def test_claims() -> None:
    """The first chat of the day has the try; older days can no longer be claimed."""
    on = OnDay(5, "easy")
    dailies, ranked = Dailies().claim(on, "a")
    assert ranked
    assert dailies.claim(on, "a") == (dailies, True)
    assert dailies.claim(on, "b") == (dailies, False)
    assert dailies.claim(OnDay(4, "easy"), "a") == (dailies, False)
    assert dailies.forgotten().claim(on, "a")[1] is False
    assert dailies.forgotten().claims == {"easy": Claim(5, None)}


def test_late_result() -> None:
    """A result of an older day counts for the days in a row, and does not replace a newer one.

    One of a newer day does, be it slower or not solved.
    """
    dailies = Dailies().ended(OnDay(6, "easy"), 900).ended(OnDay(5, "easy"), 500)
    assert dailies.times == {"easy": (6, 900)}
    for time in (1200, 300, None):
        assert dailies.ended(OnDay(7, "easy"), time).times == {"easy": (7, time)}
    assert dailies.streak.at(6) == 2
    assert Dailies().ended(OnDay(6, "easy"), None).streak.at(6) == 0
    assert not Dailies().ended(OnDay(6, "easy"), None, listed=False).stopped, "it was not solved"
    stood = Dailies().ended(OnDay(6, "easy"), 900, listed=False)
    assert not stood.ended(OnDay(5, "easy"), 500, listed=False).is_listed(OnDay(6, "easy"))


def test_possible_times() -> None:
    """Times that no person can reach are not accepted."""
    assert is_possible(1000, 20)
    assert not is_possible(999, 20)
