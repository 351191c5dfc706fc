"""Board: a player's view tells nothing about mines that the player cannot know."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from core.game import Game, Played, Refused, replay
from core.history import standing
from core.minefield import Minefield
from core.move import Chord, Flag, FlagAround, Move, Open, Unflag
from core.rules import Rules
from tests.strategies import drawn, never_draw, running_games


def lookalikes(game: Game) -> Iterator[Game]:
    """Yield ``game`` with every layout that fits what its player sees."""
    board, grid = game.board, game.rules.grid
    exploded = [cell for cell in grid.cells() if game.exploded[cell]]
    for hidden in combinations(board.closed(), game.rules.mines - len(exploded)):
        minefield = Minefield.of(grid, [*exploded, *hidden])
        if all(minefield.numbers[c] == board.number(c) for c in grid.cells() if game.opened[c]):
            yield replace(game, minefield=minefield)


small = running_games(most=4)


@given(small)
@settings(max_examples=60)
def test_layouts_that_look_alike_give_equal_boards(game: Game) -> None:
    """Every layout that fits the numbers gives the same board, text and representation."""
    found = 0
    for other in lookalikes(game):
        assert other.board == game.board
        assert (repr(other.board), str(other.board)) == (repr(game.board), str(game.board))
        assert repr(other) == repr(game)
        found += 1
    assert found


@given(small, st.data())
@settings(max_examples=60)
def test_layouts_that_look_alike_answer_alike(game: Game, data: st.DataObject) -> None:
    """Flags and all refusals are the same whatever lies under the closed cells."""
    cell = data.draw(st.sampled_from(game.rules.grid.cells()))
    for move in (Flag(cell), Unflag(cell), FlagAround(cell), Open(cell), Chord(cell)):
        answers = {_answer(other, move) for other in lookalikes(game)}
        assert len(answers) == 1


def _answer(game: Game, move: Move) -> tuple[object, ...]:
    result = game.play(move, never_draw)
    if isinstance(result, Refused):
        return ("refused", result.reason)
    if isinstance(move, Open | Chord):
        return ("opened",)  # an open may show something new
    return ("flags", str(result.game.board), result.flagged, result.unflagged)


@given(small)
@settings(max_examples=60)
def test_the_same_moves_lead_to_the_same_board(game: Game) -> None:
    """On another layout that fits, the same moves lead to the same board."""
    moves = standing(game.history)  # a move that was taken back may have shown more
    for other in lookalikes(game):
        assert replay(game.rules, other.minefield, moves).board == game.board


def test_a_fifty_fifty_looks_the_same_both_ways() -> None:
    """In a 50/50 both layouts show the same board."""
    assert drawn("3x2/1 M# 11 00").board == drawn("3x2/1 #M 11 00").board


def test_before_the_first_open_there_is_nothing_to_tell() -> None:
    """A game without a layout shows at most flags."""
    played = Game.new(Rules(2, 2, 1)).play(Flag(0), never_draw)
    assert isinstance(played, Played)
    assert str(played.game.board) == "2x2/1\nF#\n##"
