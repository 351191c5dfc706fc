"""Replays for other programs: ms_toollib reads them back as the same game."""

from __future__ import annotations

import ms_toollib
import pytest
from msgspec.structs import replace

from core.evf import NoReplayError, write_evf
from core.game import Game, Outcome, Played
from core.generate import uniform
from core.minefield import Minefield
from core.move import Flag, Open, Undo
from core.rules import Rules
from core.score import score_game
from tests.core.test_score import _retold, rows
from tests.strategies import random_game, random_rules, seeded


def read(game: Game) -> ms_toollib.EvfVideo:
    """Return the replay of ``game`` as ms_toollib reads it, at its end."""
    video = ms_toollib.EvfVideo("replay.evf", list(write_evf(game)))
    video.parse()
    video.analyse()
    video.current_time = 999_999.0  # type: ignore[attr-defined]  # its stub leaves it out
    return video


def test_read_back() -> None:
    """In 200 games layout, time, clicks, 3BV and outcome are read back as they were."""
    rng = seeded(7)
    for _ in range(200):
        rules = replace(random_rules(rng), lives=1, undo=False)
        game = _retold(random_game(rng, rules, rng.randint(5, 60)))
        score = score_game(game)
        assert score
        assert game.minefield
        video = read(game)
        assert (video.row, video.column, video.mine_num) == (rules.rows, rules.cols, rules.mines)
        assert video.board == rows(game.minefield)
        assert video.is_completed is (game.outcome is Outcome.WON)
        assert video.bbbv == score.layout.bbbv
        assert video.left + video.right + video.double == score.clicks
        assert video.bbbv_solved == score.bbbv_solved


def test_the_head_alone() -> None:
    """The head of a replay tells outcome and time, but no names."""
    rules = Rules(3, 3, 1)
    field = Minefield.of(rules.grid, [8])
    for move, is_won in ((Open(0), True), (Open(8), False)):
        game = Game.new(rules)
        for each, at in ((Open(7), 1000), (move, 3500)):
            played = game.play(each, lambda *_: field, at=at)
            assert isinstance(played, Played)
            game = played.game
        head = ms_toollib.EvfVideo("replay.evf", list(write_evf(game)))
        head.parse()
        assert head.is_completed is is_won
        assert (head.rtime, head.bbbv, head.software) == (2.5, 1, "minesweeper-bot")
        assert (head.is_official, head.is_fair) == (False, False)
        names = (head.player_identifier, head.race_identifier, head.unique_identifier)
        assert not any((*names, head.start_time, head.end_time, head.country))


@pytest.mark.parametrize(("no_guess", "mode"), [(False, 0), (True, 5)])
def test_mode(*, no_guess: bool, mode: int) -> None:
    """A board that logic alone solves is told from a usual one, which is another discipline."""
    lost = replace(_begun(Rules(3, 3, 1, no_guess=no_guess)), outcome=Outcome.GIVEN_UP)
    assert read(lost).mode == mode


def test_times() -> None:
    """The clock starts with the first open; flags before it are at 0."""
    rules = Rules(3, 3, 1)
    field = Minefield.of(rules.grid, [8])
    game = Game.new(rules)
    for move, at in ((Flag(8), 500), (Open(0), 2000)):
        played = game.play(move, lambda *_: field, at=at)
        assert isinstance(played, Played)
        game = played.game
    lost = replace(game, outcome=Outcome.GIVEN_UP)
    video = read(lost)
    assert [event.time for event in video.events][:4] == [0, 0, 0, 0]


def test_a_game_of_many_hours() -> None:
    """A game longer than the format can hold gets its longest time, 4.7 hours."""
    rules = Rules(3, 3, 1)
    field = Minefield.of(rules.grid, [8])
    game = Game.new(rules)
    for move, at in ((Open(7), 0), (Open(0), 24 * 3_600_000)):
        played = game.play(move, lambda *_: field, at=at)
        assert isinstance(played, Played)
        game = played.game
    assert read(game).events[-1].time == pytest.approx(16_777.215)


def test_moves_taken_back() -> None:
    """A mine that was opened and taken back is not in the replay of a casual win."""
    rules = Rules(3, 3, 1, undo=True)
    field = Minefield.of(rules.grid, [8])
    game = Game.new(rules)
    for move in (Open(7), Open(8), Undo(), Open(0)):
        played = game.play(move, lambda *_: field)
        assert isinstance(played, Played)
        game = played.game
    video = read(game)
    assert video.is_completed
    assert video.left == 2


def test_no_replay() -> None:
    """Running, drifting and unopened games and those with lives have no replay in this format."""
    rules = Rules(3, 3, 1)
    running = _begun(rules)
    over = replace(running, outcome=Outcome.GIVEN_UP)
    two_lives = replace(over, rules=replace(rules, lives=2))
    drifting = replace(over, rules=replace(rules, drifting=True))
    unopened = replace(Game.new(rules), outcome=Outcome.GIVEN_UP)
    for game in (running, two_lives, drifting, unopened):
        with pytest.raises(NoReplayError):
            write_evf(game)


def _begun(rules: Rules) -> Game:
    rng = seeded(1)
    played = Game.new(rules).play(Open(0), lambda rules, cell: uniform(rules, cell, rng))
    assert isinstance(played, Played)
    return played.game
