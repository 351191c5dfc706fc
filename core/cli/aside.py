"""Work with kernels, done in a thread that Ctrl-C does not interrupt."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

# One thread for all: the solver keeps a workspace for each thread.
_THREAD: Final = ThreadPoolExecutor(1)


def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what ``work`` returns, or raise what it raises, done in a thread of its own.

    Ctrl-C raises KeyboardInterrupt in the main thread as soon as that runs Python again, so also
    where Numba makes Python's objects of what a kernel returned. There the process would crash.
    """
    return _THREAD.submit(work, *args, **kwargs).result()
