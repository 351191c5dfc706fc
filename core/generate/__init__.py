"""Layouts: uniform ones now; each drawn for the cell that is opened first."""

from core.generate.uniform import uniform

__all__ = ["uniform"]
