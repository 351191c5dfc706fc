"""``play``: games played by the command line, and what is measured of them."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path
from threading import Event, main_thread
from threading import enumerate as enumerate_threads
from time import perf_counter
from typing import Any

import numpy as np
import pytest

import core.cli.play
from core.cli.board import first_cell
from core.cli.layouts import Layouts, Series, drawn
from core.cli.main import main
from core.cli.play import decision_times, play, summarise
from core.rules import FirstOpen, Rules
from core.solver.kernels.play import play_games
from core.solver.policy import DEFAULT, POLICIES
from tests.core.cli.conftest import Printed
from tests.patience import PATIENCE_S

SMALL = ("play", "--rows", "5", "--cols", "6", "--mines", "5", "--games", "600")


def test_play_is_repeatable(printed: Printed, tmp_path: Path) -> None:
    """A seed gives the same outcomes whatever the number of workers; times are of this run."""
    runs, started = [], perf_counter()
    for workers in ("1", "2"):
        file = tmp_path / workers
        text = printed(
            *SMALL, "--json", "--workers", workers, "--outcomes", str(file), "--seed", "3"
        )
        outcomes = file.read_text(encoding="ascii")
        summary = json.loads(text)
        assert summary["games"] == len(outcomes) == 600
        assert summary["wins"] == outcomes.count("1")
        assert summary["standard_error"] > 0.0
        lasted = 1000 * (perf_counter() - started)
        assert 0.0 < summary["ms_per_game"] * 600 < lasted
        assert 0.0 < summary["decision_p50"] <= summary["decision_max"] < lasted
        assert "error" not in summary
        runs.append(outcomes)
    assert runs[0] == runs[1]


def test_play_prints_figures(printed: Printed) -> None:
    """The summary for people has rate, error and times."""
    text = printed(*SMALL, "--first", "safe", "--policy", "safest", "--budget-ms", "2")
    assert [line.split()[0] for line in text.splitlines()] == [
        "games", "wins", "rate", "time", "guesses", "decision",
    ]  # fmt: skip
    assert "games     600" in text


def test_play_takes_all_the_time(printed: Printed) -> None:
    """An infinite budget is allowed; who may not search makes more guesses."""
    text = printed(*SMALL[:-1], "5", "--start", "2,2", "--budget-ms", "inf")
    assert "games     5\n" in text
    usual, hasty = (
        json.loads(printed(*SMALL[:-1], "100", "--mines", "9", "--json", *budget))[
            "guesses_per_game"
        ]
        for budget in ((), ("--budget-ms", "0"))
    )
    assert usual < hasty


def test_a_thousand_games_by_default(printed: Printed) -> None:
    """Without --games as many games are played as the help says."""
    text = printed("play", "--rows", "4", "--cols", "4", "--mines", "1")
    assert "games     1000\n" in text


def test_play_shows_progress_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On a terminal the number of games played so far is shown, in one line."""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main([*SMALL, "--start", "2,2"]) == 0
    assert capsys.readouterr().err == "\r250 of 600\r500 of 600\r600 of 600\n"


def test_play_without_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If standard error is closed games are played all the same."""
    with monkeypatch.context() as closed:
        closed.setattr("sys.stderr", None)
        assert main([*SMALL[:-1], "20", "--start", "2,2"]) == 0
    assert "games     20\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--start", "9,9"), "--start"),
        (("--start", "here"), "--start"),
        (("--mines", "99"), "mines"),
        (("--layouts", "missing"), "missing"),
    ],
)
def test_play_refuses(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Options that make no sense are refused with a message and exit code 2."""
    assert main([*SMALL, *arguments]) == 2
    assert message in capsys.readouterr().err


def test_every_guess_is_timed_once() -> None:
    """There is one time for each guess, also for the first."""
    series = Series(Rules(6, 6, 8, FirstOpen.SAFE), 0, 60)
    (layouts,) = drawn(series, 5)
    policy = POLICIES["safest"]  # which takes no time to search
    _, guesses = play(series, iter([layouts]), policy, 1)
    assert guesses.sum() > 60
    assert len(decision_times(series, layouts, policy)) == guesses.sum()


def test_no_guess_takes_no_time() -> None:
    """Games without guesses have a single time to be printed: 0."""
    series = Series(Rules(4, 4, 1, FirstOpen.OPENING), 0, 1)
    (layouts,) = drawn(series, 5)
    assert decision_times(series, layouts, DEFAULT) == [0.0]


def test_figures_of_a_run() -> None:
    """Wins are in percent with the standard error of the mean; times are converted to ms."""
    won, guesses = np.array([1, 0, 1, 1], np.int8), np.array([2, 0, 3, 1], np.int32)
    times = [0.001 * each for each in range(101)]
    figures = summarise(won, guesses, 0.006, times)
    assert (figures.games, figures.wins, figures.rate) == (4, 3, 75.0)
    assert figures.standard_error == pytest.approx(100 * won.std() / 2)
    assert (figures.ms_per_game, figures.guesses_per_game) == pytest.approx((1.5, 1.5))
    decisions = (figures.decision_p50, figures.decision_p99, figures.decision_max)
    assert decisions == pytest.approx((50.0, 99.0, 100.0))


def test_an_interrupt_ends_the_games_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """After Ctrl-C neither the rest of the current chunk nor the next is played."""
    series = Series(Rules(16, 16, 40, FirstOpen.OPENING), 34, 5000)
    layouts = np.concatenate(list(drawn(series, 5)))
    played = [0]

    def counted(some: Layouts, *arguments: Any) -> None:
        if not played[0]:
            signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        play_games(some, *arguments)
        played[0] += len(some)

    monkeypatch.setattr(core.cli.play, "play_games", counted)
    others = set(enumerate_threads())
    with pytest.raises(KeyboardInterrupt):
        play(series, iter([layouts, layouts]), DEFAULT, 1)
    for thread in set(enumerate_threads()) - others:
        thread.join(PATIENCE_S)
    assert played[0] < len(layouts)


def test_an_interrupt_waits_for_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a run at once, even in the middle of a long guess."""
    series = Series(Rules(16, 16, 40, FirstOpen.OPENING), 34, 10)
    submitted, interrupted, played = Event(), Event(), Event()

    def chunks() -> Iterator[Layouts]:
        yield from drawn(series, 5)
        submitted.set()

    def slow(*arguments: Any) -> None:
        submitted.wait(PATIENCE_S)
        signal.pthread_kill(main_thread().ident or 0, signal.SIGINT)
        if interrupted.wait(PATIENCE_S / 4):
            play_games(*arguments)
            played.set()

    monkeypatch.setattr(core.cli.play, "play_games", slow)
    with pytest.raises(KeyboardInterrupt):
        play(series, chunks(), DEFAULT, 1)
    interrupted.set()
    assert played.wait(PATIENCE_S)


@pytest.mark.parametrize(
    ("rules", "cell"),
    [
        (Rules(16, 30, 99, FirstOpen.SAFE), (0, 0)),
        (Rules(16, 30, 99), (3, 3)),
        (Rules(16, 16, 40), (2, 2)),
        (Rules(16, 17, 40), (3, 3)),
        (Rules(3, 40, 9), (2, 3)),
        (Rules(9, 2, 3), (2, 1)),
    ],
)
def test_the_first_cell_by_default(rules: Rules, cell: tuple[int, int]) -> None:
    """Play starts in a corner if only that cell is promised safe, else as published figures do."""
    assert divmod(first_cell(None, rules), rules.cols) == cell
