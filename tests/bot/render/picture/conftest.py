"""Screens to draw."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from hypothesis import strategies as st
from msgspec.structs import replace
from PIL import Image

from bot.app.documents.state import Session, Settings
from bot.app.screens.screen import Screen, screen_of
from bot.render import Window
from core.board import Board
from core.game import Game
from core.grid import Grid
from core.rules import Rules
from tests.strategies import seeded

SIZES: Final = ((5, 5), (9, 9), (16, 16), (16, 30), (24, 24), (24, 30), (20, 50), (50, 50))


def screen_with(board: Board) -> Screen:
    """Return a screen that shows ``board`` and nothing else."""
    rules = Rules(board.grid.rows, board.grid.cols, board.mines)
    return replace(
        screen_of(Session(1, "a", Game.new(rules)), 0, Settings()), board=board, start=None
    )


def picture(data: bytes) -> Image.Image:
    """Return the picture in a file, whole."""
    image = Image.open(BytesIO(data))
    image.load()
    return image


def random_board(grid: Grid, seed: int) -> Board:
    """Return a board of any marks in any order, most of which no play could reach."""
    rng, size = seeded(seed), len(grid)
    ended = rng.random() < 0.5
    marks = "012345678##FFF" + ("MRX" if ended else "X")
    rows = "".join(rng.choice(marks) for _ in range(size))
    text = " ".join(rows[at : at + grid.cols] for at in range(0, size, grid.cols))
    return Board.parse(f"{grid.rows}x{grid.cols}/{rng.randint(1, size - 1)} {text}")


@st.composite
def busy_screens(draw: st.DrawFn) -> Screen:
    """Draw a screen with any marks on any cells, up to all of them."""
    grid = Grid(*draw(st.sampled_from(SIZES)))
    rng = seeded(draw(st.integers(0, 2**32)))
    shown = screen_with(random_board(grid, rng.randint(0, 2**32)))
    shares = draw(st.tuples(*[st.sampled_from([0, 0.1, 0.5, 1])] * 3))
    changed, marked, known = (
        frozenset(cell for cell in grid.cells() if rng.random() < share) for share in shares
    )
    chances = {cell: rng.choice([0, 1, rng.random()]) for cell in sorted(known)}
    return replace(shown, changed=changed, marked=marked, chances=chances)


@st.composite
def windows(draw: st.DrawFn, grid: Grid) -> Window:
    """Draw any window on ``grid``."""
    rows, cols = draw(st.integers(1, grid.rows)), draw(st.integers(1, grid.cols))
    top, left = draw(st.integers(0, grid.rows - rows)), draw(st.integers(0, grid.cols - cols))
    return Window(top, left, rows, cols)
