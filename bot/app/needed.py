"""Needed: how a decision, which is pure, asks for what it cannot know, or to be made elsewhere."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeVar

T_co = TypeVar("T_co", covariant=True)


class Question(Generic[T_co]):
    """What a decision cannot know; its answer is a ``T_co``. Equal questions have one answer."""

    __slots__ = ()

    later: ClassVar[str] = "hint.later"
    """The key of what is said when it is not known in time."""


class Needed(Exception):  # noqa: N818  # no error: it asks for what the answer needs
    """Raised by a decision that needs to know more; it is then made again with the answer."""

    def __init__(self, question: Question[object]) -> None:
        """Keep what is asked."""
        super().__init__()
        self.question = question


class Moved(Exception):  # noqa: N818  # no error: where to ask instead
    """Raised by a decision when the chat is another one by now, or is still being brought here.

    Nothing changes in it. Whoever looks up where it is brings what is left.
    """
