"""Exports of any size are files that players are sent, and can open."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

from bot.app.decisions.exported import LARGEST, handed_out


def test_as_it_is() -> None:
    """What is small enough is handed out as it is."""
    file = b" " * LARGEST
    reply = handed_out(file)
    assert (reply.file, reply.file_name) == (file, "minesweeper.json")


def test_zipped() -> None:
    """What is too large is zipped, always to the same bytes, and holds the whole JSON."""
    file = b"[" + b"1234,\n" * (LARGEST // 6) + b"5678]"
    reply = handed_out(file)
    assert reply.file_name == "minesweeper.zip"
    assert reply.file
    assert len(reply.file) < LARGEST // 4
    assert reply.file == handed_out(file).file
    with ZipFile(BytesIO(reply.file)) as archive:
        assert archive.namelist() == ["minesweeper.json"]
        assert archive.read("minesweeper.json") == file
