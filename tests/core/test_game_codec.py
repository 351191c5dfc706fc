"""Codec: games to bytes and back, and bytes that are damaged or forged."""

from __future__ import annotations

import re
from zlib import crc32

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.codec import FORM, CodecError, decode, encode
from core.game import Game, Played
from core.generate import uniform
from core.move import Flag
from core.rules import LEVELS, FirstOpen, Rules
from tests.strategies import drawn, games, never_draw, random_game, random_rules, seeded

NEW = encode(Game.new(Rules(3, 3, 2)))


def signed(body: bytes) -> bytes:
    """Return ``body`` with the checksum that makes it look undamaged."""
    return body + crc32(body).to_bytes(4)


@given(games())
def test_every_game_reads_back(game: Game) -> None:
    """Rules, layers, layout, history with times and players, and outcome all come back."""
    assert decode(encode(game)) == game


@given(games(), st.data())
def test_a_changed_byte_is_recognised(game: Game, data: st.DataObject) -> None:
    """Changing any one byte to any other value is a CodecError."""
    blob = bytearray(encode(game))
    at = data.draw(st.integers(0, len(blob) - 1))
    blob[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(CodecError):
        decode(bytes(blob))


def test_every_change_of_every_byte_is_recognised() -> None:
    """In sampled games every change of a byte, every cut and added bytes are recognised."""
    rng = seeded(5)
    for _ in range(4):
        blob = encode(random_game(rng, random_rules(rng, most=6), 20))
        changed = [
            blob[:at] + bytes([blob[at] ^ bits]) + blob[at + 1 :]
            for at in range(len(blob))
            for bits in range(1, 256)
        ]
        cut = [blob[:end] for end in range(len(blob))] + [blob[n:] for n in range(1, len(blob))]
        added = [blob + bytes(n) for n in range(1, 9)] + [blob + bytes([n]) for n in range(256)]
        for damaged in [*changed, *cut, *added]:
            with pytest.raises(CodecError):
                decode(damaged)


@given(games(), st.data())
def test_a_forged_game_is_refused_or_whole(game: Game, data: st.DataObject) -> None:
    """A body changed anywhere, with a right checksum, is refused or a game that encodes."""
    body = bytearray(encode(game)[:-4])
    places = st.integers(0, len(body) - 1)
    bits = st.integers(0, 7).map(lambda bit: 1 << bit) | st.integers(0, 255)
    for at, changed in data.draw(st.dictionaries(places, bits, min_size=1, max_size=4)).items():
        body[at] ^= changed
    cut = data.draw(st.just(len(body)) | st.integers(0, len(body)))
    added = data.draw(st.just(b"") | st.binary(max_size=6))
    _decode_or_refuse(signed(bytes(body[:cut]) + added))


@given(st.binary(max_size=64))
@example(b"")
def test_foreign_bytes_are_refused_or_whole(body: bytes) -> None:
    """Any bytes with a right format byte and checksum are refused or a game that encodes."""
    _decode_or_refuse(signed(bytes([FORM]) + body))


def _decode_or_refuse(blob: bytes) -> None:
    try:
        game = decode(blob)
    except CodecError:
        return
    assert decode(encode(game)) == game
    assert str(game.board)


@pytest.mark.parametrize(
    ("blob", "reason"),
    [
        (b"", "damaged"),
        (b"\0\0\0\0", "damaged"),
        (signed(b"\1\3\3"), "damaged"),
        (signed(bytes([FORM + 1]) + NEW[1:-4]), "form 2 is unknown"),
        (signed(NEW[:-5]), "not a game"),
        (signed(NEW[:1] + b"\1" + NEW[2:-4]), "not a game"),
        (signed(NEW[:-4] + b"\x80"), "not a game"),
        (signed(NEW[:-4] + b"\x07\0\0"), "not a game"),
        (signed(NEW[:-4] + b"\x48\0\0"), "not a game"),
        (signed(NEW[:-4] + b"\0\0"), "not a game"),
        (signed(NEW[:6] + b"\4" + NEW[7:-4] + b"\0\0"), "not a game"),
        (signed(NEW[:6] + b"\x50" + NEW[7:-4]), "not a game"),  # drifting mines and undo
    ],
)
def test_what_is_no_game_says_so(blob: bytes, reason: str) -> None:
    """Data too short, of another form, or with impossible contents are refused as such."""
    with pytest.raises(CodecError, match=f"^{re.escape(reason)}$"):
        decode(blob)


def test_the_form_does_not_change() -> None:
    """A stored game of form 1 always reads the same: head, three bitsets, no moves, checksum."""
    game = drawn("2x5/2 R1#M# 11###", lives=3)
    head, sets = bytes([1, 2, 5, 3, 0, 2, 4]), bytes.fromhex("4600 8000 9000")
    assert encode(game) == signed(head + sets)


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        (Rules(3, 3, 2, FirstOpen.SAFE), 8),
        (Rules(3, 3, 2, undo=True), 16),
        (Rules(3, 3, 2, no_guess=True), 32),
        (Rules(3, 3, 2, drifting=True), 64),
        (Rules(3, 3, 2, blindfold=True), 128),
    ],
)
def test_the_form_of_each_mode_does_not_change(rules: Rules, options: int) -> None:
    """A stored game of each mode always reads as that mode, and as no other."""
    stored = signed(bytes([1, 3, 3, 1, 0, 2, options]) + bytes(4))
    assert decode(stored).rules == rules
    assert encode(Game.new(rules)) == stored


def test_an_expert_game_is_small() -> None:
    """A new 16x30 game takes 131 bytes; with its layout and 100 moves a second apart, 691 at most.

    A move takes 5 bytes: two each for the cell and the time, one for the player.
    """
    rng = seeded(1)
    game = Game.new(LEVELS["expert"].rules(rng))
    assert len(encode(game)) == 7 + 2 * 60 + 4
    for cell in rng.sample(game.rules.grid.cells(), 100):
        played = game.play(Flag(cell), never_draw, at=len(game.history) * 1000)
        assert isinstance(played, Played)
        game = played.game
    drawn_too = replace(game, minefield=uniform(game.rules, 0, rng))
    assert len(encode(drawn_too)) <= 7 + 3 * 60 + 100 * 5 + 4
