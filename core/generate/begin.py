"""Games on no-guess layouts, from their first open to the proof that no guess was needed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from core.game import Game, replay
from core.generate.no_guess import NotGenerated, Watch, no_guess
from core.generate.proof import Proof, prove
from core.grid import Cell
from core.history import TimedMove
from core.move import Open
from core.rules import Rules


@dataclass(frozen=True, slots=True)
class Begun:
    """A game after its first open, on a layout for which mines were moved if it is ``adjusted``."""

    game: Game
    adjusted: bool


def begin_no_guess(
    rules: Rules, first: Cell, rng: Random, watch: Watch | None = None
) -> Begun | NotGenerated:
    """Return a game of ``rules`` that logic solves, its cell ``first`` open; see ``no_guess``."""
    made = no_guess(rules, first, rng, watch=watch)
    if isinstance(made, NotGenerated):
        return made
    game = replay(rules, made.minefield, [TimedMove(Open(first))])
    return Begun(game, made.adjusted)


def prove_game(game: Game) -> Proof | None:
    """Return a proof that logic solves the layout of ``game`` from its first open.

    None where logic does not, or nothing was opened.
    """
    first = game.first_cell
    if first is None or game.minefield is None:
        return None
    return prove(game.minefield, first)
