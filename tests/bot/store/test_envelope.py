"""The envelope around every document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.envelope import EnvelopeError, seal, unseal


@given(st.binary())
def test_round_trip(data: bytes) -> None:
    """Unsealing returns what was sealed."""
    assert unseal(seal(data)) == data


@given(st.binary(max_size=50), st.data())
def test_any_bit_matters(data: bytes, draw: st.DataObject) -> None:
    """A flipped bit anywhere, and any end missing, is noticed."""
    blob = seal(data)
    bit = draw.draw(st.integers(0, len(blob) * 8 - 1))
    flipped = bytearray(blob)
    flipped[bit // 8] ^= 1 << bit % 8
    for damaged in (bytes(flipped), blob[: bit // 8]):
        with pytest.raises(EnvelopeError):
            unseal(damaged)


@pytest.mark.parametrize("length", range(10))
def test_zeros_are_damage(length: int) -> None:
    """A stretch of zeros, as a file system may leave one, counts as damage, not as a newer form."""
    with pytest.raises(EnvelopeError):
        unseal(bytes(length))
