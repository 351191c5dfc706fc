"""What every test needs: a profile for Hypothesis, and as many processes as keep all cores busy."""

from __future__ import annotations

import os

from hypothesis import settings

# How long an example takes depends on what else the machine does, so time proves nothing here.
settings.register_profile("project", deadline=None)
settings.load_profile("project")


def pytest_xdist_auto_num_workers() -> int:
    """Run half as many processes again as there are cores: tests wait a fifth of their time."""
    cores = os.cpu_count() or 1
    return cores + cores // 2
