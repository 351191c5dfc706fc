"""How much work the search for a reason may take."""

from __future__ import annotations


class BudgetError(Exception):
    """Raised when a search would take more work than it was given."""


class Budget:
    """Work that may still be done, in transitions between states."""

    def __init__(self, work: int) -> None:
        """Allow ``work`` transitions."""
        self.left = work

    def spend(self, work: int) -> None:
        """Use up ``work``; BudgetError if that is more than is left."""
        self.left -= work
        if self.left < 0:
            raise BudgetError
