"""History: the moves of a game with their times, and the bytes that are kept of them.

A move is three varints: its cell times 8 plus its kind, the ms since the move before it, and by
whom it was played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, overload

from msgspec import Struct

from core.move import Chord, Flag, FlagAround, GiveUp, Move, Open, Undo, Unflag
from core.rules import MAX_SIDE

_KINDS: Final[tuple[type[Move], ...]] = (Open, Flag, Unflag, Chord, FlagAround, Undo, GiveUp)
_CODES: Final = {kind: code for code, kind in enumerate(_KINDS)}
_MOST_CODES: Final = 8 * MAX_SIDE**2
"""Codes of moves on the largest board."""
_MORE: Final = 0x80
_SINGLE: Final = [bytes((number,)) for number in range(_MORE)]


class TimedMove(Struct, frozen=True, gc=False):
    """A move that was played, ``at`` ms on the game's clock, ``by`` a number the caller gives.

    The garbage collector leaves it alone, since it is part of no circle: where ten thousand games
    are remembered, a collection that looks through their moves stops the process for half a second.
    """

    move: Move
    at: int = 0
    by: int = 0


class History(Struct, frozen=True):
    """Moves in the order in which they were played, those that were taken back among them.

    ``packed`` holds the same moves as bytes. It grows move by move: a game is written whole after
    each, and packing all of them again every time would take long.
    """

    moves: tuple[TimedMove, ...] = ()
    packed: bytes = b""

    @classmethod
    def unpack(cls, packed: bytes, cells: int) -> History:
        """Return what was packed, on a board of so many ``cells``; ValueError for anything else."""
        return cls(tuple(_unpack(packed, cells)), packed)

    def plus(self, timed: TimedMove) -> History:
        """Return the history with ``timed`` at its end, which is not before its last move."""
        code = getattr(timed.move, "cell", 0) * 8 + _CODES[type(timed.move)]
        passed = timed.at - self.moves[-1].at if self.moves else timed.at
        packed = self.packed + _varint(code) + _varint(passed) + _varint(timed.by)
        return History((*self.moves, timed), packed)

    def __len__(self) -> int:
        """Return how many moves there are."""
        return len(self.moves)

    def __iter__(self) -> Iterator[TimedMove]:
        """Iterate over the moves."""
        return iter(self.moves)

    @overload
    def __getitem__(self, at: int) -> TimedMove: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[TimedMove, ...]: ...
    def __getitem__(self, at: int | slice) -> TimedMove | tuple[TimedMove, ...]:
        """Return one move, or some."""
        return self.moves[at]


def standing(moves: Iterable[TimedMove]) -> list[TimedMove]:
    """Return those of ``moves`` that were not taken back."""
    left, _ = _sorted_out(moves)
    return list(left.values())


def undone(moves: Iterable[TimedMove]) -> frozenset[int]:
    """Return the indices of those of ``moves`` that were taken back."""
    _, back = _sorted_out(moves)
    return frozenset(back)


def _sorted_out(moves: Iterable[TimedMove]) -> tuple[dict[int, TimedMove], set[int]]:
    """Return those of ``moves`` that stand by their indices, and the indices of those undone."""
    left: dict[int, TimedMove] = {}
    back: set[int] = set()
    for index, timed in enumerate(moves):
        if isinstance(timed.move, Undo):
            last, _ = left.popitem()
            back.add(last)
        else:
            left[index] = timed
    return left, back


def _varint(number: int) -> bytes:
    """Return ``number`` in groups of seven bits, the least significant first (LEB128)."""
    if number < _MORE:
        return _SINGLE[number]
    groups = bytearray()
    while number >= _MORE:
        groups.append(number % _MORE | _MORE)
        number //= _MORE
    groups.append(number)
    return bytes(groups)


def _unpack(packed: bytes, cells: int) -> Iterator[TimedMove]:
    numbers = list(_varints(packed))
    at = 0
    for code, passed, by in zip(*(numbers[i::3] for i in range(3)), strict=True):
        if code >> 3 >= cells:
            raise ValueError("a move is off the board")
        at += passed
        yield TimedMove(_move(code), at, by)


@lru_cache(_MOST_CODES)
def _move(code: int) -> Move:
    """Return the move of a code, one for all games: that takes half the time, and less room."""
    number, cell = code & 7, code >> 3
    if number >= len(_KINDS):
        raise ValueError("a move is of no known kind")
    kind = _KINDS[number]
    if issubclass(kind, Undo | GiveUp):
        return kind()
    return kind(cell)


def _varints(packed: bytes) -> Iterator[int]:
    number, scale = 0, 1
    for byte in packed:
        number += byte % _MORE * scale
        scale *= _MORE
        if byte < _MORE:
            yield number
            number, scale = 0, 1
    if scale > 1:
        raise ValueError("the history is cut")
