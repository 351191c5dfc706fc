"""The command line run in this process."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from io import BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from core.cli.main import main

Printed: TypeAlias = Callable[..., str]
"""Runs the command line with the arguments given and returns what it printed; it must succeed."""
Analysed: TypeAlias = Callable[..., list[Any]]
"""Returns the answers of ``analyse`` to a file of the text given, with the options that follow."""


@pytest.fixture
def printed(capsys: pytest.CaptureFixture[str]) -> Printed:
    """Return what runs a command and returns its output."""

    def run(*arguments: str) -> str:
        assert main(arguments) == 0
        return capsys.readouterr().out

    return run


@pytest.fixture
def analysed(printed: Printed, tmp_path: Path) -> Analysed:
    """Return what analyses positions."""

    def run(text: str | bytes, *options: str) -> list[Any]:
        file = tmp_path / "positions.jsonl"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return list(map(json.loads, printed("analyse", str(file), *options).splitlines()))

    return run


@contextmanager
def standard_output(file: int, *, buffered: bool = True) -> Iterator[None]:
    """Have what is open as ``file`` be this process's standard output, by number and by name.

    What is left to be written in the end is, as it is when a process exits.
    """
    kept = os.dup(1)
    os.dup2(file, 1)
    raw = FileIO(1, "w", closefd=False)
    out = TextIOWrapper(BufferedWriter(raw) if buffered else raw, write_through=not buffered)
    try:
        with redirect_stdout(out):
            yield
        out.close()
    finally:
        os.dup2(kept, 1)
        os.close(kept)
