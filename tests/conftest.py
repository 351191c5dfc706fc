"""What every test needs: a profile for Hypothesis."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes depends on what else the machine does, so time proves nothing here.
settings.register_profile("project", deadline=None)
settings.load_profile("project")
