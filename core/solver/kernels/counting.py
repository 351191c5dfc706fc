"""Exact numbers of layouts, modulo one number at a time."""

from __future__ import annotations

import numpy as np

from core.solver.kernels.compiled import Floats, Ints, borrowing, kernel
from core.solver.kernels.component import Work
from core.solver.kernels.series import Series, step, terms_of

MODULUS = 1 << 44
"""What numbers are counted by is below this: then all that is computed with them are whole numbers
below 2**53, which floats hold. A layer's terms are sums of at most 256 times such a remainder (256
ways to place mines in a group of 8 cells)."""


@kernel
def count_modulo(series: Series, sizes: Ints, choose: Floats, work: Work, modulus: float) -> Floats:
    """Return how many layouts the component last eliminated has, modulo ``modulus``.

    One remainder for each number of mines from the fewest on. ``sizes[t]``: the cells of the group
    between layers t and t + 1; ``choose[s, k]``: the binomial coefficients.
    """
    here, there = np.empty(series.widest), np.empty(series.widest)
    here[0] = 1.0
    for t in range(sizes.size):
        out = there[: terms_of(series, t + 1)]
        step(series, t, choose[sizes[t]], work, here, out)
        reduce(out, modulus)
        here, there = there, here
    return here[: terms_of(series, sizes.size)]


@borrowing
def reduce(terms: Floats, modulus: float) -> None:
    """Put the remainders by ``modulus`` in place of whole ``terms``, less than 256 times as large.

    No quotient is rounded up to a whole number: it is at least 2**-44 below one, and floats up to
    256 are 2**-45 apart at most.
    """
    for i in range(terms.size):
        terms[i] -= np.floor(terms[i] / modulus) * modulus
