"""Training small networks: one hidden layer of tanh units beside a linear term."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from core.solver.kernels.compiled import Floats

Weights: TypeAlias = list[npt.NDArray[np.float64]]
"""Of the inputs in each unit (inputs, units), the units' biases (units,) and shares in the output
(units,), of the inputs in the linear term (inputs,), the constant (1,)."""


def outputs(weights: Weights, seen: Floats) -> tuple[Floats, Floats]:
    """Return the hidden units (n, units) and the outputs (n,) for ``seen`` (n, inputs)."""
    inner, bias, outer, direct, constant = weights
    hidden = np.tanh(seen @ inner + bias)
    return hidden, hidden @ outer + seen @ direct + constant


def slopes_back(weights: Weights, seen: Floats, hidden: Floats, slope: Floats) -> Weights:
    """Return the derivatives by the weights of what has the derivatives ``slope`` by the outputs.

    ``seen`` and ``hidden`` as of ``outputs``; ``slope`` (n,).
    """
    back = np.outer(slope, weights[2]) * (1.0 - hidden * hidden)
    return [seen.T @ back, back.sum(axis=0), hidden.T @ slope, seen.T @ slope, slope.sum()[None]]


class Adam:
    """Steps against the slopes, each of the order of 1 (Kingma and Ba, 2015)."""

    def __init__(self, weights: Weights) -> None:
        """Begin at ``weights``."""
        self._means, self._squares = ([np.zeros_like(each) for each in weights] for _ in range(2))
        self._taken = 0

    def steps(self, slopes: Weights) -> Weights:
        """Return the step for each weight, to be taken away from it times the rate."""
        self._taken += 1
        means = zip(self._means, slopes, strict=True)
        squares = zip(self._squares, slopes, strict=True)
        self._means = [mean + 0.1 * (slope - mean) for mean, slope in means]
        self._squares = [square + 0.001 * (slope**2 - square) for square, slope in squares]
        short, long = 1.0 - 0.9**self._taken, 1.0 - 0.999**self._taken
        return [
            mean / short / (np.sqrt(square / long) + 1e-8)
            for mean, square in zip(self._means, self._squares, strict=True)
        ]


def table_of(weights: Weights, mean: Floats, spread: Floats) -> Floats:
    """Return the weights for inputs that are not scaled, laid out as the kernels read them."""
    inner, bias, outer, direct, constant = weights
    inner, direct = inner / spread[:, None], direct / spread
    units = np.column_stack([inner.T, bias - mean @ inner, outer])
    return np.vstack([units, np.concatenate([direct, constant - mean @ direct, [0.0]])])
