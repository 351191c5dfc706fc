"""The garbage collector of a process that serves for long: what it starts with is left alone."""

from __future__ import annotations

import gc
from typing import Final

_NEW: Final = 10_000
"""Objects made and not yet gone before the newest are looked through; an update with its answer
makes a few hundred, nearly all of which are gone at once without the collector."""
_OLDER: Final = 20
"""Collections of the younger before the next older ones are looked through."""


def leave_what_is_there() -> None:
    """Never again look through what exists now: modules, catalogues, the solver's kernels.

    Those are half a million objects, and looking through them in the middle of a game stops the
    process for a quarter of a second, again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW, _OLDER, _OLDER)
