"""Files of results that commands write: outcomes and pictures."""

from __future__ import annotations

import json
import os
import re
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

import core.cli.play
from core.cli.main import INTERRUPTED, main
from core.cli.values import opened
from tests.core.cli.conftest import standard_output

FULL = Path("/dev/full")
STDOUT = Path("/dev/stdout")
SMALL = "play --rows 5 --cols 5 --mines 5"
PLAY = f"{SMALL} --outcomes"
CURVE = "curve --rows 5 --cols 5 --start 0,0 --mines 3 --picture"


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
    # A long table fills the buffer as well.
    with FULL.open("wb") as full, standard_output(full.fileno(), buffered=False):
        assert main([*command.split(), str(file), "--games", "1"]) == 2
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
    command = [*SMALL.split(), "--json", "--games", "9", "--outcomes", str(STDOUT)]
    if is_file:
        file = tmp_path / "results"
        with file.open("wb") as kept:
            for _ in range(2):
                with standard_output(kept.fileno()):
                    assert main(command) == 0
        printed = file.read_text(encoding="ascii")
    else:
        reading, writing = os.pipe()
        with open(reading, encoding="ascii") as pipe:  # noqa: PTH123  # has no path
            with open(writing, "wb") as kept, standard_output(writing):  # noqa: PTH123  # nor this
                assert main(command) == 0
            printed = pipe.read()
    (summary, outcomes), *again = re.findall(r"(.*})\n([01]*)", printed)
    assert len(outcomes) == json.loads(summary)["games"] == 9
    assert outcomes.count("1") == json.loads(summary)["wins"]
    assert [each for _, each in again] == is_file * [outcomes]
