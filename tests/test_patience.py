"""A test that hangs ends its process."""

from __future__ import annotations

import subprocess
import sys

HANGS = """
import time
from tests import patience
patience.LIMIT_S = 0.1 - patience._AGAIN_S
patience.WATCH.pytest_runtest_setup()
{before}
time.sleep(20)
"""


def test_it_is_watched_over_after_patience() -> None:
    """What took patience, for which a process has one timer, leaves the tests watched over."""
    for before in ("", "with patience.patience(): pass"):
        command = [sys.executable, "-c", HANGS.format(before=before)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  # our own
        assert (ended.returncode, ended.stderr[:7]) == (1, "Timeout"), before
