"""How much work the search for a reason may take."""

from __future__ import annotations


class BudgetError(Exception):
    """Raised when a search would take more work than it was given."""


class Budget:
    """Work that may still be done, in thousands of the kernels' steps."""

    def __init__(self, work: int) -> None:
        """Allow so much ``work``."""
        self.left = work

    def ask(self) -> None:
        """Use up one unit for a question; BudgetError if none is left."""
        self.left -= 1
        if self.left < 0:
            raise BudgetError
