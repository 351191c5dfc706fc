"""Codec: a game as versioned bytes, its mines among them.

Form 1: form, rows, cols and lives (a byte each); mines (two bytes); a byte of options;
three packed layers (opened or exploded, flagged, and mines where there is a layout;
``core.layers``); the history (``core.history``); CRC32 of all that, big-endian.
"""

from __future__ import annotations

import struct
from typing import Final
from zlib import crc32

from core.game import Game, Outcome
from core.history import History
from core.layers import either, packed, unpacked, where, without
from core.minefield import Minefield
from core.rules import FirstOpen, Rules

FORM: Final = 1
_HEAD: Final = struct.Struct(">BBBBHB")
_CRC: Final = struct.Struct(">I")
_OUTCOMES: Final = (None, Outcome.WON, Outcome.LOST, Outcome.GIVEN_UP)
_OUTCOME, _LAYOUT, _SAFE_ONLY, _UNDO, _NO_GUESS, _DRIFTING, _BLINDFOLD = 3, 4, 8, 16, 32, 64, 128


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
    layers = [either(game.opened, game.exploded), game.flagged]
    layers += [minefield.mines] if minefield else []
    body = head + b"".join(map(packed, layers)) + game.history.packed
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
    layers = [unpacked(body[start : start + size], cells) for start in starts[:-1]]
    layout = layers.pop() if drawn else bytes(cells)
    if drawn and layout.count(1) != mines:
        raise CodecError("a layout with another number of mines")
    return Game(
        rules,
        opened=without(layers[0], layout),
        exploded=where(layers[0], layout),
        flagged=layers[1],
        minefield=Minefield(rules.grid, layout) if drawn else None,
        history=History.unpack(body[starts[-1] :], cells),
        outcome=_OUTCOMES[options & _OUTCOME],
    )
