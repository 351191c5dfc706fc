"""Small networks: the compiled one is the one that was trained."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
import pytest

from core.solver.kernels.compiled import Floats
from core.solver.kernels.network import (
    RANKING,
    TOLD,
    TOLD_DENSE,
    TOLD_SMALL,
    VALUE,
    Network,
    output,
)
from tests.benchmarks.networks import Weights, outputs, table_of

NETWORKS = {
    "value.txt": VALUE,
    "told.txt": TOLD,
    "told_small.txt": TOLD_SMALL,
    "told_dense.txt": TOLD_DENSE,
    "ranking.txt": RANKING,
}


def _weights(network: Network) -> Weights:
    """Return the weights of ``network`` as training yields them."""
    constant = np.array([network.constant])
    return [network.unit.T, network.bias, network.share, network.direct, constant]


def _seen(network: Network) -> Floats:
    """Return twenty positions as such a network might see them (20, inputs)."""
    return np.random.default_rng(7).normal(0.3, 1.0, (20, network.direct.size))


@pytest.mark.parametrize("network", NETWORKS.values(), ids=NETWORKS)
def test_gives_what_was_trained(network: Network) -> None:
    """For each position the compiled network gives what its training code gives."""
    seen = _seen(network)
    _, trained = outputs(_weights(network), seen)
    assert [output(network, each) for each in seen] == pytest.approx(trained, rel=1e-9)


@pytest.mark.parametrize("name", NETWORKS)
def test_is_read_as_it_is_written(name: str) -> None:
    """The file that training writes for a network is the one that is read."""
    network = NETWORKS[name]
    none, one = np.zeros(network.direct.size), np.ones(network.direct.size)
    with (files("core.solver.kernels") / name).open() as file:
        written = np.loadtxt(file)
    assert table_of(_weights(network), none, one) == pytest.approx(written)


def test_scaling_is_part_of_the_weights() -> None:
    """Weights trained on scaled inputs are written for unscaled ones."""
    seen = _seen(RANKING)
    mean, spread = seen.mean(axis=0), seen.std(axis=0)
    _, trained = outputs(_weights(RANKING), (seen - mean) / spread)
    *units, last = table_of(_weights(RANKING), mean, spread)
    unit, bias, share = np.split(np.array(units), [-2, -1], axis=1)
    _, found = outputs([unit.T, bias[:, 0], share[:, 0], last[:-2], last[-2:-1]], seen)
    assert found == pytest.approx(trained)
