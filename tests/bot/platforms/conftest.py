"""The event loop of the tests of platforms: time passes on it by itself where they say so."""

from __future__ import annotations

from collections.abc import Callable

from tests.emulators.passing_loop import PassingLoop


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], PassingLoop]]:
    """Run tests on that loop."""
    return {"passing": PassingLoop}
