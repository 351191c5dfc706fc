"""Screens: what is shown and said, as data without an SDK and without a human language."""
