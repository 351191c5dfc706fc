"""Wishes: what a player wants a game to be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from core.rules import FirstOpen


@dataclass(frozen=True, slots=True)
class Wish:
    """What a new game should be, as far as the player said it."""

    level: str | None = None
    size: tuple[int, int, int] | None = None
    """Rows, columns and mines."""
    first_open: FirstOpen = FirstOpen.OPENING
    lives: int = 1
    casual: bool = False
    no_guess: bool = False
    drifting: bool = False
    blindfold: bool = False


_KIND: Final = re.compile("([0-9])(s?)(c?)(n?)(d?)")
"""Lives, and a mark each for a first cell that alone is safe, casual, no guess and drifting."""


def write_kind(wish: Wish) -> tuple[str, ...]:
    """Return what a button says of a wish beside its size, nothing of an ordinary one.

    A blindfold is not among it: such a board has no buttons.
    """
    is_safe = wish.first_open is FirstOpen.SAFE
    kinds = zip("scnd", (is_safe, wish.casual, wish.no_guess, wish.drifting), strict=True)
    word = f"{wish.lives}{''.join(mark for mark, is_on in kinds if is_on)}"
    return () if word == "1" else (word,)


def read_kind(words: Sequence[str]) -> Wish:
    """Return the wish that ``words`` of a button say; ValueError if they say none."""
    if not words:
        return Wish()
    found = _KIND.fullmatch(words[0]) if len(words) == 1 else None
    if found is None:
        raise ValueError(words)
    lives, safe, *marks = found.groups()
    casual, no_guess, drifting = map(bool, marks)
    return Wish(
        first_open=FirstOpen.SAFE if safe else FirstOpen.OPENING,
        lives=int(lives),
        casual=casual,
        no_guess=no_guess,
        drifting=drifting,
    )
