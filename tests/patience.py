"""Patience: how long a test waits for what has to come."""

from __future__ import annotations

from typing import Final

PATIENCE_S: Final = 120.0
"""Real seconds, enough for the busiest machine: a test that waited for less would fail there.

It is less than the limit at which a test that hangs is ended (pyproject.toml).
"""
