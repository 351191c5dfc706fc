"""``compile``: kernels are compiled, by two processes if there are cores for them."""

from __future__ import annotations

import os
from multiprocessing import active_children
from multiprocessing.context import SpawnProcess
from pathlib import Path
from signal import SIG_IGN, SIGINT, SIGKILL, getsignal, signal
from typing import Any

import pytest

from core.cli import compile as compiling
from core.cli.compile import TO_COME
from core.cli.main import main
from core.generate.kernels import move_on
from core.solver.kernels.deciding import search
from tests.core.cli.conftest import Printed
from tests.patience import PATIENCE_S


def test_compile_prints_seconds(printed: Printed) -> None:
    """``compile`` says how long it took."""
    assert printed("compile").endswith(" s\n")
    assert printed("compile", "--all").endswith(" s\n")


def help_and_note() -> None:
    """Help out, then write down which of two kernels this process has compiled or loaded."""
    compiling.help_out()
    kernels: list[Any] = [search, move_on]
    has = [kernel.__name__ for kernel in kernels if kernel.signatures]
    Path(os.environ["NOTES"]).write_text(" ".join(has), encoding="ascii")


@pytest.mark.parametrize(("cores", "maps_s", "helpers"), [(1, 5.5, 0), (2, 5.5, 1), (2, 4.5, 0)])
def test_compile_is_helped(  # noqa: PLR0913, PLR0917  # a row of the table, and fixtures
    cores: int,
    maps_s: float,
    helpers: int,
    printed: Printed,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """A second process helps if there is a core for it, and maps took longer than to be loaded.

    It compiles what reasons and no-guess layouts take, before help ends.
    """
    seconds, notes = [0.0], tmp_path / "notes"
    monkeypatch.setenv("NOTES", str(notes))
    monkeypatch.setattr(compiling, "help_out", help_and_note)

    def maps() -> None:
        seconds[0] += maps_s

    monkeypatch.setattr(compiling, "perf_counter", lambda: seconds[0])
    monkeypatch.setattr(compiling, "warm_maps", maps)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    began: list[int | None] = []
    begin = SpawnProcess.start

    def beginning(process: SpawnProcess) -> None:
        begin(process)
        began.append(process.pid)

    monkeypatch.setattr(SpawnProcess, "start", beginning)
    assert printed("compile").endswith(" s\n")
    assert len(began) == helpers
    assert not active_children()
    if helpers:
        assert notes.read_text(encoding="ascii") == "search move_on"


def test_compile_goes_on_without_help(printed: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    """If no second process can be started, one compiles all."""

    def refused(_: SpawnProcess) -> None:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(compiling, "LOADED_S", 0.0)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(SpawnProcess, "start", refused)
    assert printed("compile").endswith(" s\n")


def test_the_helper_ends_with_whom_it_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    """If compiling is interrupted, the helping process is killed."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    helpers: list[Any] = []

    def interrupted() -> None:
        with compiling._helper():
            helpers.extend(active_children())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    (helper,) = helpers
    helper.join(PATIENCE_S)
    assert helper.exitcode == -SIGKILL


def test_a_helper_ends_that_is_being_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """If compiling is interrupted as soon as there is a helping process, that is killed too."""
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    helpers: list[SpawnProcess] = []
    begin = SpawnProcess.start

    def interrupted(process: SpawnProcess) -> None:
        begin(process)
        helpers.append(process)
        raise KeyboardInterrupt

    monkeypatch.setattr(SpawnProcess, "start", interrupted)
    with pytest.raises(KeyboardInterrupt), compiling._helper():
        pass
    helpers[0].join(PATIENCE_S)
    assert helpers[0].exitcode == -SIGKILL


def test_a_helper_tells_nothing(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A helper reports no errors and ignores Ctrl-C: both are for the process that it helps."""

    def fails() -> None:
        raise OSError("no room")

    before = getsignal(SIGINT)
    monkeypatch.setattr(compiling, "warm_reasons", fails)
    try:
        compiling.help_out()
        assert getsignal(SIGINT) is SIG_IGN
    finally:
        signal(SIGINT, before)
    assert capfd.readouterr() == ("", "")


def test_compile_says_first_that_it_takes_minutes(capsys: pytest.CaptureFixture[str]) -> None:
    """``compile`` says at once, on standard error, that it will take minutes."""
    assert main(["compile"]) == 0
    assert capsys.readouterr().err == f"{TO_COME}\n"
