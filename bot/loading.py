"""Loading: what is set while modules are loaded, which takes most of a process's start."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, default_int_handler, getsignal, signal


@contextmanager
def loading() -> Iterator[None]:
    """Have Ctrl-C end the process at once while the block loads modules, and collect no garbage.

    Some of what is loaded passes over a KeyboardInterrupt. To look for garbage took a tenth of the
    time, and hardly any arises.
    """
    interruptible = getsignal(SIGINT) is default_int_handler
    if interruptible:
        signal(SIGINT, lambda *_: os._exit(128 + SIGINT))
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        if interruptible:
            signal(SIGINT, default_int_handler)
