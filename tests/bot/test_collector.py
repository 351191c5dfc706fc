"""The garbage collector of a process that serves for long."""

from __future__ import annotations

import gc

from bot.collector import leave_what_is_there


def test_leaves_what_is_there() -> None:
    """What exists is not looked through any more, and what comes later seldom."""
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        leave_what_is_there()
        assert gc.get_freeze_count() > frozen
        assert gc.get_threshold() > before
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
