"""The weights of the network that corrects what a position after a guess is worth.

Made by ``python -m tests.benchmarks.train_ranking``, which tells how. It is one hidden layer of
tanh units beside a linear term; the output is added to the logarithm of what the powers say.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from core.solver.kernels.compiled import Floats, kernel

WEIGHTS: Final = np.loadtxt(Path(__file__).with_name("ranking.txt"))
"""A row a hidden unit: its weights, its bias, its weight in the output; then a row of the linear
term: its weights, the output's bias, and a 0."""

UNITS: Final = WEIGHTS.shape[0] - 1
INPUTS: Final = WEIGHTS.shape[1] - 2
UNIT_WEIGHTS: Final = np.ascontiguousarray(WEIGHTS[:-1, :-2])
UNIT_BIAS: Final = np.ascontiguousarray(WEIGHTS[:-1, -2])
UNIT_SHARES: Final = np.ascontiguousarray(WEIGHTS[:-1, -1])
DIRECT_WEIGHTS: Final = np.ascontiguousarray(WEIGHTS[-1, :-2])
BIAS: Final = float(WEIGHTS[-1, -2])


@kernel
def correction(inputs: Floats) -> float:
    """Return the correction for a position that looks like ``inputs`` (INPUTS,)."""
    found = BIAS
    for i in range(INPUTS):
        found += DIRECT_WEIGHTS[i] * inputs[i]
    for unit in range(UNITS):
        total = UNIT_BIAS[unit]
        for i in range(INPUTS):
            total += UNIT_WEIGHTS[unit, i] * inputs[i]
        found += UNIT_SHARES[unit] * np.tanh(total)
    return float(found)
