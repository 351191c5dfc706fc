"""Replays: short animations of a few hundred kB whose frames are the boards."""

from __future__ import annotations

import weakref
from io import BytesIO
from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from PIL import Image, ImageSequence

from bot.app.screens.screen import Screen
from bot.render.picture import MOST_REPLAY_BYTES, draw_replay, load_picture_theme, replay
from bot.render.picture.board_picture import looks
from bot.render.picture.encode import image
from bot.render.picture.palette import Pixels
from bot.render.picture.replay import MOST_FRAMES, _layout
from bot.render.picture.tiles import tiles
from core.board import Board
from core.game import Game
from core.grid import Grid
from core.rules import Rules
from tests.bot.render.picture.conftest import random_board, screen_with
from tests.strategies import seeded, tries

CLASSIC = load_picture_theme("classic")


def game_screens(rows: int, cols: int, mines: int, count: int) -> list[Screen]:
    """Return the screens of a random game of up to ``count`` moves."""
    boards = [Game.new(Rules(rows, cols, mines)).board]
    boards += [
        game.board for game, _, _ in tries(seeded(1), Rules(rows, cols, mines, lives=9), count)
    ]
    return [screen_with(board) for board, other in pairwise(boards) if board != other]


def frames(file: bytes) -> list[NDArray[np.uint8]]:
    """Return the frames of an animation as red, green and blue."""
    return [np.asarray(each.convert("RGB")) for each in ImageSequence.Iterator(opened(file))]


def opened(file: bytes) -> Image.Image:
    """Return the animation."""
    return Image.open(BytesIO(file))


def test_frames_are_the_boards() -> None:
    """Every frame shows the cells of its screen exactly, and the bar grows to full width."""
    screens = game_screens(9, 9, 10, 30)
    layout = _layout(9, 9)
    drawn = tiles(CLASSIC, layout.cell)
    palette = np.frombuffer(drawn.palette.bytes(), np.uint8).reshape(-1, 3)
    shown = frames(draw_replay(screens, CLASSIC))
    assert len(shown) == len(screens) > 5
    for frame, screen in zip(shown, screens, strict=True):
        cells = frame[layout.top : layout.bottom, layout.left : layout.right]
        assert (cells == palette[drawn.laid(looks(screen))]).all()
    bar = palette[drawn.flat[CLASSIC.window]]
    assert (shown[-1][-1] == bar).all()
    assert not (shown[0][-1] == bar).all(axis=1).any()


def test_changes_are_outlined() -> None:
    """The cells that a move changed are outlined in its frame."""
    shown = screen_with(Board.parse("2x3/1 1## ###"))
    plain, outlined = (
        frames(draw_replay([shown, replace(shown, changed=changed)], CLASSIC))[-1]
        for changed in (frozenset[int](), frozenset({0}))
    )
    assert (plain != outlined).any()


@pytest.mark.parametrize(("rows", "cols", "mines"), [(9, 9, 10), (16, 30, 99), (50, 50, 400)])
def test_long_games(rows: int, cols: int, mines: int) -> None:
    """However long a game, its replay has a limited number of frames and bytes, and repeats."""
    screens = game_screens(rows, cols, mines, 250)
    file = draw_replay(screens, load_picture_theme("moon"))
    animation = opened(file)
    assert animation.n_frames == min(len(screens), MOST_FRAMES)  # type: ignore[attr-defined]  # a GIF's
    assert max(animation.size) <= 720
    assert animation.info["loop"] == 0
    assert len(file) <= MOST_REPLAY_BYTES / 2


def test_the_first_and_last_frames_stay() -> None:
    """The first and last frames are never left out, and the last is shown longest."""
    screens = game_screens(9, 9, 10, 400) * 8
    file = draw_replay(screens, CLASSIC)
    shown = frames(file)
    ends = frames(draw_replay([screens[0], screens[-1]], CLASSIC))
    assert len(shown) == MOST_FRAMES
    assert (shown[0] == ends[0]).all()
    assert (shown[-1] == ends[-1]).all()
    times = [each.info["duration"] for each in ImageSequence.Iterator(opened(file))]
    assert max(times[:-1]) < times[-1] == 3_000


def test_a_file_too_large_loses_frames() -> None:
    """A replay in which everything changes all the time is cut to its size limit."""
    screens = [screen_with(random_board(Grid(24, 24), seed)) for seed in range(60)]
    file = draw_replay(screens, CLASSIC)
    assert len(file) <= MOST_REPLAY_BYTES
    assert 2 < len(frames(file)) < 60


def test_one_frame_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame is let go of before the next but one is made: 120 of them took 60 MB."""
    made: list[weakref.ref[Image.Image]] = []

    def watched(pixels: Pixels, palette: bytes) -> Image.Image:
        assert sum(each() is not None for each in made) <= 2  # the first, which is saved, and one
        frame = image(pixels, palette)
        made.append(weakref.ref(frame))
        return frame

    monkeypatch.setattr(replay, "image", watched)
    draw_replay(game_screens(9, 9, 10, 30), CLASSIC)
    assert len(made) > 10


def test_one_screen() -> None:
    """A replay of one screen is a picture of it, with its chances."""
    shown = screen_with(Board.parse("2x3/1 1## ###"))
    assert len(frames(draw_replay([shown], CLASSIC))) == 1
    assert draw_replay([shown], CLASSIC) != draw_replay([replace(shown, chances={1: 0.5})], CLASSIC)


def test_screens_must_be_of_one_board() -> None:
    """No screens, or screens of different sizes, are refused."""
    sizes = [screen_with(random_board(Grid(size, 5), 1)) for size in (5, 6)]
    for screens in ([], sizes):
        with pytest.raises(ValueError, match="one board"):
            draw_replay(screens, CLASSIC)
