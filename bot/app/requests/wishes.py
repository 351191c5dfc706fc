"""Wishes: what a player wants a game to be."""

from __future__ import annotations

from dataclasses import dataclass

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
