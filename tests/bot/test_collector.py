"""The garbage collector of a process that serves for long."""

from __future__ import annotations

import gc
import weakref

from bot.collector import leave_what_is_there
from tests.garbage import uncollected

PYTHONS_OWN = (700, 10, 10)


class Knot:
    """An object that only the collector frees, as it refers to itself."""

    def __init__(self) -> None:
        """Refer to itself."""
        self.itself = self


def test_leaves_what_is_there() -> None:
    """The collector no longer looks through existing objects, and through later ones less often.

    What nobody refers to by then is freed first: it would stay for ever.
    """
    before = gc.get_threshold()
    gc.unfreeze()
    gc.set_threshold(*PYTHONS_OWN)
    try:
        with uncollected():
            gone = weakref.ref(Knot())
            assert gone() is not None
            leave_what_is_there()
            assert gone() is None
        assert gc.get_freeze_count() > 10_000
        assert gc.get_threshold() > PYTHONS_OWN
    finally:
        gc.set_threshold(*before)
