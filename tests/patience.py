"""Patience: how long a test waits for what has to come."""

from __future__ import annotations

from typing import Final

PATIENCE_S: Final = 120.0
"""Real seconds, enough for the busiest machine: who waits for less fails there for no fault.

Less than what ends a test that hangs (pyproject.toml).
"""
