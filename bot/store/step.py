"""Step: a batch as the keys and arguments of commit.lua."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.store.backend import CROSSING_MS, KEEP_OPERATIONS_MS, Batch, Drop, Put
from bot.store.keys import Keys


class _Document(msgspec.Struct, omit_defaults=True):
    """What becomes of a document that a step has read."""

    action: Literal["put", "drop", "keep"] = "keep"
    expiry: str | None = None
    """In ms, of one that is put; None for never."""


_KEPT = _Document()


class _Step(msgspec.Struct):
    """What commit.lua does. Times are texts: of a large number the server might make 1e+10."""

    token: str
    space: str
    worker: str
    wants_turn: bool
    operations: tuple[str, ...]
    """Those that must not have been seen."""
    recorded: tuple[str, ...]
    documents: list[_Document]
    """In the order of their keys."""
    publish: str
    """The command to publish with."""
    channel: str
    retention: str = str(KEEP_OPERATIONS_MS)
    """How long operations are known, in ms."""
    crossing: str = str(CROSSING_MS)
    """How long effects can be crossed, in ms."""


def script_input(batch: Batch, keys: Keys, publish: str) -> tuple[list[str], list[bytes]]:
    """Return the keys and the arguments of ``batch``; it is told by the command ``publish``."""
    space, names, writes = batch.space, batch.expected, batch.writes
    step = _Step(
        token=batch.token,
        space=space,
        worker=batch.worker,
        wants_turn=batch.wants_turn,
        operations=batch.operations,
        recorded=batch.recorded,
        documents=[_document(writes.get(name)) for name in names],
        publish=publish,
        channel=keys.channel(space),
    )
    args = [msgspec.msgpack.encode(step), msgspec.msgpack.encode(batch.recorded)]
    for name, revision in names.items():
        write = writes.get(name)
        args += (revision, write.blob if isinstance(write, Put) else b"")
    args += batch.effects
    own = [keys.seen(space), keys.outbox_of(space), keys.turn(space), keys.last(space)]
    return own + [keys.document(space, name) for name in names], args


def _document(write: Put | Drop | None) -> _Document:
    if isinstance(write, Put):
        return _Document("put", None if write.expires_in is None else str(write.expires_in * 1000))
    return _KEPT if write is None else _Document("drop")
