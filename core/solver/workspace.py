"""Room and tools for the kernels, one set a thread: they run without the interpreter's lock."""

from __future__ import annotations

from threading import local
from typing import Final

from core.grid import Grid
from core.solver.geometry import geometry_of, log_factorials
from core.solver.kernels.component import Work, make_work
from core.solver.kernels.mapping import weights
from core.solver.kernels.position import Tools

NARROW: Final = (1 << 13, 1 << 18, 1 << 12)
"""How many states of a layer, edges and known components the workspace that every thread keeps has
room for: 9 MB, of which only what is used is ever touched, and up to 4 MB more while a component is
solved."""

BROAD: Final = (1 << 17, 1 << 21, 1 << 13)
"""The same for frontiers too wide for NARROW: up to 180 MB while one position is being solved, the
series that are counted among them."""

MOST_ROOM: Final = 8
"""How many times the room of BROAD a frontier may be given at most: up to 1.4 GB."""

DECIDING: Final = (1 << 16, 1 << 18, 1)
"""The same for what decides a cell: part of a component's numbers can leave more states than all of
them, and no components are remembered. 9 MB, of which only what is used is touched."""

_threads = local()


def narrow_work() -> Work:
    """Return this thread's own workspace."""
    work: Work | None = getattr(_threads, "work", None)
    if work is None:
        work = _threads.work = make_work(*NARROW)
    return work


def tools_of(grid: Grid) -> Tools:
    """Return the kernels' tools for boards on ``grid``, with this thread's own workspace."""
    geometry = geometry_of(grid.rows, grid.cols)
    return Tools(geometry, log_factorials(len(grid)), weights(1.0), narrow_work())


def deciding_work() -> Work:
    """Return this thread's own workspace for what decides a cell."""
    work: Work | None = getattr(_threads, "deciding", None)
    if work is None:
        work = _threads.deciding = make_work(*DECIDING)
    return work


def broad_work(room: int = 1) -> Work:
    """Return a fresh workspace for one wide frontier, ``room`` times as large as BROAD.

    ``room`` is a power of two.
    """
    states, edges, entries = BROAD
    return make_work(room * states, room * edges, entries)
