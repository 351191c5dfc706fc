"""Mailboxes: one per space, whose waiting decisions are folded into one atomic step."""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Final, TypeVar
from uuid import uuid4

from msgspec.structs import replace

from bot.app.decision import EFFECT, Decide, Decision, Documents, Write
from bot.app.documents.tokens import tokens
from bot.app.ports import Applied, Carry, Damaged, Repeated, StoreUnavailable
from bot.app.turns import TurnKeeper
from bot.store.backend import Backend, Batch, Committed, Drop, Pending, Put, Seen, Stored
from bot.store.box import Box, Boxes
from bot.store.codec import Codec
from bot.store.effect_runner import EffectRunner
from bot.store.envelope import EnvelopeError, seal, unseal
from bot.store.fold import Fold, Known, Letter, NotLoadedError
from bot.store.server_clock import ServerClock
from bot.store.sight import take_sight
from bot.store.slices import Slices

T = TypeVar("T")
_LOG = logging.getLogger(__name__)
MOST_FOLDED: Final = 100
"""Decisions in one step."""
MOST_TRIES: Final = 100
"""Conflicts in a row before a step is given up: workers take turns, so it never comes to that."""
_TURN_AFTER: Final = 2
"""Conflicts in a row after which a worker asks for a turn: with a large document the one that
has just written is always faster than the one that has to read it again."""
_LET_OTHERS_S: Final = (0.002, 0.006)
"""How long to wait while it is another worker's turn."""


class _UnknownFormError(StoreUnavailable):
    """A document is whole and of a form that only a newer version knows: another worker may."""


class MailboxStore:
    """Implements the Store port on a backend."""

    def __init__(self, backend: Backend, codec: Codec, clock: ServerClock | None = None) -> None:
        """Keep documents in ``backend`` as ``codec`` writes them; ``clock`` has no time set yet."""
        self._backend = backend
        self._codec = codec
        self._boxes = Boxes(self._decoded)
        self._clock = clock or ServerClock()
        self._effects = EffectRunner(backend)
        self._tokens = tokens()
        self._worker = uuid4().hex

    async def update(self, space: str, operation: str, decide: Decide[T]) -> Applied[T] | Repeated:
        """Apply ``decide`` to the documents of ``space`` in one atomic step."""
        answer: Applied[T] | Repeated = await self._post(space, operation, decide)
        return answer

    async def view(
        self, space: str, look: Callable[[Documents, int], T], since: float = math.inf
    ) -> T:
        """Return what ``look`` makes of the documents of ``space`` as they are now.

        Or as a commit of this process left them whose answer came after ``since`` (monotonic).
        """
        await self._know_time(space)
        box = self._boxes.at(space)
        served, sight = box.served, take_sight(look, box.known, self._clock.now())
        is_true = not sight.lacks and box.is_sure_of(sight.names, since)
        while not is_true:
            found = await self._found(space, sight.names)
            if sight.is_of(found):  # the store still has the revisions that were looked at
                break
            try:
                read = await box.read(sight.names, found, served)
            except ValueError:
                return await self._view_in_turn(space, look)
            sight = take_sight(look, read, self._clock.now())
            is_true = not sight.lacks  # all that it saw was found at one moment
        answer: T = sight.result()
        return answer

    async def _found(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        return await (self._backend.snapshot(space, names) if names else self._read(space, ()))

    async def _read(self, space: str, names: tuple[str, ...]) -> dict[str, Stored]:
        asked_at = self._clock.ask()
        now, found = await self._backend.read(space, names)
        self._clock.set(now, asked_at)
        return found

    async def _view_in_turn(self, space: str, look: Callable[[Documents, int], T]) -> T:
        """Look in a step, as a decision does: a step deals with documents that cannot be read."""
        answer: Applied[T] = await self._post(
            space, None, lambda documents, now: Decision(look(documents, now))
        )
        return answer.reply

    def watch(self, space: str) -> AsyncIterator[tuple[str, ...]]:
        """Yield the operations of every commit to ``space`` from now on, by anyone."""
        return self._backend.watch(space)

    def turn_keeper(self) -> TurnKeeper:
        """Return the keeper of the turns of sending, which are kept where the documents are."""
        return self._backend.turn_keeper()

    @property
    def carry(self) -> Carry | None:
        """What carries out effects; those committed while there is none wait for a sweep."""
        return self._effects.carry

    @carry.setter
    def carry(self, carry: Carry | None) -> None:
        self._effects.carry = carry

    async def settled(self) -> None:
        """Wait until the effects committed here have been carried out, or have failed to be."""
        await self._effects.settled()

    async def caught_up(self, is_awaited: Callable[[object], bool]) -> None:
        """Wait for the effects begun here by now to end that are awaited."""
        await self._effects.caught_up(is_awaited)

    async def abandon(self) -> None:
        """Stop carrying effects out; they stay in the outbox, for another process to find."""
        await self._effects.stop()

    async def sweep(self, older_than_ms: int, space: str | None = None) -> None:
        """Carry out effects that another process left behind, or that failed, some at a time.

        Where a ``space`` is named, only those of that, all at once.
        """
        slices = Slices()
        async for left in self._backend.pending(older_than_ms, space):
            for effect in left:
                await slices.rest()
                if space is None:
                    await self._effects.room()
                await self._carry_out(effect)

    async def _carry_out(self, effect: Pending) -> None:
        try:
            document = self._codec.decode(EFFECT, unseal(effect.blob))
        except EnvelopeError:
            _LOG.error("effect %s of %s is damaged and set aside", effect.id, effect.space)
            await self._backend.set_aside(effect)
        except ValueError as error:
            self._effects.leave(effect.space, effect.id, error)
        else:
            self._effects.start(effect.space, effect.id, document)

    async def close(self) -> None:
        """Let decisions and effects that have begun end, and release the backend."""
        await asyncio.gather(*self._boxes.tasks(), return_exceptions=True)
        await self.settled()
        await self._backend.close()

    def _post(self, space: str, operation: str | None, decide: Decide[Any]) -> asyncio.Future[Any]:
        box, loop = self._boxes.at(space), asyncio.get_running_loop()
        letter = Letter(decide, operation, loop.create_future())
        box.letters.append(letter)
        if box.task is None:
            box.task = loop.create_task(self._serve(box))
        return letter.answer  # awaited here, an error would hold this frame, which holds it

    async def _serve(self, box: Box) -> None:
        while box.letters:
            letters = [box.letters.popleft() for _ in range(min(len(box.letters), MOST_FOLDED))]
            await self._deliver(box, letters)
        box.task, box.served = None, box.served + 1

    async def _deliver(self, box: Box, letters: list[Letter]) -> None:
        try:
            await self._step(box, letters)
        except StoreUnavailable as error:
            box.known.clear()
            for letter in letters:
                letter.settle(StoreUnavailable(*error.args))
        except Exception as error:  # noqa: BLE001  # whatever it is, the letters' senders wait
            box.known.clear()
            if len(letters) == 1:
                letters[0].settle(error)
                return
            # One by one, so that only the sender of what cannot be kept gets the error.
            for letter in letters:
                await self._deliver(box, [letter])

    async def _step(self, box: Box, letters: list[Letter]) -> None:
        for tries in range(MOST_TRIES):
            fold = await self._fold(box, letters)
            if not fold.answers:
                return
            batch = self._batch(box.space, fold, wants_turn=tries >= _TURN_AFTER)
            asked_at = self._clock.ask()
            verdict = await self._backend.commit(batch)
            self._clock.set(verdict.now, asked_at)
            if isinstance(verdict, Committed):
                self._finish(box, fold, verdict)
                return
            if isinstance(verdict, Seen):
                for letter, _ in fold.answers:
                    if letter.operation in verdict.operations:
                        letter.settle(Repeated(verdict.confirmed))
            else:
                await self._learn(box, fold.read, verdict.documents)
                if verdict.is_others_turn:
                    await asyncio.sleep(random.uniform(*_LET_OTHERS_S))  # noqa: S311  # jitter
        raise StoreUnavailable("other workers change this space all the time")

    async def _fold(self, box: Box, letters: list[Letter]) -> Fold:
        """Decide the letters whose senders still wait."""
        await self._know_time(box.space)
        fold, slices = Fold(box.known), Slices()
        for letter in letters:
            if letter.answer.done():
                continue
            await self._take(box, fold, letter)
            await slices.rest()
        return fold

    async def _know_time(self, space: str) -> None:
        if not self._clock.is_set:
            await self._read(space, ())

    async def _take(self, box: Box, fold: Fold, letter: Letter) -> None:
        while True:
            try:
                fold.take(letter, self._clock.now())
            except NotLoadedError as wanted:
                try:
                    await self._load(box, wanted.names)
                except (Damaged, _UnknownFormError) as unreadable:
                    letter.settle(unreadable)
                    return
            else:
                return

    async def _load(self, box: Box, names: tuple[str, ...]) -> None:
        """Make documents known; Damaged sets one aside, a newer form is left alone."""
        found, slices = await self._read(box.space, names), Slices()
        for name in names:
            await slices.rest()
            try:
                box.learn(name, found)
            except EnvelopeError as error:
                _LOG.error("document %s of %s is damaged and set aside", name, box.space)
                await self._backend.quarantine(box.space, name, found[name].revision)
                raise Damaged(name) from error
            except ValueError as error:
                raise _UnknownFormError(f"{name}: a form this version does not know") from error

    async def _learn(self, box: Box, names: set[str], found: Mapping[str, Stored]) -> None:
        """Know the documents of ``names`` as they were ``found``, but for those damaged."""
        slices = Slices()
        for name in names:
            await slices.rest()
            try:
                box.learn(name, found)
            except ValueError:
                box.known.pop(name, None)

    def _decoded(self, name: str, stored: Stored) -> Known:
        return Known(stored.revision, self._codec.decode(name, unseal(stored.blob)))

    def _batch(self, space: str, fold: Fold, *, wants_turn: bool) -> Batch:
        return Batch(
            token=next(self._tokens),
            space=space,
            operations=tuple(
                letter.operation for letter, _ in fold.answers if letter.operation is not None
            ),
            recorded=tuple(fold.recorded),
            expected={name: fold.known[name].revision for name in fold.read},
            writes={name: self._written(name, write) for name, write in fold.writes.items()},
            effects=tuple(seal(self._codec.encode(EFFECT, effect)) for effect in fold.effects),
            wants_turn=wants_turn,
            worker=self._worker,
        )

    def _written(self, name: str, write: Write) -> Put | Drop:
        if write.document is None:
            return Drop()
        return Put(seal(self._codec.encode(name, write.document)), write.expires_in)

    def _finish(self, box: Box, fold: Fold, verdict: Committed) -> None:
        box.keep_newest(fold.read)
        if verdict.revision is not None:
            box.note_commit(fold, verdict.revision, in_order=self._backend.in_order)
            for effect_id, effect in zip(verdict.effects, fold.effects, strict=True):
                self._effects.start(box.space, effect_id, effect)
        elif fold.recorded:
            # The reply was lost, and with it the revision and the ids of the effects.
            box.known.clear()
            if fold.effects:
                self._effects.begin(self._sweep_own(box.space))
        _answer(fold, verdict)

    async def _sweep_own(self, space: str) -> None:
        """Carry out what was just committed to ``space``; other spaces' effects may be in work."""
        try:
            await self.sweep(0, space)
        except StoreUnavailable:
            _LOG.warning("the store is away; effects are left to the next sweep")


def _answer(fold: Fold, verdict: Committed) -> None:
    """Tell the senders of a step's letters what came of them."""
    alone = None if verdict.revision is None else not verdict.crossed
    for letter, answer in fold.answers:
        if isinstance(answer, Repeated):
            letter.settle(Repeated(verdict.confirmed))
        elif isinstance(answer, Applied) and letter.operation in fold.recorded:
            letter.settle(replace(answer, confirmed=verdict.confirmed, alone=alone))
        else:
            letter.settle(answer)
