"""Games to test with: Hypothesis strategies, seeded random games, and games drawn as boards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from hypothesis import strategies as st
from msgspec.structs import replace

from core.board import Board
from core.game import Draw, Game, Played, Refused
from core.generate import uniform
from core.grid import Cell, Grid
from core.layers import either
from core.minefield import Minefield
from core.move import CellMove, Chord, Flag, FlagAround, GiveUp, Move, Open, Undo, Unflag
from core.rules import FirstOpen, Rules
from core.tap import tap_kinds

CELL_MOVES: Final[tuple[type[CellMove], ...]] = (Open, Flag, Unflag, Chord, FlagAround)


def seeded(seed: int) -> Random:
    """Return a source of randomness that repeats."""
    return Random(seed)


def drawn(text: str, *, lives: int = 1, undo: bool = False) -> Game:
    """Return the running game that ``text`` shows with its mines (M, R, X); it has no history."""
    board = Board.parse(text)
    mines = either(board.shown, board.exploded)
    assert sum(mines) == board.mines, f"{board.mines} mines are declared"
    rules = Rules(board.grid.rows, board.grid.cols, board.mines, lives=lives, undo=undo)
    game = Game(rules, board.opened, board.exploded, board.flagged, Minefield(board.grid, mines))
    assert game.board.numbers == board.numbers, "the numbers are wrong"
    return game


def play(game: Game, *moves: Move) -> Game:
    """Return ``game`` after ``moves``, none of which may be refused or be its first open."""
    for move in moves:
        played = game.play(move, never_draw)
        assert isinstance(played, Played), (move, played)
        game = played.game
    return game


def marks(game: Game) -> list[str]:
    """Return the rows of the game's board in the text notation."""
    return str(game.board).split()[1:]


def never_draw(rules: Rules, first: Cell) -> Minefield:
    """Fail: the layout of this game is drawn already, or nothing may be opened."""
    raise AssertionError((rules, first))


def drawing(rng: Random) -> Draw:
    """Return what draws uniform layouts with ``rng``."""
    return lambda rules, first: uniform(rules, first, rng)


def neighbours_slowly(grid: Grid, cell: Cell) -> set[Cell]:
    """Return the cells one step from ``cell`` in each direction, by trying every cell."""
    row, col = divmod(cell, grid.cols)
    steps = {n: (abs(n // grid.cols - row), abs(n % grid.cols - col)) for n in grid.cells()}
    return {n for n, step in steps.items() if max(step) == 1}


@st.composite
def grids(draw: st.DrawFn, most: int = 12) -> Grid:
    """Draw a grid of 1 to ``most`` rows and columns."""
    side = st.integers(1, most)
    return Grid(draw(side), draw(side))


@st.composite
def rules(draw: st.DrawFn, most: int = 7) -> Rules:
    """Draw any rules with sides up to ``most``, with few mines more often than with many."""
    side = st.integers(2, most)
    rows, cols = draw(side), draw(side)
    mines = st.integers(1, rows * cols - 1) | st.integers(1, max(rows * cols // 5, 1))
    first_open, lives = st.sampled_from(FirstOpen), st.integers(1, 3)
    return Rules(rows, cols, draw(mines), draw(first_open), draw(lives), undo=draw(st.booleans()))


def minefields(most: int = 9) -> st.SearchStrategy[Minefield]:
    """Draw any layout on sides up to ``most``."""
    return st.builds(
        lambda rules, seed: uniform(rules, 0, seeded(seed)), rules(most), st.integers(0, 2**32)
    )


def moves(rules: Rules) -> st.SearchStrategy[Move]:
    """Draw any move on the board of ``rules``, sensible or not."""
    return _MOVES.map(lambda drawn: _move(rules, *drawn))


_KINDS: Final[tuple[type[Move], ...]] = (
    *(CELL_MOVES * 2),
    *((Open,) * 5),
    *((Undo,) * 5),
    *((GiveUp,) * 5),
)
_MOVES: Final = st.tuples(st.sampled_from(_KINDS), st.integers(0, 2**16))
"""Moves for any board: Hypothesis looks through what it draws with, so it is made once."""
_MANY_MOVES: Final = st.lists(_MOVES, max_size=25)
_SEEDS: Final = st.integers(0, 2**32)
_COUNTS: Final = st.integers(0, 20)


def _move(rules: Rules, kind: type[Move], cell: int) -> Move:
    return kind(cell % len(rules.grid)) if issubclass(kind, CellMove) else kind()


@st.composite
def games(draw: st.DrawFn, most: int = 7) -> Game:
    """Draw a game in any state that play can reach: likely moves, and then any."""
    rng = seeded(draw(_SEEDS))
    game = random_game(rng, draw(rules(most)), draw(_COUNTS))
    layouts, before = drawing(rng), game.history[-1].at if game.history else 0
    for at, move in enumerate(_move(game.rules, *one) for one in draw(_MANY_MOVES)):
        played = game.play(move, layouts, at=before + at * 700, by=at % 3)
        game = played.game if isinstance(played, Played) else game
    return game


@st.composite
def running_games(draw: st.DrawFn, most: int = 7) -> Game:
    """Draw a game that is not over and has its layout: likely moves, and then any."""
    drawn_rules = draw(rules(most).filter(lambda rules: rules.mines < len(rules.grid) - 1))
    rng = seeded(draw(_SEEDS))
    layout, likely = uniform(drawn_rules, 0, rng), draw(_COUNTS)
    game = replace(Game.new(drawn_rules), minefield=layout)
    for move in (*[None] * likely, *(_move(drawn_rules, *one) for one in draw(_MANY_MOVES))):
        played = game.play(move or _random_move(rng, game), never_draw)
        if isinstance(played, Played) and not played.game.outcome:
            # An undo before the first open goes back to a game without it.
            game = replace(played.game, minefield=layout)
    return game


@st.composite
def damaged(draw: st.DrawFn, valid: st.SearchStrategy[str], letters: str) -> str:
    """Draw a text of ``valid`` with one to three characters inserted, deleted or replaced.

    Those put in are of ``letters``, what the form is made of, more often than any others: then
    what comes out is now and then valid too, and not what it was.
    """
    text = draw(valid)
    usual, odd = st.text(letters, max_size=1), st.text(max_size=1)
    for _ in range(draw(st.integers(1, 3))):
        at, deleted = draw(st.integers(0, len(text))), draw(st.integers(0, 1))
        new = draw(usual | usual | odd)
        text = text[:at] + new + text[at + deleted :]
    return text


Try = tuple[Game, Move, Played | Refused]
"""A game, a move that was tried in it, and what came of that."""


def tries(rng: Random, rules: Rules, count: int) -> Iterator[Try]:
    """Play a random game of up to ``count`` tries that mostly does what a player would do."""
    game, at = Game.new(rules), 0
    layouts = drawing(rng)
    for _ in range(count):
        move, at = _random_move(rng, game), at + rng.randrange(2000)
        result = game.play(move, layouts, at=at, by=rng.randrange(3))
        yield game, move, result
        game = result.game if isinstance(result, Played) else game


def random_rules(rng: Random, most: int = 8) -> Rules:
    """Return random rules with sides up to ``most``."""
    rows, cols = rng.randint(2, most), rng.randint(2, most)
    mines = max(1, min(int(rows * cols * rng.random() ** 2), rows * cols - 1))
    first_open = rng.choice(list(FirstOpen))
    return Rules(rows, cols, mines, first_open, rng.randint(1, 3), undo=rng.random() < 0.3)


def random_game(rng: Random, rules: Rules, count: int) -> Game:
    """Return a random game after up to ``count`` tries."""
    game = Game.new(rules)
    for before, _, result in tries(rng, rules, count):
        game = result.game if isinstance(result, Played) else before
    return game


def _random_move(rng: Random, game: Game) -> Move:
    chance = rng.random()
    if chance < 0.05:
        return Undo() if rng.random() < 0.7 else GiveUp()
    likely = _likely(rng, game) if chance < 0.85 else []
    kind, cell = rng.choice(
        likely or [(rng.choice(CELL_MOVES), rng.choice(game.rules.grid.cells()))]
    )
    return kind(cell)


def _likely(rng: Random, game: Game) -> list[tuple[type[CellMove], Cell]]:
    """Return the moves of one who knows the mines, and takes a flag off now and then."""
    board, cells = game.board, game.rules.grid.cells()
    mines = game.minefield.mines if game.minefield else bytes(len(cells))
    numbers = [cell for cell in rng.sample(cells, min(len(cells), 8)) if board.numbers[cell]]
    taps = list(zip(tap_kinds(board, numbers, flagging=False), numbers, strict=True))
    flagged = board.flagged
    return [
        *[(Flag if mines[cell] else Open, cell) for cell in board.closed() if not flagged[cell]],
        *[(Unflag, cell) for cell in cells[::5] if flagged[cell]],
        *[(Chord, cell) for kind, cell in taps if kind is Chord],
        *[(FlagAround, cell) for kind, cell in taps if kind is FlagAround],
    ]
