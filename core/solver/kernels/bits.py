"""The bits of a word, counted by the processor's own instruction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.extending import intrinsic, overload

WORD = 62
"""How many bits of a 64-bit word are used: so neither it nor its double is ever negative."""


def ones(word: int) -> int:
    """Count the one bits of a word that is not negative."""
    return int(word).bit_count()


def population(_context: Any, _word: Any) -> tuple[Any, Callable[..., Any]]:
    """Compile to LLVM's ctpop."""

    def generate(_target: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


_population = cast("Callable[[int], int]", intrinsic(population))


def compiled_ones(word: Any) -> Callable[[int], int]:  # noqa: ARG001  # its type, to Numba
    """Return what takes the place of ``ones`` in compiled code."""
    return lambda word: _population(word)  # noqa: PLW0108  # Numba compiles functions of Python


overload(ones, strict=False)(compiled_ones)
