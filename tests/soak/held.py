"""What a process holds: what was allocated and not given back, whatever the system counts as used.

Resident memory also has what was given back to the allocators and not to the system, and grows for
hours while pages that were reserved long ago are used for the first time.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Final

_FIELDS: Final = (
    *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
    *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
)
_BLOCK: Final = 94
"""Bytes of one of Python's small blocks: the mean of a worker's (sys._debugmallocstats)."""


class _MallInfo(ctypes.Structure):
    """The result of glibc's mallinfo2(3), of 2.33 or newer, over all of its arenas."""

    _fields_ = [(name, ctypes.c_size_t) for name in _FIELDS]


def held() -> int:
    """Return the bytes that this process holds: in Python's small blocks, and by malloc.

    Python's blocks are counted, not measured. Their arenas and malloc's have room besides.
    """
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _MallInfo
    info = libc.mallinfo2()
    by_mmap, in_use = int(info.hblkhd), int(info.uordblks)
    return by_mmap + in_use + sys.getallocatedblocks() * _BLOCK
