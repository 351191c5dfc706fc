"""The game of Minesweeper and its solver: pure, without I/O, platform or randomness of its own.

These are the public names of the game; where the mines are is not among them. The solver's are in
``core.solver``, layouts in ``core.generate``.
"""

from core.board import Board, NotationError
from core.game import Game, Outcome, Played, Refused
from core.grid import Cell, Grid
from core.history import TimedMove
from core.move import Chord, Flag, FlagAround, GiveUp, Move, Open, Refusal, Undo, Unflag
from core.rules import LEVELS, DriftingError, FirstOpen, Level, Rules, RulesError

__all__ = [
    "LEVELS",
    "Board",
    "Cell",
    "Chord",
    "DriftingError",
    "FirstOpen",
    "Flag",
    "FlagAround",
    "Game",
    "GiveUp",
    "Grid",
    "Level",
    "Move",
    "NotationError",
    "Open",
    "Outcome",
    "Played",
    "Refusal",
    "Refused",
    "Rules",
    "RulesError",
    "TimedMove",
    "Undo",
    "Unflag",
]
