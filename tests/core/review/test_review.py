"""The review as a whole: flags, accuracy, luck and the turning point."""

from __future__ import annotations

from dataclasses import asdict
from itertools import islice

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.game import Game, Outcome, ReplayError, drawn_before
from core.move import Flag, FlagAround, GiveUp, Open, Undo, Unflag
from core.record import steps
from core.review import (
    Cause,
    Grade,
    WrongFlag,
    accuracy,
    graded_moves,
    wrong_flags,
)
from core.rules import FirstOpen, Rules
from core.solver import analyse
from tests.core.review.finished import chording, finished, on_layout
from tests.core.review.looked_back import chances_met, fortune, review
from tests.strategies import play

SAFE = FirstOpen.SAFE
EVEN = Rules(2, 2, 1, first_open=SAFE)
"""After the first open, any of the other three cells is the mine."""
WALL = Rules(2, 6, 2)
"""With mines on d1 and d2 (3 and 9) a1 opens up to them: they are mines and the rest is safe."""


def test_two_reviews_are_equal() -> None:
    """Reviewing twice gives equal reviews, even if the moves were graded before."""
    for seed in range(20):
        game = finished(seed, most=8)
        assert review(game) == review(game, list(graded_moves(game)))


@settings(max_examples=25)
@given(st.integers(0, 2**32))
def test_any_finished_game_has_a_review(seed: int) -> None:
    """Won, lost, given up, with lives or undo: every review's figures are consistent."""
    for game in (finished(seed, most=7), chording(seed, most=7)):
        seen = review(game)
        standing_moves = [move for move in seen.moves if not move.undone]
        assert seen.outcome is game.outcome
        assert seen.curve == tuple(move.after for move in standing_moves)
        assert seen.accuracy is None or 0.0 <= seen.accuracy <= 1.0
        assert asdict(seen.fortune) == counted_for(game)
        assert seen.wrong_flags == tuple(wrong_flags(game))
        if seen.turning:
            assert seen.turning.move in standing_moves
            is_choice = seen.turning.cause is Cause.CHOICE
            change = -seen.turning.move.lost if is_choice else seen.turning.move.luck
            assert seen.turning.change == change


def counted_for(game: Game) -> object:
    """Return what the fields of the fortune of ``game`` are equal to, but for rounding."""
    return pytest.approx(asdict(fortune(game)), abs=1e-9)


@given(st.integers(0, 2**32))
@example(16897)
def test_wrong_flags_by_what_could_be_known(seed: int) -> None:
    """Wrong flags are those on no mine; provable ones were certainly safe on the board then."""
    game = finished(seed, most=7)
    board = game.board
    flags = [
        WrongFlag(cell, analyse(step.before.board).probabilities[cell] == 0.0)
        for step in steps(game)
        for cell in step.played.flagged
        if game.first_cell is not None and not (board.shown[cell] or board.exploded[cell])
    ]
    assert list(wrong_flags(game)) == flags


def test_wrong_flags() -> None:
    """A flag may be provably wrong, or wrong only in the end; one taken back counts as well."""
    moves = (Flag(8), Open(0), Flag(3), Unflag(8), Open(8), FlagAround(2), Flag(4), GiveUp())
    game = on_layout(WALL, [3, 9], *moves)
    assert tuple(wrong_flags(game)) == (
        WrongFlag(8, provable=False),
        WrongFlag(4, provable=True),
    )
    later = on_layout(Rules(2, 6, 1), [3], Open(0), Flag(9), GiveUp())
    assert review(later).wrong_flags == (WrongFlag(9, provable=False),)
    back = on_layout(Rules(2, 6, 2, undo=True), [3, 9], Open(0), Flag(4), Undo(), GiveUp())
    assert tuple(wrong_flags(back)) == (WrongFlag(4, provable=True),)


def test_flags_beside_a_mine_that_went_off() -> None:
    """After a mine exploded, a flag that its place disproves is provably wrong."""
    rules = Rules(2, 2, 1, first_open=SAFE, lives=2)
    moves = (Open(0), Flag(1), Flag(3), Unflag(3), Open(3), Unflag(1), Flag(1), GiveUp())
    assert tuple(wrong_flags(on_layout(rules, [3], *moves))) == (
        WrongFlag(1, provable=False),
        WrongFlag(1, provable=True),
    )


def test_no_flag_is_wrong_where_no_mine_was_laid() -> None:
    """No flag is wrong in a game without a first open, which has no mines yet."""
    assert not tuple(wrong_flags(on_layout(WALL, (), Flag(3), Flag(8), GiveUp())))


def test_accuracy_of_good_and_bad_games() -> None:
    """The best choice is worth 1, a certain mine 0, which counts as 0.01 in the harmonic mean."""
    assert review(on_layout(WALL, [3, 9], Open(0), Open(4), Open(5))).accuracy == 1.0
    assert review(on_layout(WALL, [3, 9], Open(0), Open(3))).accuracy == pytest.approx(0.005)
    both = review(on_layout(WALL, [3, 9], Open(0), Open(4), Open(3))).accuracy
    assert both == pytest.approx((0.5 + 2 / (1 + 100)) / 2)
    assert review(on_layout(EVEN, [3], Open(0), GiveUp())).accuracy is None


def test_accuracy_of_a_worse_guess() -> None:
    """A guess that keeps part of the chance to win counts by Lichess's curve."""
    compared = 0
    for seed in range(200):
        for move in graded_moves(chording(seed, most=4)):
            if move.grade is Grade.WORSE_GUESS and not move.undone:
                percent = 103.1668 * 2.718281828 ** (-0.04354 * 100 * (1 - move.kept)) - 3.1669
                share = max(percent / 100, 0)
                assert accuracy([move]) == pytest.approx((share + max(share, 0.01)) / 2)
                compared += 1
    assert compared > 20


def test_fortune_of_even_guesses() -> None:
    """Guesses of 2/3 and 1/2 expect a third of a win, whether the first fails or both hold."""
    rules = Rules(2, 2, 1, first_open=SAFE)
    lost = on_layout(rules, [3], Open(0), Open(3))
    third = pytest.approx(1 / 3)
    assert asdict(fortune(lost)) == {
        "guesses": 1,
        "survived": 0,
        "expected": pytest.approx(2 / 3),
        "won": False,
        "expected_win": third,
    }
    won = fortune(on_layout(rules, [3], Open(0), Open(1), Open(2)))
    assert (won.guesses, won.survived) == (2, 2)
    assert won.expected == pytest.approx(2 / 3 + 1 / 2)
    assert won.expected_win == third


def test_expected_wins_are_the_average_over_all_layouts() -> None:
    """Over all layouts, expected wins sum up to the wins, however one plays."""
    rules = Rules(2, 3, 2, first_open=SAFE)
    games = [
        stubborn(rules, {one, other}, order)
        for one in range(1, 6)
        for other in range(one + 1, 6)
        for order in ((1, 2, 3, 4, 5), (5, 1, 4, 2, 3))
    ]
    wins = [game.outcome is Outcome.WON for game in games]
    assert 0 < sum(wins) < len(wins)
    assert sum(fortune(game).expected_win for game in games) == pytest.approx(sum(wins))


def stubborn(rules: Rules, mines: set[int], order: tuple[int, ...]) -> Game:
    """Return the game of a player who opens the cells in ``order``, whatever the numbers say."""
    game = on_layout(rules, sorted(mines), Open(0))
    for cell in order:
        if not game.outcome and not game.opened[cell]:
            game = play(game, Open(cell))
    return game


def test_certain_opens_are_no_guesses() -> None:
    """Opens that were certain to be safe or to hit a mine do not count as guesses."""
    met = list(chances_met(on_layout(WALL, [3, 9], Open(0), Open(4), Open(3))))
    assert [(chance.safe, chance.is_guess) for chance in met] == [(1.0, False), (0.0, False)]


def test_lives_hang_no_game_on_a_guess() -> None:
    """While lives are left a guess cannot decide the game, so it counts but is no luck."""
    rules = Rules(2, 2, 1, first_open=SAFE, lives=2)
    game = on_layout(rules, [3], Open(0), Open(3), Open(1), Open(2))
    kept = fortune(game)
    assert (kept.guesses, kept.survived, kept.expected_win) == (1, 0, 1.0)
    assert asdict(review(game).fortune) == counted_for(game)


def test_moves_taken_back_do_not_count() -> None:
    """Moves taken back do not count for accuracy, luck, plot or turning point."""
    rules = Rules(2, 2, 1, first_open=SAFE, undo=True)
    game = on_layout(rules, [3], Open(0), Open(3), Undo(), Open(1), Open(2))
    back, straight = review(game), review(on_layout(rules, [3], Open(0), Open(1), Open(2)))
    assert back.accuracy == straight.accuracy
    assert back.fortune == straight.fortune
    assert asdict(back.fortune) == counted_for(game)
    assert back.curve == straight.curve
    assert back.turning
    assert not back.turning.move.undone
    wall = Rules(2, 6, 2, undo=True)
    worst = on_layout(wall, [3, 9], Open(0), Open(3), Undo(), Open(4), Open(5))
    assert (review(worst).turning, review(worst).accuracy) == (None, 1.0)


@pytest.mark.parametrize("before", [(), (Open(4),)])
def test_turning_point_by_choice(before: tuple[Open, ...]) -> None:
    """Opening a certain mine is the turning point, and the solver would have won from there."""
    turning = review(on_layout(WALL, [3, 9], Open(0), *before, Open(3))).turning
    assert turning is not None
    assert (turning.cause, turning.change) == (Cause.CHOICE, -turning.move.win)
    assert turning.move.grade is Grade.MINE
    assert turning.solver_won


def test_turning_point_by_luck() -> None:
    """If every guess was the best one, the turning point is how one of them came out."""
    lost = review(on_layout(EVEN, [3], Open(0), Open(3))).turning
    assert lost is not None
    assert lost.cause is Cause.LUCK
    assert lost.change == pytest.approx(-1 / 3)
    won = review(on_layout(EVEN, [3], Open(0), Open(1), Open(2))).turning
    assert won is not None
    assert won.cause is Cause.LUCK
    assert won.change == pytest.approx(1 / 2)


def test_a_choice_that_hardly_mattered_turns_nothing() -> None:
    """A choice that cost 6 of 1,176 layouts is not the turning point: the later mine is."""
    rules = Rules(4, 4, 5, first_open=SAFE)
    seen = review(on_layout(rules, [0, 1, 2, 3, 13], Open(5), Open(11), Open(13)))
    _, worse, lost = seen.moves
    assert worse.grade is Grade.WORSE_GUESS
    assert 1176 * worse.lost == pytest.approx(6)
    assert seen.turning is not None
    assert (seen.turning.cause, seen.turning.move) == (Cause.LUCK, lost)


def test_nothing_turns_where_all_is_certain() -> None:
    """A game of certain moves only has no turning point and no luck."""
    made = review(on_layout(WALL, [3, 9], Open(0), Open(4), Open(5)))
    assert made.turning is None
    assert [move.luck for move in made.moves] == [0, 0, 0]


def test_turning_point_of_good_and_bad_luck() -> None:
    """In a loss the guess that failed is the turning point, not a lucky one before it."""
    turning = review(on_layout(EVEN, [3], Open(0), Open(1), Open(3))).turning
    assert turning is not None
    assert turning.move.made.cells == (3,)
    assert turning.change == pytest.approx(-1 / 2)


@pytest.mark.parametrize("lives", [1, 2])
def test_the_solver_wins_as_often_as_its_chance_is(lives: int) -> None:
    """Of three equally likely layouts the solver wins one, and lives do not help it."""
    rules, won = Rules(2, 2, 1, first_open=SAFE, lives=lives), 0
    for mine in (1, 2, 3):
        safe = [Open(cell) for cell in (1, 2, 3) if cell != mine] if lives > 1 else []
        turning = review(on_layout(rules, [mine], Open(0), Open(mine), *safe)).turning
        assert turning is not None
        won += turning.solver_won
    assert won == 1


def test_the_solver_ignores_the_players_flags() -> None:
    """Wrong flags of the player do not keep the solver from winning in their place."""
    turning = review(on_layout(WALL, [3, 9], Flag(8), Open(0), Flag(4), Open(9))).turning
    assert turning is not None
    assert turning.solver_won


def test_first_words_come_before_the_rest() -> None:
    """A review can be stopped anywhere: its first moves make a review of their own."""
    game = on_layout(EVEN, [3], Open(0), Open(1), Open(2))
    first = tuple(islice(graded_moves(game), 2))
    whole, begun = review(game), review(game, first)
    assert begun.moves == first == whole.moves[:2]
    assert begun.curve == whole.curve[:2]
    assert (begun.fortune.guesses, whole.fortune.guesses) == (1, 2)


@pytest.mark.parametrize("look", [review, wrong_flags])
def test_a_running_game_is_not_looked_back_on(look: object) -> None:
    """A running game cannot be reviewed."""
    game = on_layout(Rules(4, 4, 3), [12, 13, 15], Open(0))
    assert callable(look)
    with pytest.raises(ValueError, match="finished"):
        look(game)
    with pytest.raises(ValueError, match="finished"):
        review(game, [])


def test_no_layout_is_drawn_twice() -> None:
    """Replaying an open without the game's layout is an error, rather than drawing a new one."""
    with pytest.raises(ReplayError, match="no layout"):
        Game.new(EVEN).play(Open(0), drawn_before)
