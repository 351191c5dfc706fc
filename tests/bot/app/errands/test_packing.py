"""Exports of any size are files that can be sent and opened."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

from bot.app.errands.packing import LARGEST, packed


def test_as_it_is() -> None:
    """A small export is sent as it is, one line for each entry."""
    assert packed({"games": [1, 2]}) == (
        "minesweeper.json",
        b'{\n  "games": [\n    1,\n    2\n  ]\n}',
    )


def test_zipped() -> None:
    """A large export is zipped, always to the same bytes, and holds the whole JSON."""
    kept = {"games": ["1234"] * (LARGEST // 10)}
    name, file = packed(kept)
    assert name == "minesweeper.zip"
    assert len(file) < LARGEST // 4
    assert packed(kept) == (name, file)
    with ZipFile(BytesIO(file)) as archive:
        assert archive.namelist() == ["minesweeper.json"]
        assert json.loads(archive.read("minesweeper.json")) == kept


def test_the_largest() -> None:
    """An export of exactly the largest size is not zipped; one byte more and it is."""
    frame = len(packed({"a": ""})[1])
    assert packed({"a": "x" * (LARGEST - frame)})[0] == "minesweeper.json"
    assert packed({"a": "x" * (LARGEST - frame + 1)})[0] == "minesweeper.zip"
