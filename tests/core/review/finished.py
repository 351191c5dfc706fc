"""Finished games to review, and what brute force says of their boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from random import Random

from core.board import Board
from core.game import Game, Played
from core.generate import uniform
from core.grid import Cell
from core.minefield import Minefield
from core.move import Chord, Flag, GiveUp, Move, Open, Unflag
from core.rules import Rules
from tests.strategies import play, random_game, random_rules, seeded

MOST = 3000
"""Placements of mines that are tried for a board."""

Layout = frozenset[Cell]
"""The mines of a layout that are not exploded yet."""


def finished(seed: int, most: int = 5) -> Game:
    """Return a random finished game on sides up to ``most``, given up if nothing else ended it."""
    rng = seeded(seed)
    game = random_game(rng, random_rules(rng, most), rng.randint(2, 25))
    return game if game.outcome else play(game, GiveUp())


def on_layout(rules: Rules, mines: Sequence[Cell], *moves: Move) -> Game:
    """Return the game of ``moves`` on a layout."""
    layout = Minefield.of(rules.grid, mines)
    game = Game.new(rules)
    for move in moves:
        played = game.play(move, lambda *_: layout)
        assert isinstance(played, Played), (move, played)
        game = played.game
    return game


def chording(seed: int, most: int = 5) -> Game:
    """Return a finished game of a player who flags anything around numbers to chord them."""
    rng = seeded(seed)
    rules = random_rules(rng, most)
    layout = uniform(rules, 0, rng)
    game = on_layout(rules, [cell for cell in rules.grid.cells() if layout.mines[cell]], Open(0))
    while not game.outcome:
        game = _chorded(rng, game)
    return game


def _chorded(rng: Random, game: Game) -> Game:
    board = game.board
    number = rng.choice([cell for cell in board.grid.cells() if board.opened[cell]])
    closed = [cell for cell in board.closed_around(number) if not board.flagged[cell]]
    missing = board.numbers[number] - board.claimed_around(number)
    if not board.numbers[number] or not 0 <= missing < len(closed):
        cell = rng.choice(board.closed())
        return play(game, Unflag(cell) if board.flagged[cell] else Open(cell))
    return play(game, *map(Flag, rng.sample(closed, missing)), Chord(number))


def counted(board: Board) -> bool:
    """Tell whether ``board`` has few enough placements of its mines to try them all."""
    return comb(len(board.closed()), board.mines - board.exploded.count(1)) < MOST


def layouts_of(board: Board) -> list[Layout]:
    """Return every layout that fits ``board``."""
    left = board.mines - board.exploded.count(1)
    closed, around = frozenset(board.closed()), board.grid.neighbours
    clues = [
        (closed.intersection(around(cell)), board.numbers[cell] - _exploded(board, cell))
        for cell in board.grid.cells()
        if board.opened[cell]
    ]
    return [
        mines
        for mines in map(frozenset, combinations(closed, left))
        if all(len(mines & cells) == needed for cells, needed in clues)
    ]


def _exploded(board: Board, cell: Cell) -> int:
    return sum(board.exploded[n] for n in board.grid.neighbours(cell))


def _numbers(board: Board, mines: Layout) -> list[int]:
    """Return the number that each cell has if the closed ``mines`` are there."""
    around = board.grid.neighbours
    return [
        len(mines.intersection(around(cell))) + _exploded(board, cell)
        for cell in board.grid.cells()
    ]


class Perfect:
    """The best play on a small board, by trying every move against every layout."""

    def __init__(self, board: Board) -> None:
        """Look at ``board``."""
        self.layouts = layouts_of(board)
        self._numbers = [_numbers(board, mines) for mines in self.layouts]
        self._all = tuple(range(len(self.layouts)))
        self._closed = frozenset(board.closed())
        self._wins = cache(self._best)

    def win(self) -> float:
        """Return the chance to win without opening a mine."""
        return self._wins(self._all, self._closed) / len(self.layouts)

    def win_with(self, cells: Sequence[Cell]) -> float:
        """Return the chance to win if ``cells`` are opened first."""
        return self._with(self._all, self._closed, cells) / len(self.layouts)

    def _best(self, layouts: tuple[int, ...], closed: frozenset[Cell]) -> int:
        if any(len(self.layouts[n]) == len(closed) for n in layouts):
            return len(layouts)
        return max(self._with(layouts, closed, (cell,)) for cell in closed)

    def _with(
        self, layouts: tuple[int, ...], closed: frozenset[Cell], cells: Sequence[Cell]
    ) -> int:
        """Return the wins among ``layouts``, by their indices, once ``cells`` are opened."""
        seen: dict[tuple[int, ...], list[int]] = {}
        for n in layouts:
            if self.layouts[n].isdisjoint(cells):
                numbers = self._numbers[n]
                seen.setdefault(tuple([numbers[cell] for cell in cells]), []).append(n)
        return sum(self._wins(tuple(some), closed.difference(cells)) for some in seen.values())
