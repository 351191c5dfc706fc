"""Games played by the command line: what it measures of them."""

from __future__ import annotations

import signal
from threading import main_thread
from typing import Any

import numpy as np
import pytest

import core.cli.play
from core.cli.layouts import Layouts, Series, drawn
from core.cli.play import decision_times, play
from core.rules import FirstOpen, Rules
from core.solver.kernels.play import play_games
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


def test_an_interrupt_ends_the_games_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C neither the rest of the chunk that is played nor the next one is played out."""
    series = Series(Rules(16, 16, 40, FirstOpen.OPENING), 34, 5000)
    layouts = np.concatenate(list(drawn(series, 5)))
    played = [0]

    def counted(some: Layouts, *arguments: Any) -> None:
        if not played[0]:
            signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        play_games(some, *arguments)
        played[0] += len(some)

    monkeypatch.setattr(core.cli.play, "play_games", counted)
    with pytest.raises(KeyboardInterrupt):
        play(series, iter([layouts, layouts]), DEFAULT, 1)
    assert played[0] < len(layouts)
