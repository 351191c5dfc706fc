"""Small networks: one hidden layer of tanh units beside a linear term."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from core.solver.kernels.compiled import Floats, borrowing


class Network(NamedTuple):
    """The weights of a network.

    ``unit[u, i]``: of input i in hidden unit u; ``bias[u]``: added to these; ``share[u]``: of unit
    u in the output; ``direct[i]``: of input i in the linear term; ``constant``: added to the
    output.
    """

    unit: Floats
    bias: Floats
    share: Floats
    direct: Floats
    constant: float


def read_network(name: str) -> Network:
    """Return the network in the file ``name`` beside this one.

    It has a row for each hidden unit: its weights, its bias, its share in the output; then one row
    for the linear term: its weights, the constant, and a 0.
    """
    *units, last = np.loadtxt(Path(__file__).with_name(name))
    unit, bias, share = np.split(np.array(units), [-2, -1], axis=1)
    whole = np.ascontiguousarray
    return Network(whole(unit), whole(bias[:, 0]), whole(share[:, 0]), last[:-2], float(last[-2]))


VALUE: Final = read_network("value.txt")
"""Gives the logit of the chance to win a position for the look-ahead; the powers in ``Policy`` were
fitted with these weights. Made by ``python -m tests.benchmarks.train_value value``."""

TOLD: Final = read_network("told.txt")
"""Gives the logit of the chance to win a position by the default's play, as players are told it.
Made by ``python -m tests.benchmarks.train_value told``."""

TOLD_DENSE: Final = read_network("told_dense.txt")
"""Gives the same on dense boards, of which ``TOLD`` has seen few. Made by
``python -m tests.benchmarks.train_value told_dense``."""

TOLD_SMALL: Final = read_network("told_small.txt")
"""Gives the same on small boards, which are a small part of what ``TOLD`` has seen. Made by
``python -m tests.benchmarks.train_value told_small``."""

RANKING: Final = read_network("ranking.txt")
"""Gives what to add to the log of what a position after a guess is worth by the powers. Made by
``python -m tests.benchmarks.train_ranking``."""


@borrowing
def output(network: Network, seen: Floats) -> float:
    """Return what ``network`` gives for a position that looks like ``seen`` (inputs,)."""
    found = network.constant
    for i in range(network.direct.size):
        found += network.direct[i] * seen[i]
    for unit in range(network.share.size):
        total = network.bias[unit]
        for i in range(network.direct.size):
            total += network.unit[unit, i] * seen[i]
        found += network.share[unit] * np.tanh(total)
    return float(found)
