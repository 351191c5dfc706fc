"""Sight: what a look makes of documents as they are at one moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from bot.app.decision import Documents
from bot.store.backend import ABSENT, Stored
from bot.store.fold import Known, NotLoadedError, require


class Sight(Struct):
    """The result of a look: what it gave or raised, what documents it read; or which it lacked."""

    read: Mapping[str, Known]
    gave: Any = None
    raised: Exception | None = None
    lacks: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The documents to read to know whether the look still holds, or to look again."""
        return (*self.read, *self.lacks)

    def is_of(self, found: Mapping[str, Stored]) -> bool:
        """Tell whether the look came to an end, and the documents it read are those ``found``."""
        return not self.lacks and all(
            known.revision == (found[name].revision if name in found else ABSENT)
            for name, known in self.read.items()
        )

    def result(self) -> Any:
        """Return what the look gave, or raise what it raised, once."""
        if self.raised is None:
            return self.gave
        try:
            raise self.raised
        finally:
            # It holds the frames it passes, which have this: it would stay, with the documents.
            self.raised = None


class _Noting:
    """Documents that note which of them are read."""

    def __init__(self, known: Mapping[str, Known]) -> None:
        self._known = known
        self.read: dict[str, Known] = {}

    def get(self, name: str) -> object | None:
        """Return the document ``name``; NotLoadedError if it is not known."""
        if name not in self._known:
            raise NotLoadedError(name)
        self.read[name] = self._known[name]
        return self.read[name].document

    def get_all(self, names: Sequence[str]) -> list[object | None]:
        """Return the documents of ``names``; NotLoadedError if some are not known.

        Those that are known count as read even so: the next look has only what this one has read
        or lacked.
        """
        self.read |= {name: self._known[name] for name in names if name in self._known}
        require(self._known, names)
        return [*map(self.get, names)]


def take_sight(
    look: Callable[[Documents, int], Any], known: Mapping[str, Known], now: int
) -> Sight:
    """Look at documents as they are ``known``."""
    noting = _Noting(known)
    try:
        return Sight(noting.read, look(noting, now))
    except NotLoadedError as wanted:
        return Sight(noting.read, lacks=wanted.names)
    except Exception as error:  # noqa: BLE001  # whoever looks is to have it, once it is known to be true
        return Sight(noting.read, raised=error)
