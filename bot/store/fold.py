"""Fold: decisions one after the other, each on what those before it wrote."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from bot.app.decision import Decide, Decision, Write
from bot.app.needed import Moved, Needed
from bot.app.ports import Applied, Repeated
from bot.store.backend import ABSENT


class NotLoadedError(Exception):
    """Raised by a decision that asks for documents that are not loaded yet."""

    def __init__(self, *names: str) -> None:
        """Keep the documents' names."""
        super().__init__(*names)
        self.names = names


class Letter(Struct):
    """A decision that waits for its turn; without an operation it only looks."""

    decide: Decide[Any]
    operation: str | None
    answer: asyncio.Future[Any]

    def settle(self, answer: object) -> None:
        """Answer the sender, unless that has gone; an ``answer`` that is an exception is raised."""
        if self.answer.done():
            return
        if isinstance(answer, Exception):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


class Known(Struct, frozen=True):
    """A document as it was last read: its revision, and what it holds."""

    revision: bytes = ABSENT
    document: object | None = None


def require(known: Mapping[str, Known], names: Sequence[str]) -> None:
    """Raise NotLoadedError for those of ``names`` that are not ``known``."""
    missing = [name for name in names if name not in known]
    if missing:
        raise NotLoadedError(*missing)


class Fold:
    """What the decisions of one step read and write, on documents as they are ``known``."""

    def __init__(self, known: dict[str, Known]) -> None:
        """Begin with nothing written; ``known`` may grow while decisions ask for more."""
        self.known = known
        self.writes: dict[str, Write] = {}
        self.effects: list[object] = []
        self.recorded: list[str] = []
        """The operations that change something."""
        self.read: set[str] = set()
        self.answers: list[tuple[Letter, object]] = []
        """Each letter with its reply, or with the exception that its decision raised."""

    def get(self, name: str) -> object | None:
        """Return the document ``name`` after the decisions so far."""
        if name not in self.known:
            raise NotLoadedError(name)
        self.read.add(name)
        written = self.writes.get(name)
        return written.document if written else self.known[name].document

    def get_all(self, names: Sequence[str]) -> list[object | None]:
        """Return the documents of ``names`` after the decisions so far."""
        require(self.known, names)
        return [*map(self.get, names)]

    def take(self, letter: Letter, now: int) -> None:
        """Decide ``letter``; NotLoadedError asks for a document to be loaded first."""
        try:
            self.answers.append((letter, self._decide(letter, now)))
        except NotLoadedError:
            raise
        except (Moved, Needed) as asked:
            # No error, so nobody reads where it came from; those frames hold this fold, and so it.
            self.answers.append((letter, asked.with_traceback(None)))
        except Exception as error:  # noqa: BLE001  # the sender's to handle, not the others'
            self.answers.append((letter, error))

    def _decide(self, letter: Letter, now: int) -> Applied[Any] | Repeated:
        if letter.operation in self.recorded:
            return Repeated()
        decision: Decision[Any] = letter.decide(self, now)
        if letter.operation is None or not (decision.writes or decision.effects):
            return Applied(decision.reply, alone=None)
        for name in decision.writes:
            self.get(name)  # what is written needs an expected revision, even if unread
        self.writes |= decision.writes
        self.effects += decision.effects
        self.recorded.append(letter.operation)
        return Applied(decision.reply)
