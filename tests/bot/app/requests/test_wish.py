"""Wishes: granted within the allowed ranges, refused in a sentence that names them."""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest

from bot.app.requests.wish import Wish, WishError, grant, read_wish
from bot.i18n import Text
from core.rules import FirstOpen, Rules

RNG = Random(7)


@pytest.mark.parametrize(
    ("wish", "rules"),
    [
        (Wish(), Rules(10, 10, 10)),
        (Wish(level="expert"), Rules(16, 30, 99)),
        (Wish(size=(100, 100, 9999)), Rules(100, 100, 9999)),
        (Wish(size=(2, 2, 1)), Rules(2, 2, 1)),
        (
            Wish(level="easy", first_open=FirstOpen.SAFE, lives=3, casual=True),
            Rules(8, 8, 10, FirstOpen.SAFE, lives=3, undo=True),
        ),
    ],
)
def test_granted(wish: Wish, rules: Rules) -> None:
    """A wish in range becomes its rules."""
    assert grant(wish, RNG) == rules


def test_simple_draws_its_mines() -> None:
    """The simple level has two to five mines, each of them at times."""
    assert {grant(Wish(level="simple"), RNG).mines for _ in range(200)} == {2, 3, 4, 5}


@pytest.mark.parametrize(
    ("wish", "key", "low", "high"),
    [
        (Wish(size=(0, 10, 10)), "rows", 2, 100),
        (Wish(size=(10**9, 10**9, 1)), "rows", 2, 100),
        (Wish(size=(10, 101, 10)), "cols", 2, 100),
        (Wish(size=(10, 10, 0)), "mines", 1, 99),
        (Wish(size=(10, 10, 100)), "mines", 1, 99),
        (Wish(lives=0), "lives", 1, 9),
        (Wish(lives=10), "lives", 1, 9),
    ],
)
def test_refused(wish: Wish, key: str, low: int, high: int) -> None:
    """A wish out of range is refused with the range."""
    with pytest.raises(WishError) as caught:
        grant(wish, RNG)
    assert caught.value.text == Text(f"newgame.range_{key}", low=low, high=high)


@pytest.mark.parametrize("size", ["100000 100000 1", f"{'9' * 5000} {'9' * 5000} 1"])
def test_nothing_is_allocated(size: str) -> None:
    """A board that there cannot be is refused before anything of its size is made (case 27)."""
    tracemalloc.start()
    with pytest.raises(WishError):
        grant(read_wish(size), RNG)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000
