"""The chat bot around the game."""

from typing import Final

VERSION: Final = "0.1.0"
"""Read by pyproject.toml too: images and machines have the code itself, no installed package."""
