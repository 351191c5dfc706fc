"""Game: what holds for every game, on a thousand random ones."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from core.codec import decode, encode
from core.game import Game, Outcome, Played, Refused, replay
from core.grid import Cell
from core.history import standing
from core.move import Chord, Flag, FlagAround, Move, Open, Undo, Unflag
from core.rules import FirstOpen
from tests.strategies import (
    Try,
    drawing,
    games,
    moves,
    neighbours_slowly,
    never_draw,
    random_rules,
    seeded,
    tries,
)


def test_random_games_keep_every_rule() -> None:
    """In 1,000 random games each move follows the rules, and the game survives storage."""
    rng = seeded(0)
    outcomes: set[Outcome | None] = set()
    for _ in range(1_000):
        game = Game.new(random_rules(rng))
        for tried in tries(rng, game.rules, rng.randint(5, 40)):
            game = _checked(tried)
        outcomes.add(game.outcome)
        assert decode(encode(game)) == game
        assert replay(game.rules, game.minefield, game.history) == game
    assert outcomes == {None, *Outcome}


def _checked(tried: Try) -> Game:
    """Check one try and return the game after it."""
    before, move, result = tried
    if isinstance(result, Refused):
        return before
    after = result.game
    assert after.history[:-1] == before.history.moves
    assert after.history[-1].move == move
    if not isinstance(move, Undo):
        _check_changes(before, result)
        _check_move(before, move, result)
    _check_state(after)
    return after


def _check_changes(before: Game, result: Played) -> None:
    """Check that the cells a move names are those it changed."""
    after = result.game
    assert after.opened == _set(before.opened, result.opened, 1)
    assert after.exploded == _set(before.exploded, result.exploded, 1)
    assert after.flagged == _set(_set(before.flagged, result.flagged, 1), result.unflagged, 0)


def _set(layer: bytes, cells: Iterable[Cell], to: int) -> bytes:
    changed = bytearray(layer)
    for cell in cells:
        assert changed[cell] != to
        changed[cell] = to
    return bytes(changed)


def _check_move(before: Game, move: Move, result: Played) -> None:
    match move:
        case Open(cell):
            assert not before.flagged[cell]
            _check_opened(before, [cell], result)
        case Chord(cell):
            around = before.rules.grid.neighbours(cell)
            claims = [n for n in around if before.flagged[n] or before.exploded[n]]
            assert before.opened[cell]
            assert before.board.number(cell) == len(claims)
            _check_opened(before, [n for n in around if n not in claims], result)
        case Flag(cell):
            assert result.flagged == (cell,)
        case Unflag(cell):
            assert result.unflagged == (cell,)
        case FlagAround(cell):
            closed = before.board.closed_around(cell)
            mines = result.game.minefield
            assert mines is not None
            assert all(mines.mines[n] for n in closed)
            assert all(result.game.flagged[n] for n in closed)
        case _:
            assert result.game.outcome is Outcome.GIVEN_UP


def _check_opened(before: Game, cells: Iterable[Cell], result: Played) -> None:
    """Check that ``cells`` open what a flood by rounds opens, and that their mines explode."""
    minefield = result.game.minefield
    assert minefield is not None
    mines = [cell for cell in cells if minefield.mines[cell]]
    assert sorted(result.exploded) == mines
    opened: set[Cell] = set()
    more = {cell for cell in cells if not before.opened[cell]} - set(mines)
    while more:
        opened |= more
        zeros = [cell for cell in opened if not minefield.numbers[cell]]
        around = set().union(*(before.rules.grid.neighbours(cell) for cell in zeros))
        more = {n for n in around if not before.opened[n] and not before.flagged[n]} - opened
    assert set(result.opened) == opened
    assert not any(before.flagged[cell] for cell in opened)
    if before.minefield is None:
        _check_promise(before, result)


def _check_promise(before: Game, result: Played) -> None:
    """Check that the first open is no mine, and a zero where that was promised and fits."""
    assert not result.exploded
    first = result.opened[0]
    around = neighbours_slowly(before.rules.grid, first)
    room = before.rules.mines < len(before.opened) - len(around)
    if room and before.rules.first_open is FirstOpen.OPENING:
        assert result.game.board.number(first) == 0


def _check_state(game: Game) -> None:
    """Check that layers which must not overlap do not, and that the outcome fits them."""
    mines = int.from_bytes(game.minefield.mines if game.minefield else b"")
    opened, exploded, flagged = map(int.from_bytes, (game.opened, game.exploded, game.flagged))
    assert not opened & (exploded | flagged | mines)
    assert not exploded & (flagged | ~mines)
    won = sum(game.opened) == len(game.opened) - game.rules.mines
    lost = sum(game.exploded) >= game.rules.lives
    assert (game.outcome is Outcome.LOST) == lost
    assert (game.outcome is Outcome.WON) == (won and not lost)


@given(games(), st.data())
def test_undo_returns_the_state_before(game: Game, data: st.DataObject) -> None:
    """Undo restores all but the history; the first open and an end cannot be undone."""
    move = data.draw(moves(game.rules))
    played = game.play(move, drawing(seeded(1)))
    if isinstance(played, Refused) or isinstance(move, Undo):
        return
    back = played.game.play(Undo(), never_draw)
    final = played.game.outcome in (Outcome.WON, Outcome.GIVEN_UP)
    first_open = game.minefield is None and isinstance(move, Open)
    assert isinstance(back, Played) == (game.rules.undo and not final and not first_open)
    if isinstance(back, Played):
        assert replace(back.game, history=game.history) == game
        assert back.game.history[:-2] == game.history.moves
        assert standing(back.game.history) == standing(game.history)


@given(games(), st.data())
def test_a_refused_move_draws_and_changes_nothing(game: Game, data: st.DataObject) -> None:
    """A refused move is refused again the same way, and draws no layout."""
    move = data.draw(moves(game.rules))
    before = encode(game)
    result = game.play(move, drawing(seeded(1)))
    if isinstance(result, Refused):
        assert game.play(move, never_draw) == result
        assert encode(game) == before
