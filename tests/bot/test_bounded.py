"""BoundedDict: the newest entries, and no more of them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.bounded import BoundedDict

KEYS = st.integers(0, 9)


@given(st.integers(1, 5), st.lists(st.tuples(KEYS, st.booleans())))
def test_the_newest_are_held(most: int, noted: list[tuple[int, bool]]) -> None:
    """The newest keys are held, whether they were set directly or as a default."""
    held: BoundedDict[int, int] = BoundedDict(most)
    newest: list[int] = []
    for number, (key, is_default) in enumerate(noted):
        if is_default and key in held:
            assert held.setdefault(key, number) != number
            continue
        if is_default:
            held.setdefault(key, number)
        else:
            held[key] = number
        newest = [*(each for each in newest if each != key), key][-most:]
        assert [*held] == newest
        assert held[key] == number


def test_what_is_renewed_is_held() -> None:
    """An entry moved to the end is kept longer than one that was set after it."""
    held: BoundedDict[str, int] = BoundedDict(2)
    held["a"], held["b"] = 1, 2
    held.move_to_end("a")
    held["c"] = 3
    assert held == {"a": 1, "c": 3}
