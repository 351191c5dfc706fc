"""How kernels are compiled, and the types and constants they share.

A kernel is plain Python over arrays. Numba compiles it at its first call, keeps the machine code
on disk, and runs it without the interpreter's lock; with ``NUMBA_DISABLE_JIT=1`` the same
function runs uncompiled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt
from numba import config, njit, types

from core.solver.kernels.freshness import KernelCache

Bytes: TypeAlias = npt.NDArray[np.int8]
Shorts: TypeAlias = npt.NDArray[np.int16]
Ints: TypeAlias = npt.NDArray[np.int32]
Longs: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]

UNKNOWN, SAFE, MINE = -1, -2, -3
"""A view (cells,) is what is known of a board, row by row. An open cell holds its number, so
``view[cell] >= 0`` means open; any other cell holds one of these: nothing known, certainly safe,
certainly a mine (an exploded one too)."""

DEGREE = 8
"""The column of ``Geometry.near`` that holds how many neighbours a cell has."""

P = ParamSpec("P")
R = TypeVar("R")


class Geometry(NamedTuple):
    """What depends on a grid's size alone.

    ``cols``: how wide it is.
    ``near``: (cells, 9), the neighbours of each cell in row-major order, their count in column 8.
    ``salt``: (cells, 17), random 62-bit words to hash constraints with: for what the number on a
    cell still needs (columns 0 to 8) and for each of its neighbours being unknown (9 to 16).
    ``fifties``: (places, 11), where 50/50s may stand: see ``fifties_of`` in geometry.py.
    ``book``: (4, positions), best moves known beforehand: see ``KEY`` in ending.py.
    """

    cols: int
    near: Ints
    salt: Longs
    fifties: Ints
    book: Longs


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` with Numba: cached on disk, without the interpreter's lock."""
    return _compiled(function)


def borrowing(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` as kernel() does, for arrays that its caller owns.

    ``function`` must make no arrays, return none, and call borrowing kernels only. Then it need not
    count its references to arrays, which Numba otherwise does for each array of a tuple that is
    passed on and for each slice: that took half of a search's time.
    """
    uncounted: Any = {"_nrt": False}  # Numba's own kernels use it, its type hints lack it
    return _compiled(function, **uncounted)


def _compiled(function: Callable[P, R], **options: Any) -> Callable[P, R]:
    compiled = njit(nogil=True, error_model="numpy", **options)(function)
    if not config.DISABLE_JIT:  # type: ignore[attr-defined]  # set at import
        compiled._cache = KernelCache(function)  # noqa: SLF001  # Numba's cache=True sets its own
        compiled.get_call_template = partial(_template, compiled.get_call_template)
    return cast("Callable[P, R]", compiled)


def _template(template: Callable[..., Any], args: Sequence[Any], kws: Mapping[str, Any]) -> Any:
    """Return what ``template`` does for a call with arguments of these types by another kernel.

    Numba gives a constant a type of its own and would compile the kernel once more for each; here
    it has the plain type, such as int64.
    """
    plain = zip(kws, map(types.unliteral, kws.values()), strict=True)
    return template(list(map(types.unliteral, args)), dict(plain))


@borrowing
def copy(old: npt.NDArray[Any], new: npt.NDArray[Any], count: int) -> None:
    """Copy the first ``count`` of ``old`` to ``new``: for slices Numba would make an array."""
    for i in range(count):
        new[i] = old[i]


@borrowing
def long(value: Any) -> Any:
    """Return ``value`` as a 64-bit integer: compiled, a variable has one width throughout."""
    return np.int64(value)
