"""Needed: how a decision, which is pure, asks for what it cannot know, or to be made elsewhere."""

from __future__ import annotations

from typing import ClassVar


class Needed(Exception):  # noqa: N818  # no error: it asks for what the answer needs
    """Raised by a decision that needs to know more; it is then called again with it."""

    later: ClassVar[str] = "hint.later"
    """The key of what is said when it is not known in time."""


class Moved(Exception):  # noqa: N818  # no error: where to ask instead
    """Raised by a decision when the chat is another one by now, or is still being brought here.

    Nothing changes in it. Whoever looks up where it is brings what is left.
    """
