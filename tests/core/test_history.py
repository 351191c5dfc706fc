"""History: moves packed as the game grows are unpacked the same."""

from __future__ import annotations

import gc
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.history import History, TimedMove
from core.move import Chord, Flag, FlagAround, GiveUp, Move, Open, Undo, Unflag

CELLS = 900
_ON_CELLS = st.builds(
    lambda kind, cell: kind(cell),
    st.sampled_from((Open, Flag, Unflag, Chord, FlagAround)),
    st.integers(0, CELLS - 1),
)
_MOVES: st.SearchStrategy[Move] = st.one_of(_ON_CELLS, st.just(Undo()), st.just(GiveUp()))


@st.composite
def _histories(draw: st.DrawFn) -> History:
    at = 0
    history = History()
    for move in draw(st.lists(_MOVES, max_size=20)):
        at += draw(st.integers(0, 2**40))
        history = history.plus(TimedMove(move, at, draw(st.integers(0, 300))))
    return history


@given(_histories())
def test_comes_back(history: History) -> None:
    """Whatever was played, by anybody and after any time, is unpacked as it was."""
    assert History.unpack(history.packed, CELLS) == history


@given(_histories(), st.data())
def test_grows(history: History, data: st.DataObject) -> None:
    """A history that is unpacked grows as the one that was packed."""
    first = data.draw(st.integers(0, len(history)))
    begun = reduce(History.plus, history[:first], History())
    grown = History.unpack(begun.packed, CELLS)
    for timed in history[first:]:
        grown = grown.plus(timed)
    assert grown == history
    assert tuple(grown) == history.moves


@given(_histories())
def test_off_the_board(history: History) -> None:
    """A history with a move on a cell that the board does not have is refused."""
    cells = max((getattr(timed.move, "cell", 0) for timed in history), default=0)
    if cells:
        with pytest.raises(ValueError, match="off the board"):
            History.unpack(history.packed, cells)


def test_of_no_known_kind() -> None:
    """A history with a move of a kind that there is not is refused."""
    with pytest.raises(ValueError, match="no known kind"):
        History.unpack(bytes([7, 0, 0]), CELLS)


@given(_histories())
def test_moves_are_shared(history: History) -> None:
    """A move is in memory once, however many games that are read have it."""
    unpacked = [History.unpack(history.packed, CELLS) for _ in range(2)]
    for one, other in zip(*unpacked, strict=True):
        assert one.move is other.move


@given(_MOVES)
def test_moves_are_not_looked_through(move: Move) -> None:
    """The garbage collector leaves moves alone: a worker keeps millions of them."""
    assert not gc.is_tracked(TimedMove(move))
    assert not gc.is_tracked(move)
