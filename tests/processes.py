"""Processes of the bot that tests start: whoever plays from this copy has a ``.env`` in it.

So they run in other folders than this copy, where the bot reads no such file.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

FROM_HERE: Final = {"PYTHONPATH": str(Path(__file__).parents[1])}
"""What the environment of a process in another folder needs to have this copy's packages."""


def bare_environment() -> dict[str, str]:
    """Return that, and of the shell's environment only what every process needs."""
    return {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ} | FROM_HERE
