"""Groups of tests, of which one process runs each: what they share is made once."""

from __future__ import annotations

import pytest


@pytest.mark.xdist_group("source")
def test_marked_tests_are_grouped(request: pytest.FixtureRequest, worker_id: str) -> None:
    """The mark of a group reaches pytest-xdist, which passes over it silently with pytest 9.2."""
    if worker_id == "master":
        pytest.skip("one process runs all tests")
    assert request.node.nodeid.endswith("@source")
