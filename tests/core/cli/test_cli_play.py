"""Games played by the command line: what is measured of them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Event, main_thread
from threading import enumerate as enumerate_threads
from typing import Any

import numpy as np
import pytest

import core.cli.play
from core.cli.board import first_cell
from core.cli.layouts import Layouts, Series, drawn
from core.cli.main import INTERRUPTED, main
from core.cli.play import decision_times, play, summarise
from core.cli.values import opened
from core.rules import FirstOpen, Rules
from core.solver.kernels.play import play_games
from core.solver.policy import DEFAULT
from tests.patience import PATIENCE_S

FULL = Path("/dev/full")
STDOUT = Path("/dev/stdout")
PLAY, CURVE = "play --outcomes", "curve --mines 10 --picture"


def test_every_guess_is_timed_once() -> None:
    """There is one time for each guess, also for the first."""
    series = Series(Rules(6, 6, 8, FirstOpen.SAFE), 0, 60)
    (layouts,) = drawn(series, 5)
    _, guesses = play(series, iter([layouts]), DEFAULT, 1)
    assert guesses.sum() > 60
    assert len(decision_times(series, layouts, DEFAULT)) == guesses.sum()


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


def test_a_thousand_games_by_default(capsys: pytest.CaptureFixture[str]) -> None:
    """Without --games as many games are played as the help says."""
    assert main(["play", "--rows", "4", "--cols", "4", "--mines", "1"]) == 0
    assert "games     1000\n" in capsys.readouterr().out


def unplayed(*_: Any) -> None:
    """Replace the kernel where no game may be played."""
    raise AssertionError


def interrupt(*_: Any) -> None:
    """Replace the kernel, and press Ctrl-C as it plays."""
    raise KeyboardInterrupt


def test_a_file_that_cannot_be_written_is_told_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """If the outcomes cannot be written, that is told before any game."""
    monkeypatch.setattr(core.cli.play, "play_games", unplayed)
    missing = tmp_path / "missing" / "outcomes"
    assert main(["play", "--games", "1", "--outcomes", str(missing)]) == 2
    assert str(missing) in capsys.readouterr().err


def test_outcomes_do_not_take_the_place_of_the_layouts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The file of the layouts, by whatever name, is refused as that of the outcomes, and kept."""
    layouts, link = tmp_path / "layouts", tmp_path / "link"
    layouts.write_text("2 2 1 0 0 S 1\n1\n", encoding="ascii")
    link.symlink_to(layouts)
    assert main(["play", "--layouts", str(layouts), "--outcomes", str(link)]) == 2
    assert "--outcomes would take the place of the layouts" in capsys.readouterr().err
    assert layouts.read_text(encoding="ascii") == "2 2 1 0 0 S 1\n1\n"


@pytest.mark.skipif(not FULL.exists(), reason="there is no full disk to write to")
def test_a_full_disk_takes_no_result(capsys: pytest.CaptureFixture[str]) -> None:
    """If writing the outcomes fails at the end, the summary is still printed."""
    assert main(["play", "--games", "1", "--outcomes", str(FULL)]) == 2
    told = capsys.readouterr()
    assert told.out.startswith("games     1\n")
    assert "No space" in told.err


@pytest.mark.skipif(not FULL.exists(), reason="there is no full disk to write to")
@pytest.mark.parametrize("command", [PLAY, CURVE])
def test_output_that_does_not_fit_takes_no_file(command: str, tmp_path: Path) -> None:
    """If the output cannot be written, the outcomes and the picture of the games still are."""
    file = tmp_path / "results"
    with FULL.open("wb") as full:
        ended = subprocess.run(  # noqa: S603 - our own command
            (sys.executable, "-m", "core", *command.split(), file, "--games", "1"),
            stdout=full,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},  # a long table fills the buffer as well
            check=False,
        )
    assert ended.returncode == 2
    assert file.read_text(encoding="utf-8").startswith(("0", "1", "<svg"))


@pytest.mark.parametrize("command", [PLAY, CURVE])
def test_an_interrupt_leaves_a_file_as_it_was(
    command: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Until there is a result no file is left behind, and an earlier one stays as it was."""
    file = tmp_path / "results"
    with monkeypatch.context() as interrupted:
        interrupted.setattr(core.cli.play, "play_games", interrupt)
        assert main([*command.split(), str(file), "--games", "2"]) == INTERRUPTED
        assert not file.exists()
        for before in ("", "of before"):
            file.write_text(before, encoding="utf-8")
            assert main([*command.split(), str(file), "--games", "2"]) == INTERRUPTED
            assert file.read_text(encoding="utf-8") == before
    assert main([*command.split(), str(file), "--games", "2"]) == 0
    assert "of before" not in file.read_text(encoding="utf-8")


def test_the_last_of_two_runs_has_the_file(tmp_path: Path) -> None:
    """Of two runs at once that have one file, it keeps what the last to end has written."""
    file = tmp_path / "results"
    with opened(file) as write_first, opened(file) as write_last:
        write_first("of the first")
        write_last("101")
    assert file.read_text(encoding="utf-8") == "101"


def test_a_run_that_gives_up_takes_no_file_of_another(tmp_path: Path) -> None:
    """A run that was interrupted, and had made the file, takes away no results of another."""
    file = tmp_path / "results"
    with ExitStack() as going_on:
        with suppress(KeyboardInterrupt), opened(file):
            write = going_on.enter_context(opened(file))
            raise KeyboardInterrupt
        write("101")
    assert file.read_text(encoding="utf-8") == "101"


@pytest.mark.skipif(not STDOUT.exists(), reason="standard output has no name")
@pytest.mark.parametrize("is_file", [False, True])
def test_outcomes_on_standard_output(is_file: bool, tmp_path: Path) -> None:  # noqa: FBT001
    """On standard output the outcomes follow the summary, in a pipe and in a file."""
    command = (sys.executable, "-m", "core", "play", "--json", "--games", "9", "--outcomes", STDOUT)
    file = tmp_path / "results"
    if is_file:
        with file.open("wb") as kept:
            for _ in range(2):
                subprocess.run(command, stdout=kept, check=True)  # noqa: S603 - our own command
    else:
        file.write_bytes(subprocess.check_output(command))  # noqa: S603 - as above
    (summary, outcomes), *again = re.findall(r"(.*})\n([01]*)", file.read_text(encoding="ascii"))
    assert len(outcomes) == json.loads(summary)["games"] == 9
    assert outcomes.count("1") == json.loads(summary)["wins"]
    assert [each for _, each in again] == is_file * [outcomes]


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
