"""Mailboxes: one per space, whose waiting decisions are folded into one atomic step."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeVar
from uuid import uuid4

from bot.app.ports import (
    Applied,
    Damaged,
    Decide,
    Decision,
    Documents,
    Notice,
    Repeated,
    StoreUnavailable,
    Write,
)
from bot.store.backend import ABSENT, Backend, Batch, Committed, Drop, Put, Seen
from bot.store.envelope import seal, unseal

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
MOST_FOLDED: Final = 100
"""Decisions in one step: keeps a step under a few ms."""
MOST_SPACES: Final = 10_000
"""Spaces whose documents are kept decoded between steps."""
MOST_TRIES: Final = 100
"""Conflicts in a row before a step is given up: workers take turns, so it never comes to that."""
EFFECT: Final = "effect"


class Codec(Protocol):
    """Turns documents into bytes and back, by name; ValueError for bytes it cannot read."""

    def encode(self, name: str, document: object) -> bytes:
        """Return ``document`` as bytes."""

    def decode(self, name: str, data: bytes) -> object:
        """Return the document that ``data`` holds."""


Carry = Callable[[str, Any], Awaitable[None]]
"""Carries out an effect of a space; doing it again must change nothing."""


class _MissingError(Exception):
    """A decision asked for a document that is not loaded yet."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


@dataclass(slots=True)
class _Letter:
    """A decision that waits for its turn; without an operation it only looks."""

    decide: Decide[Any]
    operation: str | None
    answer: asyncio.Future[Any]


@dataclass(slots=True)
class _Known:
    """A document as it was last read: its revision, and what it holds."""

    revision: bytes = ABSENT
    document: object | None = None


@dataclass(slots=True)
class _Box:
    """The letters of a space, and the documents known of it."""

    letters: deque[_Letter] = field(default_factory=deque)
    known: dict[str, _Known] = field(default_factory=dict)
    task: asyncio.Task[None] | None = None


class _Fold:
    """Decisions one after the other, each on what those before it wrote."""

    def __init__(self, known: dict[str, _Known]) -> None:
        self.known = known
        self.writes: dict[str, Write] = {}
        self.effects: list[object] = []
        self.recorded: list[str] = []
        self.read: set[str] = set()
        self.answers: list[tuple[_Letter, Any]] = []
        """Each letter with its reply, or with the exception that its decision raised."""

    def get(self, name: str) -> object | None:
        if name not in self.known:
            raise _MissingError(name)
        self.read.add(name)
        written = self.writes.get(name)
        return written.document if written else self.known[name].document

    def take(self, letter: _Letter, now: int) -> None:
        """Decide ``letter``; _MissingError asks for a document to be loaded first."""
        if letter.operation in self.recorded:
            self.answers.append((letter, Repeated()))
            return
        decision: Decision[Any] = letter.decide(self, now)
        if letter.operation is not None and (decision.writes or decision.effects):
            for name in decision.writes:
                self.get(name)
            self.writes |= decision.writes
            self.effects += decision.effects
            self.recorded.append(letter.operation)
        self.answers.append((letter, Applied(decision.reply)))


class MailboxStore:
    """Implements the Store port on a backend."""

    def __init__(self, backend: Backend, codec: Codec) -> None:
        """Keep documents in ``backend`` as ``codec`` writes them."""
        self._backend = backend
        self._codec = codec
        self._boxes: OrderedDict[str, _Box] = OrderedDict()
        self._offset: float | None = None
        """The backend's clock less this process's monotonic one, in ms."""
        self._carrying: set[asyncio.Task[None]] = set()
        self.carry: Carry | None = None
        """Carries out effects; those committed while there is none wait for a sweep."""

    async def update(self, space: str, operation: str, decide: Decide[T]) -> Applied[T] | Repeated:
        """Apply ``decide`` to the documents of ``space`` in one atomic step."""
        answer: Applied[T] | Repeated = await self._post(space, operation, decide)
        return answer

    async def view(self, space: str, look: Callable[[Documents, int], T]) -> T:
        """Return what ``look`` makes of the documents of ``space`` as they are now."""
        answer = await self._post(
            space, None, lambda documents, now: Decision(look(documents, now))
        )
        reply: T = answer.reply
        return reply

    def watch(self, space: str) -> AsyncIterator[Notice]:
        """Yield a notice of every commit to ``space`` from now on, by anyone."""
        return self._backend.watch(space)

    async def settled(self) -> None:
        """Wait until the effects committed here have been carried out, or have failed to be."""
        while self._carrying:
            await asyncio.wait(self._carrying)

    async def sweep(self, older_than_ms: int) -> None:
        """Carry out effects that another process left behind, or that failed."""
        for effect in await self._backend.pending(older_than_ms):
            await self._carry_out(
                effect.space, effect.id, self._codec.decode(EFFECT, unseal(effect.blob))
            )

    async def close(self) -> None:
        """Let decisions and effects that have begun end, and release the backend."""
        tasks = [box.task for box in self._boxes.values() if box.task]
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.settled()
        await self._backend.close()

    async def _post(self, space: str, operation: str | None, decide: Decide[Any]) -> Any:
        box = self._box(space)
        letter = _Letter(decide, operation, asyncio.get_running_loop().create_future())
        box.letters.append(letter)
        if box.task is None:
            box.task = asyncio.create_task(self._serve(space, box))
        return await letter.answer

    def _box(self, space: str) -> _Box:
        box = self._boxes.setdefault(space, _Box())
        self._boxes.move_to_end(space)
        if len(self._boxes) > MOST_SPACES:
            oldest = next(iter(self._boxes))
            if self._boxes[oldest].task is None:
                del self._boxes[oldest]
        return box

    async def _serve(self, space: str, box: _Box) -> None:
        while box.letters:
            letters = [box.letters.popleft() for _ in range(min(len(box.letters), MOST_FOLDED))]
            try:
                await self._step(space, box, letters)
            except Exception as error:  # noqa: BLE001  # whatever it is, the letters' senders wait
                box.known.clear()
                for letter in letters:
                    _answer(letter, error)
        box.task = None

    async def _step(self, space: str, box: _Box, letters: list[_Letter]) -> None:
        for _ in range(MOST_TRIES):
            fold = await self._fold(space, box, letters)
            verdict = await self._backend.commit(self._batch(space, fold, letters))
            self._set_clock(verdict.now)
            if isinstance(verdict, Committed):
                self._finish(space, box, fold, verdict)
                return
            if isinstance(verdict, Seen):
                for letter in letters:
                    if letter.operation in verdict.operations:
                        _answer(letter, Repeated())
                letters = [each for each in letters if each.operation not in verdict.operations]
            else:
                box.known.clear()
        raise StoreUnavailable("other workers change this space all the time")

    async def _fold(self, space: str, box: _Box, letters: list[_Letter]) -> _Fold:
        if self._offset is None:
            self._set_clock((await self._backend.read(space, ()))[0])
        fold = _Fold(box.known)
        for letter in letters:
            await self._take(space, fold, letter)
        return fold

    async def _take(self, space: str, fold: _Fold, letter: _Letter) -> None:
        while True:
            try:
                fold.take(letter, self._now())
            except _MissingError as missing:
                try:
                    await self._load(space, fold, missing.name)
                except Damaged as damaged:
                    fold.answers.append((letter, damaged))
                    return
            except Exception as error:  # noqa: BLE001  # the sender's to handle, not the others'
                fold.answers.append((letter, error))
                return
            else:
                return

    async def _load(self, space: str, fold: _Fold, name: str) -> None:
        now, found = await self._backend.read(space, (name,))
        self._set_clock(now)
        stored = found.get(name)
        if stored is None:
            fold.known[name] = _Known()
            return
        try:
            document = self._codec.decode(name, unseal(stored.blob))
        except ValueError as error:
            _LOG.error("document %s of %s is damaged and set aside", name, space)
            await self._backend.quarantine(space, name)
            fold.known[name] = _Known()
            raise Damaged(name) from error
        fold.known[name] = _Known(stored.revision, document)

    def _batch(self, space: str, fold: _Fold, letters: list[_Letter]) -> Batch:
        return Batch(
            token=uuid4().hex,
            space=space,
            operations=tuple(each.operation for each in letters if each.operation is not None),
            recorded=tuple(fold.recorded),
            expected={name: fold.known[name].revision for name in fold.read},
            writes={name: self._written(name, write) for name, write in fold.writes.items()},
            effects=tuple(seal(self._codec.encode(EFFECT, effect)) for effect in fold.effects),
        )

    def _written(self, name: str, write: Write) -> Put | Drop:
        if write.document is None:
            return Drop()
        return Put(seal(self._codec.encode(name, write.document)), write.expires_in)

    def _finish(self, space: str, box: _Box, fold: _Fold, verdict: Committed) -> None:
        if fold.recorded and verdict.revision is None:
            box.known.clear()
        elif verdict.revision is not None:
            for name, write in fold.writes.items():
                gone = write.document is None
                box.known[name] = _Known() if gone else _Known(verdict.revision, write.document)
        for effect_id, effect in zip(verdict.effects, fold.effects, strict=False):
            task = asyncio.create_task(self._carry_out(space, effect_id, effect))
            self._carrying.add(task)
            task.add_done_callback(self._carrying.discard)
        for letter, answer in fold.answers:
            _answer(letter, answer)

    async def _carry_out(self, space: str, effect_id: str, effect: object) -> None:
        if self.carry is None:
            return
        try:
            await self.carry(space, effect)
            await self._backend.settle(space, effect_id)
        except Exception:  # noqa: BLE001  # whatever it is, the effect is still in the outbox
            _LOG.exception("an effect could not be carried out; the next sweep tries again")

    def _now(self) -> int:
        return int(time.monotonic() * 1000 + (self._offset or 0))

    def _set_clock(self, now: int) -> None:
        self._offset = now - time.monotonic() * 1000


def _answer(letter: _Letter, answer: object) -> None:
    """Give the sender of ``letter`` its answer, unless it has gone."""
    if letter.answer.done():
        return
    if isinstance(answer, Exception):
        letter.answer.set_exception(answer)
    else:
        letter.answer.set_result(answer)
