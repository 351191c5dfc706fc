"""Codec: a game as versioned bytes, its mines among them.

Form 1: form, rows, cols and lives (a byte each); mines (two bytes); a byte of options;
three bitsets (opened or exploded, flagged, and mines where there is a layout), a bit a cell, the
first cell the most significant; the history (``core.history``); CRC32 of all that, big-endian.
"""

from __future__ import annotations

import struct
from typing import Final
from zlib import crc32

from core.game import Game, Outcome
from core.history import History
from core.minefield import Minefield
from core.rules import FirstOpen, Rules

FORM: Final = 1
_HEAD: Final = struct.Struct(">BBBBHB")
_CRC: Final = struct.Struct(">I")
_OUTCOMES: Final = (None, Outcome.WON, Outcome.LOST, Outcome.GIVEN_UP)
_OUTCOME, _LAYOUT, _SAFE_ONLY, _UNDO, _NO_GUESS, _DRIFTING, _BLINDFOLD = 3, 4, 8, 16, 32, 64, 128
_TO_DIGITS: Final = bytes.maketrans(b"\0\1", b"01")
_FROM_DIGITS: Final = bytes.maketrans(b"01", b"\0\1")


class CodecError(ValueError):
    """Raised when bytes are not the encoding of a game, whole and undamaged."""


def encode(game: Game) -> bytes:
    """Return ``game`` as bytes."""
    rules, minefield = game.rules, game.minefield
    options = _OUTCOMES.index(game.outcome) | (_LAYOUT if minefield else 0)
    options |= _SAFE_ONLY if rules.first_open is FirstOpen.SAFE else 0
    options |= _UNDO if rules.undo else 0
    options |= _NO_GUESS if rules.no_guess else 0
    options |= _DRIFTING if rules.drifting else 0
    options |= _BLINDFOLD if rules.blindfold else 0
    head = _HEAD.pack(FORM, rules.rows, rules.cols, rules.lives, rules.mines, options)
    sets = [_bits(game.opened) | _bits(game.exploded), _bits(game.flagged)]
    sets += [_bits(minefield.mines)] if minefield else []
    body = head + b"".join(_pack(bits, len(rules.grid)) for bits in sets)
    body += game.history.packed
    return body + _CRC.pack(crc32(body))


def decode(data: bytes) -> Game:
    """Return the game that ``data`` encodes; CodecError when it is damaged or of another form."""
    body = data[: -_CRC.size]
    if len(body) < _HEAD.size or _CRC.pack(crc32(body)) != data[-_CRC.size :]:
        raise CodecError("damaged")
    if body[0] != FORM:
        raise CodecError(f"form {body[0]} is unknown")
    try:
        return _decode(body)
    except ValueError as error:
        raise CodecError("not a game") from error


def _decode(body: bytes) -> Game:
    _, rows, cols, lives, mines, options = _HEAD.unpack_from(body)
    first_open = FirstOpen.SAFE if options & _SAFE_ONLY else FirstOpen.OPENING
    modes = (bool(options & each) for each in (_UNDO, _NO_GUESS, _DRIFTING, _BLINDFOLD))
    rules = Rules(rows, cols, mines, first_open, lives, *modes)
    cells = len(rules.grid)
    drawn = bool(options & _LAYOUT)
    size = (cells + 7) // 8
    starts = [_HEAD.size + size * i for i in range(4 if drawn else 3)]
    sets = [_unpack(body[start : start + size], cells) for start in starts[:-1]]
    layout = sets.pop() if drawn else 0
    if drawn and layout.bit_count() != mines:
        raise CodecError("a layout with another number of mines")
    return Game(
        rules,
        opened=_layer(sets[0] & ~layout, cells),
        exploded=_layer(sets[0] & layout, cells),
        flagged=_layer(sets[1], cells),
        minefield=Minefield(rules.grid, _layer(layout, cells)) if drawn else None,
        history=History.unpack(body[starts[-1] :], cells),
        outcome=_OUTCOMES[options & _OUTCOME],
    )


def _bits(layer: bytes) -> int:
    """Return ``layer`` as a number with a bit a cell, the first cell the most significant."""
    return int(layer.translate(_TO_DIGITS), 2)


def _layer(bits: int, cells: int) -> bytes:
    return f"{bits:0{cells}b}".encode().translate(_FROM_DIGITS)


def _pack(bits: int, cells: int) -> bytes:
    return (bits << -cells % 8).to_bytes((cells + 7) // 8)


def _unpack(data: bytes, cells: int) -> int:
    return int.from_bytes(data) >> (len(data) * 8 - cells)
