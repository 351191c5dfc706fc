"""Tokens: names that nothing else has."""

from __future__ import annotations

from itertools import islice

from bot.app.documents.tokens import tokens


def test_never_the_same() -> None:
    """No token comes twice, neither in one run nor in two."""
    found = [*islice(tokens(), 1000), *islice(tokens(), 1000)]
    assert len(set(found)) == len(found)
