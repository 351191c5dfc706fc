"""The command line run in this process."""

from __future__ import annotations

import json
from collections.abc import Callable
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
