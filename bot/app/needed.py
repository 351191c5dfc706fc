"""Needed: how a decision, which is pure, asks for what it cannot know."""

from __future__ import annotations


class Needed(Exception):  # noqa: N818  # no error: it asks for what the answer needs
    """Raised by a decision that needs to know more; it is then called again with it."""
