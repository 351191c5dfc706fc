"""The clock of a game: which time counts."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.app.documents.game_clock import IDLE_MS, GameClock
from core.game import Game, Played
from core.move import Open
from core.rules import Rules
from tests.strategies import drawing, seeded

SECOND = 1000
GAME = Game.new(Rules(5, 5, 3))


def test_clock_stands_until_the_first_move() -> None:
    """A clock that was never started shows nothing."""
    assert GameClock().at(10**12) == 0


def test_clock_runs_between_moves() -> None:
    """From its first move on the clock runs, also while the player thinks."""
    clock = GameClock().move(100 * SECOND, GAME).move(160 * SECOND, GAME)
    assert clock.at(170 * SECOND) == 70 * SECOND


def test_parked_time_does_not_count() -> None:
    """Parking stops the clock, and the next move starts it again."""
    parked = GameClock().move(0, GAME).park(30 * SECOND, GAME)
    assert parked.at(10**9) == 30 * SECOND
    assert parked.move(10**9, GAME).at(10**9 + SECOND) == 31 * SECOND


def test_idle_time_does_not_count() -> None:
    """After a long idle time the clock stands at the last move, as if the game had been parked."""
    clock = GameClock().move(0, GAME).move(20 * SECOND, GAME)
    later = 20 * SECOND + IDLE_MS + 1
    assert clock.idle(later)
    assert clock.at(later) == 20 * SECOND
    assert clock.move(later, GAME).at(later + SECOND) == 21 * SECOND


def test_it_is_noted_that_the_clock_stood() -> None:
    """A stop is noted only after the first open, and only if the clock was running."""
    begun = play_first(GAME)
    running = GameClock().move(0, GAME).move(20 * SECOND, begun)
    assert not running.stopped
    assert not GameClock().park(0, begun).move(SECOND, begun).stopped
    assert not GameClock().move(0, GAME).park(SECOND, GAME).move(2 * SECOND, GAME).stopped
    later = 21 * SECOND + IDLE_MS
    for stopped in (running.park(20 * SECOND, begun), running.move(later, begun)):
        assert stopped.stopped
        assert stopped.move(later, begun).move(later + SECOND, begun).stopped


def play_first(game: Game) -> Game:
    """Return ``game`` after its first open."""
    played = game.play(Open(0), drawing(seeded(1)))
    assert isinstance(played, Played)
    return played.game


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 2 * IDLE_MS)), max_size=20))
def test_clock_never_goes_back(spells: list[tuple[bool, int]]) -> None:
    """Whatever moves and stops there are, playing time only grows, never beyond real time."""
    clock, now, shown = GameClock(), 0, 0
    for is_move, passed in spells:
        now += passed
        assert clock.at(now) <= now
        clock = clock.move(now, GAME) if is_move else clock.park(now, GAME)
        assert clock.at(now) >= shown or clock.idle(now)
        shown = clock.at(now)


def test_a_server_whose_clock_is_set_back() -> None:
    """A server whose clock is behind takes off no time that was already played."""
    clock = GameClock().move(0, GAME).park(9 * SECOND, GAME).move(100 * SECOND, GAME)
    assert clock.at(90 * SECOND) == 9 * SECOND
    moved = clock.move(90 * SECOND, GAME)
    assert moved.at(101 * SECOND) == 10 * SECOND
    assert moved.at(100 * SECOND + IDLE_MS) == 9 * SECOND + IDLE_MS
