"""Game: an immutable value; playing a move gives the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from core.board import Board
from core.changes import Change, changes
from core.grid import Cell
from core.history import History, TimedMove, standing
from core.layers import either, inverse, where, with_cells, without, without_cells
from core.minefield import Minefield
from core.move import CellMove, Chord, Flag, FlagAround, GiveUp, Move, Open, Refusal, Undo, Unflag
from core.rules import Rules

Draw: TypeAlias = Callable[[Rules, Cell], Minefield]
"""Draws the layout for the cell that is opened first."""

_MOVES_BESIDE: Final = 1000
"""Moves a game may have beside one for each cell; it is written whole for each of them."""


class Outcome(StrEnum):
    """How a game ended."""

    WON = "won"
    LOST = "lost"
    GIVEN_UP = "given_up"


class Refused(Struct, frozen=True):
    """A move that was not played."""

    reason: Refusal


class Played(Change, frozen=True, kw_only=True):
    """A move that was played: the cells it changed, and the game after it."""

    game: Game


class Game(Struct, frozen=True):
    """A game: layers of one byte a cell (0 or 1), and the moves that led to them.

    ``opened`` holds safe cells only; a mine that was opened is in ``exploded``. ``minefield`` is
    None until the first open.
    """

    rules: Rules
    opened: bytes
    exploded: bytes
    flagged: bytes
    minefield: Minefield | None = None
    history: History = History()
    outcome: Outcome | None = None

    def __repr__(self) -> str:
        """Return what its player sees: where mines are must not come into a log."""
        return f"Game({self.board}, {len(self.history)} moves, {self.outcome})"

    @classmethod
    def new(cls, rules: Rules) -> Game:
        """Return a game of ``rules`` before its first move."""
        zeros = bytes(len(rules.grid))
        return cls(rules, opened=zeros, exploded=zeros, flagged=zeros)

    @property
    def board(self) -> Board:
        """What the player sees: numbers of open cells, and the mines once the game is over."""
        zeros = bytes(len(self.opened))
        minefield = self.minefield
        return Board(
            grid=self.rules.grid,
            mines=self.rules.mines,
            opened=self.opened,
            numbers=where(minefield.numbers, self.opened) if minefield else zeros,
            flagged=self.flagged,
            exploded=self.exploded,
            shown=without(minefield.mines, self.exploded) if minefield and self.outcome else zeros,
        )

    @property
    def lives_left(self) -> int:
        """How many mines may still be opened, the last of which ends the game."""
        return self.rules.lives - self.exploded.count(1)

    @property
    def undone(self) -> int:
        """How many moves were taken back."""
        if not self.rules.undo:
            return 0
        return sum(isinstance(timed.move, Undo) for timed in self.history)

    @property
    def started_at(self) -> int | None:
        """When the first cell was opened, in ms on the game's clock; None before that."""
        return next((timed.at for timed in self.history if isinstance(timed.move, Open)), None)

    @property
    def first_cell(self) -> Cell | None:
        """The cell that was opened first; None before that."""
        return next((t.move.cell for t in self.history if isinstance(t.move, Open)), None)

    def elapsed(self, now: int) -> int:
        """Return the ms from the first open to the end of the game, or to ``now``."""
        started = self.started_at
        if started is None:
            return 0
        return max(self.history[-1].at if self.outcome else now, started) - started

    def play(self, move: Move, draw: Draw, *, at: int = 0, by: int = 0) -> Played | Refused:
        """Play ``move``; ``draw`` is asked for the layout if this is the first open.

        ``at`` is in ms on the game's clock; a time before the last move counts as that move's.
        After too many moves flags and undo, which could go on for ever, are refused; unflags not.
        """
        result = _after(self, TimedMove(move, at, by), draw, self._last)
        is_long = len(self.history) >= len(self.opened) + _MOVES_BESIDE
        if is_long and isinstance(move, Flag | FlagAround | Undo) and isinstance(result, Played):
            return Refused(Refusal.TOO_MANY_MOVES)
        return result

    def _last(self) -> Change | None:
        """Return what the last move that stands did; None without one."""
        layout = self.minefield or Minefield.of(self.rules.grid, ())  # there are only flags yet
        last = None
        for _, did in changes(layout, standing(self.history)):
            last = did
        return last


class ReplayError(ValueError):
    """Raised when moves cannot have been played on a layout."""


class Step(Struct, frozen=True):
    """One move of a replay: the game before it, the move, and what it did."""

    before: Game
    timed: TimedMove
    played: Played


def replay_steps(
    rules: Rules, minefield: Minefield | None, moves: Iterable[TimedMove]
) -> Iterator[Step]:
    """Play ``moves`` from the start on a known layout; ReplayError when one is refused.

    There may be any number of them: earlier games had no limit.
    """
    game = start = Game.new(rules)
    stand: list[Change] = []
    draw, last = lambda *_: _known(minefield), lambda: stand[-1] if stand else None
    for timed in moves:
        played = _after(game, timed, draw, last)
        if isinstance(played, Refused):
            raise ReplayError(f"{timed.move} was refused: {played.reason}")
        yield Step(game, timed, played)
        game = played.game
        if isinstance(timed.move, Undo):
            stand.pop()
        else:
            stand.append(replace(played, game=start))  # each game has a history of its own


def replay(rules: Rules, minefield: Minefield | None, moves: Iterable[TimedMove]) -> Game:
    """Return the game after ``moves``; ReplayError when one is refused."""
    game = Game.new(rules)
    for step in replay_steps(rules, minefield, moves):
        game = step.played.game
    return game


def drawn_before(_rules: Rules, _first: Cell) -> Minefield:
    """Raise ReplayError: the ``Draw`` of a game whose layout was drawn before."""
    return _known(None)


def _known(minefield: Minefield | None) -> Minefield:
    if minefield is None:
        raise ReplayError("a cell is opened, but there is no layout")
    return minefield


def _after(
    game: Game, timed: TimedMove, draw: Draw, last: Callable[[], Change | None]
) -> Played | Refused:
    """Play a move however many there were before it; an undo takes back what ``last`` returns."""
    result = _undo(game, last) if isinstance(timed.move, Undo) else _play(game, timed.move, draw)
    if isinstance(result, Refused):
        return result
    at = max(timed.at, game.history[-1].at if game.history else 0)
    history = game.history.plus(TimedMove(timed.move, at, timed.by))
    return replace(result, game=replace(result.game, history=history))


def _play(game: Game, move: CellMove | GiveUp, draw: Draw) -> Played | Refused:
    if game.outcome:
        return Refused(Refusal.FINISHED)
    if isinstance(move, GiveUp):
        return Played(game=replace(game, outcome=Outcome.GIVEN_UP))
    if move.cell not in game.rules.grid:
        return Refused(Refusal.OFF_BOARD)
    if isinstance(move, Open):
        return _open(game, move.cell, draw)
    return _WITHOUT_LAYOUT[type(move)](game, move.cell)


def _open(game: Game, cell: Cell, draw: Draw) -> Played | Refused:
    if game.opened[cell] or game.exploded[cell]:
        return Refused(Refusal.ALREADY_OPEN)
    if game.flagged[cell]:
        return Refused(Refusal.FLAGGED)
    if game.minefield is None:
        game = replace(game, minefield=draw(game.rules, cell))
    return _opened(game, [cell])


def _flag(game: Game, cell: Cell) -> Played | Refused:
    if game.opened[cell] or game.exploded[cell]:
        return Refused(Refusal.ALREADY_OPEN)
    if game.flagged[cell]:
        return Refused(Refusal.ALREADY_FLAGGED)
    return Played(game=replace(game, flagged=with_cells(game.flagged, [cell])), flagged=(cell,))


def _unflag(game: Game, cell: Cell) -> Played | Refused:
    if not game.flagged[cell]:
        return Refused(Refusal.NOT_FLAGGED)
    after = replace(game, flagged=without_cells(game.flagged, [cell]))
    return Played(game=after, unflagged=(cell,))


def _chord(game: Game, cell: Cell) -> Played | Refused:
    board = game.board
    number = board.number(cell)
    if not number:
        return Refused(Refusal.NO_NUMBER)
    unflagged = [n for n in board.closed_around(cell) if not board.flagged[n]]
    if not unflagged:
        return Refused(Refusal.NOTHING_AROUND)
    if board.claimed_around(cell) != number:
        return Refused(Refusal.FLAGS_DIFFER)
    return _opened(game, unflagged)


def _flag_around(game: Game, cell: Cell) -> Played | Refused:
    board = game.board
    number = board.number(cell)
    if not number:
        return Refused(Refusal.NO_NUMBER)
    forced = board.forced_mines(cell)
    if forced is None:
        return Refused(Refusal.NOT_FORCED)
    if not forced:
        return Refused(Refusal.NOTHING_AROUND)
    after = replace(game, flagged=with_cells(game.flagged, forced))
    return Played(game=after, flagged=tuple(forced))


_WITHOUT_LAYOUT: Final[dict[type[Move], Callable[[Game, Cell], Played | Refused]]] = {
    Flag: _flag,
    Unflag: _unflag,
    Chord: _chord,
    FlagAround: _flag_around,
}


def _opened(game: Game, cells: Iterable[Cell]) -> Played:
    """Open closed unflagged ``cells`` of a game that has its layout, and see whether it ends."""
    minefield = _known(game.minefield)
    closed = bytearray(inverse(either(game.opened, game.flagged)))
    opened: list[Cell] = []
    exploded: list[Cell] = []
    for cell in cells:
        if minefield.mines[cell]:
            exploded.append(cell)
        elif closed[cell]:
            opened += minefield.opening(cell, closed)
    game = replace(
        game, opened=with_cells(game.opened, opened), exploded=with_cells(game.exploded, exploded)
    )
    return Played(
        game=replace(game, outcome=_outcome(game)), opened=tuple(opened), exploded=tuple(exploded)
    )


def _outcome(game: Game) -> Outcome | None:
    if game.lives_left <= 0:
        return Outcome.LOST
    won = game.opened.count(1) == len(game.opened) - game.rules.mines
    return Outcome.WON if won else None


def _undo(game: Game, last: Callable[[], Change | None]) -> Played | Refused:
    if not game.rules.undo:
        return Refused(Refusal.UNDO_OFF)
    if game.outcome is not None and game.outcome is not Outcome.LOST:
        return Refused(Refusal.FINISHED)
    did = last()
    if did is None:
        return Refused(Refusal.NOTHING_TO_UNDO)
    before = replace(
        game,
        opened=without_cells(game.opened, did.opened),
        exploded=without_cells(game.exploded, did.exploded),
        flagged=with_cells(without_cells(game.flagged, did.flagged), did.unflagged),
        outcome=None,
    )
    # The layout was drawn for the first open, so that one stays.
    if before.minefield and not (any(before.opened) or any(before.exploded)):
        return Refused(Refusal.NOTHING_TO_UNDO)
    return Played(game=before)
