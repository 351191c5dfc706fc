"""Talk: statistics are told level by level, and only what was played."""

from __future__ import annotations

from itertools import count

from bot.app.stats import Guesses, Mode, Result, Stats
from bot.app.talk import stats_texts
from bot.i18n import Text, Translator

TRANSLATOR = Translator()
TIMES = count()


def result(
    mode: Mode = Mode.RANKED, elapsed: int = 60_000, hints: int = 0, *, won: bool = True
) -> Result:
    """Return a result on the level "easy"."""
    return Result("easy", mode, won, next(TIMES), elapsed, bbbv=30, guesses=Guesses(), hints=hints)


def told(stats: Stats) -> list[str]:
    """Return what is said of ``stats`` in English."""
    return [TRANSLATOR.say(text, "en") for text in stats_texts(stats, "Ann")]


def test_nothing_played() -> None:
    """A player without a finished game is told how to begin."""
    assert stats_texts(Stats(), "Ann") == (Text("stats.none"),)


def test_ranked_games() -> None:
    """Games, wins, rate, streaks, times and 3BV/s of ranked games are told."""
    stats = Stats()
    for played in (result(), result(elapsed=30_000), result(won=False), result(elapsed=90_000)):
        stats = stats.add(played)
    assert told(stats) == [
        "Your games, Ann:",
        "easy: 4 games, 3 wins (75%), streak 1, best streak 2",
        "  best time 0:30, mean 1:00, 0.5 3BV/s",
    ]


def test_modes_are_told_apart() -> None:
    """Games with hints, casual ones and shared ones do not touch the player's own record."""
    stats = Stats()
    for mode in (Mode.ASSISTED, Mode.CASUAL, Mode.TOGETHER):
        stats = stats.add(result(mode, hints=2))
    assert told(stats)[1:] == [
        "easy, with hints: 1 game, 1 win (100%), 2 hints",
        "easy, casual: 1 game, 1 win (100%)",
        "easy, together: 1 game, 1 win (100%)",
    ]


def test_guesses() -> None:
    """Luck is what survived beside what was to be expected."""
    stats = Stats().add(
        Result(
            "easy",
            Mode.RANKED,
            won=False,
            ended_at=1,
            elapsed=1,
            bbbv=3,
            guesses=Guesses(3, 2, 2.25),
        )
    )
    assert told(stats)[-1] == "  3 guesses: 2 survived, 2.2 expected, luck -0.2"


def test_undone_end_is_taken_back() -> None:
    """The end of a casual game that was undone leaves no trace in the numbers."""
    lost = Result(
        "easy", Mode.CASUAL, won=False, ended_at=1, elapsed=1, bbbv=3, guesses=Guesses(1, 0, 0.5)
    )
    assert Stats().add(lost).take_back(lost).tally("easy", Mode.CASUAL).games == 0
    assert told(Stats().add(lost).take_back(lost)) == [TRANSLATOR.say(Text("stats.none"), "en")]
