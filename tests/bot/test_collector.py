"""The garbage collector of a process that serves for long."""

from __future__ import annotations

import gc

from bot.collector import leave_what_is_there

PYTHONS_OWN = (700, 10, 10)


def test_leaves_what_is_there() -> None:
    """The collector no longer looks through existing objects, and through later ones less often."""
    before = gc.get_threshold()
    gc.unfreeze()
    gc.set_threshold(*PYTHONS_OWN)
    try:
        leave_what_is_there()
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold() > PYTHONS_OWN
    finally:
        gc.set_threshold(*before)
