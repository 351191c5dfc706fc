"""Spoilers: boards as a toy, each closed cell hidden so that a tap of the reader shows it.

Discord tells nobody which spoilers were opened, so there is no game: nothing is kept or counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.app.screens.screen import good_start
from bot.platforms.discord import limits
from bot.render import Theme
from core.board import Board
from core.game import Game, Played
from core.generate import uniform
from core.grid import Cell
from core.move import GiveUp, Move, Open
from core.rules import MIN_SIDE, Limit, Rules, RulesError

TOY_ROWS: Final = 30
TOY_COLS: Final = 12
"""As wide as boards of emoji, less the room that the frames of spoilers take. 30 such rows are five
messages: one answer, and four to follow it, of which Discord takes five at most."""


@dataclass(frozen=True, slots=True)
class Toy:
    """A board with its opening open, and the same board with its mines shown."""

    begun: Board
    ended: Board


def toy_rules(rows: int, cols: int, mines: int) -> Rules:
    """Return the rules of a toy; RulesError when it is too large or too dense."""
    for limit, side, most in ((Limit.ROWS, rows, TOY_ROWS), (Limit.COLS, cols, TOY_COLS)):
        if side > most:
            raise RulesError(limit, MIN_SIDE, most)
    return Rules(rows, cols, mines)


def deal_toy(rules: Rules, rng: Random) -> Toy:
    """Draw a board of ``rules`` and open where a start is good."""

    def play(game: Game, move: Move) -> Game:
        played = game.play(move, lambda rules, first: uniform(rules, first, rng))
        return played.game if isinstance(played, Played) else game

    begun = play(Game.new(rules), Open(good_start(rules)))
    return Toy(begun.board, play(begun, GiveUp()).board)


def spoiler_texts(toy: Toy, theme: Theme) -> list[str]:
    """Return the board in as few texts as Discord can show whole, each of whole rows."""
    texts: list[list[str]] = []
    room = 0
    for row in range(toy.begun.grid.rows):
        cells = range(row * toy.begun.grid.cols, (row + 1) * toy.begun.grid.cols)
        hidden = sum(not toy.begun.opened[cell] for cell in cells)
        nodes = len(cells) + hidden + 1
        if nodes > room:
            texts.append([])
            room = limits.NODES
        room -= nodes
        texts[-1].append("".join(_cells(toy, theme, cells)))
    return ["\n".join(rows) for rows in texts]


def _cells(toy: Toy, theme: Theme, cells: range) -> Iterator[str]:
    for cell in cells:
        glyph = theme.mine if toy.ended.shown[cell] else theme.numbers[_number(toy, cell)]
        yield glyph if toy.begun.opened[cell] else f"||{glyph}||"


def _number(toy: Toy, cell: Cell) -> int:
    return sum(toy.ended.shown[near] for near in toy.ended.grid.neighbours(cell))
