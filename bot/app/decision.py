"""Decisions: what is to be written of a space's documents, and what they are made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct, field

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Documents(Protocol):
    """A space's documents by name, as one decision finds them."""

    def get(self, name: str) -> object | None:
        """Return the document ``name``, or None if there is none."""

    def get_all(self, names: Sequence[str]) -> list[object | None]:
        """Return the documents of ``names``, which are read at once where they are not known."""


def read_as(documents: Documents, name: str, kind: type[T]) -> T | None:
    """Return the document ``name`` if it is there and of that ``kind``."""
    found = documents.get(name)
    return found if isinstance(found, kind) else None


class Write(Struct, frozen=True):
    """A document to keep, or None to delete it; ``expires_in`` seconds, or None for ever."""

    document: object | None
    expires_in: int | None = None


EFFECT: Final = "effect"
"""The name under which effects are encoded, as documents are under theirs."""


class Decision(Struct, Generic[T_co], frozen=True):
    """What is decided: the reply, the documents to write, and the effects to carry out after."""

    reply: T_co
    writes: Mapping[str, Write] = field(default_factory=dict)
    effects: Sequence[object] = ()


Decide: TypeAlias = Callable[[Documents, int], Decision[T]]
"""A pure function of a space's documents and the store's clock (ms since the epoch).

It may be called more than once; what it raises reaches the caller and changes nothing.
"""
