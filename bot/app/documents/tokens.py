"""Tokens: names that nothing else has, in this process or another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from secrets import token_urlsafe


def tokens() -> Iterator[str]:
    """Yield one token after the other; two calls never yield the same one.

    They share a random beginning: to draw each would ask the system for randomness every time.
    """
    head = token_urlsafe(9)
    return (f"{head}:{number}" for number in count())
