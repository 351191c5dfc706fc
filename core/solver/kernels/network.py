"""The weights of the network that estimates the chance to win a position.

Made by ``python -m tests.benchmarks.train_value``, which tells how. The network is one hidden layer
of tanh units beside a linear term, and a logistic output.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

WEIGHTS: Final = np.loadtxt(Path(__file__).with_name("network.txt"))
"""A row a hidden unit: its weights, its bias, its weight in the output; then a row of the linear
term: its weights, the output's bias, and a 0."""

HIDDEN: Final = WEIGHTS.shape[0] - 1
FEATURES: Final = WEIGHTS.shape[1] - 2
HIDDEN_WEIGHTS: Final = np.ascontiguousarray(WEIGHTS[:-1, :-2])
HIDDEN_BIAS: Final = np.ascontiguousarray(WEIGHTS[:-1, -2])
OUTPUT_WEIGHTS: Final = np.ascontiguousarray(WEIGHTS[:-1, -1])
LINEAR_WEIGHTS: Final = np.ascontiguousarray(WEIGHTS[-1, :-2])
OUTPUT_BIAS: Final = float(WEIGHTS[-1, -2])
