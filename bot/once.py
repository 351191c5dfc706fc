"""ONCE marks lines of the log of which none is left out, however soon they come again.

They tell what has begun and what is over: without the last of them a log would tell a former state.
"""

from __future__ import annotations

from typing import Final

ONCE: Final = {"once": True}
"""The ``extra`` of such a line; it is logged once each time, not again by all who meet with it."""
