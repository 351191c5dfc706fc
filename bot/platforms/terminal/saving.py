"""Saving: files that a terminal cannot print."""

from __future__ import annotations

from itertools import chain, count
from pathlib import Path

from bot.i18n import Text


def save(folder: Path, name: str, file: bytes) -> Text:
    """Save ``file`` in ``folder`` under ``name``, or one like it where that is taken; say where."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = _free(folder / name)
        with path.open("xb") as opened:
            opened.write(file)
    except OSError:
        return Text("terminal.unsaved", path=str(folder / name))
    return Text("terminal.saved", path=str(path))


def _free(path: Path) -> Path:
    """Return ``path``, with a number if there is something by that name."""
    others = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(each for each in chain([path], others) if not each.exists())
