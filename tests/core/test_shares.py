"""Shares: every opened cell and every mine belongs to a player."""

from __future__ import annotations

from hypothesis import given
from msgspec.structs import replace

from core.game import Game, Outcome, Played, replay, replay_steps
from core.grid import Cell
from core.history import standing
from core.minefield import Minefield
from core.move import Chord, Flag, FlagAround, Move, Open, Unflag
from core.rules import Rules
from core.shares import Share, shares
from tests.strategies import games


@given(games())
def test_shares(game: Game) -> None:
    """All shares together make up the open cells and mines; drifting games have none."""
    found = shares(game)
    assert sum(each.cells for each in found.values()) == sum(game.opened)
    assert sum(each.mines for each in found.values()) == sum(game.exploded)
    drifting = replace(game, rules=replace(game.rules, drifting=True, undo=False))
    assert shares(drifting) == {}


@given(games())
def test_as_replayed(game: Game) -> None:
    """A player has opened what a replay opens with the moves of theirs that stand."""
    replayed: dict[int, tuple[int, int]] = {}
    for step in replay_steps(game.rules, game.minefield, standing(game.history)):
        opened, exploded = len(step.played.opened), len(step.played.exploded)
        if opened or exploded:
            cells, mines = replayed.get(step.timed.by, (0, 0))
            replayed[step.timed.by] = cells + opened, mines + exploded
    assert {by: (each.cells, each.mines) for by, each in shares(game).items()} == replayed


@given(games())
def test_once(game: Game) -> None:
    """What a game's moves are worth is found once, however often the game is read anew."""
    assert shares(replay(game.rules, game.minefield, game.history)) is shares(game)


def played(rules: Rules, mines: list[Cell], *moves: tuple[Move, int]) -> Game:
    """Return the game in which players made ``moves``, each with a number of theirs."""
    field = Minefield.of(rules.grid, mines)
    game = Game.new(rules)
    for move, by in moves:
        made = game.play(move, lambda *_: field, by=by)
        assert isinstance(made, Played)
        game = made.game
    return game


def test_worth() -> None:
    """An opening is worth one, and so is each number outside openings."""
    game = played(Rules(4, 4, 2), [0, 3], (Open(12), 0), (Open(1), 1), (Open(2), 1))
    assert shares(game) == {0: Share(12, 0, 1), 1: Share(2, 0, 2)}


def test_an_opening_that_flags_divide() -> None:
    """An opening is worth one though flags have it opened in several moves, or by several."""
    divided = (Flag(4), 0), (Flag(12), 0), (Open(7), 0)
    for by, found in (
        (0, {0: Share(13, 0, 1)}),
        (1, {0: Share(6, 0, 1), 1: Share(6 + 1, 0, 0)}),
    ):
        game = played(Rules(2, 8, 1), [0], *divided, (Open(2), by), (Unflag(4), by), (Open(4), by))
        assert shares(game) == found


def test_mines_and_flags() -> None:
    """A mine counts for the player who opened it; a player who only flagged has no share."""
    moves = (Open(12), 0), (Flag(1), 2), (Open(0), 1), (Open(3), 1)
    game = played(Rules(4, 4, 2, lives=3), [0, 3], *moves)
    assert shares(game) == {0: Share(12, 0, 1), 1: Share(0, 2, 0)}


def test_a_chord_into_two_mines() -> None:
    """Each mine that a chord sets off counts for the player of the chord."""
    moves = (Open(4), 0), (Flag(6), 0), (Flag(8), 0), (Chord(4), 1)
    game = played(Rules(3, 3, 2, lives=3), [0, 2], *moves)
    assert shares(game) == {0: Share(1, 0, 1), 1: Share(4, 2, 2)}


def test_flags_of_others() -> None:
    """A chord opens none of the cells that somebody has flagged, whichever way, before it."""
    for flag in (FlagAround(4), Flag(0)):
        around = (Flag(1), 2), (Unflag(1), 2), (Open(1), 0), (flag, 2), (Chord(5), 1)
        game = played(Rules(4, 4, 2), [0, 3], (Open(12), 0), *around)
        assert shares(game) == {0: Share(13, 0, 2), 1: Share(1, 0, 1)}


def test_a_chord_into_two_openings() -> None:
    """A chord that opens two openings is worth both, like opening each."""
    chord, by_hand = (Open(5), Flag(0), Chord(5)), (Open(5), Open(2), Open(8))
    for moves in (chord, by_hand):
        game = played(Rules(3, 4, 2), [0, 11], *((move, 0) for move in moves))
        assert game.outcome is Outcome.WON
        assert shares(game) == {0: Share(10, 0, 3)}


def test_nothing() -> None:
    """A game that never began has no shares."""
    assert shares(replace(Game.new(Rules(3, 3, 1)), outcome=Outcome.GIVEN_UP)) == {}
