"""Random work of several stores on one space, compared with what the contract promises."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence

import pytest

from bot.app.decision import Decision, Documents, Write
from bot.app.ports import Applied, Repeated
from bot.store.mailbox import MailboxStore
from tests.bot.store.conftest import Backends

NAMES = ("a", "b", "c")


class Play:
    """Random operations, and what they were answered."""

    def __init__(self, stores: list[MailboxStore], seed: int) -> None:
        """Use ``stores``."""
        self.stores = stores
        self.random = random.Random(seed)
        self.applied: list[str] = []
        self.refused: set[str] = set()
        self.left: set[str] = set()
        """Operations of which a sender went away."""

    async def run(self, tasks: int, moves: int) -> None:
        """Let ``tasks`` send ``moves`` operations each, many of them more than once."""
        await asyncio.gather(*(self._send(task, moves) for task in range(tasks)))

    async def _send(self, task: int, moves: int) -> None:
        for move in range(moves):
            operation = f"{task}.{move}"
            copies = self.random.choice((1, 1, 1, 2, 3))
            stores = self.random.choices(self.stores, k=copies)
            sent = [asyncio.create_task(self._one(store, operation)) for store in stores]
            if self.random.random() < 0.05:
                self.left.add(operation)
                await asyncio.sleep(0)
                sent[0].cancel()
            for answer in await asyncio.gather(*sent, return_exceptions=True):
                assert answer is None or isinstance(answer, asyncio.CancelledError)

    async def _one(self, store: MailboxStore, operation: str) -> None:
        try:
            answer = await store.update("room", operation, deciding(operation))
        except ArithmeticError:
            self.refused.add(operation)
            return
        if isinstance(answer, Applied):
            self.applied.append(operation)
        else:
            assert answer == Repeated()


def deciding(operation: str) -> Callable[[Documents, int], Decision[None]]:
    """Return what ``operation`` does: the same for every copy of it."""
    chosen = random.Random(operation)
    names = chosen.sample(NAMES, chosen.randint(1, 3))
    kind = chosen.choices(("refuse", "delete", "append"), (1, 1, 18))[0]

    def decide(documents: Documents, _now: int) -> Decision[None]:
        if kind == "refuse":
            raise ArithmeticError
        log = {"log": longer(documents, "log", operation)}
        if kind == "delete":
            return Decision(None, {names[0]: Write(None)} | log)
        return Decision(None, {name: longer(documents, name, operation) for name in names} | log)

    return decide


class Plain(dict[str, object]):
    """Documents in a dictionary."""

    def get_all(self, names: Sequence[str]) -> list[object | None]:
        """Return the documents of ``names``."""
        return [*map(self.get, names)]


def longer(documents: Documents, name: str, operation: str) -> Write:
    """Return the document ``name`` with ``operation`` at its end."""
    return Write(f"{documents.get(name) or ''}{operation} ")


def replayed(log: list[str]) -> dict[str, object]:
    """Return the documents that the operations of ``log`` make, one after the other."""
    documents = Plain()
    for operation in log:
        for name, made in deciding(operation)(documents, 0).writes.items():
            documents[name] = made.document
    return {name: document for name, document in documents.items() if document is not None}


@pytest.mark.parametrize("seed", range(4))
async def test_random_work(backends: Backends, seed: int) -> None:
    """Every operation is applied once, and replaying the committed order gives the documents."""
    play = Play([backends.store() for _ in range(3)], seed)
    await play.run(tasks=8, moves=25)
    names = (*NAMES, "log")
    found = await backends.store().view("room", lambda d, _: {name: d.get(name) for name in names})
    log = str(found["log"]).split()
    assert len(log) == len(set(log))
    assert set(play.applied) <= set(log)
    assert len(play.applied) == len(set(play.applied))
    sent = {f"{task}.{move}" for task in range(8) for move in range(25)}
    assert sent - set(log) <= play.refused | play.left
    assert play.refused.isdisjoint(log)
    assert {name: text for name, text in found.items() if text} == replayed(log)
