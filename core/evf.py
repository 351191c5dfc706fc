"""Replays in the open format evf, which other Minesweeper programs read.

Form 1: flags, size and mines, cell size in pixels, mode, 3BV, time in ms; names, each ended by a
zero byte; the mines, a packed layer; then what the mouse did, each with its time (3 bytes, ms) and
place (pixels), and a byte that says there is no checksum. Numbers are big-endian. Source:
``EvfVideo::parse_v1`` in ms_toollib, whose reader the tests use; of the modes, ``layMine`` in
Metasweeper's mineSweeperGUI.py.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import Final

from core.changes import Change, changes
from core.game import Game, Outcome
from core.grid import Cell, Grid
from core.history import TimedMove, standing
from core.layers import packed
from core.move import Chord, Move, Open
from core.score import count_bbbv

_FORM: Final = 1
_WON: Final = 0x80
_STANDARD, _NO_GUESS = 0, 5
"""Modes: layouts as they are drawn, and those that logic alone solves."""
_CELL: Final = 16
"""Pixels of a cell."""
_HEAD: Final = struct.Struct(">BBBBHBHH")
_EVENT: Final = struct.Struct(">HH")
_LATEST: Final = (1 << 24) - 1
_END: Final = b"\xff"
_SOFTWARE: Final = b"minesweeper-bot"
_NAMES: Final = 6
"""Fields that are left empty: player, race, identifier, start, end and country."""
_LEFT, _LEFT_UP, _RIGHT, _RIGHT_UP, _BOTH = 2, 3, 4, 5, 9
_CLICK, _MARK, _CHORD = (_LEFT, _LEFT_UP), (_RIGHT, _RIGHT_UP), (_LEFT, _BOTH, _RIGHT_UP, _LEFT_UP)


class NoReplayError(ValueError):
    """Raised for a game that the format cannot express."""


def write_evf(game: Game) -> bytes:
    """Return the replay of a finished game. It holds the mines.

    NoReplayError for a game that is not over or was never begun, whose mines have drifted, or that
    went on after a mine.
    """
    minefield = game.minefield
    if game.outcome is None or minefield is None or game.rules.drifting:
        raise NoReplayError("there is no replay of this game")
    if game.rules.lives > 1:
        raise NoReplayError("this game went on after a mine")
    rules, flags = game.rules, _WON if game.outcome is Outcome.WON else 0
    mode, bbbv = _NO_GUESS if rules.no_guess else _STANDARD, count_bbbv(minefield)
    head = _HEAD.pack(_FORM, flags, rules.rows, rules.cols, rules.mines, _CELL, mode, bbbv)
    names = _SOFTWARE + bytes(1 + _NAMES)
    made = changes(minefield, standing(game.history))
    events = b"".join(_events(made, rules.grid, game.started_at or 0))
    return head + _time(game.elapsed(0)) + names + packed(minefield.mines) + events + _END


def _time(ms: int) -> bytes:
    return min(max(ms, 0), _LATEST).to_bytes(3)


def _events(made: Iterable[tuple[TimedMove, Change]], grid: Grid, start: int) -> Iterator[bytes]:
    for timed, did in made:
        at = _time(timed.at - start)
        for code, cell in _buttons(timed.move, did):
            row, col = grid.row_col(cell)
            place = _EVENT.pack(col * _CELL + _CELL // 2, row * _CELL + _CELL // 2)
            yield bytes([code]) + at + place


def _buttons(move: Move, did: Change) -> Iterator[tuple[int, Cell]]:
    """Yield what the mouse's buttons do, and on which cell."""
    if isinstance(move, Open | Chord):
        codes = _CLICK if isinstance(move, Open) else _CHORD
        yield from ((code, move.cell) for code in codes)
        return
    for cell in (*did.flagged, *did.unflagged):
        yield from ((code, cell) for code in _MARK)
