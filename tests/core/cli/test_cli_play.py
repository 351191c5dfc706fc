"""Games played by the command line: what it measures of them."""

from __future__ import annotations

from core.cli.layouts import Series, drawn
from core.cli.play import decision_times, play
from core.rules import FirstOpen, Rules
from core.solver.policy import DEFAULT


def test_every_guess_is_timed_once() -> None:
    """There are as many times as guesses, though the first guess is made before it is timed."""
    series = Series(Rules(6, 6, 8, FirstOpen.SAFE), 0, 60)
    (layouts,) = drawn(series, 5)
    _, guesses = play(series, iter([layouts]), DEFAULT, 1)
    assert guesses.sum() > 60
    assert len(decision_times(series, layouts, DEFAULT)) == guesses.sum()


def test_no_guess_takes_no_time() -> None:
    """Games without guesses have a time to be printed: none."""
    series = Series(Rules(4, 4, 1, FirstOpen.OPENING), 0, 1)
    (layouts,) = drawn(series, 5)
    assert decision_times(series, layouts, DEFAULT) == [0.0]
