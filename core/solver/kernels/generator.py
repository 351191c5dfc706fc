"""Random numbers, by the generator of Park, Miller and Stockmeyer.

It is that of Communications of the ACM 36:7, 1993. Numpy's own takes three times as long in a
kernel, which would be felt, and has its state outside of it.
"""

from __future__ import annotations

from core.solver.kernels.compiled import Longs, borrowing

MODULUS, MULTIPLIER = 2**31 - 1, 48271


@borrowing
def draw_number(state: Longs) -> int:
    """Return the next number of the sequence of ``state`` (1,), from 1 below MODULUS."""
    state[0] = state[0] * MULTIPLIER % MODULUS
    return int(state[0])


@borrowing
def uniform(state: Longs) -> float:
    """Return the next number of the sequence as one between 0 and 1."""
    return float(draw_number(state) / MODULUS)


@borrowing
def draw_word(state: Longs) -> int:
    """Return the next two numbers of the sequence as one, below 2**62."""
    upper = draw_number(state)
    return int(upper << 31 | draw_number(state))
