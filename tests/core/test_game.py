"""Game: each rule by an example drawn as a board, with the mines as M (R when flagged)."""

from __future__ import annotations

import pytest

from core.codec import decode, encode
from core.game import Game, Outcome, Played, Refused, replay
from core.history import TimedMove
from core.move import Chord, Flag, FlagAround, GiveUp, Move, Open, Refusal, Undo, Unflag
from core.rules import FirstOpen, Rules
from tests.strategies import drawing, drawn, marks, never_draw, play, seeded


def test_a_game_starts_closed_and_without_a_layout() -> None:
    """Before the first open nothing is open, and there is no layout to know of."""
    game = Game.new(Rules(2, 3, 1))
    assert marks(game) == ["###", "###"]
    assert (game.minefield, game.outcome, len(game.history)) == (None, None, 0)


def test_a_number_opens_alone() -> None:
    """Opening a number opens no other cell."""
    assert marks(play(drawn("2x3/1 M## ###"), Open(1))) == ["#1#", "###"]


def test_a_zero_opens_its_opening() -> None:
    """Opening a zero opens everything up to the numbers around the opening."""
    game = drawn("3x5/2 M##M# ##### #####")
    assert marks(play(game, Open(10))) == ["#####", "11111", "00000"]


def test_flags_block_opening() -> None:
    """A flood goes round a flag, and the flagged cell stays closed."""
    game = drawn("2x5/1 ##F#M ##F##")
    assert marks(play(game, Open(0))) == ["00F##", "00F##"]


def test_a_chord_opens_the_rest_when_the_flags_are_there() -> None:
    """A chord opens every unflagged neighbour, and floods from zeros among them."""
    game = drawn("3x4/1 R1## #### ####")
    assert marks(play(game, Chord(1))) == ["R100", "1100", "0000"]


def test_a_chord_on_a_wrong_flag_explodes() -> None:
    """A chord with a wrong flag opens the unflagged mine along with safe cells, and loses."""
    game = play(drawn("2x3/1 M1F ###"), Chord(1))
    assert marks(game) == ["X1F", "110"]
    assert game.outcome is Outcome.LOST


def test_an_exploded_mine_counts_for_a_chord() -> None:
    """With lives left, an exploded mine around a number counts like a flag."""
    game = play(drawn("2x3/2 X2R ###", lives=2), Chord(1))
    assert marks(game) == ["X2R", "121"]
    assert game.outcome is Outcome.WON


@pytest.mark.parametrize("other", ["R", "X"])
def test_flag_around_flags_what_the_number_forces(other: str) -> None:
    """If a number has as many closed cells as mines yet to be found, they are flagged at once."""
    result = drawn(f"2x3/2 M2{other} 121", lives=2).play(FlagAround(1), never_draw)
    assert isinstance(result, Played)
    assert result.flagged == (0,)
    assert marks(result.game) == [f"F2{'F' if other == 'R' else other}", "121"]


def test_the_last_safe_cell_wins_and_shows_the_mines() -> None:
    """A win needs no flags; the mines are shown, right flags included."""
    game = play(drawn("2x2/2 RM 2#"), Open(3))
    assert game.outcome is Outcome.WON
    assert marks(game) == ["RM", "22"]


def test_flags_on_every_mine_do_not_win() -> None:
    """Flagging all mines does not win; only opening all safe cells does."""
    flagged = play(drawn("2x2/1 M# 11"), Flag(0))
    assert flagged.outcome is None
    assert play(flagged, Open(1)).outcome is Outcome.WON


@pytest.mark.parametrize(("lives", "outcome"), [(1, Outcome.LOST), (2, None)])
def test_lives_allow_mines(lives: int, outcome: Outcome | None) -> None:
    """Only the last life ends the game; before that a mine stays shown as exploded."""
    game = play(drawn("2x3/2 MM# ###", lives=lives), Open(0))
    assert game.outcome is outcome
    assert marks(game)[0][0] == "X"
    assert game.lives_left == lives - 1


def test_giving_up_shows_the_mines() -> None:
    """After giving up the mines are shown and nothing more can be played."""
    game = play(drawn("2x2/2 RM 2#"), GiveUp())
    assert game.outcome is Outcome.GIVEN_UP
    assert marks(game) == ["RM", "2#"]
    assert game.play(Open(3), never_draw) == Refused(Refusal.FINISHED)


def test_giving_up_before_the_first_open_shows_nothing() -> None:
    """Giving up before the first open shows no mines: there is no layout."""
    assert marks(play(Game.new(Rules(2, 2, 1)), GiveUp())) == ["##", "##"]


REFUSALS = [
    ("2x2/1 M1 ##", Open(4), Refusal.OFF_BOARD),
    ("2x2/1 M1 ##", Chord(-1), Refusal.OFF_BOARD),
    ("2x2/1 M1 ##", Open(1), Refusal.ALREADY_OPEN),
    ("2x2/2 XM ##", Open(0), Refusal.ALREADY_OPEN),
    ("2x2/1 M1 ##", Flag(1), Refusal.ALREADY_OPEN),
    ("2x2/2 XM ##", Flag(0), Refusal.ALREADY_OPEN),
    ("2x2/1 R1 ##", Open(0), Refusal.FLAGGED),
    ("2x2/1 R1 ##", Flag(0), Refusal.ALREADY_FLAGGED),
    ("2x2/1 R1 ##", Unflag(1), Refusal.NOT_FLAGGED),
    ("2x2/1 R1 ##", Unflag(2), Refusal.NOT_FLAGGED),
    ("2x2/1 R1 ##", Chord(2), Refusal.NO_NUMBER),
    ("2x2/2 XM ##", Chord(0), Refusal.NO_NUMBER),
    ("2x4/1 00#M 00##", Chord(0), Refusal.NO_NUMBER),
    ("2x4/1 00#M 00##", FlagAround(0), Refusal.NO_NUMBER),
    ("2x2/1 R1 ##", FlagAround(2), Refusal.NO_NUMBER),
    ("2x2/1 R1 1#", FlagAround(1), Refusal.NOT_FORCED),
    ("2x3/1 R1# 11#", FlagAround(0), Refusal.NO_NUMBER),
    ("2x3/1 R1# 11#", FlagAround(3), Refusal.NOTHING_AROUND),
    ("2x3/1 R1# 11#", Chord(3), Refusal.NOTHING_AROUND),
    ("2x2/1 M1 ##", Chord(1), Refusal.FLAGS_DIFFER),
    ("2x2/1 R1 F#", Chord(1), Refusal.FLAGS_DIFFER),
    ("2x2/1 M1 ##", FlagAround(1), Refusal.NOT_FORCED),
    ("2x2/1 M1 ##", Undo(), Refusal.UNDO_OFF),
]


@pytest.mark.parametrize(("board", "move", "reason"), REFUSALS)
def test_what_cannot_be_played_is_refused(board: str, move: Move, reason: Refusal) -> None:
    """Each refusal gives its reason."""
    assert drawn(board, lives=2).play(move, never_draw) == Refused(reason)


def test_every_refusal_has_an_example() -> None:
    """The examples here cover every reason for a refusal."""
    elsewhere = {Refusal.FINISHED, Refusal.NOTHING_TO_UNDO, Refusal.TOO_MANY_MOVES}
    assert {reason for _, _, reason in REFUSALS} | elsewhere == set(Refusal)


@pytest.mark.parametrize("move", [Open(2), Flag(2), Chord(1), GiveUp(), Undo()])
def test_a_won_game_refuses_every_move(move: Move) -> None:
    """After a win nothing can be played, not even undo."""
    won = play(drawn("2x2/2 MM 2#", undo=True), Open(3))
    assert won.play(move, never_draw) == Refused(Refusal.FINISHED)


def test_a_refused_first_open_draws_nothing() -> None:
    """A flagged cell is refused before the layout is drawn."""
    game = play(Game.new(Rules(2, 2, 1)), Flag(0))
    assert game.play(Open(0), never_draw) == Refused(Refusal.FLAGGED)


def _opened(rules: Rules, *moves: Move) -> Game:
    game = Game.new(rules)
    for at, move in enumerate(moves):
        result = game.play(move, drawing(seeded(1)), at=at * 1000)
        assert isinstance(result, Played)
        game = result.game
    return game


def test_undo_takes_back_one_move_after_the_other() -> None:
    """Two undos take back two moves; both are counted and stay in the history."""
    game = _opened(Rules(5, 5, 5, undo=True), Flag(24), Open(0), Flag(23), Unflag(24))
    back = play(game, Undo(), Undo())
    assert marks(back) == marks(_opened(game.rules, Flag(24), Open(0)))
    assert (back.undone, len(back.history)) == (2, 6)


def test_undo_brings_a_lost_game_back() -> None:
    """Undo takes back the open of a mine, and the game goes on."""
    game = _opened(Rules(5, 5, 5, FirstOpen.SAFE, undo=True), Open(0))
    assert game.minefield is not None
    lost = play(game, Open(game.minefield.mines.index(1)))
    assert lost.outcome is Outcome.LOST
    back = play(lost, Undo())
    assert (back.outcome, marks(back)) == (None, marks(game))


def test_undo_after_a_first_open_that_hit_a_mine() -> None:
    """A first open that hit a mine cannot be undone, but moves after it can."""
    game = drawn("2x3/2 M## M##", lives=2, undo=True)
    begun = replay(game.rules, game.minefield, [TimedMove(Open(0)), TimedMove(Flag(3))])
    back = play(begun, Undo())
    assert marks(back) == ["X##", "###"]
    assert back.play(Undo(), never_draw) == Refused(Refusal.NOTHING_TO_UNDO)


@pytest.mark.parametrize("moves", [(), (Open(0),), (Flag(24), Open(0)), (Flag(1), Undo())])
def test_the_first_open_cannot_be_taken_back(moves: tuple[Move, ...]) -> None:
    """The first open cannot be undone, as the layout was drawn for it; nor moves before it."""
    game = _opened(Rules(5, 5, 5, undo=True), *moves)
    assert game.play(Undo(), never_draw) == Refused(Refusal.NOTHING_TO_UNDO)


def test_giving_up_cannot_be_taken_back() -> None:
    """Giving up cannot be undone, as it has shown the mines."""
    game = _opened(Rules(5, 5, 5, undo=True), Open(0), GiveUp())
    assert game.play(Undo(), never_draw) == Refused(Refusal.FINISHED)


TOGGLES: list[Move] = [Flag(0), Unflag(0)] * 2000


def _worn_out(board: str, *moves: Move) -> Game:
    """Return a game of ``board``, begun by ``moves``, that has reached the limit of moves."""
    game = play(drawn(board, undo=True), *moves)
    for toggle in TOGGLES:
        result = game.play(toggle, never_draw)
        if isinstance(result, Refused):
            assert result == Refused(Refusal.TOO_MANY_MOVES)
            return game
        game = result.game
    raise AssertionError("a game without an end")


@pytest.mark.parametrize("endless", [Flag(0), FlagAround(4), Undo()])
def test_what_could_go_on_for_ever_ends(endless: Move) -> None:
    """After a thousand moves more than there are cells, flags and undo are refused."""
    game = _worn_out("2x4/1 M1## 11##")
    assert game.play(endless, never_draw) == Refused(Refusal.TOO_MANY_MOVES)
    assert game.play(Flag(1), never_draw) == Refused(Refusal.ALREADY_OPEN)
    assert len(game.history) == 2 * 4 + 1000


def test_after_very_many_moves_a_game_can_be_won() -> None:
    """After very many moves unflags, opens and chords still work, to the end."""
    game = _worn_out("2x4/1 MF## ####", Open(4), Open(5), Flag(7))
    assert play(game, Unflag(1), Open(1), Unflag(7), Open(7)).outcome is Outcome.WON


def test_what_was_once_played_is_replayed_however_much() -> None:
    """Games with more moves than the limit, from before it, are still replayed."""
    moves = [TimedMove(Open(3)), *map(TimedMove, TOGGLES)]
    game = play(drawn("2x3/1 M## ###"), Open(3))
    assert len(replay(game.rules, game.minefield, moves).history) == 4001


def test_the_first_cell_is_that_of_the_first_open() -> None:
    """The first cell is that of the first open, not of flags before it or opens after."""
    assert play(Game.new(Rules(2, 2, 1)), Flag(3)).first_cell is None
    assert play(drawn("3x3/2 MM# ### ###"), Flag(0), Open(3), Open(4), Open(5)).first_cell == 3


def test_the_clock_runs_from_the_first_open_to_the_end() -> None:
    """Flags before the first open take no time, and the end stops the clock."""
    game = _opened(Rules(5, 5, 5), Flag(24), Flag(23), Open(0), Unflag(24))
    assert game.started_at == 2000
    assert game.elapsed(9000) == 7000
    assert game.elapsed(1000) == 0
    ended = play(game, GiveUp())
    assert ended.elapsed(9000) == ended.elapsed(0) == 1000


def test_the_clock_waits_for_the_first_open() -> None:
    """Before the first open no time has passed, whatever the clock says."""
    game = Game.new(Rules(2, 2, 1))
    assert (game.started_at, game.elapsed(5000)) == (None, 0)


def test_the_clock_never_goes_back() -> None:
    """A move with an earlier time counts at the time of the move before it."""
    game = play(drawn("2x2/1 M# ##"), Flag(0))
    late = game.play(Flag(1), never_draw, at=500, by=7)
    assert isinstance(late, Played)
    early = late.game.play(Flag(2), never_draw, at=100)
    assert isinstance(early, Played)
    assert [(timed.at, timed.by) for timed in early.game.history] == [(0, 0), (500, 7), (500, 0)]


def test_the_clock_begins_at_zero() -> None:
    """A first move with a time before the game counts at its beginning, and so it is stored."""
    result = Game.new(Rules(2, 2, 1)).play(Flag(0), never_draw, at=-5)
    assert isinstance(result, Played)
    assert result.game.history[0].at == 0
    assert decode(encode(result.game)) == result.game


@pytest.mark.parametrize("shown", [repr, str])
def test_a_game_does_not_print_its_mines(shown: type[str]) -> None:
    """The repr of a game, which may get into a log, does not tell its layout."""
    first, second = drawn("2x2/1 M# ##"), drawn("2x2/1 #M ##")
    assert shown(first) == shown(second)
