"""Achievements: a few, each earned once, by games that were won."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec.structs import replace

from bot.app.documents.mode import RANKED, Mode
from bot.app.documents.stats import MILLION, Result, Stats, Tally
from core.rules import CUSTOM

_IN_A_ROW: Final = 5
_NO_GUESS: Final = 10
_MANY: Final = 100
_BY_LUCK: Final = MILLION // 10
"""What is left of a win without its luck, in millionths, if it was won by luck almost alone.

It is no chance of winning: needless guesses that went well take more off than their chances say.
"""
_LEAST_BBBV: Final = 20
"""3BV below which a board says nothing of how efficiently somebody plays."""


class Achievement(StrEnum):
    """What can be achieved, in the order in which it is listed."""

    FIRST_WIN = "first_win"
    TOGETHER = "together"
    IN_A_ROW = "in_a_row"
    NO_GUESS = "no_guess"
    EFFICIENT = "efficient"
    ODDS = "odds"
    EXPERT = "expert"
    HUNDRED = "hundred"


Tallies: TypeAlias = Mapping[str, Mapping[Mode, Tally]]
"""Tallies by level and mode."""


def reached(tallies: Tallies, result: Result) -> frozenset[Achievement]:
    """Return what is achieved with ``result``, which ``tallies`` hold already."""
    if not result.won:
        return frozenset()
    return frozenset(each for each, is_reached in _REACHED.items() if is_reached(tallies, result))


def credit(stats: Stats, result: Result, game: str) -> Stats:
    """Return ``stats`` with what ``result``, counted already, achieves for the first time.

    ``game`` names the game over all chats.
    """
    new = reached(stats.tallies, result) - stats.achievements.keys()
    return replace(stats, achievements=stats.achievements | dict.fromkeys(sorted(new), game))


def achieved_in(stats: Stats, game: str) -> tuple[Achievement, ...]:
    """Return what was achieved in ``game``."""
    return tuple(each for each in Achievement if stats.achievements.get(each) == game)


def _wins(tallies: Tallies, *modes: Mode) -> int:
    """Return the wins on named levels: a custom board may be of any size, with a single mine."""
    levels = (of_modes for level, of_modes in tallies.items() if level != CUSTOM)
    return sum(level[mode].wins for level in levels for mode in modes if mode in level)


def _is_efficient(_tallies: Tallies, result: Result) -> bool:
    is_counted = result.mode in RANKED and result.bbbv >= _LEAST_BBBV
    return is_counted and result.bbbv >= result.clicks > 0


def _by_luck(_tallies: Tallies, result: Result) -> bool:
    # A custom board may be so small and full of mines that one of a dozen tries in a minute wins.
    is_counted = result.mode in RANKED and result.level != CUSTOM
    return is_counted and result.worth is not None and result.worth.expected <= _BY_LUCK


def _in_a_row(tallies: Tallies, result: Result) -> bool:
    is_counted = result.level != CUSTOM
    return is_counted and tallies[result.level][result.mode].best_streak >= _IN_A_ROW


_REACHED: Final[dict[Achievement, Callable[[Tallies, Result], bool]]] = {
    Achievement.FIRST_WIN: lambda _tallies, result: result.mode in RANKED,
    Achievement.TOGETHER: lambda _tallies, result: result.mode is Mode.TOGETHER,
    Achievement.IN_A_ROW: _in_a_row,
    Achievement.NO_GUESS: lambda tallies, _result: _wins(tallies, Mode.NO_GUESS) >= _NO_GUESS,
    Achievement.EFFICIENT: _is_efficient,
    Achievement.ODDS: _by_luck,
    Achievement.EXPERT: lambda _tallies, result: result.mode in RANKED and result.level == "expert",
    Achievement.HUNDRED: lambda tallies, _result: _wins(tallies, *RANKED) >= _MANY,
}
