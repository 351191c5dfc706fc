"""The names of keys."""

from __future__ import annotations

from itertools import count

from bot.store.keys import Keys


def test_each_key_is_its_space_s_own() -> None:
    """Two spaces share an outbox where they are of one partition, and no other key."""
    keys, one = Keys(), "room 0"
    names = (f"room {number}" for number in count(1))
    two = next(each for each in names if keys.outbox_of(each) == keys.outbox_of(one))
    own = [
        [
            *(key(space) for key in (keys.seen, keys.turn, keys.last, keys.channel)),
            *(key(space, "log") for key in (keys.document, keys.quarantine)),
        ]
        for space in (one, two)
    ]
    assert len({*own[0], *own[1], keys.outbox_of(one)}) == 2 * len(own[0]) + 1
